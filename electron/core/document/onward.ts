import type { NextStep } from '../config/folder-settings.ts';
import { type Message, say } from '../messages/message.ts';
import { defined } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';
import { confirmationOf } from '../review/local-review.ts';
import type { Document } from './document.ts';
import type { DocumentResult } from './result.ts';

/** Whether a classified document goes on into an extraction. */
export type Onward =
  /** Its category is all that is wanted, or the service asks for a review. */
  | { readonly kind: 'stays' }
  /** A person decides first. */
  | { readonly kind: 'asks'; readonly message: Message }
  | { readonly kind: 'goes-on'; readonly route: Route; readonly category?: string }
  /** The service passes it on itself: its values are in a batch of that extraction, and nothing is sent. */
  | { readonly kind: 'linked'; readonly extraction: string; readonly category: string };

/** What is known of a category of the classification. */
interface KnownCategory {
  readonly id: string;
  readonly name: string;
  /** `made`: with its classification, here, so that what it is linked to is known. */
  readonly source?: 'result' | 'typed' | 'made';
  /** The extraction that the service itself passes its documents on to. */
  readonly linkedExtractionId?: string;
}

type Verdict = Extract<DocumentResult, { kind: 'classification' }>;

const stays: Onward = { kind: 'stays' };

/**
 * What its folder's settings make of a document's verdict. What a person has confirmed, or the service calls confirmed, is sure.
 * Nothing that the service passes on itself goes on from here, whatever the settings say: its pages would be paid for twice.
 */
export function onwardOf(
  next: NextStep | undefined,
  document: Pick<Document, 'result' | 'review' | 'verdict'>,
  known: readonly KnownCategory[],
): Onward {
  const { result, review } = document;
  if (next === undefined || document.verdict !== undefined || result?.kind !== 'classification') return stays;
  const isSettled = confirmationOf(review) !== undefined || result.status === 'confirmed';
  if (review?.conflict !== undefined || (!isSettled && result.status === 'needs_review')) return stays;
  const category = known.find(({ id }) => id === result.categoryId) ?? known.find((each) => each.name === result.categoryName);
  const name = result.categoryName ?? category?.name ?? result.categoryId;
  if (name === undefined) return byDefault(next, undefined);
  const target = targetOf(next, name, result.categoryId ?? category?.id);
  if (target === undefined && (isSettled || next.otherwise === 'leave')) return stays;
  if (target === undefined) return { kind: 'asks', message: say('reasons.unlisted', { category: name }) };
  if (!isSettled && isUnsure(next, result)) {
    const message = say('reasons.unsure', { category: name, confidence: result.confidence ?? 0, below: next.below ?? 0 });
    if (typeof next.otherwise === 'string') return next.otherwise === 'leave' ? stays : { kind: 'asks', message };
    return mayBePassedOn(target, category) ? { kind: 'asks', message } : byDefault(next, name);
  }
  if (target === 'leave') return stays;
  if (isPassedOn(target, category))
    return { kind: 'linked', extraction: category?.linkedExtractionId ?? target.extraction, category: name };
  return { kind: 'goes-on', route: { kind: 'extraction', id: target.extraction }, category: name };
}

type Target = NextStep['categories'][string];

/** By its name, else by its id; if both are there, one that says that the service passes it on wins. */
function targetOf({ categories }: NextStep, name: string, id = name): Target | undefined {
  const own = [name, id].flatMap((key) => (Object.hasOwn(categories, key) ? (categories[key] ?? []) : []));
  return own.find((target) => target !== 'leave' && target.linked) ?? own[0];
}

function isPassedOn(target: Target, category: KnownCategory | undefined): boolean {
  return category?.linkedExtractionId !== undefined || (target !== 'leave' && target.linked);
}

/** Of what is left, nobody has said whether it is linked. */
function mayBePassedOn(target: Target, category: KnownCategory | undefined): boolean {
  return isPassedOn(target, category) || (target === 'leave' && category?.source !== 'made');
}

function isUnsure({ below }: NextStep, { confidence }: Verdict): boolean {
  return below !== undefined && (confidence === undefined || confidence < below);
}

function byDefault({ otherwise }: NextStep, category: string | undefined): Onward {
  if (typeof otherwise === 'string') return stays;
  return { kind: 'goes-on', route: { kind: 'extraction', id: otherwise.extraction }, ...defined({ category }) };
}
