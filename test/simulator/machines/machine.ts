import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { given } from '../../../electron/core/plain-data.ts';
import { usualLeaseMs } from '../../../electron/register/register.ts';
import { type Clock, createEngine, type Engine } from '../../support/inside/engine.ts';
import { ownLedger } from '../../support/inside/ledger-store.ts';
import type { MemoryDatabase } from '../../support/memory-database.ts';
import type { Fate } from '../../support/memory-register.ts';
import { MemoryRegister } from '../../support/memory-register.ts';
import type { Seen } from '../../support/seen.ts';
import { pagesIn } from '../contents.ts';
import { filesOf } from '../disk-port.ts';
import { type MemoryDisk, sha256 } from '../memory-disk.ts';
import { Died, Process } from '../process.ts';
import type { Dice } from '../random.ts';
import { serviceOrigin } from '../service-port.ts';
import type { Trace } from '../trace.ts';
import type { VirtualClock } from '../virtual-clock.ts';
import type { SharedService } from './shared-service.ts';
import { slowed } from './slow-register.ts';
import type { Writers } from './writers.ts';

/** The office that a machine is in. */
export interface Surroundings {
  readonly clock: VirtualClock;
  readonly disk: MemoryDisk;
  readonly database: MemoryDatabase;
  readonly service: SharedService;
  readonly trace: Trace;
  readonly dice: Dice;
  /** What it stands still by. */
  readonly stillDice: Dice;
  /** Whether anything goes wrong at this time. */
  readonly isTrouble: () => boolean;
  readonly complain: (what: string) => void;
  readonly writers: Writers;
}

/** What one machine is like. */
export interface MachinePlan {
  readonly name: string;
  readonly folders: readonly FolderSettings[];
  /** By path; an inbox is called as its folder's path. */
  readonly inboxes: ReadonlyMap<string, string>;
  /** By how much its clock is ahead, milliseconds. */
  readonly skew: number;
  /** Of each step. */
  readonly deathChance: number;
  readonly lossChance: number;
  /** That it stands still between its claim and the moment at which it says that it sends, for longer than its lease. */
  readonly stillChance: number;
  readonly monthPages: number | undefined;
}

const maxDeaths = 4;
const nothing = () => {};
const blind = { changed: nothing, removed: nothing, noted: nothing, asked: nothing, ended: nothing };

/** One machine with a ledger of its own: its process dies and comes back, stands still, and is cut off from the register. */
export class Machine {
  readonly plan: MachinePlan;
  readonly #store = ownLedger(serviceOrigin);
  readonly seen: Seen = this.#store.seen;
  deaths = 0;
  /** Elapsed milliseconds: until then it stands still, and is cut off. */
  frozenUntil = 0;
  cutUntil = 0;
  readonly #office: Surroundings;
  #process: Process | undefined;
  #engine: Engine | undefined;
  #hints: ((directory: string) => void)[] = [];

  constructor(plan: MachinePlan, office: Surroundings) {
    this.plan = plan;
    this.#office = office;
  }

  get isAlive(): boolean {
    return this.#process?.alive === true;
  }

  get engine(): Engine | undefined {
    return this.isAlive ? this.#engine : undefined;
  }

  say(what: string): void {
    this.#office.trace.add(`${this.plan.name}: ${what}`);
  }

