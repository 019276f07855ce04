import { type EndpointName, endpointGroups, endpointNames, endpointOf } from '../endpoints.ts';

/** What goes wrong; `fault-words.ts` names it. */
export type Effect =
  /** The connection is reset as soon as it is opened. */
  | { readonly kind: 'refuse' }
  /** The connection is reset after the head, halfway through the body, or once the answer is known (the work is done). */
  | { readonly kind: 'reset'; readonly moment: 'before-body' | 'mid-body' | 'after-whole' }
  /** The whole request is read and never answered. */
  | { readonly kind: 'hang' }
  | { readonly kind: 'slow'; readonly milliseconds: number }
  | CannedEffect
  /** A 2xx whose body cannot be read. */
  | { readonly kind: 'garbage' }
  | ShapeEffect
  /** 400 if a file of that name is in the request. */
  | { readonly kind: 'poison'; readonly pattern: string }
  /** A file of that name fails, or stays in `processing`. */
  | { readonly kind: 'fail' | 'stuck'; readonly pattern: string };

/** Another answer is sent. */
export type CannedEffect =
  | { readonly kind: 'status'; readonly status: number }
  | { readonly kind: 'gateway'; readonly status: number }
  | { readonly kind: 'portal' }
  | { readonly kind: 'redirect'; readonly location: string }
  | { readonly kind: 'rate'; readonly retryAfter: 'none' | 'seconds' | 'date'; readonly seconds: number }
  | { readonly kind: 'key'; readonly reason: 'rate' | 'invalid' | 'revoked' | 'unclear' }
  | { readonly kind: 'forbidden'; readonly reason: 'pages' | 'revoked' };

/**
 * How file names come back: UTF-8 read as Latin-1, spaces as underscores, as in an address, with accents apart, quotation
 * marks as in a form, or with question marks for all that is not ASCII.
 */
export const respellings = ['latin1', 'underscores', 'percent', 'nfd', 'quotes', 'ascii'] as const;
export type Respelling = (typeof respellings)[number];

/** The answer's JSON is changed. */
export type ShapeEffect =
  | { readonly kind: 'missing-member'; readonly member?: string }
  | { readonly kind: 'shuffle' }
  | { readonly kind: 'rename' }
  | { readonly kind: 'respell'; readonly how: Respelling }
  | { readonly kind: 'partial-files' | 'no-result' | 'text-result' }
  | { readonly kind: 'unknown-status'; readonly status: string };

export interface Fault {
  readonly effect: Effect;
  /** The endpoints that it applies to. */
  readonly on: readonly EndpointName[];
  /** To how many requests (or connections, or files) it applies; absent: to all. */
  readonly times?: number;
  /** How many pass unharmed first. */
  readonly skip: number;
  /** A probability from 0 to 1. */
  readonly chance: number;
  /** How long it applies after it was added; absent: forever. */
  readonly seconds?: number;
  /** The request is processed all the same, and only its answer is replaced. */
  readonly kept: boolean;
}

/**
 * Where a fault applies: at the connection; before the request is processed; to the files of an upload; to a file being
 * processed; to the answer's JSON; to the answer as it is sent.
 */
export type Phase = 'connection' | 'request' | 'upload' | 'file' | 'shape' | 'send';

interface Traits {
  /** Where it applies by default. */
  readonly phase: Phase;
  /** The endpoints that it applies to by default: those where it shows. */
  readonly on: readonly EndpointName[];
  /** It may replace the answer of a request that is processed. */
  readonly mayBeKept?: true;
}

const answered: Traits = { phase: 'request', on: endpointNames, mayBeKept: true };
const sent: Traits = { phase: 'send', on: endpointNames };
const listed: Traits = { phase: 'shape', on: ['createExtraction', 'uploadFiles', 'getBatchResults', 'getClassificationBatch'] };
const polled: Traits = { phase: 'shape', on: endpointGroups.polls ?? [] };

const traits: Readonly<Record<Effect['kind'], Traits>> = {
  refuse: { phase: 'connection', on: endpointNames },
  reset: { phase: 'request', on: endpointNames },
  hang: answered,
  status: answered,
  gateway: answered,
  portal: answered,
  redirect: answered,
  rate: answered,
  key: answered,
  forbidden: answered,
  slow: sent,
  garbage: sent,
  'missing-member': { phase: 'shape', on: endpointNames.filter((name) => endpointOf(name).member !== undefined) },
  shuffle: listed,
  rename: listed,
  respell: listed,
  'partial-files': polled,
  'no-result': polled,
  'text-result': polled,
  'unknown-status': polled,
  poison: { phase: 'upload', on: endpointGroups.uploads ?? [] },
  fail: { phase: 'file', on: endpointGroups.uploads ?? [] },
  stuck: { phase: 'file', on: endpointGroups.uploads ?? [] },
};

export function phaseOf({ effect, kept }: Pick<Fault, 'effect' | 'kept'>): Phase {
  const isLast = effect.kind === 'reset' && effect.moment === 'after-whole';
  return isLast || (kept && mayBeKept(effect)) ? 'send' : traits[effect.kind].phase;
}

/** Whether `kept` makes a difference to an effect. */
export function mayBeKept({ kind }: Effect): boolean {
  return traits[kind].mayBeKept === true;
}

/** The endpoints that an effect applies to by default. A member that is named may be missing anywhere. */
export function defaultEndpoints(effect: Effect): readonly EndpointName[] {
  return effect.kind === 'missing-member' && effect.member !== undefined ? endpointNames : traits[effect.kind].on;
}
