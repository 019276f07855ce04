import { Worker } from 'node:worker_threads';
import { createBirpc } from 'birpc';
import { systemTimeZone } from '../../core/calendar.ts';
import type { WindowBounds } from '../../core/config/preferences.ts';
import { type ContractError, type Handlers, type Notice, type RequestName, requests } from '../../core/contract/contract.ts';
import { balanceOf, countsOf } from '../../core/document/standing.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { MessageError, messageOf } from '../../core/messages/message-error.ts';
import { errorText } from '../../core/plain-data.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { systemClock } from '../../engine/system.ts';
import { type OwnProcess, startNode } from '../../process.ts';
import type { TraySnapshot, Workspace, WorkspaceWorld } from '../workspace.ts';
import {
  type HostFunctions,
  type PlainWorld,
  plainErrors,
  type ThreadCalls,
  type ThreadFunctions,
  type ThreadStart,
} from './thread-functions.ts';

/** What a workspace in its own thread needs: plain data, and what stays in this thread. */
export interface ThreadWorld extends PlainWorld, Pick<WorkspaceWorld, 'store' | 'keys' | 'proxyFor' | 'startProcess' | 'clock'> {
  /** Path or file URL of `engine-thread.js` (built beside the desktop's main script) or `engine-thread.ts`. */
  readonly entry: string | URL;
}

/** A workspace in a worker thread, as this thread sees it. */
export type ThreadClient = ReturnType<typeof startThread>;

/** By default V8 enlarges the space for young objects with each burst of work and never shrinks it. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** A worker that crashed is restarted after so many milliseconds, twice as many each time. */
const firstRestartMs = 1_000;
const maxRestartMs = 60_000;
/** A worker that ran this long counts as healthy. */
const healthyMs = 60_000;
/** How long closing waits for what is being written, in milliseconds. */
const closeMs = 5_000;

/**
 * Starts a workspace in a worker, and restarts that after a growing wait whenever it crashes. Requests never reject; while the worker
 * is down they are refused as `unavailable`, and the status says so.
 */