  hint(directory: string): void {
    if (this.isAlive) for (const hint of this.#hints) hint(directory);
  }

  start(): void {
    try {
      this.#begin();
    } catch (error) {
      // It has died while it started.
      if (!(error instanceof Died)) throw error;
    }
  }

  #begin(): void {
    const { clock, dice, disk } = this.#office;
    const process = new Process(clock, {
      isLast: (step) => this.#isLast(step),
      isFaulty: () => false,
      latency: () => Math.max(0, this.frozenUntil - clock.elapsed) + (dice.chance(0.7) ? 0 : dice.whole(1, 5)),
    });
    this.#process = process;
    this.#hints = [];
    this.say('starts');
    const { folders, inboxes, name, monthPages } = this.plan;
    const named = folders.map((folder) => ({ ...folder, ...given({ inbox: inboxes.get(folder.path) }) }));
    const complain = (message: string, details?: object) => {
      if (process.alive) this.#office.complain(`${name} logged: ${message} ${JSON.stringify(details)}`);
    };
    const engine = createEngine(
      {
        files: filesOf(disk, { before: nothing, after: nothing }, (operation, path, moment) =>
          process.step(`${operation} ${moment} ${path}`),
        ),
        watcher: {
          watch: ({ path }, onHint) => {
            this.#hints.push((directory) => (directory === path ? onHint(directory) : undefined));
            return { by: 'events', close: async () => {} };
          },
        },
        service: this.#office.service.clientOf(process, name),
        ledger: this.#store.portFor(process, blind),
        clock: this.#clockOf(process),
        random: dice.next,
        countPages: async ({ path }) => pagesIn(sha256(disk.get(path) ?? new Uint8Array())),
        log: { debug: nothing, info: nothing, warn: nothing, error: complain },
        membership: { register: this.#register(process), machine: { id: name, name } },
      },
      {
        ...{ folders: named, mode: 'watch', locale: 'en', identity: { host: name, path: '/data' } },
        limits: { rescanMs: 20_000, ...(monthPages !== undefined && { budget: { month: monthPages, timeZone: 'UTC' } }) },
      },
    );
    engine.onNotice((notice) => {
      if (notice.kind === 'document') this.say(`${notice.path} ${notice.state.kind}${notice.delivered ? ' (delivered)' : ''}`);
    });
    this.#engine = engine;
    engine.start().catch((error: unknown) => complain(`it did not start: ${String(error)}`));
  }

  /** Its ledger may be another one's from now on. */
  end(): void {
    this.#process?.kill();
    this.#store.release();
  }

  #register(process: Process) {
    const { clock, database, dice, isTrouble } = this.#office;
    const fate = (): Fate => {
      if (clock.elapsed < this.cutUntil) return 'cut';
      if (!isTrouble() || !dice.chance(this.plan.lossChance)) return 'answered';
      return dice.pick(['lost', 'cut']);
    };
    const pause = async (when: string) => {
      await process.step(`register ${when}`);
      const slow = isTrouble() && dice.chance(0.02) ? dice.whole(1_000, 8_000) : dice.whole(0, 10);
      if (slow > 0) await clock.delay(slow, process);
      // It may have stood still meanwhile.
      await process.step(`register ${when}, later`);
    };
    const hears = () => process.alive && clock.elapsed >= this.cutUntil;
    const run = {
      machine: this.plan.name,
      get alive() {
        return process.alive;
      },
    };
    const watched = { writers: this.#office.writers, run, now: () => clock.elapsed };
    return slowed(new MemoryRegister(database, { fate, skew: this.plan.skew }), pause, hears, () => this.#standStill(), watched);
  }

  #standStill(): void {
    const { clock, isTrouble, stillDice } = this.#office;
    if (!isTrouble() || !stillDice.chance(this.plan.stillChance)) return;
    const lasts = stillDice.whole(usualLeaseMs + 5_000, 3 * usualLeaseMs);
    this.say(`stands still for ${lasts / 1_000} s before it says that it sends`);
    this.frozenUntil = Math.max(this.frozenUntil, clock.elapsed + lasts);
  }

  #clockOf(process: Process): Clock {
    const { clock } = this.#office;
    const own = clock.clockFor(process);
    return {
      now: () => own.now() + this.plan.skew,
      elapsed: own.elapsed,
      after: (milliseconds, work) => {
        let cancel = own.after(milliseconds, () => {
          const stillMs = this.frozenUntil - clock.elapsed;
          if (stillMs > 0) cancel = own.after(stillMs, work);
          else work();
        });
        return () => cancel();
      },
    };
  }

  #isLast(step: string): boolean {
    const { dice, isTrouble } = this.#office;
    if (!isTrouble() || this.deaths >= maxDeaths || !dice.chance(this.plan.deathChance)) return false;
    this.say(`dies: ${step}`);
    this.deaths += 1;
    this.#office.clock.after(dice.whole(100, 70_000), () => this.start(), this);
    return true;
  }
}
