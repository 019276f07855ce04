import picomatch from 'picomatch';
import { type Message, say } from '../../core/messages/message.ts';
import { isObject } from '../../core/plain-data.ts';
import { type EndpointName, endpointGroups, endpointNames, endpointOf } from '../endpoints.ts';
import { errors, ServiceError } from '../errors.ts';
import { type Random, shuffled } from '../random.ts';

/**
 * Where a fault applies: at the connection; before the request is processed; to the files of an upload; to a file being
 * processed; to the answer's JSON; to the answer as it is sent.
 */
export type Phase = 'connection' | 'request' | 'upload' | 'file' | 'shape' | 'send';

/** What is sent instead of the service's answer. */
interface CannedAnswer {
  /** Default: the service's. */
  readonly status?: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

type Answer = Readonly<Record<string, unknown>>;

/** What goes wrong. In `request` and `send`, a request is never answered if nothing else is said. */
export interface FaultWord {
  readonly name: string;
  /** How a value is written, as the help shows it: `:STATUS`, or `[:STATUS]` where it may be left out. Absent: it takes none. */
  readonly form?: string;
  readonly help: Message;
  readonly phase: Phase;
  /** It may replace the answer of a request that is processed. */
  readonly mayBeKept?: true;
  /** The endpoints that it applies to by default: those where it shows. Absent: all. */
  readonly on?: readonly EndpointName[];
  /** Whether a value may be so. */
  readonly takes?: (value: string) => boolean;
  /** The value where none is given. Absent: one is needed. */
  readonly byDefault?: string;
  /** The connection is reset: as soon as the fault applies, or halfway through the body. */
  readonly resets?: 'at-once' | 'halfway';
  /** The answer is sent that many milliseconds later. */
  readonly delays?: true;
  readonly answer?: (value: string, now: number) => CannedAnswer;
  /** Changes the answer's JSON. `member`: the endpoint's own. */
  readonly change?: (answer: Answer, value: string, member: string | undefined, random: Random) => Answer;
}

const answered = { phase: 'request', mayBeKept: true } as const;
const listed = { phase: 'shape', on: ['createExtraction', 'uploadFiles', 'getBatchResults', 'getClassificationBatch'] } as const;
const polled = { phase: 'shape', on: endpointGroups.polls ?? [] } as const;
const ofFiles = { form: ':NAME PATTERN', takes: isPattern, on: endpointGroups.uploads ?? [] } as const;

/** How file names come back. */
export const respelled = {
  /** UTF-8 read as Latin-1. */
  latin1: (name: string) => Buffer.from(name).toString('latin1'),
  underscores: (name: string) => name.replaceAll(' ', '_'),
  /** As in an address. */
  percent: encodeURIComponent,
  /** With accents apart. */
  nfd: (name: string) => name.normalize('NFD'),
  /** As in a form. */
  quotes: (name: string) => name.replaceAll('"', '%22'),
  ascii: (name: string) => name.replace(/[^\x20-\x7e]/g, '?'),
};
type Respelling = keyof typeof respelled;
export const respellings = Object.keys(respelled) as Respelling[];

/** The faults that can be requested. */
export const faultWords: readonly FaultWord[] = [
  { name: 'refuse', help: say('sandbox.faults.refuse'), phase: 'connection' },
  { name: 'reset-before-body', help: say('sandbox.faults.resetBeforeBody'), phase: 'request', resets: 'at-once' },
  { name: 'reset-mid-body', help: say('sandbox.faults.resetMidBody'), phase: 'request', resets: 'halfway' },
  { name: 'reset-after-whole', help: say('sandbox.faults.resetAfterWhole'), phase: 'send', resets: 'at-once' },
  { name: 'hang', help: say('sandbox.faults.hang'), ...answered },
  {
    ...{ name: 'slow', form: ':MILLISECONDS', help: say('sandbox.faults.slow'), phase: 'send', delays: true },
    takes: numberIn(0, 3_600_000),
  },
  {
    ...{ name: 'status', form: ':STATUS', help: say('sandbox.faults.status'), ...answered, takes: numberIn(400, 599) },
    answer: (status) => json(new ServiceError(Number(status), `The sandbox was asked to answer ${status}.`)),
  },
  {
    ...{ name: 'gateway', form: '[:STATUS]', help: say('sandbox.faults.gateway'), ...answered },
    ...{ takes: numberIn(400, 599), byDefault: '502' },
    answer: (status) => html(Number(status), `${status} Bad Gateway`, 'The server behind this gateway did not answer.'),
  },
  {
    ...{ name: 'portal', help: say('sandbox.faults.portal'), ...answered },
    answer: () => html(200, 'Sign in to this network', 'Accept the terms to go on.'),
  },
  {
    ...{ name: 'redirect', form: '[:URL]', help: say('sandbox.faults.redirect'), ...answered },
    takes: (location) => /^[\x21-\x7e]+$/.test(location),
    byDefault: '/sign-in',
    answer: (location) => html(302, '302 Found', 'This has moved.', { location }),
  },
  {
    ...{ name: 'garbage', help: say('sandbox.faults.garbage'), phase: 'send' },
    answer: () => ({ headers: {}, body: '{"files": [{"id": ' }),
  },
  {
    ...{ name: 'missing-member', form: '[:NAME]', help: say('sandbox.faults.missingMember'), phase: 'shape' },
    on: endpointNames.filter((name) => endpointOf(name).member !== undefined),
    takes: isGiven,
    byDefault: '',
    change(answer, value, member) {
      const missing = value || member;
      return missing === undefined ? answer : (without(answer, missing) as Answer);
    },
  },
  {
    ...{ name: 'shuffle', help: say('sandbox.faults.shuffle'), ...listed },
    change: (answer, _, __, random) => withFiles(answer, (files) => shuffled(files, random)),
  },
  {
    ...{ name: 'rename', help: say('sandbox.faults.rename'), ...listed },
    change: (answer) => withEachFile(answer, (file, index) => ({ ...file, file_name: `document-${index + 1}` })),
  },
  {
    ...{ name: 'respell', form: `:${respellings.join('|')}`, help: say('sandbox.faults.respell'), ...listed },
    takes: (how) => Object.hasOwn(respelled, how),
    change: (answer, how) =>
      withEachFile(answer, (file) => ({ ...file, file_name: respelled[how as Respelling](`${file.file_name}`) })),
  },
  {
    ...{ name: 'partial-files', help: say('sandbox.faults.partialFiles'), ...polled },
    change: (answer) => withFiles(answer, (files) => files.slice(0, 1)),
  },
  {
    ...{ name: 'no-result', help: say('sandbox.faults.noResult'), ...polled },
    change: (answer) => withEachFile(answer, ({ id, file_name, status }) => ({ id, file_name, status })),
  },
  {
    ...{ name: 'text-result', help: say('sandbox.faults.textResult'), ...polled },
    change: (answer) =>
      withEachFile(answer, ({ result, ...file }) =>
        isObject(result) ? { ...file, result: { ...result, extracted_data: JSON.stringify(result.extracted_data) } } : file,
      ),
  },
  {
    ...{ name: 'unknown-status', form: '[:STATUS]', help: say('sandbox.faults.unknownStatus'), ...polled },
    takes: isGiven,
    byDefault: 'archiving',
    change({ batch, ...answer }, status) {
      const renamed = withEachFile(answer, (file) => ({ ...file, status }));
      return isObject(batch) ? { ...renamed, batch: { ...batch, status } } : renamed;
    },
  },
  {
    ...{ name: '429', form: '[:SECONDS|none]', help: say('sandbox.faults.tooManyRequests'), ...answered },
    takes: (seconds) => seconds === 'none' || numberIn(0, 86_400)(seconds),
    byDefault: '1',
    answer: (seconds) => json(errors.tooManyRequests(seconds === 'none' ? undefined : seconds)),
  },
  {
    ...{ name: '429-date', form: '[:SECONDS]', help: say('sandbox.faults.tooManyRequestsDate'), ...answered },
    ...{ takes: numberIn(0, 86_400), byDefault: '1' },
    answer: (seconds, now) => json(errors.tooManyRequests(new Date(now + Number(seconds) * 1000).toUTCString())),
  },
  { name: '401-rate', help: say('sandbox.faults.keyRate'), ...answered, answer: () => json(errors.rateLimitedKey()) },
  { name: '401-invalid', help: say('sandbox.faults.keyInvalid'), ...answered, answer: () => json(errors.invalidKey()) },
  { name: '401-revoked', help: say('sandbox.faults.keyRevoked'), ...answered, answer: () => json(errors.revokedKey(401)) },
  { name: '401-unclear', help: say('sandbox.faults.keyUnclear'), ...answered, answer: () => json(errors.unclearKey()) },
  { name: '403-pages', help: say('sandbox.faults.forbiddenPages'), ...answered, answer: () => json(errors.outOfPages(1, 0)) },
  { name: '403-revoked', help: say('sandbox.faults.forbiddenRevoked'), ...answered, answer: () => json(errors.revokedKey(403)) },
  { name: 'poison', help: say('sandbox.faults.poison'), ...ofFiles, phase: 'upload' },
  { name: 'fail', help: say('sandbox.faults.fail'), ...ofFiles, phase: 'file' },
  { name: 'stuck', help: say('sandbox.faults.stuck'), ...ofFiles, phase: 'file' },
];

function numberIn(min: number, max: number): (value: string) => boolean {
  return (value) => /^\d+$/.test(value) && Number(value) >= min && Number(value) <= max;
}

function isGiven(value: string): boolean {
  return value !== '';
}

function isPattern(value: string): boolean {
  try {
    picomatch(value);
    return true;
  } catch {
    return false;
  }
}

function json({ status, headers, message }: ServiceError): CannedAnswer {
  return {
    status,
    headers: { ...headers, 'content-type': 'application/json; charset=utf-8' },
    body: JSON.stringify({ error: message }),
  };
}

function html(status: number, title: string, text: string, headers: CannedAnswer['headers'] = {}): CannedAnswer {
  return {
    status,
    headers: { ...headers, 'content-type': 'text/html; charset=utf-8' },
    body: `<!doctype html><html><head><title>${title}</title></head><body><h1>${title}</h1><p>${text}</p></body></html>\n`,
  };
}

function withFiles(answer: Answer, change: (files: readonly Answer[]) => readonly Answer[]): Answer {
  const files = answer.files;
  return Array.isArray(files) ? { ...answer, files: change(files.filter(isObject)) } : answer;
}

function withEachFile(answer: Answer, change: (file: Answer, index: number) => Answer): Answer {
  return withFiles(answer, (files) => files.map(change));
}

/** Without a member, at any depth. */
function without(value: unknown, member: string): unknown {
  if (Array.isArray(value)) return value.map((item) => without(item, member));
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([key]) => key !== member);
  return Object.fromEntries(kept.map(([key, inner]) => [key, without(inner, member)]));
}
