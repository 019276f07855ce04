import { join } from 'node:path';
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
import { type Ledger, LedgerDamaged, LedgerUnavailable } from '../../ledger/ledger.ts';
import { createServiceClient, type ServiceClient } from '../../service/client.ts';
import { createProxyDispatcher } from '../../service/connections.ts';
import type { Service } from '../../service/service.ts';
import { View } from '../../view/view.ts';
import {
  type DataDirectoryOptions,
  type DataDirectoryProblem,
  type DataDirectorySession,
  engineOn,
  lookNowWith,
  openDataDirectory,
} from '../data-directory-session.ts';

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

interface EngineKeeperOptions extends DataDirectoryOptions {
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

export type EngineKeeper = ReturnType<typeof createEngineKeeper>;

/**
 * Keeps one engine running for what is wanted now. When that changes, the engine is stopped and another is started, one
 * change after the other; the ledger stays open meanwhile.
 */
export function createEngineKeeper(options: EngineKeeperOptions) {
  let session: DataDirectorySession | undefined;
  let followed: ReturnType<typeof followLedger> | undefined;
  let trouble: DataDirectoryProblem | undefined;
  let running:
    | {
        readonly engine: Engine;
        readonly service: ServiceClient;
        readonly plan: string;
        readonly lookNow: () => void;
        readonly dispatcher?: Dispatcher;
      }
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
    if (session !== undefined) followed = followLedger(session, join(options.dataDirectory, 'view.sqlite'));
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
    /** Undefined if the data directory cannot be used (`trouble` says why). */
    get session(): DataDirectorySession | undefined {
      return session;
    },
    /** What is searched and summed of its ledger. */
    get view(): View | undefined {
      return followed?.view;
    },
    get trouble(): DataDirectoryProblem | undefined {
      return trouble;
    },
    get running(): typeof running {
      return stopped === undefined ? running : undefined;
    },
    /** Why no engine runs although one is wanted. */
    get stopped(): Message | undefined {
      return trouble?.message ?? stopped;
    },
    /** Starts, stops or replaces the engine as wanted. Never rejects. */
    apply: () => inTurn(bringInLine),
    /** The same, and replaces the engine even if nothing has changed. */
    restart: () =>
      inTurn(async () => {
        await end();
        await bringInLine();
      }),
    /** The same; a running engine scans everything now, and one that had failed is started again. */
    tryAgain: () =>
      inTurn(async () => {
        if (stopped === undefined && running !== undefined) running.lookNow();
        if (!sound) {
          await end();
          await closeSession();
        }
        await bringInLine();
      }),
    /** Keeps the ledger open until `work`, a request of a person, has written its answer to it. */
    hold: <Value>(work: () => Promise<Value>) => holding(work()),
    /** Takes at most five seconds, unless work that is held takes longer. */
    async close(): Promise<void> {
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

/** Changes that follow one another are read together, so long after the first. Milliseconds. */
const togetherMs = 250;
/** Other work has its turn between two slices. Milliseconds. */
const pauseMs = 25;
/** How long after a slice that could not be written the next one is tried. Milliseconds. */
const retryMs = 60_000;

/** Opens the view of a session's ledger, beside its file, and has it follow until it is closed. One that cannot be written is kept in memory. */
function followLedger({ ledger, log, clock }: Pick<DataDirectorySession, 'ledger' | 'log' | 'clock'>, file: string) {
  const view = openedView(file, ledger, log);
  let cancel: (() => void) | undefined;
  const later = (milliseconds: number) => {
    cancel ??= clock.after(milliseconds, slice);
  };
  const slice = () => {
    cancel = undefined;
    try {
      if (view.readOn()) later(pauseMs);
    } catch (error) {
      log.warn('the view of the ledger could not be brought up to date', { error: String(error) });
      later(retryMs);
    }
  };
  const end = ledger.documents.onChange(() => later(togetherMs));
  later(togetherMs);
  return {
    view,
    close() {
      end();
      cancel?.();
      view.close();
    },
  };
}

function openedView(file: string, ledger: Ledger, log: DataDirectorySession['log']): View {
  try {
    return new View(file, ledger);
  } catch (error) {
    if (!(error instanceof LedgerUnavailable)) throw error;
    log.warn('the view of the ledger is kept in memory', { error: error.message });
    return new View(':memory:', ledger);
  }
}
