import { err, ok, type Result } from '../core/result.ts';
import type { KeyStore } from './keychain.ts';

/** The environment variable that wins over the keychain. */
export const keyVariable = 'INTRAY_API_KEY';

export interface ResolvedKey {
  readonly key: string;
  readonly from: 'environment' | 'keychain';
}

/**
 * The API key for an origin: from the environment, else the keychain's entry for exactly this origin.
 * @returns undefined if there is none; a sentence if the key cannot be used or the keychain cannot be asked
 */
export async function resolveKey(
  origin: string,
  environment: Readonly<Record<string, string | undefined>>,
  keychain: KeyStore,
): Promise<Result<ResolvedKey | undefined, string>> {
  const given = environment[keyVariable]?.trim();
  if (given !== undefined && given !== '') {
    const problem = keyProblem(given);
    return problem === undefined ? ok({ key: given, from: 'environment' }) : err(`${keyVariable} ${problem}`);
  }
  const kept = await keychain.get(origin);
  if (!kept.ok) return err(kept.error.message);
  return ok(kept.value === undefined ? undefined : { key: kept.value, from: 'keychain' });
}

/** Why a text cannot be an API key: it goes into one line of a request's head. Never repeats it. Pure. */
export function keyProblem(key: string): string | undefined {
  if (key === '') return 'is empty.';
  if (!/^[\x21-\x7e]+$/.test(key)) return 'is not an API key: a key is one word of plain letters, digits and signs.';
  return undefined;
}
