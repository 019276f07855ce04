import { type Message, say } from '../../core/messages/message.ts';
import type { Result } from '../../core/result.ts';
import type { KeychainProblem } from '../../settings/keychain.ts';
import { type Check, fine, warning } from './check.ts';

/** Whether keys can be stored here. Pure. @param answer the keychain's, when it was asked for this address's key */
export function judgeKeychain(answer: Result<string | undefined, KeychainProblem>, platform: NodeJS.Platform): Check {
  const store = storeOf(platform);
  if (answer.ok) return fine('keychain', say('health.keychain.fine', { store }));
  const { message } = answer.error;
  return warning('keychain', say('health.keychain.unusable', { store, message }), say('health.keychain.remedy'));
}

function storeOf(platform: NodeJS.Platform): Message {
  if (platform === 'darwin' || platform === 'win32' || platform === 'linux') return say(`health.keychain.stores.${platform}`);
  return say('health.keychain.stores.other');
}
