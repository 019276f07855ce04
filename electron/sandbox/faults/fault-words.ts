import picomatch from 'picomatch';
import type { Effect } from './fault.ts';

export interface FaultWord {
  readonly name: string;
  /** What may follow the colon, as help shows it; absent: nothing. */
  readonly value?: string;
  readonly help: string;
  /** Undefined when the value does not do. */
  readonly effect: (value: string | undefined) => Effect | undefined;
}

const pattern =
  (kind: 'poison' | 'fail' | 'stuck') =>
  (value: string | undefined): Effect | undefined =>
    value !== undefined && value !== '' && isPattern(value) ? { kind, pattern: value } : undefined;
const plain = (effect: Effect) => (value: string | undefined) => (value === undefined ? effect : undefined);

/** The faults that can be asked for. */
export const faultWords: readonly FaultWord[] = [
  { name: 'refuse', help: 'resets connections as soon as they are there', effect: plain({ kind: 'refuse' }) },
  {
    name: 'reset-before-body',
    help: 'resets the connection once the head is read',
    effect: plain({ kind: 'reset', moment: 'before-body' }),
  },
  { name: 'reset-mid-body', help: 'resets it half-way through the body', effect: plain({ kind: 'reset', moment: 'mid-body' }) },
  {
    name: 'reset-after-whole',
    help: 'does the work, then resets: the answer is lost',
    effect: plain({ kind: 'reset', moment: 'after-whole' }),
  },
  { name: 'hang', help: 'reads the request and never answers', effect: plain({ kind: 'hang' }) },
  {
    name: 'slow',
    value: 'MILLISECONDS',
    help: 'answers that much later',
    effect: (value) => numberIn(value, 0, 3_600_000, (milliseconds) => ({ kind: 'slow', milliseconds })),
  },
  {
    name: 'status',
    value: 'STATUS',
    help: "answers with that status and the service's JSON error",
    effect: (value) => numberIn(value, 400, 599, (status) => ({ kind: 'status', status })),
  },
  {
    name: 'gateway',
    value: '[STATUS]',
    help: 'answers as a gateway does: HTML, 502 unless said otherwise',
    effect: (value = '502') => numberIn(value, 400, 599, (status) => ({ kind: 'gateway', status })),
  },
  { name: 'portal', help: 'answers as a captive portal does: 200 and a page to sign in', effect: plain({ kind: 'portal' }) },
  {
    name: 'redirect',
    value: '[URL]',
    help: 'answers with a redirect (302)',
    effect: (value = '/sign-in') => (/^[\x21-\x7e]+$/.test(value) ? { kind: 'redirect', location: value } : undefined),
  },
  { name: 'garbage', help: 'does the work, then answers 2xx with a body that is not JSON', effect: plain({ kind: 'garbage' }) },
  {
    name: 'missing-member',
    value: '[NAME]',
    help: 'does the work, then leaves that member out of the answer',
    effect: (value) => (value === '' ? undefined : { kind: 'missing-member', ...(value === undefined ? {} : { member: value }) }),
  },
  { name: 'shuffle', help: "gives an answer's files in another order", effect: plain({ kind: 'shuffle' }) },
  { name: 'rename', help: "gives an answer's files other names", effect: plain({ kind: 'rename' }) },
  {
    name: 'unknown-status',
    value: '[STATUS]',
    help: 'gives a status that the service does not document',
    effect: (status = 'archiving') => (status === '' ? undefined : { kind: 'unknown-status', status }),
  },
  {
    name: '429',
    value: '[SECONDS|none]',
    help: 'answers 429 with Retry-After in seconds (1 unless said otherwise), or without it',
    effect: (value = '1') =>
      value === 'none'
        ? { kind: 'rate', retryAfter: 'none', seconds: 0 }
        : numberIn(value, 0, 86_400, (seconds) => ({ kind: 'rate', retryAfter: 'seconds', seconds })),
  },
  {
    name: '429-date',
    value: '[SECONDS]',
    help: 'answers 429 with Retry-After as a date that much later',
    effect: (value = '1') => numberIn(value, 0, 86_400, (seconds) => ({ kind: 'rate', retryAfter: 'date', seconds })),
  },
  { name: '401-rate', help: 'answers 401: the key is rate-limited', effect: plain({ kind: 'key', reason: 'rate' }) },
  { name: '401-invalid', help: 'answers 401: the key is not valid', effect: plain({ kind: 'key', reason: 'invalid' }) },
  { name: '401-revoked', help: 'answers 401: the key is revoked', effect: plain({ kind: 'key', reason: 'revoked' }) },
  { name: '401-unclear', help: 'answers 401 without saying why', effect: plain({ kind: 'key', reason: 'unclear' }) },
  { name: '403-pages', help: 'answers 403: out of pages', effect: plain({ kind: 'forbidden', reason: 'pages' }) },
  { name: '403-revoked', help: 'answers 403: the key is revoked', effect: plain({ kind: 'forbidden', reason: 'revoked' }) },
  { name: 'poison', value: 'NAME PATTERN', help: 'answers 400 when such a file is in the request', effect: pattern('poison') },
  { name: 'fail', value: 'NAME PATTERN', help: 'such a file fails', effect: pattern('fail') },
  { name: 'stuck', value: 'NAME PATTERN', help: 'such a file is never done', effect: pattern('stuck') },
];

/** Every fault with its meaning, for help: `status:STATUS` and so on. */
export const faultHelp: readonly { readonly fault: string; readonly meaning: string }[] = faultWords.map(
  ({ name, value, help }) => ({
    fault: value === undefined ? name : `${name}${value.startsWith('[') ? `[:${value.slice(1)}` : `:${value}`}`,
    meaning: help,
  }),
);

function numberIn(value: string | undefined, least: number, most: number, make: (number: number) => Effect): Effect | undefined {
  if (value === undefined || !/^\d+$/.test(value)) return undefined;
  const number = Number(value);
  return number >= least && number <= most ? make(number) : undefined;
}

function isPattern(value: string): boolean {
  try {
    picomatch(value);
    return true;
  } catch {
    return false;
  }
}
