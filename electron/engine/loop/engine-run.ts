import { forbiddenIn } from '../../core/account/gate.ts';
import { routesOf } from '../../core/config/folder-settings.ts';
import { balanceOf, bucketOf } from '../../core/document/standing.ts';
import { traitsOf } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { defined } from '../../core/plain-data.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import type { Route } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { retryPolicies } from '../../core/retry-policies.ts';
import { LedgerDamaged, LedgerUnavailable } from '../../ledger/ledger.ts';
import type { Ending, EngineStatus, FolderStatus } from '../api.ts';
import type { ControlLoop, Stage, Turns } from './control-loop.ts';
import type { EngineContext } from './engine-context.ts';
import { questionOf } from './questions.ts';
import { faultDetails } from './tasks.ts';
import type { WatchedFolder } from './watched-folders.ts';

/** How long a stop waits for the answers to uploads that are whole, in milliseconds, unless it is told otherwise. */
const graceMs = 5_000;
/** A stage that failed when it was asked is asked again after this time, in milliseconds. */
const stageRestMs = 5_000;
/** A plan waits this long for a file to settle; what another program still writes then is counted as such. Milliseconds. */
const settlesWithinMs = 60_000;
/** How long a disk that does not answer holds up an engine that stops, in milliseconds. */
const hungMs = 3_000;

/** What an engine runs, and how it is stopped. */
interface RunParts {
  readonly loop: ControlLoop;
  readonly stages: readonly Stage[];
  /** Takes up what is left unfinished in the ledger. */
  readonly resume: () => void;
  /** Aborts `stopping` of the context. */
  readonly stop: () => void;
  /** Whether hooks are still to be told for the first time, or tables to be written. */
  readonly isTelling: () => boolean;
  /** Whether the service is still to be asked for what people want from outside. */
  readonly isAsking: () => boolean;
  /** Ends the system's watches. */
  readonly closeWatches: () => Promise<void>;
  /** Writes what waits for its turn, as far as that is short. */
  readonly flush: () => Promise<void>;
}

/** One run of the engine: from its start to its ending. */
export class EngineRun implements Turns<Ending> {
  readonly ended: Promise<Ending>;
  readonly #context: EngineContext;
  readonly #parts: RunParts;
  readonly #end: (ending: Promise<Ending>) => void;
  #isStarted = false;
  #graceMs = graceMs;
  /** In `run`: how many documents were in each state, unchanged since then (elapsed ms). */
  #still: { readonly counts: string; readonly since: number } | undefined;

  constructor(context: EngineContext, parts: RunParts) {
    this.#context = context;
    this.#parts = parts;
    const { promise, resolve } = Promise.withResolvers<Ending>();
    this.ended = promise;
    this.#end = resolve;
  }

  get isStarted(): boolean {
    return this.#isStarted;
  }

  start(): void {
    this.#isStarted = true;
    this.#context.world.files.hurry?.(Number.POSITIVE_INFINITY);
    this.#end(this.#run());
  }

