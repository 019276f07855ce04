import picomatch from 'picomatch';
import { type Message, say } from '../../core/messages/message.ts';
import type { Effect } from './fault.ts';

export interface FaultWord {
  readonly name: string;
  /** What may follow the colon, as the help shows it; absent: nothing. */
  readonly value?: string;
  readonly help: Message;
  /** Undefined if the value is not valid. */
  readonly effect: (value: string | undefined) => Effect | undefined;
}

const pattern =
  (kind: 'poison' | 'fail' | 'stuck') =>
  (value: string | undefined): Effect | undefined =>
    value !== undefined && value !== '' && isPattern(value) ? { kind, pattern: value } : undefined;
const plain = (effect: Effect) => (value: string | undefined) => (value === undefined ? effect : undefined);

/** The faults that can be requested. */
export const faultWords: readonly FaultWord[] = [
  { name: 'refuse', help: say('sandbox.faults.refuse'), effect: plain({ kind: 'refuse' }) },
  {
    name: 'reset-before-body',
    help: say('sandbox.faults.resetBeforeBody'),
    effect: plain({ kind: 'reset', moment: 'before-body' }),
  },
  {
    name: 'reset-mid-body',
    help: say('sandbox.faults.resetMidBody'),
    effect: plain({ kind: 'reset', moment: 'mid-body' }),
  },
  {
    name: 'reset-after-whole',
    help: say('sandbox.faults.resetAfterWhole'),
    effect: plain({ kind: 'reset', moment: 'after-whole' }),
  },
  { name: 'hang', help: say('sandbox.faults.hang'), effect: plain({ kind: 'hang' }) },
  {
    name: 'slow',
    value: 'MILLISECONDS',
    help: say('sandbox.faults.slow'),
    effect: (value) => numberIn(value, 0, 3_600_000, (milliseconds) => ({ kind: 'slow', milliseconds })),
  },
  {
    name: 'status',
    value: 'STATUS',
    help: say('sandbox.faults.status'),
    effect: (value) => numberIn(value, 400, 599, (status) => ({ kind: 'status', status })),
  },
  {
    name: 'gateway',
    value: '[STATUS]',
    help: say('sandbox.faults.gateway'),
    effect: (value = '502') => numberIn(value, 400, 599, (status) => ({ kind: 'gateway', status })),
  },
  { name: 'portal', help: say('sandbox.faults.portal'), effect: plain({ kind: 'portal' }) },
  {
    name: 'redirect',
    value: '[URL]',
    help: say('sandbox.faults.redirect'),
    effect: (value = '/sign-in') => (/^[\x21-\x7e]+$/.test(value) ? { kind: 'redirect', location: value } : undefined),
  },
  { name: 'garbage', help: say('sandbox.faults.garbage'), effect: plain({ kind: 'garbage' }) },
  {
    name: 'missing-member',
    value: '[NAME]',
    help: say('sandbox.faults.missingMember'),
    effect: (value) => (value === '' ? undefined : { kind: 'missing-member', ...(value === undefined ? {} : { member: value }) }),
  },
  { name: 'shuffle', help: say('sandbox.faults.shuffle'), effect: plain({ kind: 'shuffle' }) },
  { name: 'rename', help: say('sandbox.faults.rename'), effect: plain({ kind: 'rename' }) },
  {
    name: 'unknown-status',
    value: '[STATUS]',
    help: say('sandbox.faults.unknownStatus'),
    effect: (status = 'archiving') => (status === '' ? undefined : { kind: 'unknown-status', status }),
  },
  {
    name: '429',
    value: '[SECONDS|none]',
    help: say('sandbox.faults.tooManyRequests'),
    effect: (value = '1') =>
      value === 'none'
        ? { kind: 'rate', retryAfter: 'none', seconds: 0 }
        : numberIn(value, 0, 86_400, (seconds) => ({ kind: 'rate', retryAfter: 'seconds', seconds })),
  },
  {
    name: '429-date',
    value: '[SECONDS]',
    help: say('sandbox.faults.tooManyRequestsDate'),
    effect: (value = '1') => numberIn(value, 0, 86_400, (seconds) => ({ kind: 'rate', retryAfter: 'date', seconds })),
  },
  { name: '401-rate', help: say('sandbox.faults.keyRate'), effect: plain({ kind: 'key', reason: 'rate' }) },
  { name: '401-invalid', help: say('sandbox.faults.keyInvalid'), effect: plain({ kind: 'key', reason: 'invalid' }) },
  { name: '401-revoked', help: say('sandbox.faults.keyRevoked'), effect: plain({ kind: 'key', reason: 'revoked' }) },
  { name: '401-unclear', help: say('sandbox.faults.keyUnclear'), effect: plain({ kind: 'key', reason: 'unclear' }) },
  { name: '403-pages', help: say('sandbox.faults.forbiddenPages'), effect: plain({ kind: 'forbidden', reason: 'pages' }) },
  { name: '403-revoked', help: say('sandbox.faults.forbiddenRevoked'), effect: plain({ kind: 'forbidden', reason: 'revoked' }) },
  { name: 'poison', value: 'NAME PATTERN', help: say('sandbox.faults.poison'), effect: pattern('poison') },
  { name: 'fail', value: 'NAME PATTERN', help: say('sandbox.faults.fail'), effect: pattern('fail') },
  { name: 'stuck', value: 'NAME PATTERN', help: say('sandbox.faults.stuck'), effect: pattern('stuck') },
];

/** Every fault with its meaning, for the help: `status:STATUS` and so on. */
export const faultHelp: readonly { readonly fault: string; readonly meaning: Message }[] = faultWords.map(
  ({ name, value, help }) => ({
    fault: value === undefined ? name : `${name}${value.startsWith('[') ? `[:${value.slice(1)}` : `:${value}`}`,
    meaning: help,
  }),
);

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
