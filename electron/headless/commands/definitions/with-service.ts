import { type Message, say } from '../../../core/messages/message.ts';
import type { Failure } from '../../../core/protocol/failure.ts';
import { assertNever, type Result } from '../../../core/result.ts';
import { createServiceClient, type ServiceClient } from '../../../service/client.ts';
import { createRedaction } from '../../../settings/redact.ts';
import type { Host } from '../../host.ts';
import { serviceAddress } from '../../input/address.ts';
import { holdKey } from '../../input/held-key.ts';
import { Refusal } from '../../input/refusal.ts';
import { jsonLine } from '../../output/events.ts';
import type { ServiceFlags } from '../options.ts';

/** Calls the service with the key that a run would use, and closes the connection. @throws Refusal */
export async function withService<Value>(
  flags: ServiceFlags,
  host: Host,
  work: (service: ServiceClient) => Promise<Value>,
): Promise<Value> {
  const url = serviceAddress({ flag: flags.url, environment: host.environment });
  const key = await holdKey(url, { environment: host.environment, keychain: host.keychain, redaction: createRedaction() });
  const service = createServiceClient({ url, key: key.current });
  try {
    return await work(service);
  } finally {
    await service.close();
  }
}

/**
 * The value of a call.
 * @param what was asked for, such as `extraction “e1”`
 * @throws Refusal that says why there is no value
 */
export function answered<Value>(answer: Result<Value, Failure>, service: Pick<ServiceClient, 'origin'>, what: Message): Value {
  if (answer.ok) return answer.value;
  throw new Refusal(failureMessage(answer.error, service.origin, what));
}

/** Why a call that a person asked for did nothing, and what to do. Pure. */
export function failureMessage(failure: Failure, origin: string, what: Message): Message {
  const { message } = failure;
  switch (failure.kind) {
    case 'not-found':
      return say('answers.definitions.unknown', { origin, what, message });
    case 'bad-request':
    case 'too-large':
      return say('answers.definitions.refused', { origin, what, message });
    case 'key':
      return say('commandLine.key.refused', { origin, message });
    case 'forbidden':
      return say('answers.definitions.forbidden', { origin, message });
    case 'rate':
      return say('answers.definitions.rate', { origin, message });
    case 'unresolved':
      return say('answers.definitions.lost', { origin, message });
    case 'withdrawn':
      return say('answers.definitions.withdrawn', { message });
    case 'offline':
    case 'server':
    case 'unreadable':
    case 'aborted':
      return say('answers.definitions.unusable', { origin, message });
    default:
      return assertNever(failure);
  }
}

/** One JSON object for machines, or lines for people: this is what was asked for, so both go to standard output. */
export function tell(
  { output, wording }: Host,
  flags: Pick<ServiceFlags, 'json'>,
  event: Readonly<Record<string, unknown>>,
  lines: readonly Message[],
): void {
  output.write(flags.json === true ? jsonLine(event) : `${lines.map(wording.text).join('\n')}\n`);
}
