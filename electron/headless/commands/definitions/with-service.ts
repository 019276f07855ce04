import { type Message, say } from '../../../core/messages/message.ts';
import type { Failure } from '../../../core/protocol/failure.ts';
import type { Result } from '../../../core/result.ts';
import { createServiceClient, type ServiceClient } from '../../../service/client.ts';
import { createRedaction } from '../../../settings/redact.ts';
import type { Host } from '../../host.ts';
import { Refusal } from '../../input/refusal.ts';
import { holdKey, serviceAddress } from '../../input/service-access.ts';
import type { ServiceFlags } from '../options.ts';

/**
 * Calls the service with the key that a run would use, and closes the connection.
 * @param what is asked for, such as `extraction “e1”`
 * @throws Refusal that says why there is no answer
 */
export async function ask<Value>(
  flags: ServiceFlags,
  host: Host,
  what: Message,
  call: (service: ServiceClient) => Promise<Result<Value, Failure>>,
): Promise<Value> {
  const url = serviceAddress({ flag: flags.url, host });
  const key = await holdKey(url, host, createRedaction());
  const service = createServiceClient({ url, key: key.current });
  try {
    const answer = await call(service);
    if (answer.ok) return answer.value;
    throw new Refusal(failureMessage(answer.error, service.origin, what));
  } finally {
    await service.close();
  }
}

/** The entry for each failure that does not say what was asked for. */
const failures = {
  key: 'commandLine.key.refused',
  forbidden: 'answers.definitions.forbidden',
  rate: 'answers.definitions.rate',
  unresolved: 'answers.definitions.lost',
  offline: 'answers.definitions.unusable',
  server: 'answers.definitions.unusable',
  unreadable: 'answers.definitions.unusable',
  aborted: 'answers.definitions.unusable',
} as const satisfies Partial<Record<Failure['kind'], string>>;

/** Why a call that a person asked for did nothing, and what to do. Pure. */
export function failureMessage({ kind, message }: Failure, origin: string, what: Message): Message {
  if (kind === 'not-found') return say('answers.definitions.unknown', { origin, what, message });
  if (kind === 'bad-request' || kind === 'too-large') return say('answers.definitions.refused', { origin, what, message });
  if (kind === 'withdrawn') return say('answers.definitions.withdrawn', { message });
  return say(failures[kind], { origin, message });
}
