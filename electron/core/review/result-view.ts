import type { Finding } from '../checks/rules.ts';
import type { Category, FieldView, ResultView, ReviewView } from '../contract/documents.ts';
import type { DocumentResult } from '../document/result.ts';
import { defined } from '../plain-data.ts';
import { assertNever } from '../result.ts';
import { confirmationOf, correctionsOf, type Extracted, type Review, reviewReasons, serviceText } from './local-review.ts';
import type { ValueHint } from './value-hints.ts';

/** What is known around a result when it is shown. */
export interface ResultSurroundings {
  /** The extraction's fields, in its order. */
  readonly fields: readonly { readonly key: string; readonly description?: string }[];
  /** What is known of the classification's categories. */
  readonly categories: readonly Category[];
  readonly possibleDuplicate: boolean;
  readonly review?: Review;
  /** What the folder's own checks said of it. */
  readonly findings?: readonly Finding[];
  readonly goesOn?: Extract<ResultView, { kind: 'classification' }>['goesOn'];
  /** By field. */
  readonly hints?: ReadonlyMap<string, ValueHint>;
}

/** A window shows at most so many values of a document. */
const mostFields = 1_000;

/** A result with what a person made of it, as a window shows it. */
export function resultView(result: DocumentResult, around: ResultSurroundings): ResultView {
  const { fields, categories, possibleDuplicate, review, hints, findings } = around;
  const keys = fields.map(({ key }) => key);
  const reasons = reviewReasons(result, keys, possibleDuplicate, review, findings);
  switch (result.kind) {
    case 'extraction': {
      const all = keysOf(result, keys, review);
      const flagged = new Set(reasons.map(({ field }) => field));
      // What somebody has to look at is shown first of all.
      const first = new Set([...new Set([...all.filter((key) => flagged.has(key)), ...all])].slice(0, mostFields));
      const shown = all.length <= mostFields ? all : all.filter((key) => first.has(key));
      const descriptions = new Map(fields.map(({ key, description }) => [key, description]));
      return {
        kind: 'extraction',
        status: result.status,
        ...(result.modelUsed !== undefined && { modelUsed: result.modelUsed }),
        fields: shown.map((key): FieldView => {
          const description = descriptions.get(key);
          const hint = hints?.get(key);
          return {
            key,
            ...(description !== undefined && description !== '' && { description }),
            ...valuesOf(result, key, review),
            reasons: reasons.filter(({ field }) => field === key),
            ...(hint !== undefined && { hint }),
          };
        }),
        ...(shown.length < all.length && { furtherFields: all.length - shown.length }),
        reasons: reasons.filter(({ field }) => field === undefined || !shown.includes(field)),
        review: reviewView(review),
      };
    }
    case 'classification': {
      const category = categoryOf(result, categories);
      return {
        kind: 'classification',
        status: result.status,
        ...(category !== undefined && { category }),
        ...(result.confidence !== undefined && { confidence: result.confidence }),
        ...(result.reasoning !== undefined && { reasoning: result.reasoning }),
        categories,
        ...defined({ goesOn: around.goesOn }),
        reasons,
        review: reviewView(review),
      };
    }
    default:
      return assertNever(result);
  }
}

/** The trail of a review, and whether it stands. */
function reviewView(review: Review | undefined): ReviewView {
  const last = confirmationOf(review);
  return {
    ...(last !== undefined && {
      confirmed: { at: last.at, by: last.by, ...(last.category === true && { stays: true as const }) },
    }),
    changes: review?.changes ?? [],
    conflict: review?.conflict !== undefined,
  };
}

function keysOf(result: Extracted, fields: readonly string[], review: Review | undefined): string[] {
  return [...new Set([...fields, ...Object.keys(result.extractedData), ...correctionsOf(review).keys()])];
}

function valuesOf(
  result: Extracted,
  field: string,
  review: Review | undefined,
): Pick<FieldView, 'value' | 'serviceValue' | 'newerServiceValue'> {
  const service = serviceText(result, field);
  const mine = correctionsOf(review).get(field);
  if (mine === undefined) return service === undefined ? {} : { value: service };
  if (review?.conflict?.includes(field) !== true) {
    return { value: mine, ...(service !== undefined && service !== mine && { serviceValue: service }) };
  }
  const corrected = review.confirmations.find(({ corrections }) => Object.hasOwn(corrections, field));
  const original = review.changes.find((change) => change.field === field && change.at === corrected?.at)?.from;
  return {
    value: mine,
    ...(original !== undefined && { serviceValue: original }),
    newerServiceValue: service ?? '',
  };
}

function categoryOf(
  { categoryId, categoryName }: Extract<DocumentResult, { kind: 'classification' }>,
  categories: readonly Category[],
): Category | undefined {
  if (categoryId === undefined) return categoryName === undefined ? undefined : { name: categoryName };
  const name = categoryName ?? categories.find(({ id }) => id === categoryId)?.name ?? categoryId;
  return { id: categoryId, name };
}
