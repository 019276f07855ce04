import { routeKey } from '../../electron/core/protocol/route.ts';
import { createEngine, type Ending, type Engine, type World } from '../support/inside/engine.ts';
import type { LedgerWitness } from '../support/inside/ledger-port.ts';
import { emptyLedger } from '../support/inside/ledger-store.ts';
import { type Seen, type SeenFile, sameFacts, verdictBefore } from '../support/seen.ts';
import { AnswerReferee } from './answer-referee.ts';
import { notAtRest, pendingFile, waitsUntil } from './at-rest.ts';
import { checkAtTheEnd } from './at-the-end.ts';
import { Belongings } from './belongings.ts';
import { BudgetReferee } from './budget-referee.ts';
import { CallReferee } from './call-referee.ts';
import { Confusion } from './confusion.ts';
import { pagesIn } from './contents.ts';
import { filesOf } from './disk-port.ts';
import { DiskReferee } from './disk-referee.ts';
import { leaveDocuments } from './document-deeds.ts';
import { GuardReferee } from './guard-referee.ts';
import { Happenings } from './happenings.ts';
import { hooksOf } from './hook-port.ts';
import { HookReferee } from './hook-referee.ts';
import { Incidents } from './incidents.ts';
import { LedgerReferee } from './ledger-referee.ts';
import { linkedRight } from './linked-news.ts';
import { factsOf, isWithin, MemoryDisk, sha256 } from './memory-disk.ts';
import { PaymentReferee } from './payment-referee.ts';
import { drawPlan, linkedTo, mayNameStepsLater, type Plan } from './plan.ts';
import { Process } from './process.ts';
import { type Dice, diceFor } from './random.ts';
import { ServicePort, serviceOrigin, type Taking } from './service-port.ts';
import { unsavedSheets } from './sheets-at-the-end.ts';
import type { Actor, Running, SimulatedWorld } from './simulated-world.ts';
import { Trace } from './trace.ts';
import { VirtualClock } from './virtual-clock.ts';

/** The minimum age of files that exist before Intray starts (ms). */
const beforehandMs = 5_000;
/** How often to check whether everything is complete, and the longest time to wait for it once all trouble is over. */
const restMs = 10_000;
/** What waits for a budget is followed through so many midnights. */
const maxNights = 3;
const beforeTurnMs = 20_000;
// What is done is looked at once an hour: that of its last step ends with the third. What a hook has refused often is told again
// after six hours.
const longestRestMs = 7 * 3_600_000;
/** The longest time between two runs of a person who runs Intray now and then. */
const longestBetweenRunsMs = 40_000;

/** The most deaths in one run; more would only cost time. */
const maxDeaths = 12;

/** Replaces parts of a process's world; a test plants a bug this way. */
export type Sabotage = (world: World, simulated: SimulatedWorld) => World;

