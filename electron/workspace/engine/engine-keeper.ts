import type { Dispatcher } from 'undici';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { Hooks } from '../../core/config/hooks.ts';
import { keptForMs } from '../../core/config/keep-results.ts';
import type { Settings } from '../../core/config/preferences.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { defined } from '../../core/plain-data.ts';
import type { Result } from '../../core/result.ts';
import type { Engine, Limits, Notice } from '../../engine/api.ts';
import { systemClock } from '../../engine/system.ts';
import { LedgerDamaged } from '../../ledger/ledger.ts';
import { createServiceClient, type ServiceClient } from '../../service/client.ts';
import { createProxyDispatcher } from '../../service/connections.ts';
import type { Service } from '../../service/service.ts';
import { ledgerPath } from '../../settings/data-directory.ts';
import type { View } from '../../view/view.ts';
import {
  type DataDirectoryOptions,
  type DataDirectoryProblem,
  type DataDirectorySession,
  engineOn,
  lookNowWith,
  openDataDirectory,
} from '../data-directory-session.ts';
import { type FollowedView, followLedger } from './followed-view.ts';

/** What an engine should work on. */
export interface Wanted {
  /** The service's address. */
  readonly url: string;
  /** Asked before every call. */
  readonly key: () => string | undefined;
  /** A proxy's address. */
  readonly proxy: string | undefined;
  readonly folders: readonly FolderSettings[];
  /** With the folders by the paths above. */
  readonly hooks: Hooks;
  readonly limits: Partial<Limits> & Pick<Settings['limits'], 'keepResults'>;
}

export interface RunningEngine {
  readonly engine: Engine;
  readonly service: ServiceClient;
}

/**
 * Keeps one engine running for what is wanted now. When that changes, the engine is stopped and another is started, one
 * change after the other; the ledger stays open meanwhile.
 */
export interface EngineKeeper {
  /** Undefined if the data directory cannot be used (`trouble` says why). */
  readonly session: DataDirectorySession | undefined;
  /** What is searched and summed of its ledger. */
  readonly view: View | undefined;
  readonly trouble: DataDirectoryProblem | undefined;
  readonly running: RunningEngine | undefined;
  /** Why no engine runs although one is wanted. */
  readonly stopped: Message | undefined;
  /** Starts, stops or replaces the engine as wanted. Never rejects. */
  apply(): Promise<void>;
  /** The same, and replaces the engine even if nothing has changed. */
  restart(): Promise<void>;
  /** The same; a running engine scans everything now, and one that had failed is started again. */
  tryAgain(): Promise<void>;
  /** Keeps the ledger open until `work`, a request of a person, has written its answer to it. */
  hold<Value>(work: () => Promise<Value>): Promise<Value>;
  /** Takes at most five seconds, unless work that is held takes longer. */
  close(): Promise<void>;
}

export interface EngineKeeperOptions extends DataDirectoryOptions {
  /** Undefined: no service was chosen. An error says why the service cannot be used. */
  readonly wanted: () => Promise<Result<Wanted | undefined, Message>>;
  /** Releases what only an earlier engine needed. */
  readonly letGo: () => Promise<void>;
  readonly isPaused: () => boolean;
  readonly locale: string;
  readonly userAgent: string;
  readonly onNotice: (notice: Notice) => void;
  /** The engine was started, or has ended. */
  readonly onChange: () => void;
}

/** How long uploads may wait for their answers when the workspace closes, in milliseconds. */
const timeoutMs = 3_500;

/**
 * How long they may wait when an engine is replaced, in milliseconds: longer than the service's client waits, so that a
 * change of the settings leaves no upload in doubt.
 */
const restartTimeoutMs = 6 * 60_000;

