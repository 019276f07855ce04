import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { keptForMs } from '../../core/config/keep-results.ts';
import type { Settings } from '../../core/config/preferences.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import type { Result } from '../../core/result.ts';
import type { Ending, Engine, EngineOptions, Limits, Notice } from '../../engine/api.ts';
import { LedgerDamaged } from '../../ledger/ledger.ts';
import type { ServiceClient } from '../../service/client.ts';
import type { Service } from '../../service/service.ts';
import type { View } from '../../view/view.ts';
import {
  type DataDirectoryOptions,
  type DataDirectoryProblem,
  type DataDirectorySession,
  engineOn,
  openDataDirectory,
} from '../data-directory-session.ts';
import { createUploads } from './uploads.ts';

/** What an engine should work on. */
export interface Wanted extends Pick<EngineOptions, 'hooks'> {
  /** `run` ends by itself. */
  readonly mode: 'run' | 'watch';
  /** The service's address, and a proxy's: another one needs another engine. */
  readonly url: string;
  readonly proxy?: string | undefined;
  /** A client of the service; the keeper closes it. */
  readonly connect: () => ServiceClient;
  /** The key that counts now. */
  readonly key: () => string | undefined;
  readonly folders: readonly FolderSettings[];
  readonly limits: Partial<Limits> & Pick<Settings['limits'], 'keepResults'>;
}

/** What reads a session's ledger for as long as that is open. */
interface Beside {
  readonly view: View;
  close(): void;
}

interface EngineKeeperOptions extends DataDirectoryOptions {
  /** Undefined: no service was chosen. An error says why the service cannot be used. */
  readonly wanted: () => Promise<Result<Wanted | undefined, Message>>;
  /** Releases what only an earlier engine needed. */
  readonly letGo?: () => Promise<void>;
  readonly isPaused?: () => boolean;
  /** Opened with the ledger, for a window. */
  readonly beside?: (session: DataDirectorySession) => Beside;
  readonly locale: string;
  /** An engine is about to start. */
  readonly onBegin?: ((engine: Engine, session: DataDirectorySession) => void) | undefined;
  readonly onNotice: (notice: Notice, session: DataDirectorySession) => void;
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
  let beside: Beside | undefined;
  let trouble: DataDirectoryProblem | undefined;
  let running:
    | {
        readonly engine: Engine;
        readonly service: ServiceClient;
        readonly plan: string;
        readonly key: () => string | undefined;
        /** The key that the engine knows of. */
        told: string | undefined;
      }
    | undefined;
  let isStarting = true;
  let stopped: Message | undefined;
  let failure: { readonly cause: unknown } | undefined;
  let sound = true;
  let closing = false;
  /** Ends the wait for the answers of complete uploads. */
  const hurry = new AbortController();
  let hurrying: NodeJS.Timeout | undefined;
  let queue: Promise<void> = Promise.resolve();
  const held = new Set<Promise<unknown>>();
  const uploads = createUploads(() => session?.ledger);
  const isPaused = () => options.isPaused?.() === true;

  function inTurn(work: () => Promise<void>): Promise<void> {
    queue = queue
      .then(work)
      .then(options.letGo)
      .catch((error: unknown) => {
        stopped = messageOf(error);
        failure = { cause: error };
        if (error instanceof LedgerDamaged) sound = false;
        session?.log.error('the engine could not be kept at work', {
          error: error instanceof Error ? error.stack : String(error),
        });
      });
    return queue.finally(() => {
      isStarting = false;
      options.onChange();
    });
  }

  async function openSession(): Promise<void> {
    if (session !== undefined) return;
    const opened = await openDataDirectory(options);
    session = opened.ok ? opened.value : undefined;
    if (session !== undefined) beside = options.beside?.(session);
    trouble = opened.ok ? undefined : opened.error;
    sound = true;
  }

  async function closeSession(): Promise<void> {
    await Promise.allSettled(held);
    const closing = session;
    session = undefined;
    beside?.close();
    beside = undefined;
    await closing?.close(sound);
  }

