import { Webhook } from 'standardwebhooks';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { environmentSecret, webhookSecretVariable as variable } from '../../settings/key.ts';
import type { Host } from '../host.ts';
import { Refusal } from './refusal.ts';

/** The secret of the service's events in the environment; undefined without one. @throws Refusal if it is none */
export function webhookSecret({ environment }: Pick<Host, 'environment'>): string | undefined {
  try {
    const secret = environmentSecret(environment, variable);
    if (secret !== undefined) new Webhook(secret);
    return secret;
  } catch (error) {
    throw new Refusal(say('keychain.webhookSecret', { variable, message: messageOf(error) }), { cause: error });
  }
}
