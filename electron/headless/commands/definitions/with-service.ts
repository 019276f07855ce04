import type { Failure } from '../../../core/protocol/failure.ts';
import { assertNever, type Result } from '../../../core/result.ts';
import { createServiceClient, type ServiceClient } from '../../../service/client.ts';
import { createRedaction } from '../../../settings/redact.ts';
import type { Host } from '../../host.ts';
import { serviceAddress } from '../../input/address.ts';
import type { CommonFlags } from '../../input/arguments.ts';
import { holdKey } from '../../input/held-key.ts';
import { Refusal } from '../../input/refusal.ts';
import { sentence } from '../../output/words.ts';

/** Calls the service with the key that a run would use, and lets go of it. @throws Refusal */
export async function withService<Value>(
  flags: CommonFlags,
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
 * The value of a call, or the refusal that says why there is none.
 * @param what as the person knows it, such as `extraction "e1"`
 */
export function answered<Value>(answer: Result<Value, Failure>, service: Pick<ServiceClient, 'origin'>, what: string): Value {
  if (answer.ok) return answer.value;
  throw new Refusal(failureSentence(answer.error, service.origin, what));
}

/** Why a call that a person asked for did nothing, and what to do. Pure. */
export function failureSentence(failure: Failure, origin: string, what: string): string {
  const said = sentence(failure.message);
  switch (failure.kind) {
    case 'not-found':
      return `The service at ${origin} knows no ${what}: ${said} Check the id.`;
    case 'bad-request':
    case 'too-large':
      return `The service at ${origin} refused this for ${what}: ${said}`;
    case 'key':
      return `${origin} refused the API key: ${said} Set a good one with "intray key set --url ${origin}", or in INTRAY_API_KEY.`;
    case 'forbidden':
      return `The service at ${origin} does not allow it now: ${said}`;
    case 'rate':
      return `The service at ${origin} asks for a pause: ${said} Try again later.`;
    case 'unresolved':
      return `The answer of ${origin} was lost after everything was sent: ${said} It may have done it, and counted the pages: look there before you try again.`;
    case 'withdrawn':
      return `Nothing was sent: ${said}`;
    case 'offline':
    case 'server':
    case 'unreadable':
    case 'aborted':
      return `${origin} gave no answer to rely on: ${said} Try again later.`;
    default:
      return assertNever(failure);
  }
}

/** One JSON object for machines, or lines for people: this is what was asked for, so both go to standard output. */
export function tell(host: Host, flags: CommonFlags, event: Readonly<Record<string, unknown>>, lines: readonly string[]): void {
  host.output.write(flags.json === true ? `${JSON.stringify(event)}\n` : `${lines.join('\n')}\n`);
}
