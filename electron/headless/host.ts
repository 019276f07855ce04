import { homedir, userInfo } from 'node:os';
import { createInterface } from 'node:readline';
import { Writable } from 'node:stream';
import { languageOf } from '../core/languages/languages.ts';
import { say } from '../core/messages/message.ts';
import type { Wording } from '../core/messages/wording.ts';
import type { KeyStore } from '../settings/keychain.ts';
import type { PathContext } from '../settings/paths.ts';
import { Refusal } from './input/refusal.ts';
import { createTerminalWording } from './output/terminal-wording.ts';

/** Everything a command sees of the world outside the program; tests pass in their own. */
export interface Host {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly paths: PathContext;
  readonly keychain: KeyStore;
  /** Puts messages into the language of the terminal. What they quote cannot steer the terminal. */
  readonly wording: Wording;
  /** INTRAY_DEBUG is set: log more, and print the stack of an error. */
  readonly verbose: boolean;
  /** Results, for machines (and `status`, which is a result). */
  readonly output: Output;
  /** Output for people: progress, problems, summaries. */
  readonly messages: Output;
  /** Reads a secret from a prompt that does not echo, or everything from a pipe. */
  readSecret(prompt: string): Promise<string>;
  /**
   * Calls `listener` on SIGINT, SIGTERM and, on Windows, when the console is closed. Returns its unsubscribe. After SIGINT the program
   * ends by it, in the end.
   */
  onSignal(listener: (signal: NodeJS.Signals) => void): () => void;
}

export interface Output {
  write(text: string): void;
  /** A terminal, which can show progress in place. */
  readonly terminal?: NodeJS.WriteStream;
}

/** The real one. */
export function systemHost(keychain: KeyStore): Host {
  const languages = systemLanguages(process.env);
  return {
    environment: process.env,
    wording: createTerminalWording(languageOf('system', languages), { systemLanguages: languages, now: Date.now }),
    verbose: isSet(process.env.INTRAY_DEBUG),
    paths: {
      // Asked for only where a path is relative to it: it may have been removed.
      get directory() {
        try {
          return process.cwd();
        } catch {
          throw new Refusal(say('commandLine.noDirectory'));
        }
      },
      home: homedir(),
      platform: process.platform,
      ...(process.env.INTRAY_DATA_DIR && { dataDirectory: process.env.INTRAY_DATA_DIR }),
    },
    keychain,
    output: streamOutput(process.stdout),
    messages: streamOutput(process.stderr),
    readSecret: (prompt) => (process.stdin.isTTY ? readHidden(prompt) : readAll(process.stdin)),
    onSignal(listener) {
      const signals: readonly NodeJS.Signals[] = ['SIGINT', 'SIGTERM', 'SIGHUP'];
      const heard = (signal: NodeJS.Signals) => {
        if (signal === 'SIGINT') process.once('exit', endByInterrupt);
        listener(signal);
      };
      for (const signal of signals) process.on(signal, heard);
      return () => {
        for (const signal of signals) process.off(signal, heard);
      };
    },
  };
}

/** A shell whose program ends with a code after Ctrl-C goes on with its script, and sends more: it has to see the signal. */
function endByInterrupt(): void {
  if (process.platform === 'win32') return;
  process.removeAllListeners('SIGINT');
  process.kill(process.pid, 'SIGINT');
  // Another thread may take it, a moment later.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1_000);
}

/**
 * The system's languages as BCP 47 tags: from the first of LC_ALL, LC_MESSAGES and LANG that is set, in the order of POSIX;
 * otherwise from the system's settings.
 */
export function systemLanguages(environment: Host['environment']): readonly string[] {
  const locale = [environment.LC_ALL, environment.LC_MESSAGES, environment.LANG].find(
    (each) => each !== undefined && each !== '',
  );
  if (locale === undefined) return [Intl.DateTimeFormat().resolvedOptions().locale];
  const [tag = ''] = locale.split(/[.@]/);
  return tag === 'C' || tag === 'POSIX' ? ['en'] : [tag.replaceAll('_', '-')];
}

/** Whether an environment variable is switched on. */
function isSet(value: string | undefined): boolean {
  return value !== undefined && value !== '' && value !== '0';
}

/** A reader that has gone away (`intray status | head`) is not an error. */
function streamOutput(stream: NodeJS.WriteStream): Output {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
  return {
    write(text) {
      stream.write(text);
    },
    ...(stream.isTTY && process.env.TERM !== 'dumb' && { terminal: stream }),
  };
}

function readHidden(prompt: string): Promise<string> {
  process.stderr.write(prompt);
  const silent = new Writable({ write: (_chunk, _encoding, done) => done() });
  const lines = createInterface({ input: process.stdin, output: silent, terminal: true, historySize: 0 });
  return new Promise((resolve) => {
    let answer = '';
    lines.once('line', (line) => {
      answer = line;
      lines.close();
    });
    lines.once('SIGINT', () => {
      process.stderr.write('\n');
      process.once('exit', endByInterrupt);
      process.exit(130);
    });
    lines.once('close', () => {
      process.stderr.write('\n');
      resolve(answer);
    });
  });
}

async function readAll(input: NodeJS.ReadStream): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of input) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

/** Who asks, for the history. @param otherwise where the system has no name for this user, as in some containers */
export function userName(otherwise: string): string {
  try {
    return userInfo().username;
  } catch {
    return otherwise;
  }
}

/** npm passes on a signal that the terminal has sent already, and the settings library raises it once more. */
const sameSignalMs = 500;

/**
 * The first signal ends what runs properly, by `stop`; a second one ends the program at once. The answer ends it.
 * @param reload what SIGHUP asks for where there is no terminal that could be gone
 */
export function onStop(host: Host, stop: (signal: string) => void, reload?: () => void): () => void {
  let askedAt: number | undefined;
  return host.onSignal((signal) => {
    if (signal === 'SIGHUP' && reload !== undefined && host.messages.terminal === undefined) return reload();
    if (askedAt !== undefined && performance.now() - askedAt > sameSignalMs) process.exit(130);
    if (askedAt !== undefined) return;
    askedAt = performance.now();
    if (host.messages.terminal !== undefined) host.messages.write(`\n${host.wording.text(say('commandLine.finishing'))}\n`);
    stop(signal);
  });
}
