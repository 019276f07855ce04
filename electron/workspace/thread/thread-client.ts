import { Worker } from 'node:worker_threads';
import { type ContractError, type Handlers, type Notice, type RequestName, requests } from '../../core/contract/contract.ts';
import { balanceOf, countsOf } from '../../core/document/standing.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { assertNever, err, ok, type Result } from '../../core/result.ts';
import { systemClock } from '../../engine/system.ts';
import type { OwnProcess } from '../../process.ts';
import type { TraySnapshot, Workspace, WorkspaceWorld } from '../api.ts';
import type { FromThread, HostCall, PlainWorld, ProcessOrder, ThreadStart, ToThread } from './thread-messages.ts';

/** What a workspace in its own thread needs: plain data, and what stays in this thread. */
export interface ThreadWorld extends PlainWorld, Pick<WorkspaceWorld, 'store' | 'keys' | 'proxyFor' | 'startProcess' | 'clock'> {
  /** Path or file URL of `engine-thread.js` (built beside the desktop's main script) or `engine-thread.ts`. */
  readonly entry: string | URL;
}

/**
 * A workspace in a worker thread, as this thread sees it. Requests never reject; while the worker is down they are refused
 * as `unavailable`, and the status says so.
 */
export interface ThreadClient
  extends Pick<
    Workspace,
    'onNotice' | 'preview' | 'previewBytes' | 'fileOf' | 'networkChanged' | 'wake' | 'keepWindow' | 'close'
  > {
  /** As a workspace's; a host replaces the answers that only it can give. */
  readonly handlers: Handlers;
  /** An untyped request, as it arrived from a window; the worker checks it. */
  request(name: unknown, input: unknown): Promise<Result<unknown, ContractError>>;
  /** What the worker reported last; available at once, whatever the worker is doing. */
  tray(): TraySnapshot;
}

/** By default V8 enlarges the space for young objects with each burst of work and never shrinks it. */
const resourceLimits = { maxYoungGenerationSizeMb: 16 };

/** A worker that crashed is restarted after so many milliseconds, twice as many each time. */
const firstRestartMs = 1_000;
const maxRestartMs = 60_000;
/** A worker that ran this long counts as healthy. */
const healthyMs = 60_000;
/** How long closing waits for what is being written, in milliseconds. */
const closeMs = 5_000;

type Answered = (answer: Result<never, ContractError> | Result<unknown, ContractError>) => void;

