import type { MessagePort } from 'node:worker_threads';
import type { ContractError } from '../../core/contract/contract.ts';
import { MessageError } from '../../core/messages/message-error.ts';
import { assertNever, type Result } from '../../core/result.ts';
import type { Begun, StartProcess } from '../../process.ts';
import type { KeyStore } from '../../settings/keychain.ts';
import { createRedaction } from '../../settings/redact.ts';
import type { SettingsStore } from '../../settings/store.ts';
import { answerRequest, openWorkspace, type TraySnapshot, type Workspace, type WorkspaceWorld } from '../workspace.ts';
import type {
  FileRequest,
  FromThread,
  HostCall,
  HostCallName,
  HostCalls,
  ProcessOrder,
  ThreadStart,
  ToThread,
} from './thread-messages.ts';

/** Runs a workspace in this thread, for the client at the other end of `port`. Resolves when it is closed. */
export async function runThread(port: MessagePort, start: ThreadStart): Promise<void> {
  const post = (message: FromThread) => port.postMessage(message);
  const host = hostCalls(post);
  const store = mirroredStore(start, host.call);
  const processes = hostProcesses(post);
  const early: ToThread[] = [];
  let handle = (message: ToThread): void => {
    if (message.kind === 'called' || message.kind === 'call-failed') host.finish(message);
    else if (message.kind === 'process') processes.heard(message);
    else if (message.kind === 'edited') store.edited(message.text);
    else early.push(message);
  };
  port.on('message', (message: ToThread) => handle(message));

  const { settingsFile: _, settingsText: __, hasProxies, hasProcesses, ...plain } = start;
  const world: WorkspaceWorld = {
    ...plain,
    store,
    keys: keysOf(host.call),
    redaction: createRedaction(),
    ...(hasProcesses && { startProcess: processes.start }),
    ...(hasProxies && { proxyFor: (url) => host.call('proxy', url) }),
  };
  const workspace = await openWorkspace(world);
  workspace.onNotice((notice) => {
    const tray = notice.status ? trayOf(workspace) : undefined;
    post({ kind: 'notice', notice, ...(tray !== undefined && { tray }) });
  });
  post({ kind: 'opened', tray: workspace.tray() });

  const send = (id: number, answering: Promise<Result<unknown, ContractError>>) =>
    void answering.then((answer) => post({ kind: 'answer', id, answer }));
  await new Promise<void>((resolve) => {
    const before = handle;
    handle = (message) => {
      switch (message.kind) {
        case 'request':
          return send(message.id, answerRequest(workspace.handlers, message.name, message.input, workspace.fault));
        case 'file':
          return send(message.id, fileAnswer(workspace, message));
        case 'network':
          return workspace.networkChanged();
        case 'wake':
          return workspace.wake();
        case 'window':
          return workspace.keepWindow(message.bounds);
        case 'close':
          void workspace.close().finally(resolve);
          return;
        case 'called':
        case 'call-failed':
        case 'edited':
        case 'process':
          return before(message);
        default:
          return assertNever(message);
      }
    };
    for (const message of early) handle(message);
  });
  post({ kind: 'closed' });
  port.close();
}

function fileAnswer(workspace: Workspace, { name, args }: FileRequest): Promise<Result<unknown, ContractError>> {
  switch (name) {
    case 'preview':
      return workspace.preview(...args);
    case 'previewBytes':
      return workspace.previewBytes(...args);
    case 'fileOf':
      return workspace.fileOf(...args);
    default:
      return assertNever(name);
  }
}

/** If the ledger fails meanwhile, the next status says so. */
function trayOf(workspace: Workspace): TraySnapshot | undefined {
  try {
    return workspace.tray();
  } catch (error) {
    workspace.fault('tray', error);
    return undefined;
  }
}

type Call = <Name extends HostCallName>(name: Name, input: HostCalls[Name]['input']) => Promise<HostCalls[Name]['output']>;

function hostCalls(post: (message: FromThread) => void): {
  readonly call: Call;
  finish(message: Extract<ToThread, { kind: 'called' | 'call-failed' }>): void;
} {
  const open = new Map<number, PromiseWithResolvers<unknown>>();
  let last = 0;
  return {
    call(name, input) {
      last += 1;
      const waiting = Promise.withResolvers<unknown>();
      open.set(last, waiting);
      post({ kind: 'call', id: last, call: { name, input } as HostCall });
      // Name and output belong together: the host answers by the name.
      return waiting.promise as Promise<HostCalls[typeof name]['output']>;
    },
    finish(message) {
      const waiting = open.get(message.id);
      open.delete(message.id);
      if (message.kind === 'called') waiting?.resolve(message.output);
      else waiting?.reject(new MessageError(message.message));
    },
  };
}

/** Processes that the host starts for this thread, and what it hears of them. */
function hostProcesses(post: (message: FromThread) => void): {
  readonly start: StartProcess;
  heard(message: Extract<ToThread, { kind: 'process' }>): void;
} {
  const listeners = new Map<number, { message?: (message: unknown) => void; exit?: (exit: string, how: Begun) => void }>();
  let last = 0;
  return {
    start(script, options) {
      const id = ++last;
      const order = (asked: ProcessOrder) => post({ kind: 'process', id, order: asked });
      const listening: { message?: (message: unknown) => void; exit?: (exit: string, how: Begun) => void } = {};
      listeners.set(id, listening);
      order({ kind: 'start', script, options });
      return {
        send: (message) => order({ kind: 'send', message }),
        kill: () => order({ kind: 'kill' }),
        onMessage: (listener) => void Object.assign(listening, { message: listener }),
        onExit: (listener) => void Object.assign(listening, { exit: listener }),
      };
    },
    heard({ id, heard }) {
      const listening = listeners.get(id);
      if ('message' in heard) return listening?.message?.(heard.message);
      listeners.delete(id);
      listening?.exit?.(heard.exit, heard.how);
    },
  };
}

function keysOf(call: Call): KeyStore {
  return {
    get: (origin) => call('key.get', origin),
    set: (origin, key) => call('key.set', { origin, key }),
    clear: (origin) => call('key.clear', origin),
  };
}

/** The host owns the settings file; this mirrors its text. */
function mirroredStore(start: ThreadStart, call: Call): SettingsStore & { edited(text: string | undefined): void } {
  let text = start.settingsText;
  const listeners = new Set<() => void>();
  return {
    file: start.settingsFile,
    read: () => text,
    async write(value) {
      text = await call('store.write', value);
    },
    putAside: (name) => call('store.putAside', name),
    onEdited(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    edited(edited) {
      text = edited;
      for (const listener of listeners) listener();
    },
    close: () => listeners.clear(),
  };
}