  /** @param timeoutMs how long the answers to uploads that are whole are waited for, in milliseconds */
  async stop(timeoutMs = graceMs): Promise<void> {
    this.#graceMs = timeoutMs;
    this.#parts.stop();
    this.#context.wake();
    if (this.#isStarted) await this.ended;
  }

  /** A person says "look now": whatever waits for a time, for the account or for a route is tried at once. */
  lookNow(): void {
    const { account, folders, routePauses, wake } = this.#context;
    for (const { settings } of folders.active()) for (const route of routesOf(settings)) routePauses.resume(route);
    account.tryNow();
    this.#retryNow();
    wake();
  }

  async #run(): Promise<Ending> {
    const { stopping, tasks, world } = this.#context;
    const { closeWatches, flush, loop, stages, stop } = this.#parts;
    // The clock may have been set back while no engine ran: a document was changed later than now, and waits too long.
    tasks.attempt('looking at the clock', () => {
      if ((world.ledger.documents.lastChangeAt() ?? 0) > world.clock.now()) this.afterJump();
    });
    const ending = await loop.run(stages, this, stopping).catch((problem: unknown) => {
      const halted = haltedBy(problem);
      world.log.error('the engine stopped', halted);
      return halted;
    });
    if (!stopping.aborted) stop();
    world.files.hurry?.(hungMs);
    const cancel = world.clock.after(this.#graceMs, () => {
      for (const stage of stages) stage.abandon?.();
    });
    tasks.end();
    await tasks.allDone();
    cancel();
    await this.#atMost(hungMs, flush);
    await closeWatches();
    return ending ?? { kind: 'stopped' };
  }

  /** What fails, or takes longer, is left undone. */
  async #atMost(milliseconds: number, work: () => Promise<void>): Promise<void> {
    const { clock, log } = this.#context.world;
    await new Promise<void>((done) => {
      const cancel = clock.after(milliseconds, done);
      work()
        .catch((error: unknown) => log.warn('the engine did not end in order', faultDetails(error)))
        .finally(() => {
          cancel();
          done();
        });
    });
  }

  /** A stage that fails is asked again after a while, and keeps none of the others from their work. */
  ask(stage: Stage, now: number): number | undefined {
    const { retries, tasks } = this.#context;
    if (tasks.unwritable !== undefined && !this.#hasLedger()) return now + retryPolicies.ledger.restMs();
    const name = `asking ${stage.constructor.name}`;
    try {
      const next = stage.start(now);
      retries.done('fault', name);
      return next;
    } catch (error) {
      tasks.failed(name, error);
      return now + stageRestMs;
    }
  }

  /** Whether the ledger can be written. Once it can be again, what was left unfinished meanwhile is taken up. */
  #hasLedger(): boolean {
    const { announce, retries, tasks, world } = this.#context;
    const { ledger, log } = world;
    if (retries.rests('ledger', '')) return false;
    const { times } = retries.failed('ledger', '', tasks.waiting);
    if (times === 1) announce({ kind: 'ledger', ...defined({ message: tasks.waiting }) });
    if (times === 1 || !tasks.tryLedger(() => ledger.probe()) || !tasks.tryLedger(this.#parts.resume)) return false;
    retries.done('ledger', '');
    log.info('the ledger can be written again');
    announce({ kind: 'ledger' });
    return true;
  }

  /** A ledger that is damaged ends the engine; `run` ends once nothing can make progress without a person. */
  finished(now: number): Ending | undefined {
    const { limits, options, retries, tasks, world } = this.#context;
    if (tasks.failure !== undefined) return haltedBy(tasks.failure);
    if (options.mode === 'watch') return undefined;
    if (tasks.unwritable !== undefined) {
      const now = world.clock.elapsed();
      return now - (retries.of('ledger', '')?.since ?? now) >= limits.offlineMs ? haltedBy(tasks.unwritable) : undefined;
    }
    try {
      return this.#endingOfRun(now);
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
      tasks.noteUnwritable(error);
      return undefined;
    }
  }

  #endingOfRun(now: number): Ending | undefined {
    const { account, budgets, folders, limits, options, routePauses, scans, tasks } = this.#context;
    const { gate } = account;
    if (gate.kind === 'offline' && now - gate.since >= limits.offlineMs) return { kind: 'offline', message: gate.message };
    if (tasks.count > 0 || !scans.isIdle) return undefined;
    if (options.mode === 'plan' || options.mode === 'preview')
      return this.#isTakingIn(now) && !this.#hasStalled() ? undefined : { kind: 'done' };
    const pending = this.#pending();
    if (pending === 'waits' && this.#hasStalled()) return { kind: 'stalled', message: say('outcome.stalled') };
    if (pending === 'work') this.#still = undefined;
    if (pending !== 'none' || this.#parts.isTelling()) return undefined;
    const shut = gate.kind === 'key' ? gate : forbiddenIn(gate);
    // A service without pages is as a budget without them.
    if (shut !== undefined && shut.reason !== 'pages') return { kind: 'halted', message: shut.message };
    const routes = folders.own().flatMap(({ settings }) => routesOf(settings));
    const [refusal] = routes.flatMap((route) => routePauses.refusal(route) ?? []);
    const healths = folders.active().map(({ id }) => folders.health(id));
    const [unreachable] = healths.flatMap((health) => (health.kind === 'unreachable' ? [health.message] : []));
    const reason = refusal ?? budgets.reason(now) ?? shut?.message ?? unreachable;
    return reason === undefined ? { kind: 'done' } : { kind: 'stalled', message: reason };
  }

  #pending(): ReturnType<typeof pendingWork> {
    const pending = pendingWork(this.#context);
    const { gate } = this.#context.account;
    return pending === 'none' && this.#parts.isAsking() && gate.kind !== 'key' ? 'waits' : pending;
  }

  /** Whether a file is about to have settled. */
  #isTakingIn(now: number): boolean {
    const { folders, world } = this.#context;
    const looked = folders.own().filter(({ id }) => !folders.isHeld(id));
    return looked.some(({ id }) => world.ledger.documents.isSettling(id, now + settlesWithinMs));
  }

  /** Whether what waits for the service has waited for so long, by a clock that nobody can set, that nothing has moved. */
  #hasStalled(): boolean {
    const { folders, limits, world } = this.#context;
    const counts = JSON.stringify(folders.own().map(({ id }) => world.ledger.documents.counts(id)));
    const now = world.clock.elapsed();
    if (this.#still?.counts !== counts) this.#still = { counts, since: now };
    return now - this.#still.since >= limits.offlineMs;
  }

  #retryNow(): void {
    const { retries, world } = this.#context;
    const { clock, ledger } = world;
    const now = clock.now();
    retries.hurry();
    ledger.routes.hurry(now);
    ledger.jobs.hurry(now);
    ledger.documents.hurry(now);
    ledger.batches.hurry(now + fastestPollMs);
    for (const stage of this.#parts.stages) stage.retryNow?.();
  }

  /** Whatever it was that another process wrote, every stage sees it now: `budget`, `answer`, `send-again`. */
  changedElsewhere(): boolean {
    const { tasks, world } = this.#context;
    return tasks.attempt('looking for changes from elsewhere', () => world.ledger.isChangedElsewhere()) === true;
  }

  afterJump(): void {
    this.#context.tasks.attempt('taking up what a jump of the clock has changed', () => {
      this.#context.account.clockJumped();
      this.#retryNow();
      for (const stage of this.#parts.stages) stage.clockJumped?.();
    });
  }
}