/** Everything in one run: a disk, a service, people, and processes that come and go. */
export class Simulation implements SimulatedWorld {
  readonly plan: Plan;
  readonly clock = new VirtualClock();
  readonly disk = new MemoryDisk(this.clock);
  readonly belongings = new Belongings(this.clock, (path) => this.#isWatched(path));
  readonly incidents = new Incidents();
  readonly hints = { lost: false };
  readonly store = emptyLedger(serviceOrigin);
  readonly seen: Seen = this.store.seen;
  readonly calls: CallReferee;
  readonly budgets: BudgetReferee;
  readonly guards: GuardReferee;
  readonly service: ServicePort;
  readonly hooks: HookReferee;
  readonly trace = new Trace(this.clock);
  /** The checks that failed. */
  readonly broken: string[] = [];
  deaths = 0;
  /** How often the process has been started. */
  starts = 0;
  faults = 0;
  readonly namesStepsLater: boolean;
  readonly #sabotage: Sabotage;
  readonly #ledgerReferee: LedgerReferee;
  readonly #witness: LedgerWitness;
  readonly #hookDice;
  readonly #files: DiskReferee;
  readonly #fate;
  readonly #engineDice;
  readonly #faultDice;
  readonly #people: Actor;
  readonly #happenings: Happenings;
  #running: (Running & { readonly hint: (directory: string, name?: string) => void }) | undefined;
  #process: Process | undefined;
  /** A file that was pending when the run was last asked whether it is at rest. */
  #pending: number | undefined;
  #mayDie = false;
  /** The machine has died with the process. */
  #machineDied = false;

  constructor(seed: number, sabotage: Sabotage = (world) => world, draw: (dice: Dice) => Plan = drawPlan) {
    const complain = (what: string) => this.complain(what);
    this.plan = draw(diceFor(seed, 'plan'));
    this.#sabotage = sabotage;
    this.namesStepsLater = mayNameStepsLater(this.plan) && diceFor(seed, 'edits').chance(this.plan.stepsLater);
    this.#fate = diceFor(seed, 'fate');
    this.#engineDice = diceFor(seed, 'engine');
    this.#faultDice = diceFor(seed, 'faults');
    this.#hookDice = diceFor(seed, 'hooks');
    const { clock, seen, disk, belongings } = this;
    const { folders, uploads, rescanMs } = this.plan;
    this.calls = new CallReferee({
      ...{ clock, seen, disk, folders, belongings, maxUploads: uploads, rescanMs },
      // An upload that meets a fault on this side says nothing about the service.
      complain: (what) => (this.faults > 0 && what.endsWith('all failed') ? this.say(what) : complain(what)),
    });
    const payments = new PaymentReferee({ folders, seen, belongings, complain });
    this.budgets = new BudgetReferee(this);
    this.guards = new GuardReferee(this);
    this.hooks = new HookReferee(this);
    const answers = new AnswerReferee(this);
    this.service = new ServicePort(
      clock,
      diceFor(seed, 'service'),
      disk,
      this.calls,
      this.incidents,
      {
        taken: (taking) => {
          payments.taken(taking);
          this.#isPassedOn(taking);
        },
        answered: (...answer) => answers.answered(...answer),
        event: (extraction, batchId) => this.#told(extraction, batchId),
        sent: (route, files) => {
          this.guards.sent(files);
          answers.sent(
            route,
            files.map(({ hash }) => hash),
          );
          return this.budgets.sent(files);
        },
        sending: (path) => {
          // The ten minutes are counted by a clock that anybody can set.
          if (disk.isBeingWritten(path) && clock.timesSet === 0) complain(`${path} was sent while somebody was writing it`);
          this.#happenings.sending(path);
        },
        say: (what) => this.say(what),
        complain,
      },
      new Confusion(diceFor(seed, 'confusion'), this.plan.confusion),
      linkedTo(this.plan),
    );
    this.#ledgerReferee = new LedgerReferee(this);
    this.#witness = bothOf(this.#ledgerReferee, this.hooks);
    this.#files = new DiskReferee({ clock, folders, disk, seen, belongings, complain });
    this.#people = this.#actor(diceFor(seed, 'people'));
    const [trouble, restless] = [this.#actor(diceFor(seed, 'trouble')), this.#actor(diceFor(seed, 'restless'))];
    this.#happenings = new Happenings({ people: this.#people, trouble, restless });
    disk.isShare = this.plan.isShare;
    for (const { path } of folders) disk.makeDirectory(path);
  }

  say(what: string): void {
    this.trace.add(what);
  }

  complain(what: string): void {
    this.trace.add(`BROKEN: ${what}`);
    this.broken.push(what);
  }

  running(): Running | undefined {
    return this.#running?.process.alive ? this.#running : undefined;
  }

  hint(directory: string): void {
    if (this.hints.lost || this.#people.dice.chance(this.plan.hintLoss)) return;
    if (this.#running?.process.alive) this.#running.hint(directory);
  }

  async run(): Promise<void> {
    const { plan, clock } = this;
    this.say(`${plan.mode}: ${plan.folders.map((folder) => JSON.stringify(folder)).join(' ')}`);
    leaveDocuments(this.#people);
    await clock.run(
      beforehandMs,
      () => false,
      () => {},
    );
    this.service.weather.faultiness = plan.faultiness;
    this.service.weather.lateness = plan.lateness;
    this.#mayDie = true;
    if (plan.lateMount) this.#happenings.mountLater();
    this.#happenings.begin();
    this.#start();
    const between = () => {
      if (this.#process !== undefined && !this.#process.alive) this.#restartLater();
    };
    const stop = () => this.broken.length > 0;
    await clock.run(plan.troubleMs, stop, between);
    this.#mayDie = false;
    if (!stop()) this.#happenings.end();
    // What no hint reported is found by the next scan or the next run.
    let until = plan.troubleMs + plan.rescanMs + restMs + (plan.mode === 'run' ? longestBetweenRunsMs : 0);
    for (let nights = 0; ; nights += 1) {
      const longest = until + longestRestMs;
      do {
        await clock.run(until, stop, between);
        until += restMs;
      } while (!stop() && until < longest && !this.#isAtRest());
      const turn = stop() || nights === maxNights ? undefined : waitsUntil(this);
      if (turn === undefined) break;
      // The machine sleeps until shortly before midnight.
      const sleepMs = turn - clock.now() - beforeTurnMs;
      if (sleepMs > 0) clock.set(sleepMs);
      this.say('what waits for the day is about to go out');
      until += 2 * beforeTurnMs;
    }
    if (!stop()) this.#ledgerReferee.recount();
    if (!stop()) for (const what of [...checkAtTheEnd(this), ...this.hooks.atTheEnd()]) this.complain(what);
    this.#process?.kill();
  }

  /** Written outputs are not looked at again: a wrong one stays wrong. Sources that were written lately may not be known yet. */
  #isAtRest(): boolean {
    const lately = this.clock.elapsed - this.plan.rescanMs - restMs;
    const isWriting = [...this.belongings.sources.keys()].some((path) => (this.disk.file(path)?.changedAt ?? 0) > lately);
    if (isWriting || this.hooks.isPending || linkedRight(this).length > 0 || unsavedSheets(this).length > 0) return false;
    this.#pending = pendingFile(this, this.#pending);
    return this.#pending === undefined;
  }

  /** An event of the service names a batch that it has made itself. @returns whether Intray has taken it */
  #told(extraction: string, batchId: string): boolean {
    const running = this.running();
    if (running === undefined) return false;
    this.say(`an event of the service names ${batchId}`);
    running.asked((engine) => engine.hint([extraction, batchId], [batchId]));
    return running.process.alive;
  }

  /** What the service passes on by itself is not sent there once more, unless a person says so. */
  #isPassedOn({ route, hash }: Taking): void {
    const to = linkedTo(this.plan);
    if (to === undefined || route !== `extraction:${to}` || this.belongings.timesSentAgain(route, hash) > 0) return;
    for (const file of this.seen.withContent({ kind: 'extraction', id: to }, hash)) {
      const verdict = verdictBefore(file);
      const folder = this.plan.folders.find(({ path }) => path === file.folder);
      const isLetter = verdict?.kind === 'classification' && verdict.category.name === 'Letters';
      const isRequested = file.stage === 'sent';
      if (isRequested && !file.isGone && isLetter && folder?.next?.categories.Letters !== undefined)
        this.complain(`${file.path} was sent, although the service passes it on by itself`);
    }
  }

  #isWatched(path: string): boolean {
    return this.seen.folders.some((folder) => isWithin(path, folder.path));
  }

  #actor(dice: Actor['dice']): Actor {
    const { plan, clock, disk, service, calls, budgets, guards, seen, store, belongings, incidents, hints } = this;
    return {
      dice,
      ...{ plan, clock, disk, service, calls, budgets, guards, seen, store, belongings, incidents, hints },
      running: () => this.running(),
      hint: (directory) => this.hint(directory),
      say: (what) => this.say(what),
      complain: (what) => this.complain(what),
    };
  }

  #start(): void {
    const process = new Process(this.clock, {
      isLast: (step) => this.#isLast(step),
      isFaulty: (step) => this.#isFaulty(step),
      latency: () => (this.#fate.chance(0.6) ? 0 : this.#fate.whole(1, 5)),
    });
    this.#process = process;
    this.say('the process starts');
    this.starts += 1;
    this.store.forget();
    let hint = (_directory: string) => {};
    let fail = () => {};
    const world: World = {
      files: filesOf(this.disk, this.#files, (operation, path, moment) => process.step(`${operation} ${moment} ${path}`)),
      watcher: {
        watch: (folder, onHint, onTrouble) => {
          const [hintOthers, failOthers] = [hint, fail];
          hint = (directory) => {
            if (directory === folder.path || directory.startsWith(`${folder.path}/`)) onHint(directory);
            else hintOthers(directory);
          };
          fail = () => {
            failOthers();
            onTrouble('too many changes');
          };
          return { by: 'events', close: async () => {} };
        },
      },
      service: this.service.clientOf(process),
      ledger: this.store.portFor(process, this.#witness),
      clock: this.clock.clockFor(process),
      random: this.#engineDice.next,
      hooks: hooksOf(process, { clock: this.clock, referee: this.hooks, dice: this.#hookDice, isTrouble: () => this.#mayDie }),
      countPages: async ({ path, facts }) => {
        const file = this.disk.isAway(path) ? undefined : this.disk.file(path);
        return file === undefined || !sameFacts(factsOf(file), facts) ? 'later' : pagesIn(sha256(file.bytes));
      },
      log: {
        debug: () => {},
        info: () => {},
        warn: () => {},
        error: (message, details) => this.#logged(process, message, details),
      },
    };
    const { budget, guard, hooks, keepMs, mode, uploads, rescanMs, checksLater } = this.plan;
    const isBefore = checksLater && this.starts === 1;
    const isUnnamed = this.namesStepsLater && this.starts === 1;
    const folders = this.plan.folders.map(({ checks, next, ...folder }) => ({
      ...folder,
      checks: isBefore ? undefined : checks,
      next: isUnnamed ? undefined : next,
    }));
    try {
      const engine = createEngine(this.#sabotage(world, this), {
        ...{ folders, hooks, mode, locale: 'en', limits: { uploads, rescanMs, budget, guard, keepMs } },
        identity: { host: 'here', path: '/data' },
      });
      engine.onNotice((notice) => this.trace.notice(notice));
      engine.start().catch((error: unknown) => this.#failedToStart(process, error));
      engine.ended.then(
        ({ kind }) => this.#ended(process, kind),
        () => {},
      );
      const stop = () => {
        this.say('somebody stops Intray');
        void engine.stop().catch(() => {});
      };
      const asked = (what: (engine: Engine) => void) => ask(process, () => what(engine));
      // They were changed while it did not run.
      if (checksLater && !isBefore) for (const { id } of this.seen.folders) asked((engine) => engine.checkAgain(id));
      this.#running = { process, asked, stop, hint: (directory) => hint(directory), failWatcher: () => fail() };
    } catch (error) {
      this.#failedToStart(process, error);
    }
  }

  #isLast(step: string): boolean {
    const { at, chance } = this.plan.deaths;
    const mayDie = this.#mayDie && this.deaths < maxDeaths && step.startsWith(at);
    if (!mayDie || !this.#fate.chance(chance)) return false;
    this.#machineDied = this.#fate.chance(this.plan.machineDeaths);
    this.say(`the ${this.#machineDied ? 'machine' : 'process'} dies: ${step}`);
    this.deaths += 1;
    return true;
  }

  #isFaulty(step: string): boolean {
    const { at, chance } = this.plan.faults;
    // The client of the service never throws, and the disk leaves nothing half done.
    if (!this.#mayDie || /^(upload|openToSend)| half /.test(step) || !step.startsWith(at) || !this.#faultDice.chance(chance))
      return false;
    this.faults += 1;
    this.say(`a fault: ${step}`);
    return true;
  }

  #failedToStart(process: Process, error: unknown): void {
    if (process.alive) this.complain(`the engine did not start: ${error instanceof Error ? error.stack : String(error)}`);
  }

  #logged(process: Process, message: string, details: object | undefined): void {
    if (isDrawn(details)) {
      this.say(`survived: ${message}`);
      // The fault has swallowed what the service said.
      if (message.startsWith('upload of batch')) this.#doubtWhatWasSent();
    } else if (process.alive) this.complain(`logged as an error: ${message} ${JSON.stringify(details)}`);
  }

  /** The process has ended by itself or on request. */
  #ended(process: Process, kind: Ending['kind']): void {
    if (!process.alive) return;
    this.say(`the process ends: ${kind}`);
    if (this.clock.isWaitedFor(process)) this.complain('it has ended, and a timer keeps its process from ending');
    process.kill();
    if (this.plan.mode === 'watch' && kind !== 'stopped') this.complain(`it watched, and ended by itself: ${kind}`);
    // What the disk refuses, or failed unexpectedly, waits for a person while it does, and a little longer.
    const disturbed = this.disk.refusals > 0 || this.disk.timesAway > 0 || this.faults > 0;
    if (kind === 'done' && !disturbed) for (const what of notAtRest(this)) this.complain(`it ended as done: ${what}`);
  }

  /** Nobody can know what had been sent when its answer was not recorded. */
  #doubtWhatWasSent(): void {
    for (const { file, step } of this.seen.requested())
      if (step.stage === 'sent') this.incidents.doubts.add(`${routeKey(step.route)} ${file.hash}`);
  }

  #restartLater(): void {
    if (this.#machineDied) {
      this.store.loseTail();
      this.#ledgerReferee.begin();
      this.hooks.begin();
      this.#machineDied = false;
    }
    this.#doubtWhatWasSent();
    this.#process = undefined;
    this.#running = undefined;
    const pause = this.plan.mode === 'run' ? this.#fate.whole(5_000, longestBetweenRunsMs) : this.#fate.whole(100, 5_000);
    this.clock.after(pause, () => this.#start(), this);
  }
}

function bothOf(one: LedgerWitness, other: LedgerWitness): LedgerWitness {
  const each =
    <Values extends unknown[]>(call: (witness: LedgerWitness, ...values: Values) => void) =>
    (...values: Values) => {
      call(one, ...values);
      call(other, ...values);
    };
  return {
    changed: each((witness, file: SeenFile) => witness.changed(file)),
    removed: each((witness, id: number) => witness.removed(id)),
    noted: each((witness, id: number) => witness.noted(id)),
    asked: each((witness, folderId: number) => witness.asked(folderId)),
    ended: each((witness, how: 'committed' | 'rolled back') => witness.ended(how)),
  };
}

/** Whether an error that was logged is one that this run drew. */
function isDrawn(details: object | undefined): boolean {
  return details !== undefined && 'error' in details && String(details.error).includes('a fault at ');
}

/** A person makes a request to a process, which may die during it. */
function ask(process: Process, what: () => void): void {
  try {
    what();
  } catch (error) {
    if (process.alive) throw error;
  }
}
