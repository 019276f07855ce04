import { type Dispatcher, ProxyAgent } from 'undici';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { foreign, type Message } from '../../core/messages/message.ts';
import type { Result } from '../../core/result.ts';
import type { Engine, Limits, Notice } from '../../engine/api.ts';
import { LedgerDamaged } from '../../ledger/ledger.ts';
import { createServiceClient, type ServiceClient } from '../../service/client.ts';
import { engineOn, openStand, type Stand, type StandOptions, type StandProblem } from '../data-directory-session.ts';
import { lookNowWith } from '../settings/refresh-key.ts';
import { hurriedService } from './hurried-service.ts';

/** What an engine should work for. */
export interface Wanted {
  /** The service's address. */
  readonly url: string;
  /** Asked before every call. */
  readonly key: () => string | undefined;
  /** A proxy's address. */
  readonly proxy: string | undefined;
  readonly folders: readonly FolderSettings[];
  readonly limits: Partial<Limits>;
}

export interface RunningEngine {
  readonly engine: Engine;
  readonly service: ServiceClient;
}

/**
 * Keeps one engine at work for what is wanted now: it is ended and begun again when that changes, one turn after the
 * other, on a ledger that stays open meanwhile.
 */
export interface EngineKeeper {
  /** Undefined if the data directory cannot be worked in (`trouble`). */
  readonly stand: Stand | undefined;
  readonly trouble: StandProblem | undefined;
  readonly running: RunningEngine | undefined;
  /** Why no engine runs although one is wanted. */
  readonly stopped: Message | undefined;
  /** Brings what runs in line with what is wanted. Never rejects. */
  apply(): Promise<void>;
  /** The same, and begins anew even if nothing has changed. */
  restart(): Promise<void>;
  /** The same; and what runs looks everywhere now, and what had ended by itself is begun again. */
  tryAgain(): Promise<void>;
  /** Work of a person that writes to the ledger when its answer comes: the ledger is not closed before it has ended. */
  hold<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Within five seconds, if what is held ends in time. */
  close(): Promise<void>;
}

export interface EngineKeeperOptions extends StandOptions {
  /** Undefined: no service was chosen. An error is a sentence that says why none can be reached. */
  readonly wanted: () => Promise<Result<Wanted | undefined, string>>;
  /** What only an earlier engine needed may go. */
  readonly letGo: () => Promise<void>;
  readonly isPaused: () => boolean;
  readonly locale: string;
  readonly userAgent: string;
  readonly onNotice: (notice: Notice) => void;
  /** The engine has begun, or ended. */
  readonly onChange: () => void;
}

/** What may still be answered is waited for so long when the workspace closes, in milliseconds. */
const timeoutMs = 3_500;

/**
 * And so long when an engine only makes room for the next, in milliseconds: longer than the service's client waits. A
 * change of the settings puts no upload in doubt.
 */
const restartPatienceMs = 6 * 60_000;

export function createEngineKeeper(options: EngineKeeperOptions): EngineKeeper {
  let stand: Stand | undefined;
  let trouble: StandProblem | undefined;
  let running:
    | (RunningEngine & { readonly plan: string; readonly lookNow: () => void; readonly dispatcher?: Dispatcher })
    | undefined;
  let stopped: Message | undefined;
  let sound = true;
  let closing = false;
  /** An upload that is whole is not waited for any longer. */
  const hurry = new AbortController();
  let queue: Promise<void> = Promise.resolve();
  const held = new Set<Promise<unknown>>();

  function inTurn(work: () => Promise<void>): Promise<void> {
    queue = queue
      .then(work)
      .then(options.letGo)
      .catch((error: unknown) => {
        stopped = messageOf(error);
        if (error instanceof LedgerDamaged) sound = false;
        stand?.log.error('the engine could not be kept at work', { error: error instanceof Error ? error.stack : String(error) });
      });
    return queue.finally(options.onChange);
  }

  function takeStand(): void {
    if (stand !== undefined) return;
    const opened = openStand(options);
    stand = opened.ok ? opened.value : undefined;
    trouble = opened.ok ? undefined : opened.error;
    sound = true;
  }

  async function letGo(): Promise<void> {
    await Promise.allSettled(held);
    const ended = stand;
    stand = undefined;
    await ended?.close(sound);
  }

  async function end(): Promise<void> {
    const ended = running;
    running = undefined;
    if (ended === undefined) return;
    await ended.engine.stop(closing ? undefined : restartPatienceMs);
    // A call of a person may still be under way on it: the next engine does not wait for that.
    void holding(ended.service.close().then(() => ended.dispatcher?.destroy())).catch(() => undefined);
  }

  async function holding<Value>(working: Promise<Value>): Promise<Value> {
    held.add(working);
    try {
      return await working;
    } finally {
      held.delete(working);
    }
  }

  async function bringInLine(): Promise<void> {
    if (closing) return;
    takeStand();
    if (stand === undefined) return;
    const wanted = await options.wanted();
    if (!wanted.ok || wanted.value === undefined) {
      await end();
      stopped = wanted.ok ? undefined : foreign(wanted.error);
      return;
    }
    const { url, proxy, folders, limits } = wanted.value;
    const plan = JSON.stringify({ url, proxy, folders, limits });
    if (running?.plan === plan && stopped === undefined) {
      if (options.isPaused()) running.engine.pause();
      else running.engine.resume();
      return;
    }
    await end();
    stopped = undefined;
    await begin(stand, wanted.value, plan);
  }

  async function begin(on: Stand, wanted: Wanted, plan: string): Promise<void> {
    const dispatcher = wanted.proxy === undefined ? undefined : new ProxyAgent({ uri: wanted.proxy, allowH2: false });
    const { url, key } = wanted;
    const service = createServiceClient({
      url,
      key,
      userAgent: options.userAgent,
      ...(dispatcher !== undefined && { dispatcher }),
    });
    const { folders, limits } = wanted;
    const { locale } = options;
    const engine = engineOn(on, hurriedService(service, hurry.signal), { folders, mode: 'watch', locale, limits });
    const begun = { engine, service, plan, lookNow: lookNowWith(engine, key), ...(dispatcher !== undefined && { dispatcher }) };
    running = begun;
    engine.onNotice(options.onNotice);
    if (options.isPaused()) engine.pause();
    void engine.ended.then((ending) => {
      if (ending.kind === 'halted' && ending.damaged === true) sound = false;
      if (running !== begun || ending.kind === 'stopped') return;
      stopped = 'message' in ending ? ending.message : foreign('The engine has ended.');
      options.onChange();
    });
    await engine.start();
    on.log.info('the engine works', { service: service.origin, folders: folders.map(({ path }) => path) });
  }

  return {
    get stand() {
      return stand;
    },
    get trouble() {
      return trouble;
    },
    get running() {
      return stopped === undefined ? running : undefined;
    },
    get stopped() {
      return trouble?.message ?? stopped;
    },
    apply: () => inTurn(bringInLine),
    restart: () =>
      inTurn(async () => {
        await end();
        await bringInLine();
      }),
    tryAgain: () =>
      inTurn(async () => {
        if (stopped === undefined && running !== undefined) running.lookNow();
        if (!sound) {
          await end();
          await letGo();
        }
        await bringInLine();
      }),
    hold: (work) => holding(work()),
    async close() {
      closing = true;
      const timer = setTimeout(() => hurry.abort(new Error('Intray is ending.')), timeoutMs);
      await queue;
      try {
        await end();
        await letGo();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

function messageOf(error: unknown): Message {
  return foreign(error instanceof Error ? error.message : String(error));
}
