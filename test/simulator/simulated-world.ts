import type { Engine } from '../support/inside/engine.ts';
import type { LedgerStore } from '../support/inside/ledger-store.ts';
import type { Seen } from '../support/seen.ts';
import type { Belongings } from './belongings.ts';
import type { BudgetReferee } from './budget-referee.ts';
import type { CallReferee } from './call-referee.ts';
import type { GuardReferee } from './guard-referee.ts';
import type { Incidents } from './incidents.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { Plan } from './plan.ts';
import type { Process } from './process.ts';
import type { Dice } from './random.ts';
import type { ServicePort } from './service-port.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** The world of one run, for its actors and its referees. */
export interface SimulatedWorld {
  readonly plan: Plan;
  readonly clock: VirtualClock;
  readonly disk: MemoryDisk;
  readonly service: ServicePort;
  readonly calls: CallReferee;
  /** The ledger on disk, and what can be seen in it, independent of any process. */
  readonly store: LedgerStore;
  readonly seen: Seen;
  readonly belongings: Belongings;
  readonly budgets: BudgetReferee;
  readonly guards: GuardReferee;
  readonly incidents: Incidents;
  /** How often the process has been started. */
  readonly starts: number;
  /** How often something has failed that nobody expects to. */
  readonly faults: number;
  /** Where classified documents go on to is named only from its second start on. */
  readonly namesStepsLater: boolean;
  /** Carries the system's hints to Intray. */
  readonly hints: { lost: boolean };
  /** The running process, if there is one. */
  running(): Running | undefined;
  /** Reports a change in this directory, with the name if known, unless the hint is lost. */
  hint(directory: string): void;
  /** Records what happened, for people to read. */
  say(what: string): void;
  /** Records a failed check. */
  complain(what: string): void;
}

export interface Running {
  readonly process: Process;
  /** A person makes a request to the engine. */
  asked(what: (engine: Engine) => void): void;
  /** Tells the engine that hints can no longer be trusted. */
  failWatcher(): void;
  /** Shuts the process down cleanly; another one starts later. */
  stop(): void;
}

/** An actor, with dice of their own. */
export interface Actor extends Omit<SimulatedWorld, 'starts' | 'faults' | 'namesStepsLater'> {
  readonly dice: Dice;
}
