import type { Message } from '../messages/message.ts';
import type { LeftOut } from '../watch/left-out.ts';
import type { BudgetPeriod, BudgetState } from './budget.ts';

/** What Intray would do with one file. */
export interface Planned {
  /** Below the folder. */
  readonly path: string;
  /**
   * `send`: it would be uploaded. `known`: its content is known or sent by this run under another name, and costs nothing.
   * `rejected`: it cannot be sent. `held`: a person would be asked first, or a budget leaves too few pages. `unsettled`: another program is still writing it.
   */
  readonly outcome: 'send' | 'known' | 'rejected' | 'held' | 'unsettled';
  readonly bytes: number;
  /** Of one that would be sent: what it may cost in all its steps. Absent where nothing tells, as in a DOCX that states none. */
  readonly pages?: number;
  /** How many of these it costs only if its category leads on to an extraction. */
  readonly later?: number;
  /** Why it would not be sent. */
  readonly message?: Message;
  /** The budget that would hold it back until its next period. */
  readonly budget?: BudgetPeriod;
}

export interface Plan {
  readonly files: readonly Planned[];
  /** The budgets that would hold files back: `waiting` has how many, and their pages. */
  readonly budgets: readonly BudgetState[];
  /** What is not taken for a document, by reason. */
  readonly leftOut: readonly LeftOut[];
}

/**
 * How far a plan is. `looking`: files that were found, and those of them that were read. `counting`: those that would be sent,
 * and those of them whose pages were counted.
 */
export interface PlanProgress {
  readonly kind: 'looking' | 'counting';
  readonly done: number;
  readonly of: number;
}

/** The files of a plan by what would become of them. Pages are an estimate, of those that would be sent, in all their steps. Pure. */
export function planSums(files: readonly Planned[]) {
  const of = (outcome: Planned['outcome']) => files.filter((file) => file.outcome === outcome);
  const send = of('send');
  return {
    ...{ send, known: of('known'), rejected: of('rejected'), held: of('held'), unsettled: of('unsettled') },
    pages: send.reduce((sum, { pages = 0 }) => sum + pages, 0),
    /** How many of these only follow if a category leads on to an extraction. */
    later: send.reduce((sum, { later = 0 }) => sum + later, 0),
    /** How many would be sent whose pages nothing tells. */
    unknownPages: send.filter(({ pages }) => pages === undefined).length,
  };
}
