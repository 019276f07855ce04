import type { Check } from '../../core/contract/status.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import { problem, warning } from '../health/machine-check.ts';

/**
 * How each failure of a call is told: to whoever has asked for the call (an entry of `workspace.call`), and to whoever asks what is
 * wrong (an entry of `health.service`, with its remedy), and how bad it is then.
 */
const failures = {
  offline: ['offline', 'unreachable', problem],
  unresolved: ['unresolved', 'unreachable', problem],
  aborted: ['timeout', 'timeout', problem],
  rate: ['rate', 'pause', warning],
  key: ['key', 'unclear', warning],
  forbidden: ['refused', 'forbidden', problem],
  server: ['refused', 'unclear', warning],
  unreadable: ['refused', 'unclear', warning],
  'bad-request': ['refused', 'unclear', warning],
  'too-large': ['refused', 'unclear', warning],
  'not-found': ['refused', 'unclear', warning],
  withdrawn: ['refused', 'unclear', warning],
} as const satisfies Record<Failure['kind'], readonly [call: string, health: string, judge: typeof problem]>;

/** How long a call may take that somebody waits for, in milliseconds. */
export const callTimeoutMs = 20_000;

/** Why the service did not do what a person asked for, and what that person can do. Pure. */
export function describeFailure({ kind, message }: Failure): Message {
  const [name] = failures[kind];
  return name === 'timeout' ? say('workspace.call.timeout') : say(`workspace.call.${name}`, { message });
}

/** The same of a call about an extraction or a classification, which is named. Pure. @param what such as `extraction “e1”` */
export function describeRefusal(failure: Failure, origin: string, what: Message): Message {
  const { kind, message } = failure;
  if (kind === 'not-found') return say('answers.definitions.unknown', { origin, what, message });
  if (kind === 'bad-request' || kind === 'too-large') return say('answers.definitions.refused', { origin, what, message });
  if (kind === 'withdrawn') return say('answers.definitions.withdrawn', { message });
  return kind === 'key' ? say('commandLine.key.refused', { origin, message }) : describeFailure(failure);
}

/** What a call's failure says of the service. Pure. */
export function judgeFailure(origin: string, { kind, message }: Failure): Check {
  const [, name, judge] = failures[kind];
  const seen =
    name === 'timeout'
      ? say('health.service.timeout', { origin, limitMs: callTimeoutMs })
      : say(`health.service.${name}`, { origin, message });
  return judge('service', seen, say(`health.service.${name}Remedy`));
}
