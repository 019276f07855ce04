import { breachesIn } from '../checks/rules.ts';
import { sameJson } from '../plain-data.ts';
import { confirmationOf, reviewReasons } from '../review/local-review.ts';
import type { Delivery, DeliveryMembers, Document } from './document.ts';
import {
  type Bucket,
  type DocumentState,
  hasResult,
  isHeldAs,
  personNeeded,
  presentState,
  type StateName,
  states,
  traitsOf,
} from './states.ts';

export type Balance = Readonly<Record<Bucket, number>> & { readonly found: number };

/** The bucket of a document: what became of it, or `moving` while something is still to come, including a person's decision. */
export function bucketOf(state: StateName, delivery: Delivery['kind']): Bucket {
  const { bucket, result } = states[state];
  return result !== 'none' && delivery !== 'done' ? 'moving' : bucket;
}

export function balanceOf(counts: Iterable<{ readonly bucket: Bucket; readonly count: number }>): Balance {
  const sum: Record<Bucket | 'found', number> = {
    found: 0,
    delivered: 0,
    duplicate: 0,
    rejected: 0,
    failed: 0,
    gone: 0,
    moving: 0,
  };
  for (const { bucket, count } of counts) {
    sum[bucket] += count;
    sum.found += count;
  }
  return sum;
}

/**
 * What people see of a document, wherever they see it: its pill, the filter that lists it, what is counted, the badge, the
 * tray. Every document has exactly one. The service's own word is in its details and in its JSON. `asks`: a person should look at it, and
 * it can be dismissed.
 */
export const standings = {
  /** It goes no further, or should not be relied on, without a person. */
  'needs-you': { asks: true },
  /** The service failed, or it was refused or given up: it has no result. */
  failed: { asks: true },
  /** It goes on by itself once what holds it back has ended: its folder, its budget, the service (`hold.ts`). Never in the ledger. */
  waiting: { asks: false },
  'on-the-way': { asks: false },
  /** Its result is there and needs nobody. */
  done: { asks: false },
  /** A person has confirmed its result, here or at the service. */
  confirmed: { asks: false },
  /** A person has seen that it needs somebody, and wants no more of it. */
  dismissed: { asks: false },
  /** Its content is no longer where it was. */
  gone: { asks: false },
} as const;

export type Standing = keyof typeof standings;
export type StandingCounts = Readonly<Record<Standing, number>>;

/** In the order in which a window lists them. */
export const standingNames = Object.keys(standings) as readonly Standing[] as readonly [Standing, ...Standing[]];

export const askingStandings = standingNames.filter((name) => standings[name].asks);

/** What becomes of a document of which nothing else is to be said. */
const ofBucket = {
  delivered: 'done',
  duplicate: 'done',
  rejected: 'failed',
  failed: 'failed',
  gone: 'gone',
  moving: 'on-the-way',
} as const;

export function standingOf(document: Concern & Pick<Document, 'dismissed'>): Standing {
  const { state, delivery, review, dismissed } = document;
  const own = ofBucket[bucketOf(state.kind, delivery.kind)];
  if (concernsPerson(document)) return dismissed === true ? 'dismissed' : own === 'failed' ? own : 'needs-you';
  // Its verdict is written, and its values are still to come.
  if (document.passedOn !== undefined && hasResult(state.kind)) return dismissed === true ? 'dismissed' : 'on-the-way';
  const isConfirmed = confirmationOf(review) !== undefined || traitsOf[state.kind].review === 'done';
  return isConfirmed && hasResult(state.kind) ? 'confirmed' : own;
}

export function countsOf(counted: Iterable<{ readonly standing: Standing; readonly count: number }>): StandingCounts {
  const counts = Object.fromEntries(standingNames.map((name) => [name, 0])) as Record<Standing, number>;
  for (const { standing, count } of counted) counts[standing] += count;
  return counts;
}

/** How many there are of these standings together. */
export function sumOf(counts: StandingCounts, names: readonly Standing[] = standingNames): number {
  return names.reduce((sum, name) => sum + counts[name], 0);
}

/** How many a person should look at. */
export function askingIn(counts: StandingCounts): number {
  return sumOf(counts, askingStandings);
}

/** What makes a document a person's concern. */
type Concern = Pick<Document, 'state' | 'result' | 'droppedAt' | 'possibleDuplicate' | 'review' | 'findings' | 'passedOn'> & {
  readonly delivery: DeliveryMembers;
};

/**
 * Whether a document goes no further, or should not be relied on, without a person: the number that Intray shows. One
 * that a person has seen and dismissed is not counted.
 */
export function needsPerson(document: Concern & Pick<Document, 'dismissed'>): boolean {
  return document.dismissed !== true && concernsPerson(document);
}

/** The same, dismissed or not. */
export function concernsPerson(document: Concern): boolean {
  const { state, delivery, passedOn } = document;
  // The disk refuses its result, something has to be done about a value before it is filed by it, or the values that the service
  // extracts by itself are not here after a long time.
  const isStuck = (delivery.message ?? delivery.unfiled) !== undefined || passedOn?.state.asked === true;
  return (isStuck && hasResult(state.kind)) || asksPerson(document);
}

/** The same for the document itself, dismissed or not; a disk that refuses its result for a while does not count. */
export function asksPerson({ state, result, droppedAt, possibleDuplicate, review, findings }: Concern): boolean {
  const needed = personNeeded(state);
  if (needed !== 'by-result') return needed;
  if (review?.conflict !== undefined) return true;
  // Nobody had to look at it when its result was dropped.
  if (confirmationOf(review) !== undefined || droppedAt !== undefined) return false;
  if (result === undefined) return traitsOf[state.kind].review === 'open';
  return reviewReasons(result, [], possibleDuplicate, review, findings).length > 0;
}

/**
 * Whether a person who dismissed the document before is asked again: its state or result has changed, the service
 * contradicts a correction, the folder's own checks find something else, or the disk refuses it, or it cannot be filed, for
 * another reason. Writing its result or moving its file is no reason.
 */
export function isNewConcern(before: Concern, after: Concern): boolean {
  // What is looked at again is what was dismissed, and so is what is not sent because it was.
  if (isUnderWay(after.state) || isHeldAs(after.state, 'dismissed')) return false;
  if (isUnderWay(before.state) && !hasResult(after.state.kind)) return false;
  const concern = ({ state, delivery, result, possibleDuplicate, review, findings, passedOn }: Concern) => ({
    state: presentState(state),
    result,
    possibleDuplicate,
    conflict: review?.conflict,
    asked: passedOn?.state.asked,
    breaches: breachesIn(findings).map(({ rule, field }) => [rule, field]),
    refusal: delivery.message ?? delivery.unfiled,
  });
  const [old, now] = [concern(before), concern(after)];
  return !sameJson(now.refusal === undefined ? { ...old, refusal: undefined } : old, now);
}

/** Nothing is known against it so far. */
function isUnderWay(state: DocumentState): boolean {
  return traitsOf[state.kind].progress === 'waiting' && personNeeded(state) === false;
}
