import { readFileSync } from 'node:fs';
import { type Message, say } from '../core/messages/message.ts';

/** The environment variable that takes precedence over the keychain. */
export const keyVariable = 'INTRAY_API_KEY';

/** Names a file with the key, for a service manager that hands over secrets as files. Read anew each time it is asked for. */
export const keyFileVariable = 'INTRAY_API_KEY_FILE';

/** The key that the environment gives, itself or in a file; undefined without one. @throws Error if the file cannot be read */
export function environmentKey(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  return environmentSecret(environment, keyVariable);
}

/** A secret in this variable, or in the file that the variable with `_FILE` names. @throws Error if that cannot be read */
export function environmentSecret(
  environment: Readonly<Record<string, string | undefined>>,
  variable: string,
): string | undefined {
  const file = environment[`${variable}_FILE`]?.trim();
  const given = environment[variable]?.trim() || (file ? readFileSync(file, 'utf8').trim() : '');
  return given === '' ? undefined : given;
}

/** The secret with which the service signs its events, itself or (`…_FILE`) in a file. */
export const webhookSecretVariable = 'INTRAY_WEBHOOK_SECRET';

/** The environment variable that stands for `--url`, and says to which address the key in the environment belongs. */
export const urlVariable = 'INTRAY_URL';

/** An environment for another program: without the key. */
export function withoutKey(environment: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { [keyVariable]: _, ...rest } = environment;
  return rest;
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