export function startThread(world: ThreadWorld) {
  const { entry, clock = systemClock, store, keys, proxyFor, startProcess = startNode, ...plain } = world;
  const listeners = new Set<(notice: Notice) => void>();
  const warnings: Message[] = [];
  /** Those of the worker that runs now. */
  const processes = new Map<number, OwnProcess>();
  let worker: Worker | undefined;
  let thread: ThreadCalls | undefined;
  let startedAt = 0;
  let restartMs = firstRestartMs;
  let cancelRestart: (() => void) | undefined;
  let closing: Promise<void> | undefined;
  let down: Message | undefined;
  let tray: TraySnapshot = { status: beginning, recent: [] };

  const endWatch = store.onEdited(() => void thread?.edited.asEvent(store.read()));

  function tell(notice: Notice): void {
    for (const listener of listeners) listener(notice);
  }

  function begin(): void {
    cancelRestart = undefined;
    startedAt = clock.elapsed();
    const workerData: ThreadStart = {
      ...plain,
      warnings,
      settingsFile: store.file,
      settingsText: store.read(),
    };
    const begun = new Worker(entry, { workerData, resourceLimits, name: 'engine' });
    worker = begun;
    let why: string | undefined;
    const calls: ThreadCalls = createBirpc<ThreadFunctions, HostFunctions>(
      hostFunctions(() => calls),
      { post: (message) => begun.postMessage(message), on: (listener) => void begun.on('message', listener), ...plainErrors },
    );
    thread = calls;
    begun.on('error', (error) => {
      why = errorText(error);
    });
    begun.on('exit', () => ended(begun, why));
  }

  function hostFunctions(back: () => ThreadCalls): HostFunctions {
    return {
      getKey: (origin) => keys.get(origin),
      setKey: (origin, key) => keys.set(origin, key),
      clearKey: (origin) => keys.clear(origin),
      async writeSettings(settings) {
        await store.write(settings);
        return store.read();
      },
      putSettingsAside: async (name) => store.putAside(name),
      proxyFor: async (url) => proxyFor?.(url),
      startProcess(id, script, options) {
        const begun = startProcess(script, options);
        processes.set(id, begun);
        begun.onMessage((message) => void back().processSaid.asEvent(id, message));
        begun.onExit((exit, how) => {
          processes.delete(id);
          void back().processEnded.asEvent(id, exit, how);
        });
      },
      sendToProcess: (id, message) => processes.get(id)?.send(message),
      killProcess: (id) => processes.get(id)?.kill(),
      opened(opened) {
        down = undefined;
        tray = opened;
        tell(everything);
      },
      notice(notice, newer) {
        if (newer !== undefined) tray = newer;
        tell(notice);
      },
    };
  }

  /** The worker is gone. Nothing is lost: its work is in the ledger. */
  function ended(gone: Worker, why: string | undefined): void {
    if (worker !== gone) return;
    worker = undefined;
    for (const process of processes.values()) process.kill();
    refuseAll(say('workspace.engine.unanswered'));
    thread = undefined;
    if (closing !== undefined) return;
    if (clock.elapsed() - startedAt >= healthyMs) restartMs = firstRestartMs;
    const at = clock.now();
    const retryMs = restartMs;
    down =
      why === undefined
        ? say('workspace.engine.restarting', { retryMs })
        : say('workspace.engine.restartingBecause', { reason: why, retryMs });
    const restarted =
      why === undefined
        ? say('workspace.engine.restarted', { at })
        : say('workspace.engine.restartedBecause', { reason: why, at });
    // One line is enough, however often it happens.
    warnings.splice(0, warnings.length, restarted);
    tray = { ...tray, status: { ...tray.status, line: { kind: 'stopped', message: down } } };
    cancelRestart = clock.after(restartMs, begin);
    restartMs = Math.min(maxRestartMs, restartMs * 2);
    tell(everything);
  }

  function refuseAll(message: Message): void {
    thread?.$rejectPendingCalls(({ reject }) => reject(new MessageError(message)));
  }

  async function ask<Value>(
    call: (calls: ThreadCalls) => Promise<Result<Value, ContractError>>,
  ): Promise<Result<Value, ContractError>> {
    if (thread === undefined) return err({ kind: 'unavailable', message: down ?? say('workspace.closing') });
    return call(thread).catch((error: unknown) => err({ kind: 'unavailable', message: messageOf(error) }));
  }

  function request(name: unknown, input: unknown): Promise<Result<unknown, ContractError>> {
    if (worker === undefined && name === 'status') return Promise.resolve(ok(tray.status));
    if (worker === undefined && name === 'about')
      return Promise.resolve(ok({ name: 'Intray', platform: process.platform, timeZone: systemTimeZone(), ...plain.about }));
    return ask((calls) => calls.request(name, input));
  }

  async function close(): Promise<void> {
    cancelRestart?.();
    endWatch();
    const ending = worker;
    if (ending !== undefined) {
      const exited = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      const giveUp = setTimeout(() => void ending.terminate(), closeMs);
      void thread?.close.asEvent();
      await exited;
      clearTimeout(giveUp);
    }
    refuseAll(say('workspace.closing'));
    listeners.clear();
    store.close();
  }

  begin();
  const names = Object.keys(requests) as RequestName[];
  const handlers = Object.fromEntries(names.map((name) => [name, (input: unknown) => request(name, input)]));
  return {
    /** As a workspace's; a host replaces the answers that only it can give. */
    handlers: handlers as unknown as Handlers,
    /** An untyped request, as it arrived from a window; the worker checks it. */
    request,
    onNotice(listener: (notice: Notice) => void): () => void {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    preview: (...given: Parameters<Workspace['preview']>) => ask((calls) => calls.preview(...given)),
    previewBytes: (...given: Parameters<Workspace['previewBytes']>) => ask((calls) => calls.previewBytes(...given)),
    fileOf: (...given: Parameters<Workspace['fileOf']>) => ask((calls) => calls.fileOf(...given)),
    /** What the worker reported last; available at once, whatever the worker is doing. */
    tray: () => tray,
    tryAgain: () => void thread?.tryAgain.asEvent(),
    keepWindow: (bounds: WindowBounds) => void thread?.keepWindow.asEvent(bounds),
    close(): Promise<void> {
      closing ??= close();
      return closing;
    },
  };
}

const everything: Notice = { documents: 'many', progress: [], status: true, settings: true };

/** The status before the worker has reported one. */
const beginning: TraySnapshot['status'] = {
  line: { kind: 'starting' },
  balance: balanceOf([]),
  standings: countsOf([]),
  folders: [],
  budgets: [],
  requestsPerSecond: 0,
  sandbox: false,
  warnings: [],
};