  async function end(): Promise<void> {
    const ended = running;
    running = undefined;
    if (ended === undefined) return;
    await ended.engine.stop(closing ? undefined : restartTimeoutMs);
    // A person's request may still be under way on this client: the next engine does not wait for it.
    void holding(ended.service.close()).catch(() => undefined);
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
      failure = undefined;
      return;
    }
    const { url, proxy, folders, hooks, limits } = wanted.value;
    const plan = JSON.stringify({ url, proxy, folders, hooks, limits });
    if (running?.plan === plan && stopped === undefined) {
      if (isPaused()) running.engine.pause();
      else running.engine.resume();
      return;
    }
    await end();
    stopped = undefined;
    failure = undefined;
    await begin(session, wanted.value, plan);
  }

  async function begin(on: DataDirectorySession, wanted: Wanted, plan: string): Promise<void> {
    const { mode, folders, hooks, key } = wanted;
    const { keepResults, ...limits } = wanted.limits;
    const keepMs = keepResults === undefined ? undefined : keptForMs(keepResults);
    const service = wanted.connect();
    const engine = engineOn(on, hurriedService(service, hurry.signal), {
      ...{ folders, hooks, mode, locale: options.locale },
      // A run keeps to the account's budget of the last watch.
      limits: mode === 'run' ? limits : { ...limits, budget: limits.budget ?? {}, keepMs },
    });
    const begun = { engine, service, plan, key, told: key() };
    running = begun;
    engine.onNotice((notice) => {
      if (notice.kind === 'upload') uploads.note(notice);
      options.onNotice(notice, on);
    });
    if (isPaused()) engine.pause();
    options.onBegin?.(engine, on);
    void engine.ended.then((ending) => {
      if (ending.kind === 'halted' && ending.damaged === true) sound = false;
      if (running !== begun || ending.kind === 'stopped') return;
      stopped = 'message' in ending ? ending.message : say('workspace.engine.stopped');
      options.onChange();
    });
    await engine.start();
    on.log.info('begun', { service: service.origin, folders: folders.map(({ path }) => path) });
  }

  /** It learns of a new key first: a call that was made with the old one may still be refused, which says nothing about the new one. */
  function lookNow(at: NonNullable<typeof running>): void {
    const current = at.key();
    if (current !== at.told) at.engine.keyReplaced();
    at.told = current;
    at.engine.lookNow();
  }

  async function stop(): Promise<{ readonly engine: Engine; readonly ending: Ending } | undefined> {
    closing = true;
    hurrying ??= setTimeout(() => hurry.abort(new Error('Intray is ending.')), timeoutMs);
    await queue;
    const ended = running;
    await end();
    if (failure !== undefined) throw failure.cause;
    return ended && { engine: ended.engine, ending: await ended.engine.ended };
  }

  return {
    /** Undefined if the data directory cannot be used (`trouble` says why). */
    get session(): DataDirectorySession | undefined {
      return session;
    },
    /** How far those of the engine are. */
    uploads,
    /** What is searched and summed of its ledger. */
    get view(): View | undefined {
      return beside?.view;
    },
    get trouble(): DataDirectoryProblem | undefined {
      return trouble;
    },
    get running(): typeof running {
      return stopped === undefined ? running : undefined;
    },
    /** Nothing is known yet. */
    get isStarting(): boolean {
      return isStarting;
    },
    /** Why no engine runs although one is wanted. */
    get stopped(): Message | undefined {
      return trouble?.message ?? stopped;
    },
    /** Starts, stops or replaces the engine as wanted. Never rejects. */
    apply: () => inTurn(bringInLine),
    /** The same; a running engine scans everything now, and one that had failed is started again. */
    tryAgain: () =>
      inTurn(async () => {
        if (stopped === undefined && running !== undefined) lookNow(running);
        if (!sound) {
          await end();
          await closeSession();
        }
        await bringInLine();
      }),
    /** Keeps the ledger open until `work`, a request of a person, has written its answer to it. */
    hold: <Value>(work: () => Promise<Value>) => holding(work()),
    /**
     * Ends the engine for good, and leaves the ledger open until `close`.
     * @returns the engine and how it has ended, if there was one @throws what kept it from its work
     */
    stop,
    /** Takes at most five seconds, unless work that is held takes longer. */
    async close(): Promise<void> {
      await stop().catch(() => undefined);
      try {
        await closeSession();
      } finally {
        clearTimeout(hurrying);
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
