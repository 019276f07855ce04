import { type Message, say } from '../core/messages/message.ts';

/** The environment variable that takes precedence over the keychain. */
export const keyVariable = 'INTRAY_API_KEY';

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
