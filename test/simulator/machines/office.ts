import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { MemoryDatabase, type PlantedBug } from '../../support/memory-database.ts';
import { inWords, type SeenFile } from '../../support/seen.ts';
import { makeContent, pagesIn } from '../contents.ts';
import { MemoryDisk, sha256 } from '../memory-disk.ts';
import { invoices } from '../plan.ts';
import { type Dice, diceFor } from '../random.ts';
import type { RunResult } from '../run.ts';
import { Trace } from '../trace.ts';
import { VirtualClock } from '../virtual-clock.ts';
import { brokenOutputs } from './delivered-once.ts';
import { Machine } from './machine.ts';
import { drawMail, type OfficeMail } from './office-mail.ts';
import { paidKey, SharedService } from './shared-service.ts';
import { Writers } from './writers.ts';

const sharedFolder = '/office/scans';
/** All times in milliseconds. */
const hourMs = 3_600_000;
const troubleMs = 180_000;
const longestRestMs = 2 * hourMs;
const restMs = 30_000;

/** A run of an office: a few machines with one register, a share that all of them watch, and a folder of its own for each. */
export class Office {
  readonly seed: number;
  readonly clock = new VirtualClock();
  readonly disk = new MemoryDisk(this.clock);
  readonly trace = new Trace(this.clock);
  readonly database: MemoryDatabase;
  readonly service: SharedService;
  readonly machines: readonly Machine[];
  readonly broken: string[] = [];
  readonly #dice: Dice;
  readonly #mail: OfficeMail | undefined;
  readonly #monthPages: number | undefined;
  #isTrouble = true;
  #documents = 0;