function haltedBy(problem: unknown): Extract<Ending, { kind: 'halted' }> {
  return { kind: 'halted', message: messageOf(problem), ...(problem instanceof LedgerDamaged && { damaged: true }) };
}

/**
 * What can still make progress in the engine's folders without a person: `run` goes on while there is some.
 *
 * @returns `waits`: only what is tried again now and then, because the service has not taken or answered it
 */
function pendingWork(context: EngineContext): 'none' | 'waits' | 'work' {
  const { world, folders, account } = context;
  const all = folders.own().map((folder) => pendingIn(context, folder));
  if (all.includes('work')) return 'work';
  if (!all.includes('waits')) return 'none';
  return account.gate.kind === 'open' && world.ledger.batches.isAnswered(world.service.origin) ? 'work' : 'waits';
}

function pendingIn(
  { world, folders, account, budgets, routePauses }: EngineContext,
  folder: WatchedFolder,
): 'none' | 'waits' | 'work' {
  const { documents, meta, routes } = world.ledger;
  const { gate } = account;
  const mayUpload = gate.kind !== 'key' && forbiddenIn(gate) === undefined;
  const isLeftAlone = folder.paused || folders.health(folder.id).kind === 'unreachable' || folders.isHeld(folder.id);
  const { origin } = world.service;
  const isHeldUp = (route: Route) => gate.kind !== 'open' || routes.paused(origin, route) !== undefined;
  if (meta.read('check-again', folder.id) !== undefined) return 'work';
  let pending: 'none' | 'waits' = 'none';
  for (const { state, wait, count } of documents.counts(folder.id)) {
    if (count === 0) continue;
    const { progress } = traitsOf[state];
    switch (progress) {
      case 'waiting':
        if (isLeftAlone) break;
        if (wait === undefined) return 'work';
        if (wait !== 'ready' || !mayUpload || budgets.holdsBack(folder.id, world.clock.now())) break;
        for (const route of [folder.settings.route, ...documents.laterRoutes(folder.id, origin)]) {
          const isReady = !isHeldUp(route) && documents.ready(folder.id, { origin, route }, world.clock.now(), 1).length > 0;
          if (isReady) return 'work';
          if (routePauses.refusal(route) === undefined) pending = 'waits';
        }
        break;
      case 'uploading':
        return 'work';
      case 'atService':
        if (gate.kind !== 'key') pending = 'waits';
        break;
      case 'none':
        break;
      default:
        return assertNever(progress);
    }
  }
  const isReachable = folders.health(folder.id).kind !== 'unreachable';
  return isReachable && documents.isDelivering(folder.id, world.clock.now()) ? 'work' : pending;
}

/** The state of the engine and of its folders. */
export function statusOf({ world, folders, account, budgets, isPaused, retries, tasks }: EngineContext): EngineStatus {
  const { ledger, service } = world;
  const each = folders.own().map(
    (folder): FolderStatus => ({
      ...questionOf(ledger, folder),
      id: folder.id,
      path: folder.path,
      route: folder.settings.route,
      routeName: ledger.routes.info(service.origin, folder.settings.route)?.name ?? folder.settings.route.id,
      health: folders.health(folder.id),
      balance: ledger.documents.balance(folder.id),
    }),
  );
  const counts = folders.own().flatMap(({ id }) => ledger.documents.counts(id));
  return {
    balance: balanceOf(counts.map(({ state, delivery, count }) => ({ bucket: bucketOf(state, delivery), count }))),
    gate: account.gate,
    paused: isPaused(),
    folders: each,
    requestsPerSecond: account.requestsPerSecond,
    faults: retries.all('fault').flatMap(({ message }) => message ?? []),
    ...defined({ ledger: tasks.waiting }),
    budgets: budgets.states(world.clock.now()),
    attention: folders.own().reduce((sum, { id }) => sum + ledger.documents.attention(id), 0),
  };
}