export function createEngineKeeper(options: EngineKeeperOptions): EngineKeeper {
  let session: DataDirectorySession | undefined;
  let followed: FollowedView | undefined;
  let trouble: DataDirectoryProblem | undefined;
  let running:
    | (RunningEngine & {
        readonly plan: string;
        readonly lookNow: () => void;
        readonly dispatcher?: Dispatcher;
      })
    | undefined;
  let stopped: Message | undefined;
  let sound = true;
  let closing = false;
  /** Ends the wait for the answers of complete uploads. */
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
        session?.log.error('the engine could not be kept at work', {
          error: error instanceof Error ? error.stack : String(error),
        });
      });
    return queue.finally(options.onChange);
  }

  async function openSession(): Promise<void> {
    if (session !== undefined) return;
    const opened = await openDataDirectory(options);
    session = opened.ok ? opened.value : undefined;
    if (session !== undefined) {
      const { ledger, log } = session;
      followed = followLedger({ ledger, log, file: ledgerPath(options.dataDirectory), clock: options.clock ?? systemClock });
    }
    trouble = opened.ok ? undefined : opened.error;
    sound = true;
  }

  async function closeSession(): Promise<void> {
    await Promise.allSettled(held);
    const closing = session;
    session = undefined;
    followed?.close();
    followed = undefined;
    await closing?.close(sound);
  }

  async function end(): Promise<void> {
    const ended = running;
    running = undefined;
    if (ended === undefined) return;
    await ended.engine.stop(closing ? undefined : restartTimeoutMs);
    // A person's request may still be under way on this client: the next engine does not wait for it.
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
    await openSession();
    if (session === undefined) return;
    const wanted = await options.wanted();
    if (!wanted.ok || wanted.value === undefined) {
      await end();
      stopped = wanted.ok ? undefined : wanted.error;
      return;
    }
    const { url, proxy, folders, hooks, limits } = wanted.value;
    const plan = JSON.stringify({ url, proxy, folders, hooks, limits });
    if (running?.plan === plan && stopped === undefined) {
      if (options.isPaused()) running.engine.pause();
      else running.engine.resume();
      return;
    }
    await end();
    stopped = undefined;
    await begin(session, wanted.value, plan);
  }

  async function begin(on: DataDirectorySession, wanted: Wanted, plan: string): Promise<void> {
    const dispatcher = wanted.proxy === undefined ? undefined : createProxyDispatcher(wanted.proxy);
    const {
      url,
      key,
      limits: { keepResults, ...limits },
    } = wanted;
    const service = createServiceClient({
      url,
      key,
      userAgent: options.userAgent,
      ...(dispatcher !== undefined && { dispatcher }),
    });
    const { folders, hooks } = wanted;
    const { locale } = options;
    const keepMs = keepResults === undefined ? undefined : keptForMs(keepResults);
    const engine = engineOn(on, hurriedService(service, hurry.signal), {
      ...{ folders, hooks, mode: 'watch', locale },
      limits: { ...limits, budget: limits.budget ?? {}, keepMs },
    });
    const begun = { engine, service, plan, lookNow: lookNowWith(engine, key), ...defined({ dispatcher }) };
    running = begun;
    engine.onNotice(options.onNotice);
    if (options.isPaused()) engine.pause();
    void engine.ended.then((ending) => {
      if (ending.kind === 'halted' && ending.damaged === true) sound = false;
      if (running !== begun || ending.kind === 'stopped') return;
      stopped = 'message' in ending ? ending.message : say('workspace.engine.stopped');
      options.onChange();
    });
    await engine.start();
    on.log.info('the engine works', { service: service.origin, folders: folders.map(({ path }) => path) });
  }

  return {
    get session() {
      return session;
    },
    get view() {
      return followed?.view;
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
          await closeSession();
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
        await closeSession();
      } finally {
        clearTimeout(timer);
      }
    },
  };
}

/**
 * A service whose uploads end when `signal` aborts, whatever the engine still waits for: a complete upload without an answer
 * then counts as one whose answer was lost.
 */
function hurriedService(service: Service, signal: AbortSignal): Service {
  const both = (given: AbortSignal | undefined) => (given === undefined ? signal : AbortSignal.any([given, signal]));
  return {
    ...service,
    uploadFiles: (id, files, options) => service.uploadFiles(id, files, { ...options, signal: both(options.signal) }),
    uploadClassificationBatch: (id, files, options) =>
      service.uploadClassificationBatch(id, files, { ...options, signal: both(options.signal) }),
  };
}
