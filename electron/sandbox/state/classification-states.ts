import { z } from 'zod';
import type { Immutable } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import type { Documents, Reading } from '../documents.ts';

/** What the classifier or a person decided about a file. `categoryId` null: no category. */
const verdictSchema = z.object({
  categoryId: z.string().nullable(),
  categoryName: z.string().nullable(),
  confidence: z.number(),
  reasoning: z.string(),
});
export type ClassificationVerdict = Readonly<z.output<typeof verdictSchema>>;

/**
 * The states of a file in a classification. `queued` and `processed` are documented; `failed` occurs only where a fault
 * asks for it.
 *
 *     queued ─┬► processed (by the classifier) ─ redo ─► queued
 *             └► failed                        ─ redo ─► queued
 *     any ─ override ─► processed (by a person), for good
 */
export const classificationStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.literal('queued') }),
  z.object({ status: z.literal('processed'), verdict: verdictSchema, by: z.enum(['classifier', 'person']) }),
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
export type ClassificationFileState = Immutable<z.output<typeof classificationStateSchema>>;

export type ClassificationFileEvent =
  | { readonly kind: 'judged'; readonly verdict: ClassificationVerdict }
  | { readonly kind: 'failed'; readonly reason: string }
  | { readonly kind: 'overridden'; readonly categoryId: string; readonly categoryName: string }
  | { readonly kind: 'redone' };

/** The state after an event; undefined if the event changes nothing. An override stays (electron/service/README.md, "States"). */
export function nextClassificationState(
  state: ClassificationFileState,
  event: ClassificationFileEvent,
): ClassificationFileState | undefined {
  switch (event.kind) {
    case 'judged':
      return state.status === 'queued' ? { status: 'processed', verdict: event.verdict, by: 'classifier' } : undefined;
    case 'failed':
      return state.status === 'queued' ? { status: 'failed', reason: event.reason } : undefined;
    case 'overridden': {
      const { categoryId, categoryName } = event;
      const verdict = { categoryId, categoryName, confidence: 1, reasoning: 'Set by hand.' };
      return { status: 'processed', verdict, by: 'person' };
    }
    case 'redone':
      return state.status === 'processed' && state.by === 'person' ? undefined : { status: 'queued' };
    default:
      return assertNever(event);
  }
}

export const categoryRecordSchema = z.object({
  id: z.string(),
  name: z.string(),
  description: z.string(),
  keywords: z.array(z.string()).exactOptional(),
  linkedExtractionId: z.string().exactOptional(),
});
export type CategoryRecord = Immutable<z.output<typeof categoryRecordSchema>>;

/** The sandbox judges by text: an image or an unreadable document goes into no category, and the reasoning says why. */
export async function decideVerdict(
  reading: Reading,
  categories: readonly CategoryRecord[],
  findCategory: Documents['findCategory'],
): Promise<ClassificationVerdict> {
  const none = (reasoning: string) => ({ categoryId: null, categoryName: null, confidence: 0, reasoning });
  switch (reading.kind) {
    case 'unreadable':
      return none(`The document could not be read: ${reading.reason}`);
    case 'image':
      return none('This is an image, and the sandbox reads no text in images.');
    case 'text': {
      const { categoryIndex, confidence, reasoning } = await findCategory(reading.lines, categories);
      const category = categoryIndex === null ? undefined : categories[categoryIndex];
      return { categoryId: category?.id ?? null, categoryName: category?.name ?? null, confidence, reasoning };
    }
    default:
      return assertNever(reading);
  }
}
