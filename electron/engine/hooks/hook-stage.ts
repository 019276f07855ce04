import { backOff } from '../../core/account/back-off.ts';
import { type Hook, type Hooks, hookOf } from '../../core/config/hooks.ts';
import type { HookEvent } from '../../core/hooks/hook-event.ts';
import { say } from '../../core/messages/message.ts';
import { earlier, type Stage } from '../loop/control-loop.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import type { HookOutcome } from '../ports.ts';

/** Between two tries: growing from seconds to hours. Milliseconds. */
const retries = { firstMs: 5_000, maxMs: 6 * 3_600_000 };
/** An event is not given up before it was told so often: a clock may have jumped. */
const fewestTries = 5;
/** How often the ledger is asked what another process wants told again, in milliseconds. */
const askedMs = 2_000;
/** How long a stop waits for what is under way, in milliseconds; it is told again at the next start. */
const graceMs = 3_000;
const dayMs = 86_400_000;
/** What was told, or given up, is listed for so many days, or for as long as results are kept. */
const keptDays = 30;
const cleanMs = 3_600_000;

/**
 * Tells the ledger's events to their hooks, a document's one after the other and few at once. One that was told but not
 * recorded is told again, with the same id. Nothing that a hook does touches a document.
 */
export class HookStage implements Stage {
  readonly #context: EngineContext;
  #underWay = 0;
  readonly #ending = new AbortController();
  #cancelEnding: (() => void) | undefined;
  #cleaned = Number.NEGATIVE_INFINITY;

  constructor(context: EngineContext) {
    this.#context = context;
    context.stopping.addEventListener('abort', () => this.#endSoon(), { once: true });
  }

  /** Whether something is to be told that was never told before: a run does not end before. */
  get isBusy(): boolean {
    const { options, world } = this.#context;
    if (options.hooks === undefined || world.hooks === undefined) return false;
    return world.ledger.hookEvents.isAnyUntold();
  }

  start(now: number): number | undefined {
    const { options, world } = this.#context;
    const { hooks } = options;
    if (hooks === undefined || world.hooks === undefined) return undefined;
    const { hookEvents } = world.ledger;
    this.#clean(now);
    const { tasks } = this.#context;
    const free = hooks.atOnce - this.#underWay;
    const due = free > 0 ? hookEvents.due(now, hooks.atOnce * 2) : [];
    const ready = due.filter(({ id }) => !tasks.isUnderWay(nameOf(id)) && !tasks.isResting(nameOf(id)));
    for (const event of ready.slice(0, free)) this.#begin(hooks, event);
    return hookEvents.isAnyLeft() ? earlier(hookEvents.next(now), now + askedMs) : undefined;
  }

  retryNow(): void {
    const { ledger, clock } = this.#context.world;
    if (this.#context.options.hooks !== undefined) ledger.hookEvents.hurry(clock.now());
  }

  abandon(): void {
    this.#ending.abort();
  }

  #begin(hooks: Hooks, event: HookEvent): void {
    const { folders, tasks } = this.#context;
    const { id, folderId, name, body } = event;
    const hook = hookOf(hooks, folders.pathOf(folderId), name);
    if (hook === undefined || body === undefined) {
      // Whoever has removed it may put it back.
      this.#record(hooks, event, { kind: 'refused', message: say('hooks.gone', { name }) });
      return;
    }
    this.#underWay += 1;
    tasks.launch('hooks', nameOf(id), async () => {
      try {
        await this.#tellOne(hooks, hook, event, body);
      } finally {
        this.#underWay -= 1;
        if (this.#underWay === 0) this.#cancelEnding?.();
      }
    });
  }

  /** A timer for nothing would keep the process from ending. */
  #endSoon(): void {
    if (this.#underWay === 0) return;
    this.#cancelEnding = this.#context.world.clock.after(graceMs, () => this.#ending.abort());
  }

  async #tellOne(hooks: Hooks, hook: Hook, event: HookEvent, body: string): Promise<void> {
    const { world } = this.#context;
    const { eventId, name, documentId } = event;
    // The number of one that a machine loses would be another one's, and whoever has heard it would take that for known.
    await world.ledger.synced();
    const told = { id: eventId, at: world.clock.now(), body };
    const outcome = await world.hooks?.tell(hook, told, { timeoutMs: hook.timeoutSeconds * 1_000, signal: this.#ending.signal });
    if (outcome === undefined || outcome.kind === 'aborted') return;
    // What it wrote may repeat what it was told, and a log is passed on: `intray status --hooks all --json` has it.
    world.log[outcome.kind === 'taken' ? 'info' : 'warn'](`a hook was told: ${outcome.kind}`, {
      ...{ event: eventId, name, document: documentId },
      ...(outcome.kind === 'refused' && { why: outcome.message }),
    });
    this.#record(hooks, event, outcome);
  }

  #record(hooks: Hooks, { id, at, attempts: before }: HookEvent, outcome: Exclude<HookOutcome, { kind: 'aborted' }>): void {
    const { ledger, clock, random } = this.#context.world;
    const [now, output] = [clock.now(), outcome.output];
    if (outcome.kind === 'taken') {
      ledger.hookEvents.update(id, { state: 'done', body: undefined, triedAt: now, message: undefined, output });
      return;
    }
    const attempts = before + 1;
    const nextAt = now + backOff(attempts, retries, random);
    const isOver = attempts >= fewestTries && nextAt > at + hooks.giveUpDays * dayMs;
    const state = isOver ? 'given-up' : 'pending';
    ledger.hookEvents.update(id, { state, attempts, nextAt, triedAt: now, message: outcome.message, output });
  }

  #clean(now: number): void {
    if (Math.abs(now - this.#cleaned) < cleanMs) return;
    this.#cleaned = now;
    const { limits, world } = this.#context;
    world.ledger.hookEvents.remove(now - Math.min(keptDays * dayMs, limits.keepMs ?? Number.POSITIVE_INFINITY));
  }
}

function nameOf(id: number): string {
  return `hook event ${id}`;
}
