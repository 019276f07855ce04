import type { MessagePort } from 'node:worker_threads';
import { type BirpcReturn, createBirpc } from 'birpc';
import type { Begun, OwnProcess, ProcessOptions, ProcessScript } from '../../process.ts';
import { createRedaction } from '../../settings/redact.ts';
import type { SettingsStore } from '../../settings/stored-settings.ts';
import { answerRequest, openWorkspace, type TraySnapshot, type Workspace, type WorkspaceWorld } from '../workspace.ts';
import { type HostFunctions, plainErrors, type ThreadFunctions, type ThreadStart } from './thread-functions.ts';

type Host = BirpcReturn<HostFunctions, ThreadFunctions>;

/** Runs a workspace in this thread, for the client at the other end of `port`. Resolves when it is closed. */
export async function runThread(port: MessagePort, start: ThreadStart): Promise<void> {
  const opened = Promise.withResolvers<Workspace>();
  const closed = Promise.withResolvers<void>();
  const open = opened.promise;
  const functions: ThreadFunctions = {
    request: async (name, input) => {
      const { handlers, fault } = await open;
      return answerRequest(handlers, name, input, fault);
    },
    preview: async (...given) => (await open).preview(...given),
    previewBytes: async (...given) => (await open).previewBytes(...given),
    fileOf: async (...given) => (await open).fileOf(...given),
    tryAgain: () => void open.then((workspace) => workspace.tryAgain()),
    keepWindow: (bounds) => void open.then((workspace) => workspace.keepWindow(bounds)),
    edited: (text) => store.edited(text),
    processSaid: (id, message) => processes.said(id, message),
    processEnded: (id, exit, how) => processes.ended(id, exit, how),
    close: () => closed.resolve(open.then((workspace) => workspace.close())),
  };
  const host: Host = createBirpc<HostFunctions, ThreadFunctions>(functions, {
    post: (message) => port.postMessage(message),
    on: (listener) => void port.on('message', listener),
    ...plainErrors,
  });
  const store = mirroredStore(start, host);
  const processes = hostProcesses(host);
  const { settingsFile: _, settingsText: __, ...plain } = start;
  const world: WorkspaceWorld = {
    ...plain,
    store,
    keys: { get: host.getKey, set: host.setKey, clear: host.clearKey },
    redaction: createRedaction(),
    startProcess: processes.start,
    proxyFor: host.proxyFor,
  };
  const workspace = await openWorkspace(world);
  workspace.onNotice((notice) => void host.notice.asEvent(notice, notice.status ? trayOf(workspace) : undefined));
  void host.opened.asEvent(workspace.tray());
  opened.resolve(workspace);
  await closed.promise;
  port.close();
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

/** Processes that the host starts for this thread, and what it hears of them. */
function hostProcesses(host: Host) {
  const listeners = new Map<number, { message?: (message: unknown) => void; exit?: (exit: string, how: Begun) => void }>();
  let last = 0;
  return {
    start(script: ProcessScript, options: ProcessOptions): OwnProcess {
      const id = ++last;
      const listening = {};
      listeners.set(id, listening);
      void host.startProcess.asEvent(id, script, options);
      return {
        send: (message) => void host.sendToProcess.asEvent(id, message),
        kill: () => void host.killProcess.asEvent(id),
        onMessage: (listener) => void Object.assign(listening, { message: listener }),
        onExit: (listener) => void Object.assign(listening, { exit: listener }),
      };
    },
    said: (id: number, message: unknown) => listeners.get(id)?.message?.(message),
    ended(id: number, exit: string, how: Begun): void {
      const listening = listeners.get(id);
      listeners.delete(id);
      listening?.exit?.(exit, how);
    },
  };
}

/** The host owns the settings file; this mirrors its text. */
function mirroredStore(start: ThreadStart, host: Host): SettingsStore & { edited(text: string | undefined): void } {
  let text = start.settingsText;
  const listeners = new Set<() => void>();
  return {
    file: start.settingsFile,
    read: () => text,
    async write(settings) {
      text = await host.writeSettings(settings);
    },
    putAside: host.putSettingsAside,
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
