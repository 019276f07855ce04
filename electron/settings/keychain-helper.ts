import { isObject } from '../core/plain-data.ts';
import { err, ok, type Result } from '../core/result.ts';
import { type StartProcess, startNode } from '../process.ts';
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

export interface HelperOptions {
  /** Milliseconds after which the helper is ended. */
  readonly timeoutMs: number;
  /** Starts the helper; by default as a child of this Node. */
  readonly start?: StartProcess;
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
      const helper = start('keychain-process', { environment: { ...withoutKey(environment), NODE_OPTIONS: '' } });
      const finish = (answer: Result<HelperAnswer, HelperProblem>) => {
        clearTimeout(timer);
        process.off('exit', helper.kill);
        resolve(answer);
        helper.kill();
      };
      process.once('exit', helper.kill);
      const timer = setTimeout(() => finish(err({ kind: 'time-out' })), timeoutMs);
      helper.onMessage((answer) => finish(readAnswer(answer)));
      helper.onExit((exit) => finish(err({ kind: 'no-answer', exit })));
      helper.send({ request, ...(modulePath !== undefined && { modulePath }) });
    });
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
