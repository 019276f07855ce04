import type { Message } from '../../core/messages/message.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { Clock } from '../../engine/ports.ts';
import { keyProblem, variableProblem } from '../../settings/key.ts';
import type { KeyStore } from '../../settings/keychain.ts';
import type { Redaction } from '../../settings/redact.ts';

/** How often what other programs and people may change is looked at: a key in the keychain, a config file. Milliseconds. */
const intervalMs = 30_000;

/**
 * Looks every 30 seconds until it is ended, and does something whenever there is news.
 * @returns ends it
 */
export function watchFor(
  clock: Pick<Clock, 'after'>,
  isNews: () => Promise<boolean>,
  then: () => void | Promise<void>,
): () => void {
  let cancel = () => {};
  let ended = false;
  const look = async (): Promise<void> => {
    try {
      if (await isNews()) await then();
    } catch {
      // The status reports a ledger that cannot be read.
    }
    again();
  };
  const again = (): void => {
    if (!ended) cancel = clock.after(intervalMs, () => void look());
  };
  again();
  return () => {
    ended = true;
    cancel();
  };
}

type KeyLocation = 'keychain' | 'environment' | 'this-run' | 'none';

export type KeyKeeper = ReturnType<typeof createKeyKeeper>;

/**
 * The keys of this run, one for each origin: a key is never sent to another address. Without a usable keychain a key is
 * kept for this run only.
 * @param options `environmentOrigin`: the one address that the environment's key goes to. Nobody at a window can name another.
 */
export function createKeyKeeper(options: {
  readonly keys: KeyStore;
  readonly environmentKey: string | undefined;
  readonly environmentOrigin: string | undefined;
  readonly redaction: Redaction;
}) {
  const { keys, environmentOrigin, redaction } = options;
  const given = options.environmentKey?.trim() ?? '';
  const problem = given === '' ? undefined : keyProblem(given);
  const environmentKey = given === '' || problem !== undefined ? undefined : given;
  if (given !== '') redaction.hide(given);
  let keychainProblem = problem === undefined ? undefined : variableProblem(problem);
  const kept = new Map<string, { readonly key: string; readonly location: 'keychain' | 'this-run' }>();

  const fromEnvironment = (origin: string) => (origin === environmentOrigin ? environmentKey : undefined);

  return {
    /** The key in use, if `load` or `keep` has found one. */
    current: (origin: string): string | undefined => fromEnvironment(origin) ?? kept.get(origin)?.key,
    where: (origin: string): KeyLocation =>
      fromEnvironment(origin) === undefined ? (kept.get(origin)?.location ?? 'none') : 'environment',
    /** Why the keychain cannot be used, if it refused. */
    get keychainProblem(): Message | undefined {
      return keychainProblem;
    },
    /** Asks the keychain for an origin's key. Whether another key is in use now; a keychain that does not answer changes nothing. */
    async load(origin: string): Promise<boolean> {
      const before = fromEnvironment(origin) ?? kept.get(origin)?.key;
      if (fromEnvironment(origin) !== undefined) return false;
      const found = await keys.get(origin);
      if (!found.ok) {
        keychainProblem = found.error.message;
        return false;
      }
      keychainProblem = undefined;
      if (found.value === undefined) return false;
      redaction.hide(found.value);
      kept.set(origin, { key: found.value, location: 'keychain' });
      return found.value !== before;
    },
    /** Stores a key that was found valid in place of the old one. */
    async keep(origin: string, key: string): Promise<'keychain' | 'this-run'> {
      redaction.hide(key);
      const done = await keys.set(origin, key);
      const location = done.ok ? 'keychain' : 'this-run';
      keychainProblem = done.ok ? undefined : done.error.message;
      kept.set(origin, { key, location });
      return location;
    },
    /** Forgets an origin's key. An error: the keychain still has it. */
    async clear(origin: string): Promise<Result<void, Message>> {
      const location = kept.get(origin)?.location;
      kept.delete(origin);
      const cleared = await keys.clear(origin);
      if (cleared.ok || location === 'this-run') return ok(undefined);
      keychainProblem = cleared.error.message;
      return err(keychainProblem);
    },
  };
}
