import { type Message, say } from '../../../core/messages/message.ts';
import type { Failure } from '../../../core/protocol/failure.ts';
import type { Result } from '../../../core/result.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { acquireDataDirectory } from '../../../ledger/lock.ts';
import { openKeptLedger } from '../../../ledger/safekeeping.ts';
import { createServiceClient, type ServiceClient } from '../../../service/client.ts';
import { createRedaction } from '../../../settings/redact.ts';
import { describeFailure } from '../../../workspace/service/connection.ts';
import type { Host } from '../../host.ts';
import { type CommandLedger, ledgerAt, withLedger } from '../../input/ledger-access.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';
import { holdKey, serviceAddress } from '../../input/service-access.ts';
import { inform } from '../../output/events.ts';
import type { CommandOption, FlagsOf } from '../command.ts';
import { dataDirectoryOption, serviceOptions } from '../options.ts';

/** What a command takes that asks the service about a route. */
export const routeOptions = [...serviceOptions, dataDirectoryOption] as const satisfies readonly CommandOption[];
export type RouteFlags = FlagsOf<typeof routeOptions>;

/** A call that a person asked for. */
interface ServiceCall<Value> {
  /** What is asked for, such as `extraction “e1”`. */
  readonly what: Message;
  call(service: ServiceClient): Promise<Result<Value, Failure>>;
  /** Writes down what the service has said of a route, because it has no call that lists them: config files may name it then. */
  remember?(ledger: Ledger, origin: string, answer: Value): void | Promise<void>;
  /** Whether to begin a ledger where there is none. Default: yes. */
  readonly begins?: boolean;
}

/**
 * Calls the service with the key that a run would use, and remembers the answer. By then the service has done it, so a ledger that
 * cannot be written is told, and nothing more.
 * @throws Refusal that says why there is no answer
 */
export async function callService<Value>(flags: RouteFlags, host: Host, wanted: ServiceCall<Value>): Promise<Value> {
  const url = serviceAddress({ flag: flags.url, host });
  const key = await holdKey(url, host, createRedaction());
  const service = createServiceClient({ url, key: key.current });
  const answer = await wanted.call(service).finally(() => service.close());
  if (!answer.ok) throw new Refusal(failureMessage(answer.error, service.origin, wanted.what));
  const kept = ledgerAt(flags, host);
  const write = (ledger: Ledger) => wanted.remember?.(ledger, url, answer.value);
  try {
    if (kept.isThere) await kept.write(write);
    else if (wanted.begins !== false) await beginLedger(kept, write);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    for (const message of error.said) inform(host, say('answers.definitions.notRemembered', { message }));
  }
  return answer.value;
}

/** The first command of all, as a rule. A lost ledger is restored, which the next run or watch says. */
async function beginLedger({ directory, file }: CommandLedger, write: (ledger: Ledger) => void | Promise<void>): Promise<void> {
  const lock = orRefuse(acquireDataDirectory(directory));
  try {
    await withLedger(() => openKeptLedger(file, Date.now()).ledger, write);
  } finally {
    lock.release();
  }
}

/** Why a call that a person asked for did nothing, and what to do. Pure. */
export function failureMessage(failure: Failure, origin: string, what: Message): Message {
  const { kind, message } = failure;
  if (kind === 'not-found') return say('answers.definitions.unknown', { origin, what, message });
  if (kind === 'bad-request' || kind === 'too-large') return say('answers.definitions.refused', { origin, what, message });
  if (kind === 'withdrawn') return say('answers.definitions.withdrawn', { message });
  return kind === 'key' ? say('commandLine.key.refused', { origin, message }) : describeFailure(failure);
}
