import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { KeyStore } from './keychain.ts';

/** The environment variable that takes precedence over the keychain. */
export const keyVariable = 'INTRAY_API_KEY';

/** The environment variable that stands for `--url`, and says to which address the key in the environment belongs. */
export const urlVariable = 'INTRAY_URL';

/** An environment for another program: without the key. */
export function withoutKey(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { [keyVariable]: _, ...rest } = environment;
  return rest;
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
  const given = environment[keyVariable]?.trim();
  const owner = environment[urlVariable]?.trim() || configured;
  const belongsHere = owner === undefined || spelled(owner) === spelled(origin);
  if (given !== undefined && given !== '' && belongsHere) {
    const problem = keyProblem(given);
    return problem === undefined ? ok({ key: given, from: 'environment' }) : err(variableProblem(problem));
  }
  const kept = await keychain.get(origin);
  if (!kept.ok) return err(kept.error.message);
  if (kept.value === undefined && given !== undefined && given !== '' && !belongsHere)
    return err(say('keychain.belongsElsewhere', { variable: keyVariable, owner: spelled(owner), origin }));
  return ok(kept.value === undefined ? undefined : { key: kept.value, from: 'keychain' });
}

/** An address, whichever way it is written, without what it may hold besides. */
function spelled(text: string): string {
  const url = URL.parse(text);
  return url === null ? '' : (url.origin + url.pathname).replace(/\/+$/, '');
}

/** Why a text cannot be an API key, which must fit into one line of a request's head. Never repeats it. Pure. */
export function keyProblem(key: string): Message | undefined {
  if (key === '') return say('keychain.emptyKey');
  return /^[\x21-\x7e]+$/.test(key) ? undefined : say('keychain.notAKey');
}

/** The same about the key in the environment. */
export function variableProblem(problem: Message): Message {
  return say('keychain.variable', { variable: keyVariable, message: problem });
}
