import { fork } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { err, ok, type Result } from '../core/result.ts';
import { withoutKey } from './key.ts';

/** One request to the keychain. `key` travels in a message to the helper, never in an argument or the environment. */
export type KeychainRequest =
  | { readonly action: 'get'; readonly service: string; readonly account: string }
  | { readonly action: 'set'; readonly service: string; readonly account: string; readonly key: string }
  | { readonly action: 'clear'; readonly service: string; readonly account: string };

/** The message to the helper. */
export interface HelperRequest {
  readonly request: KeychainRequest;
  /** Path of the keychain module; by default the installed one. */
  readonly modulePath?: string;
}

/** How the keychain failed, before anyone has put it into words. */
export type HelperProblem =
  | { readonly kind: 'time-out' }
  /** The native module is missing, or not made for this system. */
  | { readonly kind: 'no-module'; readonly detail: string }
  | { readonly kind: 'refused'; readonly detail: string }
  /** The helper ended, or its answer made no sense. */
  | { readonly kind: 'no-answer'; readonly exit: string };

/** `get`: the key or null; `set`: null; `clear`: whether there was one. */
export type HelperAnswer = string | boolean | null;

export type AskKeychain = (request: KeychainRequest) => Promise<Result<HelperAnswer, HelperProblem>>;

/** A process that runs `keychain-process.ts`. */
export interface HelperProcess {
  send(request: HelperRequest): void;
  onAnswer(listener: (answer: unknown) => void): void;
  /** `exit`: its exit code or signal, or why it could not be started. */
  onExit(listener: (exit: string) => void): void;
  kill(): void;
}

export interface HelperOptions {
  /** Milliseconds after which the helper is ended. */
  readonly timeoutMs: number;
  /** Starts the helper; by default as a child of this Node. */
  readonly start?: (environment: NodeJS.ProcessEnv) => HelperProcess;
  /** The helper's environment; by default this process's. The key is taken out of it. */
  readonly environment?: NodeJS.ProcessEnv;
  readonly modulePath?: string;
}

/**
 * Asks the keychain from a process of its own: the native call blocks its caller for as long as a keyring's prompt stays
 * open or a bus stays silent, and cannot be cancelled. A process can be ended.
 */
export function createKeychainHelper(options: HelperOptions): AskKeychain {
  const { timeoutMs, start = startNode, environment = process.env, modulePath } = options;
  return (request) =>
    new Promise((resolve) => {
      const helper = start(withoutKey(environment));
      const finish = (answer: Result<HelperAnswer, HelperProblem>) => {
        clearTimeout(timer);
        process.off('exit', helper.kill);
        resolve(answer);
        helper.kill();
      };
      process.once('exit', helper.kill);
      const timer = setTimeout(() => finish(err({ kind: 'time-out' })), timeoutMs);
      helper.onAnswer((answer) => finish(readAnswer(answer)));
      helper.onExit((exit) => finish(err({ kind: 'no-answer', exit })));
      helper.send({ request, ...(modulePath !== undefined && { modulePath }) });
    });
}

function startNode(environment: NodeJS.ProcessEnv): HelperProcess {
  const child = fork(scriptPath(), {
    execArgv: ['--no-warnings'],
    env: { ...environment, ELECTRON_RUN_AS_NODE: '1', NODE_OPTIONS: '' },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  return {
    // A helper that has ended already is reported by `onExit`.
    send: (request) => void child.send(request, () => undefined),
    onAnswer: (listener) => void child.once('message', listener),
    onExit(listener) {
      child.once('error', (error) => listener(error.message));
      child.once('exit', (code, signal) => listener(String(code ?? signal)));
    },
    kill: () => void child.kill('SIGKILL'),
  };
}

/** Beside this file in the sources, and beside the programs in the build. */
function scriptPath(): string {
  const paths = ['keychain-process.ts', 'keychain-process.js', join('..', 'keychain-process.js')];
  return paths.map((path) => join(import.meta.dirname, path)).find((path) => existsSync(path)) ?? '';
}

/** Never repeats the answer in a problem: it could hold the key. */
function readAnswer(answer: unknown): Result<HelperAnswer, HelperProblem> {
  if (isObject(answer) && answer.ok === true) {
    const { value } = answer;
    if (typeof value === 'string' || typeof value === 'boolean' || value === null) return ok(value);
  }
  if (isObject(answer) && isObject(answer.error)) {
    const { kind, detail } = answer.error;
    return err({ kind: kind === 'no-module' ? 'no-module' : 'refused', detail: String(detail) });
  }
  return err({ kind: 'no-answer', exit: 'unreadable answer' });
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
