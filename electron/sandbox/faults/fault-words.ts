import picomatch from 'picomatch';
import { type Message, say } from '../../core/messages/message.ts';
import { type Effect, respellings } from './fault.ts';

export interface FaultWord {
  /** As the help shows it: `hang`, `status:STATUS`, or `gateway[:STATUS]` where the value may be left out. */
  readonly form: string;
  readonly help: Message;
  /** The effect, or how it is read from the value; undefined if the value is not valid. */
  readonly effect: Effect | ((value: string | undefined) => Effect | undefined);
}

const pattern =
  (kind: 'poison' | 'fail' | 'stuck') =>
  (value: string | undefined): Effect | undefined =>
    value !== undefined && value !== '' && isPattern(value) ? { kind, pattern: value } : undefined;

/** The faults that can be requested. */
export const faultWords: readonly FaultWord[] = [
  { form: 'refuse', help: say('sandbox.faults.refuse'), effect: { kind: 'refuse' } },
  { form: 'reset-before-body', help: say('sandbox.faults.resetBeforeBody'), effect: { kind: 'reset', moment: 'before-body' } },
  { form: 'reset-mid-body', help: say('sandbox.faults.resetMidBody'), effect: { kind: 'reset', moment: 'mid-body' } },
  { form: 'reset-after-whole', help: say('sandbox.faults.resetAfterWhole'), effect: { kind: 'reset', moment: 'after-whole' } },
  { form: 'hang', help: say('sandbox.faults.hang'), effect: { kind: 'hang' } },
  {
    form: 'slow:MILLISECONDS',
    help: say('sandbox.faults.slow'),
    effect: (value) => numberIn(value, 0, 3_600_000, (milliseconds) => ({ kind: 'slow', milliseconds })),
  },
  {
    form: 'status:STATUS',
    help: say('sandbox.faults.status'),
    effect: (value) => numberIn(value, 400, 599, (status) => ({ kind: 'status', status })),
  },
  {
    form: 'gateway[:STATUS]',
    help: say('sandbox.faults.gateway'),
    effect: (value = '502') => numberIn(value, 400, 599, (status) => ({ kind: 'gateway', status })),
  },
  { form: 'portal', help: say('sandbox.faults.portal'), effect: { kind: 'portal' } },
  {
    form: 'redirect[:URL]',
    help: say('sandbox.faults.redirect'),
    effect: (value = '/sign-in') => (/^[\x21-\x7e]+$/.test(value) ? { kind: 'redirect', location: value } : undefined),
  },
  { form: 'garbage', help: say('sandbox.faults.garbage'), effect: { kind: 'garbage' } },
  {
    form: 'missing-member[:NAME]',
    help: say('sandbox.faults.missingMember'),
    effect: (value) => (value === '' ? undefined : { kind: 'missing-member', ...(value === undefined ? {} : { member: value }) }),
  },
  { form: 'shuffle', help: say('sandbox.faults.shuffle'), effect: { kind: 'shuffle' } },
  { form: 'rename', help: say('sandbox.faults.rename'), effect: { kind: 'rename' } },
  {
    form: `respell:${respellings.join('|')}`,
    help: say('sandbox.faults.respell'),
    effect: (value) => {
      const how = respellings.find((each) => each === value);
      return how === undefined ? undefined : { kind: 'respell', how };
    },
  },
  { form: 'partial-files', help: say('sandbox.faults.partialFiles'), effect: { kind: 'partial-files' } },
  { form: 'no-result', help: say('sandbox.faults.noResult'), effect: { kind: 'no-result' } },
  { form: 'text-result', help: say('sandbox.faults.textResult'), effect: { kind: 'text-result' } },
  {
    form: 'unknown-status[:STATUS]',
    help: say('sandbox.faults.unknownStatus'),
    effect: (status = 'archiving') => (status === '' ? undefined : { kind: 'unknown-status', status }),
  },
  {
    form: '429[:SECONDS|none]',
    help: say('sandbox.faults.tooManyRequests'),
    effect: (value = '1') =>
      value === 'none'
        ? { kind: 'rate', retryAfter: 'none', seconds: 0 }
        : numberIn(value, 0, 86_400, (seconds) => ({ kind: 'rate', retryAfter: 'seconds', seconds })),
  },
  {
    form: '429-date[:SECONDS]',
    help: say('sandbox.faults.tooManyRequestsDate'),
    effect: (value = '1') => numberIn(value, 0, 86_400, (seconds) => ({ kind: 'rate', retryAfter: 'date', seconds })),
  },
  { form: '401-rate', help: say('sandbox.faults.keyRate'), effect: { kind: 'key', reason: 'rate' } },
  { form: '401-invalid', help: say('sandbox.faults.keyInvalid'), effect: { kind: 'key', reason: 'invalid' } },
  { form: '401-revoked', help: say('sandbox.faults.keyRevoked'), effect: { kind: 'key', reason: 'revoked' } },
  { form: '401-unclear', help: say('sandbox.faults.keyUnclear'), effect: { kind: 'key', reason: 'unclear' } },
  { form: '403-pages', help: say('sandbox.faults.forbiddenPages'), effect: { kind: 'forbidden', reason: 'pages' } },
  { form: '403-revoked', help: say('sandbox.faults.forbiddenRevoked'), effect: { kind: 'forbidden', reason: 'revoked' } },
  { form: 'poison:NAME PATTERN', help: say('sandbox.faults.poison'), effect: pattern('poison') },
  { form: 'fail:NAME PATTERN', help: say('sandbox.faults.fail'), effect: pattern('fail') },
  { form: 'stuck:NAME PATTERN', help: say('sandbox.faults.stuck'), effect: pattern('stuck') },
];

function numberIn(value: string | undefined, min: number, max: number, make: (number: number) => Effect): Effect | undefined {
  if (value === undefined || !/^\d+$/.test(value)) return undefined;
  const number = Number(value);
  return number >= min && number <= max ? make(number) : undefined;
}

function isPattern(value: string): boolean {
  try {
    picomatch(value);
    return true;
  } catch {
    return false;
  }
}
