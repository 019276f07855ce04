import { assertNever, err, ok, type Result } from '../core/result.ts';
import { type AskKeychain, createKeychainHelper, type HelperProblem } from './keychain-helper.ts';

/** Why the keychain gave no answer, in a sentence that ends with what a person can do. Never holds a key. */
export interface KeychainProblem {
  /** `unavailable`: there is no keychain here. `locked`: there is one, and nobody opened it. */
  readonly kind: 'unavailable' | 'locked' | 'time-out' | 'other';
  readonly message: string;
}

/**
 * API keys in the system's keychain, one entry for each service origin, so that a key never goes to another address.
 * Nothing is ever written anywhere else. Calls never throw.
 */
export interface KeyStore {
  /** The key of an origin; undefined if there is none. */
  get(origin: string): Promise<Result<string | undefined, KeychainProblem>>;
  set(origin: string, key: string): Promise<Result<void, KeychainProblem>>;
  /** Whether there was one. */
  clear(origin: string): Promise<Result<boolean, KeychainProblem>>;
}

export interface KeychainOptions {
  /** Milliseconds that a call may take; long enough to type a keyring's password. */
  readonly timeoutMs?: number;
  readonly platform?: NodeJS.Platform;
  readonly ask?: AskKeychain;
}

const service = 'Intray';
export const keychainTimeoutMs = 30_000;

/** The keychain of this system: Keychain on macOS, Credential Manager on Windows, the Secret Service on Linux. */
export function createKeychain(options: KeychainOptions = {}): KeyStore {
  const limit = options.timeoutMs ?? keychainTimeoutMs;
  const platform = options.platform ?? process.platform;
  const ask = options.ask ?? createKeychainHelper({ timeoutMs: limit });
  const fail = (problem: HelperProblem): { readonly ok: false; readonly error: KeychainProblem } =>
    err(describeProblem(problem, platform, limit));
  return {
    async get(account) {
      const answer = await ask({ action: 'get', service, account });
      if (!answer.ok) return fail(answer.error);
      return ok(typeof answer.value === 'string' && answer.value !== '' ? answer.value : undefined);
    },
    async set(account, key) {
      const answer = await ask({ action: 'set', service, account, key });
      return answer.ok ? ok(undefined) : fail(answer.error);
    },
    async clear(account) {
      const answer = await ask({ action: 'clear', service, account });
      return answer.ok ? ok(answer.value === true) : fail(answer.error);
    },
  };
}

/** The sentence for what the keychain said. Pure. */
export function describeProblem(problem: HelperProblem, platform: NodeJS.Platform, limitMs: number): KeychainProblem {
  const instead = 'Intray never writes a key to disk in the clear; set INTRAY_API_KEY for this run instead.';
  switch (problem.kind) {
    case 'time-out':
      return {
        kind: 'time-out',
        message: `The keychain gave no answer within ${limitMs / 1000} seconds; it may be locked or asking for its password. ${instead}`,
      };
    case 'no-module':
      return {
        kind: 'unavailable',
        message: `The keychain's module is not there for this system (${firstLine(problem.detail)}). ${instead}`,
      };
    case 'no-answer':
      return {
        kind: 'other',
        message: `The keychain's helper ended without an answer (${problem.exit}). ${instead}`,
      };
    case 'refused':
      return refusal(problem.detail, platform, instead);
    default:
      return assertNever(problem);
  }
}

function refusal(detail: string, platform: NodeJS.Platform, instead: string): KeychainProblem {
  if (platform === 'linux') {
    if (/prompt was dismissed|locked/i.test(detail))
      return { kind: 'locked', message: `The keyring is locked and was not opened. Unlock it, or: ${instead}` };
    if (/no result found/i.test(detail))
      return {
        kind: 'unavailable',
        message: `A Secret Service answers, but it has no keyring to put the key into yet. ${instead}`,
      };
    if (/dbus|secret service/i.test(detail)) {
      return {
        kind: 'unavailable',
        message: `No keychain answers here (a Secret Service such as GNOME Keyring or KWallet is needed). ${instead}`,
      };
    }
  }
  return { kind: 'other', message: `The keychain refused: ${firstLine(detail)}. ${instead}` };
}

function firstLine(text: string): string {
  return (text.split(/[\r\n]/, 1)[0] ?? '').replace(/[.\s]+$/, '');
}