  /** @param count machines; undefined: two to four */
  constructor(seed: number, bug?: PlantedBug, count?: number) {
    this.seed = seed;
    this.#dice = diceFor(seed, 'office');
    const dice = this.#dice;
    this.database = new MemoryDatabase(bug, () => this.clock.elapsed);
    this.database.passed = Date.UTC(2026, 10, 12, 12);
    const complain = (what: string) => this.#complain(what);
    const writers = new Writers(() => this.clock.elapsed, complain);
    const isTrouble = () => this.#isTrouble;
    this.service = new SharedService({
      ...{ clock: this.clock, dice: diceFor(seed, 'service'), isTrouble, complain },
      say: (what) => this.trace.add(what),
    });
    this.#monthPages = dice.chance(0.25) ? dice.whole(10, 60) : undefined;
    const deathChance = dice.pick([0, 0, 0.000_5, 0.003]);
    const lossChance = dice.pick([0, 0.01, 0.05, 0.2]);
    const stillChance = diceFor(seed, 'stillness').pick([0, 0, 0.05]);
    this.disk.makeDirectory(sharedFolder);
    this.#mail = drawMail(seed, this);
    this.machines = Array.from({ length: count ?? dice.whole(2, 4) }, (_, index) => {
      const own = `/desk ${index}/scans`;
      this.disk.makeDirectory(own);
      const scans = [sharedFolder, own].map((path) =>
        folderSettingsSchema.parse({ path, route: invoices, existing: 'send', settleSeconds: 1, batchSize: dice.whole(1, 5) }),
      );
      const folders = [...scans, ...(this.#mail === undefined ? [] : [this.#mail.folder])];
      const inboxes = new Map(folders.flatMap(({ path }) => (path === own ? [] : [[path, path]])));
      return new Machine(
        {
          ...{ name: `machine ${index}`, folders, inboxes, deathChance, lossChance },
          ...{ skew: dice.whole(-12 * 60, 12 * 60) * 60_000, monthPages: this.#monthPages, stillChance },
        },
        {
          ...{ clock: this.clock, disk: this.disk, database: this.database, service: this.service, trace: this.trace },
          ...{ dice: diceFor(seed, `machine ${index}`), stillDice: diceFor(seed, `stillness of machine ${index}`) },
          ...{ isTrouble, complain, writers },
        },
      );
    });
  }

  async run(): Promise<void> {
    const { clock, machines } = this;
    for (const machine of machines) clock.after(this.#dice.whole(0, 20_000), () => machine.start(), this);
    for (let file = this.#dice.whole(5, 30); file > 0; file -= 1)
      clock.after(this.#dice.whole(0, troubleMs - 20_000), () => this.#scan(), this);
    this.#mail?.begin(machines, troubleMs);
    this.#plagues();
    const stop = () => this.broken.length > 0;
    await clock.run(troubleMs, stop, () => {});
    this.#isTrouble = false;
    this.trace.add('all trouble is over');
    for (const machine of machines) Object.assign(machine, { frozenUntil: 0, cutUntil: 0 });
    for (let until = clock.elapsed + restMs; !stop() && until < longestRestMs; until += restMs) {
      await clock.run(until, stop, () => {});
      if (machines.every(({ isAlive }) => isAlive) && this.#moving() === undefined) break;
    }
    if (!stop()) this.#judge();
  }

  /** The machines may not be looked at any more. */
  end(): void {
    for (const machine of this.machines) machine.end();
  }

  /** Somebody scans a document; sometimes one that was there before, under another name or at another desk. */
  #scan(): void {
    const { clock, disk, machines } = this;
    const dice = this.#dice;
    const directories = [sharedFolder, sharedFolder, ...machines.map((_, index) => `/desk ${index}/scans`)];
    const contents = [...disk.paths()].filter((path) => path.endsWith('.pdf'));
    const [original] = contents.length > 0 && dice.chance(0.3) ? [dice.pick(contents)] : [];
    const bytes = (original === undefined ? undefined : disk.get(original)) ?? makeContent(dice, dice.pick(kinds));
    const directory = dice.pick(directories);
    this.#documents += 1;
    const path = `${directory}/scan${this.#documents}.pdf`;
    disk.put(path, bytes.slice());
    this.trace.add(`${path} is there (${sha256(bytes).slice(0, 8)})`);
    for (const machine of machines) if (dice.chance(0.7)) clock.after(dice.whole(0, 500), () => machine.hint(directory), this);
  }

  /** Machines stand still, and are cut off from the register; the register is gone for all. */
  #plagues(): void {
    const { clock, machines } = this;
    const dice = this.#dice;
    for (let plague = dice.whole(0, 8); plague > 0; plague -= 1) {
      const [lasts, kind] = [dice.whole(1_000, 100_000), dice.pick(['freeze', 'freeze', 'cut', 'down'] as const)];
      const machine = dice.pick(machines);
      clock.after(
        dice.whole(5_000, troubleMs),
        () => {
          if (!this.#isTrouble) return;
          const until = clock.elapsed + lasts;
          this.trace.add(`${kind === 'down' ? 'the register' : machine.plan.name}: ${kind} for ${lasts / 1_000} s`);
          if (kind === 'freeze') machine.frozenUntil = Math.max(machine.frozenUntil, until);
          for (const each of kind === 'down' ? machines : kind === 'cut' ? [machine] : [])
            each.cutUntil = Math.max(each.cutUntil, until);
        },
        this,
      );
    }
  }

  /** A file that has not come to rest, in words. */
  #moving(): string | undefined {
    for (const { plan, seen } of this.machines)
      for (const file of seen.files())
        if (!this.#rests(file)) return `${plan.name}: ${file.path} is ${inWords(file)}, its outputs are ${file.outputs}`;
    return this.#monthPages === undefined ? this.#mail?.disagreement(this.machines) : undefined;
  }

  #rests(file: SeenFile): boolean {
    const { hash = '', isGone, outputs, stage } = file;
    if (stage === 'failed' || stage === 'rejected' || stage === 'in doubt') return true;
    // A person is asked; or a budget holds it.
    const isInDoubt = this.service.failing.has(hash) || keysOf(file).some((key) => this.#isInDoubt(key));
    const mayWait = isInDoubt || this.#monthPages !== undefined;
    if (stage === 'held' && !isGone) return mayWait;
    return outputs === 'done' || (mayWait && mayRest.includes(stage));
  }

  /** @param key of a content on a route (`paidKey`) */
  #isInDoubt(key: string): boolean {
    if (this.service.doubts.has(key)) return true;
    const row = [...this.database.rows.values()].find(({ route, sha256: hash }) => `${route} ${hash}` === key);
    return row?.state === 'sent' && this.service.isLeftBehind(key);
  }

  #judge(): void {
    const moving = this.#moving();
    if (moving !== undefined) this.#complain(moving);
    const { disk, service } = this;
    const wanted = (hash: string) => {
      const key = paidKey(invoices, hash);
      return service.taken.has(key) && !service.doubts.has(key) && !service.failing.has(hash);
    };
    for (const what of brokenOutputs(disk, sharedFolder, 'one', wanted)) this.#complain(what);
    if (this.#mail !== undefined) {
      const delivered = this.#mail.delivered(this.machines);
      for (const what of brokenOutputs(disk, this.#mail.folder.path, 'several', (hash) => delivered.has(hash)))
        this.#complain(what);
    }
    const hashes = [...service.taken.keys()].map((key) => key.slice(key.lastIndexOf(' ') + 1));
    const pages = hashes.reduce((sum, hash) => sum + (pagesIn(hash) ?? unknownPages), 0);
    if (this.#monthPages !== undefined && pages > this.#monthPages)
      this.#complain(`${pages} pages were sent, and the budget has ${this.#monthPages}`);
  }

  #complain(what: string): void {
    this.trace.add(`BROKEN: ${what}`);
    this.broken.push(what);
  }

  get result(): RunResult {
    const { broken, clock, machines, seed, service, trace } = this;
    return {
      ...{ seed, broken, trace: trace.lines(), documents: this.#documents, taken: service.taken.size },
      ...{ deaths: machines.reduce((sum, { deaths }) => sum + deaths, 0), faults: 0, virtualMs: clock.elapsed },
    };
  }
}

const mayRest: readonly string[] = ['waiting', 'behind', 'elsewhere', 'blocked', 'held', 'copied'];

function keysOf({ earlier, hash = '', route }: SeenFile): readonly string[] {
  return [route, ...earlier.map((step) => step.route)].map((each) => paidKey(each, hash));
}

const kinds = ['plain', 'plain', 'plain', 'failing'] as const;
/** As a folder counts what nothing tells the pages of. */
const unknownPages = 3;

/** Executes one run from its seed. The same seed gives the same run. */
export async function simulateOffice(seed: number, bug?: PlantedBug, machines?: number): Promise<RunResult> {
  const office = new Office(seed, bug, machines);
  try {
    await office.run();
  } catch (error) {
    office.broken.push(`the run failed: ${error instanceof Error ? error.stack : String(error)}`);
  }
  office.end();
  return office.result;
}

/** The first run that meets a planted bug; undefined if none of so many does. */
export async function huntOffice(bug: PlantedBug, first: number, runs: number): Promise<RunResult | undefined> {
  for (let seed = first; seed < first + runs; seed += 1) {
    const result = await simulateOffice(seed, bug);
    if (result.broken.length > 0) return result;
  }
  return undefined;
}
