import type { Engine } from '../../electron/engine/api.ts';
import type { Ledger } from '../../electron/ledger/ledger.ts';
import type { Belongings } from './belongings.ts';
import type { CallReferee } from './call-referee.ts';
import type { FakeService } from './fake-service.ts';
import type { Incidents } from './incidents.ts';
import type { MemoryDisk } from './memory-disk.ts';
import type { Plan } from './plan.ts';
import type { Process } from './process.ts';
import type { Dice } from './random.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What is there in one run, for those who act in it and those who judge it. */
export interface SimulatedWorld {
  readonly plan: Plan;
  readonly clock: VirtualClock;
  readonly disk: MemoryDisk;
  readonly service: FakeService;
  readonly calls: CallReferee;
  /** As it is on disk, whichever process lives. */
  readonly ledger: Ledger;
  readonly belongings: Belongings;
  readonly incidents: Incidents;
  /** The way from the system to Intray. */
  readonly hints: { lost: boolean };
  /** The process that lives, if one does. */
  running(): Running | undefined;
  /** The system tells of a change in this directory, and of the name if it knows it, unless that is lost. */
  hint(directory: string, name?: string): void;
  /** Notes what happened, for a person to read. */
  say(what: string): void;
  /** Notes what must not be. */
  complain(what: string): void;
}

export interface Running {
  readonly process: Process;
  /** A person asks something of the engine. */
  asked(what: (engine: Engine) => void): void;
  /** Tells the engine that hints can no longer be trusted. */
  failWatcher(): void;
  /** Ends it in good order; another one starts later. */
  stop(): void;
}

/** Someone who acts: with dice of their own. */
export interface Actor extends SimulatedWorld {
  readonly dice: Dice;
}
