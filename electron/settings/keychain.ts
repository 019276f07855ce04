import { foreign, type Message, say } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { isObject } from '../core/plain-data.ts';
import { assertNever, err, ok, type Result } from '../core/result.ts';
import { type StartProcess, startNode } from '../process.ts';
import { environmentKey, keyFileVariable, keyProblem, keyVariable, urlVariable, variableProblem, withoutKey } from './key.ts';

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
type HelperProblem =
  | { readonly kind: 'time-out' }
  /** The native module is missing, or not made for this system. */
  | { readonly kind: 'no-module'; readonly detail: string }
  | { readonly kind: 'refused'; readonly detail: string }
  /** The helper ended, or its answer made no sense. */
  | { readonly kind: 'no-answer'; readonly exit: string };

/** `get`: the key or null; `set`: null; `clear`: whether there was one. */
type HelperAnswer = string | boolean | null;

export type AskKeychain = (request: KeychainRequest) => Promise<Result<HelperAnswer, HelperProblem>>;

interface HelperOptions {
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

/** Why the keychain gave no answer, and what a person can do. Never holds a key. */
export interface KeychainProblem {
  /** `unavailable`: there is no keychain here. `locked`: there is one, and it was not opened. */
  readonly kind: 'unavailable' | 'locked' | 'time-out' | 'other';
  readonly message: Message;
}

interface KeychainOptions {
  /** Milliseconds that a call may take; long enough to type a keyring's password. */
  readonly timeoutMs?: number;
  readonly platform?: NodeJS.Platform;
  readonly ask?: AskKeychain;
}

const service = 'Intray';
export const keychainTimeoutMs = 30_000;

export type KeyStore = ReturnType<typeof createKeychain>;

/**
 * API keys in the keychain of this system (Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux), one entry for
 * each service origin, so that a key never goes to another address. Nothing is ever written anywhere else. Calls never throw.
 */
export function createKeychain(options: KeychainOptions = {}) {
  const limit = options.timeoutMs ?? keychainTimeoutMs;
  const platform = options.platform ?? process.platform;
  const ask = options.ask ?? createKeychainHelper({ timeoutMs: limit });
  const asked = async <Value>(
    request: KeychainRequest,
    read: (value: HelperAnswer) => Value,
  ): Promise<Result<Value, KeychainProblem>> => {
    const answer = await ask(request);
    return answer.ok ? ok(read(answer.value)) : err(describeProblem(answer.error, platform, limit));
  };
  return {
    /** The key of an origin; undefined if there is none. */
    get: (account: string) =>
      asked({ action: 'get', service, account }, (value) => (typeof value === 'string' && value !== '' ? value : undefined)),
    set: (account: string, key: string) => asked({ action: 'set', service, account, key }, () => undefined),
    /** Whether there was one. */
    clear: (account: string) => asked({ action: 'clear', service, account }, (value) => value === true),
  };
}

export interface ResolvedKey {
  readonly key: string;
  readonly from: 'environment' | 'keychain';
}

/**
 * The API key for an origin: from the environment, or else the keychain's entry for exactly this origin. The environment's key
 * belongs to the address that is configured (INTRAY_URL, else `configured`) and goes to no other; where none is, to the one
 * that the person gave with the command.
 *
 * @param configured the config file's address
 * @returns undefined if there is none; a message if the key cannot be used or the keychain does not answer
 */
export async function resolveKey(
  origin: string,
  environment: Readonly<Record<string, string | undefined>>,
  keychain: KeyStore,
  configured?: string,
): Promise<Result<ResolvedKey | undefined, Message>> {
  let given: string | undefined;
  try {
    given = environmentKey(environment);
  } catch (error) {
    return err(say('keychain.keyFile', { variable: keyFileVariable, message: messageOf(error) }));
  }
  const owner = environment[urlVariable]?.trim() || configured;
  const belongsHere = owner === undefined || spelled(owner) === spelled(origin);
  if (given !== undefined && belongsHere) {
    const problem = keyProblem(given);
    return problem === undefined ? ok({ key: given, from: 'environment' }) : err(variableProblem(problem));
  }
  const kept = await keychain.get(origin);
  if ((!kept.ok || kept.value === undefined) && given !== undefined && !belongsHere)
    return err(say('keychain.belongsElsewhere', { variable: keyVariable, owner: spelled(owner), origin }));
  if (!kept.ok) return err(kept.error.message);
  return ok(kept.value === undefined ? undefined : { key: kept.value, from: 'keychain' });
}

/** An address, whichever way it is written, without what it may hold besides. */
function spelled(text: string): string {
  const url = URL.parse(text);
  return url === null ? '' : (url.origin + url.pathname).replace(/\/+$/, '');
}

/** What a person should know about the helper's problem. Pure. */
export function describeProblem(problem: HelperProblem, platform: NodeJS.Platform, limitMs: number): KeychainProblem {
  const remedy = say('keychain.remedy');
  switch (problem.kind) {
    case 'time-out':
      return { kind: 'time-out', message: say('keychain.timeOut', { limitMs, remedy }) };
    case 'no-module':
      return { kind: 'unavailable', message: say('keychain.noModule', { detail: firstLine(problem.detail), remedy }) };
    case 'no-answer':
      return { kind: 'other', message: say('keychain.noAnswer', { detail: firstLine(problem.exit), remedy }) };
    case 'refused':
      return describeRefusal(problem.detail, platform, remedy);
    default:
      return assertNever(problem);
  }
}

function describeRefusal(detail: string, platform: NodeJS.Platform, remedy: Message): KeychainProblem {
  if (platform === 'linux') {
    if (/prompt was dismissed|locked/i.test(detail)) return { kind: 'locked', message: say('keychain.locked', { remedy }) };
    if (/no result found/i.test(detail)) return { kind: 'unavailable', message: say('keychain.noKeyring', { remedy }) };
    if (/dbus|secret service/i.test(detail)) return { kind: 'unavailable', message: say('keychain.noSecretService', { remedy }) };
  }
  return { kind: 'other', message: say('keychain.refused', { message: foreign(firstLine(detail)), remedy }) };
}

function firstLine(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? '').replace(/[.\s]+$/, '');
}
