import { z } from 'zod';
import { messageSchema } from '../messages/message.ts';
import { forbiddenReasons, keyProblems } from '../protocol/failure.ts';
import { fullRate, halved, limited, mostPerSecond, type Rate, takeSome } from './rate.ts';

/**
 * What several machines with one account know of it together: one budget of requests, and what the service has said that holds for
 * all of them. Times are milliseconds since the epoch by one clock that they share; what goes to a machine is said in milliseconds
 * from now, because its own clock may be another one.
 */
export interface SharedState {
  readonly rate: Rate;
  readonly troubles: readonly StoredTrouble[];
  /** Grows with each trouble. */
  readonly number: number;
}

const message = messageSchema;

/** `key` and `forbidden` as in `Gate`; `rate`: the service asked for a pause. */
export const troubleSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('key'), message, reason: z.enum(keyProblems) }),
  z.object({ kind: z.literal('forbidden'), message, reason: z.enum(forbiddenReasons) }),
  z.object({ kind: z.literal('rate'), message, tries: z.number() }),
]);
export type Trouble = z.infer<typeof troubleSchema>;

const storedSchema = z.object({
  trouble: troubleSchema,
  /** Which key it is about. A pause, and that there are no pages left, concerns all keys of the account. */
  key: z.string(),
  number: z.number(),
  /** When it may be tried again; absent: when a person says so. */
  until: z.number().exactOptional(),
});
type StoredTrouble = z.infer<typeof storedSchema>;

const time = z.number().nullable();

/** Reads a stored state. */
export const sharedStateSchema = z.object({
  rate: z
    .object({ most: z.number(), perSecond: z.number(), tokens: z.number(), at: z.number(), observed: z.number(), halvedAt: time })
    .transform((rate): Rate => ({ ...rate, halvedAt: rate.halvedAt ?? Number.NEGATIVE_INFINITY })),
  troubles: z.array(storedSchema),
  number: z.number(),
});

/** What one machine knows now. */
export interface KnownTrouble {
  readonly trouble: Trouble;
  /** Of two, the later one has the larger number. */
  readonly number: number;
  /** Milliseconds until it may be tried again; absent: when a person says so. */
  readonly leftMs?: number;
}

export interface AllotmentRequest {
  /** Of the account: which key this machine has. */
  readonly key: string;
  /** So many requests, at most. */
  readonly wanted: number;
  /** Requests a second that this machine allows. */
  readonly most: number;
  /** It wants to find out whether a trouble has passed: `due`: if it may be tried by now; `now`: a person says so. */
  readonly tries?: 'due' | 'now';
}

export interface Allotment {
  /** So many may begin, soon. */
  readonly requests: number;
  /** Where there are none: milliseconds until there is one. */
  readonly waitMs: number;
  /** Of all machines together. */
  readonly perSecond: number;
  readonly troubles: readonly KnownTrouble[];
  /** This machine is the one that finds out, with one call: the others wait for it. */
  readonly mayTry: boolean;
}

/** While one machine finds out, so long, in milliseconds, the others wait for it. */
const tryingMs = 60_000;

/** Nothing is known yet: the first machine that asks has the rate that it allows, and need not wait for it to rise. */
export function freshState(now: number): SharedState {
  return { rate: fullRate(now, mostPerSecond), troubles: [], number: 0 };
}

/** Gives one machine its part of the requests, and tells it what the others have learned. */
export function allot(
  state: SharedState,
  { key, wanted, most, tries }: AllotmentRequest,
  now: number,
): { readonly state: SharedState; readonly allotment: Allotment } {
  const taken = takeSome(limited(state.rate, now, most), now, wanted);
  const own = state.troubles.filter((each) => concerns(each, key));
  const isDue = ({ until }: StoredTrouble) => tries === 'now' || (tries === 'due' && until !== undefined && until <= now);
  // A refusal of uploads keeps nobody from finding out with a free call whether the key is good again.
  const ofKey = own.some(({ trouble }) => trouble.kind === 'key');
  const tried = own.filter(({ trouble }) => tries === 'now' || !ofKey || trouble.kind !== 'forbidden');
  const mayTry = tried.length > 0 && taken.requests > 0 && tried.every(isDue);
  const told = own.map(
    ({ trouble, number, until }): KnownTrouble => ({
      trouble,
      number,
      ...(until !== undefined && { leftMs: Math.max(0, until - now) }),
    }),
  );
  const troubles = mayTry ? state.troubles.map((each) => (tried.includes(each) ? triedBy(each, now) : each)) : state.troubles;
  const { requests, waitMs, rate } = taken;
  return {
    state: { ...state, rate, troubles },
    allotment: { requests, waitMs, perSecond: rate.perSecond, troubles: told, mayTry },
  };
}

/** What only a person can have tried again stays so. */
function triedBy(stored: StoredTrouble, now: number): StoredTrouble {
  return stored.until === undefined ? stored : { ...stored, until: Math.max(now + tryingMs, stored.until) };
}

/**
 * The service has said something that holds for every machine. A pause halves the rate of all.
 * @param forMs until it may be tried again
 */
export function shut(state: SharedState, trouble: Trouble, key: string, now: number, forMs?: number): SharedState {
  const same = (each: StoredTrouble) =>
    each.trouble.kind === trouble.kind && (each.key === key || (isOfAccount(each.trouble) && isOfAccount(trouble)));
  const before = state.troubles.find(same);
  const until = forMs === undefined ? undefined : now + forMs;
  // A pause that was asked for earlier still holds, if it is the longer one.
  const latest = trouble.kind === 'rate' && until !== undefined ? Math.max(until, before?.until ?? 0) : until;
  const number = state.number + 1;
  const added = { trouble, key, number, ...(latest !== undefined && { until: latest }) };
  return {
    ...{ number, rate: trouble.kind === 'rate' ? halved(state.rate, now) : state.rate },
    troubles: [...state.troubles.filter((each) => !same(each)), added],
  };
}

/** These have passed, as a call has shown: those that were said since then stay. */
export function passed(state: SharedState, numbers: readonly number[]): SharedState {
  return { ...state, troubles: state.troubles.filter(({ number }) => !numbers.includes(number)) };
}

function concerns({ trouble, key: other }: StoredTrouble, key: string): boolean {
  return isOfAccount(trouble) || other === key;
}

/** Whatever key a machine has. */
function isOfAccount(trouble: Trouble): boolean {
  return trouble.kind === 'rate' || (trouble.kind === 'forbidden' && trouble.reason === 'pages');
}
