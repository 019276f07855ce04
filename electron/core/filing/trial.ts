import type { Message } from '../messages/message.ts';

/** Where a template would put the documents of a folder that are there. Nothing is moved. */
export interface FilingTrial {
  /** Documents with a result that were looked at: the folder's newest. */
  readonly tried: number;
  /** There are more of them. */
  readonly more: boolean;
  /** How many it would file. */
  readonly filed: number;
  /** How many wait until somebody has looked at them. */
  readonly waiting: number;
  /** What the template names that these documents never have. */
  readonly unknown: readonly Message[];
  /** The newest first, without those that wait. */
  readonly documents: readonly TriedFiling[];
}

export interface TriedFiling {
  readonly id: number;
  /** Relative to the folder. */
  readonly path: string;
  /** Where it would go, relative to the folder, with a number where an earlier one of these has the name. */
  readonly to?: string;
  /** Why it would stay. */
  readonly stays?: Message;
}
