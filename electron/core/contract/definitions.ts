import { z } from 'zod';
import type { FieldDefinition } from '../protocol/service-shapes.ts';
import type { RouteView } from './folders.ts';
import { type Done, takes } from './request.ts';

const id = z.string().trim().min(1).max(200);
const text = z.string().trim().max(2_000);
const name = text.min(1).max(200);

const field = z.strictObject({ key: name, description: text, example: text });

/** As the service described it: whatever its length. */
const seen = z.strictObject({
  name: z.string(),
  description: z.string(),
  language: z.string(),
  fields: z.array(z.strictObject({ key: z.string(), description: z.string(), example: z.string() })),
});

export const definitionRequests = {
  /** Asks the service (it costs no page). */
  viewExtraction: takes({ id }).gives<ExtractionView>(),
  /** Costs no page. What has been read before stays as it is. */
  updateExtraction: takes({
    id,
    /** What the person saw: nothing is changed if the service says otherwise by now. */
    seen,
    /** What is to be there instead; only members that differ are sent. */
    wanted: z.strictObject({ name, description: text, language: text.max(40), fields: z.array(field).min(1).max(200) }),
  }).gives<ExtractionView>(),
  /** The service removes it with all its batches, files and extracted data, for good. */
  deleteExtraction: takes({
    id,
    /** Its name, as the person typed it to confirm. */
    typed: z.string().max(10_000),
  }).gives<Done>(),
  /** What is known of a classification here; the service has no call to change one. */
  changeClassification: takes({
    id,
    /** Left out: these stay. */
    texts: z.strictObject({ name, description: text }).exactOptional(),
    /** Those that a person typed, anew; what the service has said of one stays. */
    categories: z.array(z.strictObject({ id, name })).max(500),
  }).gives<RouteView>(),
  /** Takes a route that no folder uses off the list. At the service nothing changes. */
  forgetRoute: takes({ kind: z.enum(['extraction', 'classification']), id }).gives<Done>(),
};

/** An extraction as the service describes it now; absent texts are empty. */
export interface ExtractionView {
  readonly id: string;
  readonly name: string;
  readonly description: string;
  readonly language: string;
  readonly fields: readonly FieldDefinition[];
  /** When it was changed last, as the service prints it. */
  readonly updatedAt?: string;
  /** Paths of the folders that use it. */
  readonly usedBy: readonly string[];
  /** How many documents were sent there from here; and of these, those whose result is still awaited. */
  readonly sent: number;
  readonly awaited: number;
}
