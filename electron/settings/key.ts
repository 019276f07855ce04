import { type Message, say } from '../core/messages/message.ts';
import { err, ok, type Result } from '../core/result.ts';
import type { KeyStore } from './keychain.ts';

/** The environment variable that takes precedence over the keychain. */
export const keyVariable = 'INTRAY_API_KEY';

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
 * The API key for an origin: from the environment, or else the keychain's entry for exactly this origin.
 * @returns undefined if there is none; a message if the key cannot be used or the keychain does not answer
 */
export async function resolveKey(
  origin: string,
  environment: Readonly<Record<string, string | undefined>>,
  keychain: KeyStore,
): Promise<Result<ResolvedKey | undefined, Message>> {
  const given = environment[keyVariable]?.trim();
  if (given !== undefined && given !== '') {
    const problem = keyProblem(given);
    return problem === undefined ? ok({ key: given, from: 'environment' }) : err(variableProblem(problem));
  }
  const kept = await keychain.get(origin);
  if (!kept.ok) return err(kept.error.message);
  return ok(kept.value === undefined ? undefined : { key: kept.value, from: 'keychain' });
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
