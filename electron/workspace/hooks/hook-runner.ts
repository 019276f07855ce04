import { execFile, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Webhook } from 'standardwebhooks';
import type { Dispatcher } from 'undici';
import type { Hook } from '../../core/config/hooks.ts';
import { isLoopback } from '../../core/loopback.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import type { HookOutcome, HookRunner, HookTold } from '../../engine/ports.ts';
import { describeBreak } from '../../service/calls.ts';
import { connectByEnvironment, connectDirectly } from '../../service/connections.ts';
import { decodedText, defaultTimeouts, plainAnswers } from '../../service/transport.ts';
import type { Redaction } from '../../settings/redact.ts';

/**
 * Posts an event, signed by the scheme of Standard Webhooks, which Intray checks too where it receives events. A status of
 * 2xx: it was taken. Redirects are not followed, and no more of the answer is read than is kept. Never throws.
 */
async function sendWebhook(
  url: string,
  secret: string,
  event: HookTold,
  dispatcher: Dispatcher,
  { timeoutMs, signal }: Parameters<HookRunner['tell']>[2],
): Promise<HookOutcome> {
  const parsed = URL.parse(url);
  if (parsed === null) return { kind: 'refused', message: say('hooks.notAnAddress', { url }) };
  const { host, origin, pathname, search } = parsed;
  let headers: Readonly<Record<string, string>>;
  try {
    headers = signedHeaders(secret, event);
  } catch {
    // What the library says may repeat a part of the secret.
    return { kind: 'refused', message: say('hooks.noSecret', { host }) };
  }
  const timeUp = AbortSignal.timeout(timeoutMs);
  try {
    const answer = await dispatcher.request({
      ...{ origin, path: `${pathname}${search}`, method: 'POST', signal: AbortSignal.any([signal, timeUp]), body: event.body },
      headers: { 'content-type': 'application/json', 'user-agent': 'intray', ...plainAnswers, ...headers },
    });
    const text = await beginningOf(answer.body, [answer.headers['content-encoding'] ?? []].flat().join());
    const output = text === '' ? {} : { output: text };
    const { statusCode } = answer;
    if (statusCode >= 200 && statusCode < 300) return { kind: 'taken', ...output };
    const said = statusCode >= 300 && statusCode < 400 ? 'hooks.redirected' : 'hooks.answered';
    return { kind: 'refused', message: say(said, { host, status: String(statusCode) }), ...output };
  } catch (error) {
    if (signal.aborted) return { kind: 'aborted' };
    if (timeUp.aborted) return { kind: 'refused', message: say('hooks.noAnswer', { host, timeoutMs }) };
    return {
      kind: 'refused',
      message: say('hooks.notReached', { host, message: describeBreak(error, defaultTimeouts, timeoutMs) }),
    };
  }
}

/** What an answer that is kept in part may hold once it is decoded, in bytes. */
const mostDecoded = 1024 * 1024;

/** @throws Error if the secret is none */
function signedHeaders(secret: string, { id, at, body }: HookTold): Readonly<Record<string, string>> {
  const time = new Date(at);
  return {
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(at / 1_000)),
    'webhook-signature': new Webhook(secret).sign(id, time, body),
  };
}

async function beginningOf(body: AsyncIterable<Buffer> & { destroy(): void }, encoding: string): Promise<string> {
  const pieces: Buffer[] = [];
  let length = 0;
  for await (const piece of body) {
    pieces.push(piece);
    length += piece.length;
    if (length >= keptOutput) break;
  }
  const text = await decodedText(Buffer.concat(pieces).subarray(0, keptOutput), encoding, mostDecoded);
  return Buffer.from(text ?? '')
    .subarray(0, keptOutput)
    .toString('utf8')
    .trim();
}

interface HookRunnerOptions {
  /** Where programs run: only this user can write to it. */
  readonly dataDirectory: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly redaction: Pick<Redaction, 'hide'>;
}

/** Runs hooks: programs as this user, and webhooks through the environment's proxy, if there is one, but for this computer's. */
export function createHookRunner(options: HookRunnerOptions): HookRunner & { close(): Promise<void> } {
  const { dataDirectory, environment, redaction } = options;
  const agents = new Map<'here' | 'elsewhere', Dispatcher>();
  /** @throws MessageError if a proxy's address is none */
  const agentFor = (url: string): Dispatcher => {
    const parsed = URL.parse(url);
    const where = parsed !== null && isLoopback(parsed.hostname) ? 'here' : 'elsewhere';
    const agent = agents.get(where) ?? (where === 'here' ? connectDirectly() : connectByEnvironment());
    agents.set(where, agent);
    return agent;
  };
  return {
    async tell(hook, event, limits) {
      if (hook.program !== undefined) {
        const { program, environment: variables = [] } = hook;
        return runProgram({ program, body: event.body, variables, environment, directory: dataDirectory, ...limits });
      }
      const url = hook.url ?? '';
      let secret: string;
      try {
        secret = await secretOf(hook, environment);
      } catch (error) {
        return { kind: 'refused', message: say('hooks.secretUnread', { message: messageOf(error) }) };
      }
      redaction.hide(secret);
      let agent: Dispatcher;
      try {
        agent = agentFor(url);
      } catch (error) {
        return { kind: 'refused', message: messageOf(error) };
      }
      return sendWebhook(url, secret, event, agent, limits);
    },
    close: async () => void (await Promise.all([...agents.values()].map((agent) => agent.destroy()))),
  };
}

/** Read anew each time: whoever replaces it needs no restart. '' where it is not set. @throws Error if the file cannot be read */
async function secretOf({ secret }: Hook, environment: HookRunnerOptions['environment']): Promise<string> {
  if (secret?.file !== undefined) return (await readFile(secret.file, 'utf8')).trim();
  return environment[secret?.environment ?? '']?.trim() ?? '';
}

/** Between asking a program to end and ending it. Milliseconds. */
const politeMs = 2_000;
/** How long the last words of a program that has ended are waited for; what it has started may hold its pipes open. Milliseconds. */
const lastWordsMs = 500;
/** So much of the end of what it writes is kept, in bytes. */
export const keptOutput = 4_096;

/** What every program needs of its surroundings. Nothing of Intray's own, and no secret, is among them. */
const passedOn = [
  ...'PATH HOME USER LOGNAME SHELL LANG LANGUAGE LC_ALL LC_CTYPE LC_MESSAGES LC_TIME TZ TMPDIR'.split(' '),
  ...'SystemRoot SystemDrive windir ComSpec PATHEXT TEMP TMP USERNAME USERPROFILE APPDATA LOCALAPPDATA'.split(' '),
  ...'ProgramData ProgramFiles ProgramFiles(x86) CommonProgramFiles PUBLIC'.split(' '),
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
