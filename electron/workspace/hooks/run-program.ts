import { execFile, spawn } from 'node:child_process';
import { join } from 'node:path';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import type { HookOutcome } from '../../engine/ports.ts';

/** Between asking a program to end and ending it. Milliseconds. */
const politeMs = 2_000;
/** How long the last words of a program that has ended are waited for; what it has started may hold its pipes open. Milliseconds. */
const lastWordsMs = 500;
/** So much of the end of what it writes is kept, in bytes. */
export const keptOutput = 4_096;

/** What every program needs of its surroundings. Nothing of Intray's own, and no secret, is among them. */
const passedOn = [
  ...[
    'PATH',
    'HOME',
    'USER',
    'LOGNAME',
    'SHELL',
    'LANG',
    'LANGUAGE',
    'LC_ALL',
    'LC_CTYPE',
    'LC_MESSAGES',
    'LC_TIME',
    'TZ',
    'TMPDIR',
  ],
  ...['SystemRoot', 'SystemDrive', 'windir', 'ComSpec', 'PATHEXT', 'TEMP', 'TMP', 'USERNAME', 'USERPROFILE', 'APPDATA'],
  ...['LOCALAPPDATA', 'ProgramData', 'ProgramFiles', 'ProgramFiles(x86)', 'CommonProgramFiles', 'PUBLIC'],
];

type Environment = Readonly<Record<string, string | undefined>>;

export interface ProgramRun {
  /** The program and its arguments. No shell reads them. */
  readonly program: readonly [string, ...string[]];
  /** On its standard input, with a line break at the end. */
  readonly body: string;
  /** Variables that it gets beside those that every program needs. */
  readonly variables: readonly string[];
  readonly environment: Environment;
  /** Where it runs: a directory that nobody else can write to. */
  readonly directory: string;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** Runs a program to its end, and ends it with all that it has started once its time is up. Exit code 0: it has taken the event. Never throws. */
export function runProgram(run: ProgramRun): Promise<HookOutcome> {
  const { program, body, directory, timeoutMs, signal } = run;
  const [name, ...parameters] = program;
  if (signal.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const output = createTail();
    let ending: 'aborted' | 'timed-out' | undefined;
    let child: ReturnType<typeof start>;
    try {
      child = start(name, parameters, directory, environmentFor(run));
    } catch (error) {
      resolve({ kind: 'refused', message: say('hooks.notStarted', { program: name, message: messageOf(error) }) });
      return;
    }
    let isFinished = false;
    const finish = (outcome: HookOutcome) => {
      if (isFinished) return;
      isFinished = true;
      clearTimeout(timer);
      signal.removeEventListener('abort', abort);
      for (const stream of [child.stdin, child.stdout, child.stderr]) stream.destroy();
      child.unref();
      resolve(outcome);
    };
    const end = (why: 'aborted' | 'timed-out') => {
      if (ending !== undefined) return;
      ending = why;
      endTree(child.pid, run.environment);
      // Whatever it does now, it is no longer waited for.
      setTimeout(() => finish(outcomeOf(null, 'SIGKILL')), politeMs + lastWordsMs).unref();
    };
    const abort = () => end('aborted');
    const timer = setTimeout(() => end('timed-out'), timeoutMs);
    signal.addEventListener('abort', abort, { once: true });
    const outcomeOf = (code: number | null, ended: NodeJS.Signals | null): HookOutcome => {
      const words = output.text();
      const said = words === '' ? {} : { output: words };
      if (ending === 'aborted') return { kind: 'aborted' };
      if (ending === 'timed-out')
        return { kind: 'refused', message: say('hooks.tookTooLong', { program: name, timeoutMs }), ...said };
      if (code === 0) return { kind: 'taken', ...said };
      const message =
        code === null
          ? say('hooks.ended', { program: name, signal: ended ?? '?' })
          : say('hooks.exitCode', { program: name, code });
      return { kind: 'refused', message, ...said };
    };
    child.stdout.on('data', output.add);
    child.stderr.on('data', output.add);
    // A program that does not read its input is none the worse for it.
    child.stdin.on('error', () => {});
    child.stdin.end(`${body}\n`);
    child.once('error', (error) =>
      finish({ kind: 'refused', message: say('hooks.notStarted', { program: name, message: messageOf(error) }) }),
    );
    child.once('exit', (code, ended) => {
      const outcome = () => finish(outcomeOf(code, ended));
      child.once('close', outcome);
      setTimeout(outcome, lastWordsMs).unref();
    });
  });
}

function start(name: string, parameters: readonly string[], directory: string, env: NodeJS.ProcessEnv) {
  return spawn(name, parameters, {
    ...{ cwd: directory, env, shell: false, windowsHide: true, stdio: ['pipe', 'pipe', 'pipe'] },
    // Where there are process groups, one of its own: it is ended with all that it has started.
    detached: process.platform !== 'win32',
  });
}

function environmentFor({ environment, variables }: ProgramRun): NodeJS.ProcessEnv {
  const names = Object.keys(environment);
  const find = (wanted: string) =>
    process.platform === 'win32' ? names.find((name) => name.toLowerCase() === wanted.toLowerCase()) : wanted;
  return Object.fromEntries(
    [...passedOn, ...variables].flatMap((wanted) => {
      const value = environment[find(wanted) ?? wanted];
      return value === undefined ? [] : [[wanted, value]];
    }),
  );
}

/** Asks a program and all that it has started to end, and ends what is left of them a little later. */
function endTree(pid: number | undefined, environment: Environment): void {
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    const taskkill = join(environment.SystemRoot ?? 'C:\\Windows', 'System32', 'taskkill.exe');
    execFile(taskkill, ['/pid', String(pid), '/T', '/F'], () => undefined);
    return;
  }
  const signalAll = (signal: NodeJS.Signals) => {
    try {
      process.kill(-pid, signal);
    } catch {
      // Nothing is left of them.
    }
  };
  signalAll('SIGTERM');
  setTimeout(() => signalAll('SIGKILL'), politeMs);
}

/** Keeps the end of what is added. */
function createTail(): { readonly add: (piece: Buffer) => void; readonly text: () => string } {
  let kept = Buffer.alloc(0);
  return {
    add(piece) {
      kept = Buffer.concat([kept, piece]).subarray(-keptOutput);
    },
    text: () => kept.toString('utf8').trim(),
  };
}
