import { inEnglish } from '../../core/messages/wording.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { keyProblem, variableProblem } from '../../settings/key.ts';
import type { KeyStore } from '../../settings/keychain.ts';
import type { Redaction } from '../../settings/redact.ts';

export type KeyPlace = 'keychain' | 'environment' | 'this-run' | 'none';

/**
 * The keys of this run, each for one origin: a key never goes to another address. Where no keychain can be used, a key is
 * kept for this run only.
 */
export interface KeyKeeper {
  /** The key that counts now, if `load` or `keep` has found one. */
  current(origin: string): string | undefined;
  where(origin: string): KeyPlace;
  /** Why the keychain cannot be used, if it was asked and refused. */
  readonly keychainProblem: string | undefined;
  /** Asks the keychain for an origin's key. Whether another one counts now; a keychain that does not answer changes nothing. */
  load(origin: string): Promise<boolean>;
  /** Keeps a key that was tried; the old one is dropped only now. */
  keep(origin: string, key: string): Promise<'keychain' | 'this-run'>;
  /** Forgets an origin's key. An error is a sentence: the keychain still has it. */
  clear(origin: string): Promise<Result<void, string>>;
  /** The environment's key is for this origin; the first to be named. */
  bindEnvironment(origin: string): void;
}

export function createKeyKeeper(options: {
  readonly keys: KeyStore;
  readonly environmentKey: string | undefined;
  readonly redaction: Redaction;
}): KeyKeeper {
  const { keys, redaction } = options;
  const given = options.environmentKey?.trim() ?? '';
  const problem = given === '' ? undefined : keyProblem(given);
  const environmentKey = given === '' || problem !== undefined ? undefined : given;
  if (given !== '') redaction.hide(given);
  let environmentOrigin: string | undefined;
  let keychainProblem = problem === undefined ? undefined : inEnglish(variableProblem(problem));
  const kept = new Map<string, { readonly key: string; readonly place: 'keychain' | 'this-run' }>();

  const fromEnvironment = (origin: string) => (origin === environmentOrigin ? environmentKey : undefined);

  return {
    current: (origin) => fromEnvironment(origin) ?? kept.get(origin)?.key,
    where: (origin) => (fromEnvironment(origin) === undefined ? (kept.get(origin)?.place ?? 'none') : 'environment'),
    get keychainProblem() {
      return keychainProblem;
    },
    async load(origin) {
      const before = fromEnvironment(origin) ?? kept.get(origin)?.key;
      if (fromEnvironment(origin) !== undefined) return false;
      const found = await keys.get(origin);
      if (!found.ok) {
        keychainProblem = inEnglish(found.error.message);
        return false;
      }
      keychainProblem = undefined;
      if (found.value === undefined) return false;
      redaction.hide(found.value);
      kept.set(origin, { key: found.value, place: 'keychain' });
      return found.value !== before;
    },
    async keep(origin, key) {
      redaction.hide(key);
      const done = await keys.set(origin, key);
      const place = done.ok ? 'keychain' : 'this-run';
      keychainProblem = done.ok ? undefined : inEnglish(done.error.message);
      kept.set(origin, { key, place });
      return place;
    },
    async clear(origin) {
      const place = kept.get(origin)?.place;
      kept.delete(origin);
      const cleared = await keys.clear(origin);
      if (cleared.ok || place === 'this-run') return ok(undefined);
      keychainProblem = inEnglish(cleared.error.message);
      return err(keychainProblem);
    },
    bindEnvironment(origin) {
      environmentOrigin ??= origin;
    },
  };
}
