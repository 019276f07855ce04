import { type ChildProcess, fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { errorText } from './core/plain-data.ts';

/** The scripts that run in a process of their own, and where their sources are. The build puts them beside the programs. */
const scripts = {
  'keychain-process': 'settings/keychain-process.ts',
  'parser-process': 'workspace/parser/parser-process.ts',
  'disk-process': 'engine/disk/disk-process.ts',
  'backup-process': 'ledger/backup-process.ts',
} as const;

export type ProcessScript = keyof typeof scripts;

export function isProcessScript(name: string | undefined): name is ProcessScript {
  return name !== undefined && Object.hasOwn(scripts, name);
}

/** What makes a packed program run one of these scripts, and nothing else (`packed.ts`). */
export const ownProcessFlag = '--own-process';

export interface ProcessOptions {
  /** All of its environment. */
  readonly environment: NodeJS.ProcessEnv;
  /** MB that its JavaScript objects may take. The script itself watches what they do not count. */
  readonly memoryMb?: number;
  /** It may read files and use threads, and neither write files nor start programs, where this Node can see to that. */
  readonly confined?: boolean;
}

/** Whether a process that has ended ever was one. `never begun`: the system has no room for it now, which tells nothing of its work. */
export type Begun = 'begun' | 'never begun';

/** A process of its own, as the one that started it sees it. Messages are plain data and bytes. */
export interface OwnProcess {
  /** A process that has ended already is reported by `onExit`. */
  send(message: unknown): void;
  onMessage(listener: (message: unknown) => void): void;
  /** `exit`: its exit code or signal, or why it could not be started. */
  onExit(listener: (exit: string, how: Begun) => void): void;
  /** At once, whatever it is doing. */
  kill(): void;
}

/**
 * How a process is started. The command line starts a child (`startNode`). The packaged program does not run as Node (a
 * fuse): its command line starts itself with a flag, and the desktop's main process a utility process instead
 * (`desktop/utility-process.ts`).
 */
export type StartProcess = (script: ProcessScript, options: ProcessOptions) => OwnProcess;

/** Does not keep this program from ending. Where the system has no room for another process, it is one that has ended at once. */
export const startNode: StartProcess = (script, { environment, memoryMb, confined = false }) => {
  const memory = memoryMb === undefined ? [] : [`--max-old-space-size=${memoryMb}`];
  const isPacked = process.versions.electron !== undefined;
  let child: ChildProcess;
  try {
    child = fork(isPacked ? script : scriptPath(script), {
      execPath: process.execPath,
      execArgv: isPacked
        ? ['--no-sandbox', ...memory.map((flag) => `--js-flags=${flag}`), ownProcessFlag, '--']
        : ['--no-warnings', ...memory, ...(confined ? ['--permission', '--allow-fs-read=*', '--allow-worker'] : [])],
      env: environment,
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    });
  } catch (error) {
    return neverBegun(errorText(error));
  }
  const exited = Promise.withResolvers<readonly [exit: string, how: Begun]>();
  // Emitted for what goes wrong later too, such as a signal that cannot be sent.
  child.on('error', (error) => child.pid === undefined && exited.resolve([error.message, 'never begun']));
  child.once('exit', (code, signal) => exited.resolve([String(code ?? signal), 'begun']));
  child.unref();
  child.channel?.unref();
  return {
    // Without descriptors for a channel there is neither one nor what sends through it.
    send: (message) => child.channel && void child.send(message as object, () => undefined),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void exited.promise.then((exit) => listener(...exit)),
    kill: () => void child.kill('SIGKILL'),
  };
};

function neverBegun(why: string): OwnProcess {
  return {
    send: () => undefined,
    onMessage: () => undefined,
    onExit: (listener) => void Promise.resolve().then(() => listener(why, 'never begun')),
    kill: () => undefined,
  };
}

/** Beside this file in the sources, and beside the programs in the build. */
export function scriptPath(script: ProcessScript): string {
  const paths = [scripts[script], `${script}.js`, join('..', `${script}.js`)];
  return paths.map((path) => join(import.meta.dirname, path)).find((path) => existsSync(path)) ?? '';
}

/** The process that started this one, as a script sees it: as a child of Node or as a utility process. It does not outlive it. */
export function starter(): Pick<OwnProcess, 'send' | 'onMessage'> {
  const port = process.parentPort as Electron.ParentPort | undefined;
  if (port !== undefined)
    return {
      send: (message) => port.postMessage(message),
      onMessage: (listener) => void port.on('message', ({ data }: { data: unknown }) => listener(data)),
    };
  process.once('disconnect', () => process.exit());
  return {
    send: (message) => void process.send?.(message),
    onMessage: (listener) => void process.on('message', listener),
  };
}
