import { z } from 'zod';
import type { Immutable } from '../../core/plain-data.ts';
import type { FieldDefinition } from '../../core/protocol/service-shapes.ts';
import { assertNever } from '../../core/result.ts';
import type { Documents, Reading } from '../documents.ts';

/**
 * The states of a file in an extraction (electron/service/README.md, "States"; the transitions are the sandbox's own):
 *
 *     queued ─► processing ─┬► processed ────┐
 *                           ├► needs_review ─┴► confirmed
 *                           └► failed
 */
export const extractionStateSchema = z.discriminatedUnion('status', [
  z.object({ status: z.enum(['queued', 'processing']) }),
  /** `values`: one entry per field key; '' for a value that was not found. */
  z.object({ status: z.enum(['processed', 'needs_review', 'confirmed']), values: z.record(z.string(), z.string()) }),
  z.object({ status: z.literal('failed'), reason: z.string() }),
]);
export type ExtractionFileState = Immutable<z.output<typeof extractionStateSchema>>;
export type Values = Readonly<Record<string, string>>;

/** How the processing of a file ends. */
export type Outcome =
  | { readonly status: 'processed' | 'needs_review'; readonly values: Values }
  | { readonly status: 'failed'; readonly reason: string };

export type ExtractionFileEvent =
  | { readonly kind: 'started' }
  | { readonly kind: 'finished'; readonly outcome: Outcome }
  | { readonly kind: 'confirmed'; readonly values: Values };

/** The state after an event; undefined if the event does not fit the state. */
export function nextExtractionState(state: ExtractionFileState, event: ExtractionFileEvent): ExtractionFileState | undefined {
  switch (event.kind) {
    case 'started':
      return state.status === 'queued' ? { status: 'processing' } : undefined;
    case 'finished':
      return state.status === 'queued' || state.status === 'processing' ? event.outcome : undefined;
    case 'confirmed':
      return state.status === 'processed' || state.status === 'needs_review'
        ? { status: 'confirmed', values: { ...state.values, ...event.values } }
        : undefined;
    default:
      return assertNever(event);
  }
}

/** The outcome for a document: missing values, and every image, need a person's review. */
export async function decideOutcome(
  reading: Reading,
  fields: readonly FieldDefinition[],
  findFields: Documents['findFields'],
): Promise<Outcome> {
  switch (reading.kind) {
    case 'unreadable':
      return { status: 'failed', reason: reading.reason };
    case 'image':
      return { status: 'needs_review', values: valuesOf(fields, {}) };
    case 'text': {
      const values = valuesOf(fields, await findFields(reading.lines, fields));
      return { status: Object.values(values).every((value) => value !== '') ? 'processed' : 'needs_review', values };
    }
    default:
      return assertNever(reading);
  }
}

function valuesOf(fields: readonly FieldDefinition[], found: Readonly<Record<string, string>>): Values {
  return Object.fromEntries(fields.map(({ key }) => [key, Object.hasOwn(found, key) ? (found[key] ?? '') : '']));
}

/**
 * The status of a batch in its event: `failed` if every file failed, `needs_review` if one needs a review, else
 * `processed`; undefined while a file is still being processed.
 */
export function batchStatus(states: readonly ExtractionFileState[]): 'processed' | 'needs_review' | 'failed' | undefined {
  if (states.some(({ status }) => status === 'queued' || status === 'processing')) return undefined;
  if (states.every(({ status }) => status === 'failed')) return 'failed';
  return states.some(({ status }) => status === 'needs_review') ? 'needs_review' : 'processed';
}