/** Starts the worker, and restarts it after a growing wait whenever it crashes. */
export function startThread(world: ThreadWorld): ThreadClient {
  const { entry, clock = systemClock, store, keys, proxyFor, startProcess, ...plain } = world;
  const listeners = new Set<(notice: Notice) => void>();
  const waiting = new Map<number, Answered>();
  const warnings: Message[] = [];
  /** Those of the worker that runs now. */
  const processes = new Map<number, OwnProcess>();
  let worker: Worker | undefined;
  let startedAt = 0;
  let restartMs = firstRestartMs;
  let cancelRestart: (() => void) | undefined;
  let last = 0;
  let closing: Promise<void> | undefined;
  let down: Message | undefined;
  let tray: TraySnapshot = { status: beginning, recent: [] };

  const endWatch = store.onEdited(() => post({ kind: 'edited', text: store.read() }));

  function post(message: ToThread): void {
    worker?.postMessage(message);
  }

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
      hasProxies: proxyFor !== undefined,
      hasProcesses: startProcess !== undefined,
    };
    const begun = new Worker(entry, { workerData, resourceLimits, name: 'engine' });
    worker = begun;
    let why: string | undefined;
    begun.on('message', (message: FromThread) => heard(begun, message));
    begun.on('error', (error) => {
      why = error instanceof Error ? error.message : String(error);
    });
    begun.on('exit', () => ended(begun, why));
  }

  function heard(from: Worker, message: FromThread): void {
    switch (message.kind) {
      case 'opened':
        down = undefined;
        tray = message.tray;
        tell(everything);
        return;
      case 'answer': {
        const answered = waiting.get(message.id);
        waiting.delete(message.id);
        answered?.(message.answer);
        return;
      }
      case 'notice':
        if (message.tray !== undefined) tray = message.tray;
        tell(message.notice);
        return;
      case 'call':
        void answerCall(world, message.call)
          .then(
            (output): ToThread => ({ kind: 'called', id: message.id, output }),
            (error: unknown): ToThread => ({ kind: 'call-failed', id: message.id, message: messageOf(error) }),
          )
          .then((output) => from.postMessage(output));
        return;
      case 'process':
        order(from, message.id, message.order);
        return;
      case 'closed':
        return;
      default:
        assertNever(message);
    }
  }

  function order(from: Worker, id: number, asked: ProcessOrder): void {
    const tell = (heard: Extract<ToThread, { kind: 'process' }>['heard']) => from.postMessage({ kind: 'process', id, heard });
    switch (asked.kind) {
      case 'start': {
        const begun = startProcess?.(asked.script, asked.options);
        if (begun === undefined) return;
        processes.set(id, begun);
        begun.onMessage((message) => tell({ message }));
        begun.onExit((exit, how) => {
          processes.delete(id);
          tell({ exit, how });
        });
        return;
      }
      case 'send':
        processes.get(id)?.send(asked.message);
        return;
      case 'kill':
        processes.get(id)?.kill();
        return;
      default:
        assertNever(asked);
    }
  }

  /** The worker is gone. Nothing is lost: its work is in the ledger. */
  function ended(gone: Worker, why: string | undefined): void {
    if (worker !== gone) return;
    worker = undefined;
    for (const process of processes.values()) process.kill();
    refuseAll(say('workspace.engine.unanswered'));
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
    for (const answered of waiting.values()) answered(err({ kind: 'unavailable', message }));
    waiting.clear();
  }

  /** Sends a numbered message, and waits for the answer of that number. */
  function ask<Value>(message: (id: number) => ToThread): Promise<Result<Value, ContractError>> {
    if (worker === undefined) return Promise.resolve(err({ kind: 'unavailable', message: down ?? say('workspace.closing') }));
    last += 1;
    const id = last;
    return new Promise((resolve) => {
      // The thread answers each number with what belongs to it.
      waiting.set(id, resolve as Answered);
      post(message(id));
    });
  }

  function request(name: unknown, input: unknown): Promise<Result<unknown, ContractError>> {
    if (worker === undefined && name === 'status') return Promise.resolve(ok(tray.status));
    if (worker === undefined && name === 'about')
      return Promise.resolve(ok({ name: 'Intray', platform: process.platform, ...plain.about }));
    return ask((id) => ({ kind: 'request', id, name, input }));
  }

  async function close(): Promise<void> {
    cancelRestart?.();
    endWatch();
    const ending = worker;
    if (ending !== undefined) {
      const exited = new Promise<void>((resolve) => ending.once('exit', () => resolve()));
      const giveUp = setTimeout(() => void ending.terminate(), closeMs);
      post({ kind: 'close' });
      await exited;
      clearTimeout(giveUp);
    }
    refuseAll(say('workspace.closing'));
    listeners.clear();
    store.close();
  }

  begin();
  return {
    handlers: handlersBy(request),
    request,
    onNotice(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    preview: (...args) => ask((id) => ({ kind: 'file', id, name: 'preview', args })),
    previewBytes: (...args) => ask((id) => ({ kind: 'file', id, name: 'previewBytes', args })),
    fileOf: (...args) => ask((id) => ({ kind: 'file', id, name: 'fileOf', args })),
    tray: () => tray,
    networkChanged: () => post({ kind: 'network' }),
    wake: () => post({ kind: 'wake' }),
    keepWindow: (bounds) => post({ kind: 'window', bounds }),
    close() {
      closing ??= close();
      return closing;
    },
  };
}

const everything: Notice = { documents: 'many', progress: [], status: true, settings: true };

async function answerCall({ keys, store, proxyFor }: ThreadWorld, call: HostCall): Promise<unknown> {
  switch (call.name) {
    case 'key.get':
      return keys.get(call.input);
    case 'key.set':
      return keys.set(call.input.origin, call.input.key);
    case 'key.clear':
      return keys.clear(call.input);
    case 'store.write':
      await store.write(call.input);
      return store.read();
    case 'store.putAside':
      return store.putAside(call.input);
    case 'proxy':
      return proxyFor?.(call.input);
    default:
      return assertNever(call);
  }
}

/** A handler for each request of the contract; all of them call `request`. */
function handlersBy(request: ThreadClient['request']): Handlers {
  const names = Object.keys(requests) as RequestName[];
  return Object.fromEntries(names.map((name) => [name, (input: unknown) => request(name, input)])) as unknown as Handlers;
}

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
