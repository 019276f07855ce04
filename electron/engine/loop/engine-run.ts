import { forbiddenIn } from '../../core/account/gate.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import { LedgerDamaged } from '../../ledger/ledger.ts';
import type { Ending } from '../api.ts';
import type { ControlLoop } from './control-loop.ts';
import type { EngineContext } from './engine-context.ts';
import { hasPendingWork } from './pending-work.ts';
import type { Stage } from './stage.ts';

/** How long a stop waits for the answers to uploads that are whole, in milliseconds, unless it is told otherwise. */
const graceMs = 5_000;

type RunContext = Pick<
  EngineContext,
  'world' | 'options' | 'limits' | 'account' | 'folders' | 'tasks' | 'scans' | 'wake' | 'stopping'
>;

/** What an engine runs, and how it is stopped. */
export interface RunParts {
  readonly loop: ControlLoop;
  readonly stages: readonly Stage[];
  /** Aborts `stopping` of the context. */
  readonly stop: () => void;
  /** Documents whose result the disk has refused. */
  readonly undeliverable: () => ReadonlySet<number>;
  /** Ends the system's watches. */
  readonly closeWatches: () => Promise<void>;
}

/** One run of the engine: from its start to its ending. */
export class EngineRun {
  readonly ended: Promise<Ending>;
  readonly #context: RunContext;
  readonly #parts: RunParts;
  readonly #end: (ending: Promise<Ending>) => void;
  #isStarted = false;
  #graceMs = graceMs;

  constructor(context: RunContext, parts: RunParts) {
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
    const { account, folders, wake, world } = this.#context;
    for (const folder of folders.active()) {
      world.ledger.routes.resume(world.service.origin, folder.settings.route);
      if (folders.health(folder.id).kind === 'paused') folders.setHealth(folder.id, { kind: 'scanning' });
    }
    account.tryNow();
    this.#retryNow();
    wake();
  }

  async #run(): Promise<Ending> {
    const { stopping, tasks, world } = this.#context;
    const { closeWatches, loop, stages, stop } = this.#parts;
    const ending = await loop
      .run(
        stages,
        (now) => this.#ending(now),
        stopping,
        () => this.#afterJump(),
      )
      .catch((problem: unknown) => {
        const halted = haltedBy(problem);
        world.log.error('the engine stopped', halted);
        return halted;
      });
    if (!stopping.aborted) stop();
    const cancel = world.clock.after(this.#graceMs, () => {
      for (const stage of stages) stage.abandon?.();
    });
    await tasks.allDone();
    cancel();
    await closeWatches();
    return ending ?? { kind: 'stopped' };
  }

  /** An error that no step expected ends the engine; `run` ends once nothing can make progress without a person. */
  #ending(now: number): Ending | undefined {
    const { account, limits, options, scans, tasks } = this.#context;
    if (tasks.failure !== undefined) return haltedBy(tasks.failure);
    if (options.mode === 'watch') return undefined;
    const { gate } = account;
    if (gate.kind === 'offline' && now - gate.since >= limits.offlineMs) return { kind: 'offline', message: gate.message };
    if (tasks.count > 0 || !scans.isIdle || hasPendingWork(this.#context, this.#parts.undeliverable())) return undefined;
    const shut = gate.kind === 'key' ? gate : forbiddenIn(gate);
    return shut === undefined ? { kind: 'done' } : { kind: 'halted', message: shut.message };
  }

  #retryNow(): void {
    const { clock, ledger } = this.#context.world;
    const now = clock.now();
    ledger.documents.hurry(now);
    ledger.batches.hurry(now + fastestPollMs);
    for (const stage of this.#parts.stages) stage.retryNow?.();
  }

  #afterJump(): void {
    this.#context.account.clockJumped();
    this.#retryNow();
    for (const stage of this.#parts.stages) stage.clockJumped?.();
  }
}

function haltedBy(problem: unknown): Extract<Ending, { kind: 'halted' }> {
  return { kind: 'halted', message: messageOf(problem), ...(problem instanceof LedgerDamaged && { damaged: true }) };
}
