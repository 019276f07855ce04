import { z } from 'zod';
import type { Message } from '../core/messages/message.ts';
import { defined, isObject } from '../core/plain-data.ts';
import { type PolledFile, polledFile } from '../core/poll/poll-outcome.ts';
import type {
  BatchResults,
  Classification,
  ClassificationBatch,
  Extraction,
  ExtractionBatch,
} from '../core/protocol/service-shapes.ts';
import { answerBounds, excessOf, parseAnswer, unfit } from './read-answer.ts';

/**
 * The service's answers, read tolerantly (README.md, "Extractions" to "Classifications"). Only what is
 * indispensable is required; `null` counts as absent; an optional member of an unexpected type, and every undocumented
 * member, goes to `extra` as it came. A status may be any text.
 */

type Members = Readonly<Record<string, unknown>>;

/** Identifiers are opaque strings; a number is read as its digits. */
const identifier = z.union([z.string().min(1).max(answerBounds.nameLength), z.number().transform(String)]);
/** A file name, a status. */
const shortText = z.string().max(answerBounds.nameLength);
const text = z.string();
/** The bounds of `confidence` are not documented. */
const score = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d+(\.\d+)?$/)
    .transform(Number),
]);
const members = z.custom<Members>(isObject);

/** Splits the rest of an object: the members named in `schemas` that can be read, and all others. */
function optional<Schemas extends Readonly<Record<string, z.ZodType>>>(rest: Members, schemas: Schemas) {
  const known: Record<string, unknown> = {};
  const extra: [string, unknown][] = [];
  for (const [name, value] of Object.entries(rest)) {
    const schema = Object.hasOwn(schemas, name) ? schemas[name] : undefined;
    if (schema !== undefined && value === null) continue;
    const read = schema?.safeParse(value);
    if (read?.success) known[name] = read.data;
    else extra.push([name, value]);
  }
  return { known: known as { readonly [Name in keyof Schemas]?: z.output<Schemas[Name]> }, extra: Object.fromEntries(extra) };
}

/** An answer that concerns no single file: one that holds too much cannot be read. */
function bounded<Shape>(schema: z.ZodType<Shape>): z.ZodType<Shape> {
  return z
    .unknown()
    .superRefine((answer, context) => {
      const excess = excessOf(answer);
      if (excess !== undefined) context.addIssue({ code: 'custom', params: { excess } });
    })
    .pipe(schema as z.ZodType<Shape, unknown>);
}

const fieldDefinition = z
  .looseObject({ key: text, description: text.nullish().catch(null), example: text.nullish().catch(null) })
  .transform(({ key, description, example }) => ({ key, description: description ?? '', example: example ?? '' }));

/** Answer of viewExtraction. `asked`: the identifier of the request, for an answer that does not repeat it. */
export function extractionSchema(asked: string): z.ZodType<Extraction> {
  const optionals = {
    extractionId: identifier,
    description: text,
    language: text,
    options: members,
    created_at: text,
    updated_at: text,
  };
  const extraction = z.looseObject({ name: text, fields: z.array(fieldDefinition) }).transform(({ name, fields, ...rest }) => {
    const { known, extra } = optional(rest, optionals);
    return {
      extractionId: known.extractionId ?? asked,
      name,
      ...defined({ description: known.description, language: known.language, options: known.options }),
      fields,
      ...defined({ createdAt: known.created_at, updatedAt: known.updated_at }),
      extra,
    };
  });
  return bounded(extraction);
}

/** It is documented as an object, and has been seen as the text of one. */
const extractedData = z.union([
  members,
  z.string().transform((written, context) => {
    const parsed = parseAnswer(written);
    const value = typeof parsed === 'object' ? parsed.value : undefined;
    if (isObject(value) && excessOf(value) === undefined) return value;
    context.issues.push({ code: 'custom', input: written });
    return z.NEVER;
  }),
]);

/** A result without `extracted_data` does not count: it stays in the file's `extra`. */
const extractionResult = z.looseObject({ extracted_data: extractedData }).transform(({ extracted_data: data, ...rest }) => {
  const { known, extra } = optional(rest, { model_used: text });
  return { kind: 'extraction' as const, extractedData: data, ...defined({ modelUsed: known.model_used }), extra };
});

function extracted(rest: Members): Parameters<typeof polledFile>[1] {
  const { known, extra } = optional(rest, { result: extractionResult });
  return { extra, result: known.result && { ...known.result, extra: { ...extra, ...known.result.extra } } };
}

/** Absent until the file is processed; a file may be classified into no category. */
const verdict = {
  classified_category_id: identifier,
  classified_category_name: text,
  confidence: score,
  classification_reasoning: text,
};

function classified(rest: Members): Parameters<typeof polledFile>[1] {
  const { known, extra } = optional(rest, verdict);
  const said = defined({
    categoryId: known.classified_category_id,
    categoryName: known.classified_category_name,
    confidence: known.confidence,
    reasoning: known.classification_reasoning,
  });
  return { extra, result: Object.keys(said).length === 0 ? undefined : { kind: 'classification', ...said, extra } };
}

/** The files of an answer, each for itself: one that cannot be read holds up no other. */
function filesOf(status: z.ZodType<string>, foundIn: typeof extracted): z.ZodType<BatchResults> {
  const file = z
    .looseObject({ id: identifier, file_name: shortText, status })
    .transform(({ id, file_name: fileName, status: is, ...rest }) => {
      const excess = excessOf(rest);
      return polledFile({ id, fileName, status: is }, excess === undefined ? foundIn(rest) : { excess, extra: {} });
    });
  return z.array(z.unknown()).transform((entries) => {
    const files: PolledFile[] = [];
    const unreadable: Message[] = [];
    for (const [index, entry] of entries.entries()) {
      const { data, error } = file.safeParse(entry, { reportInput: true });
      if (error === undefined) files.push(data);
      else unreadable.push(unfit(error, ['files', index]));
    }
    return { files, ...(unreadable.length > 0 && { unreadable }) };
  });
}

/** Answer of getBatchResults. */
export const extractionResultsSchema: z.ZodType<BatchResults> = z
  .looseObject({ files: filesOf(shortText, extracted) })
  .transform(({ files }) => files);

/** Answer of GET /v1/classifications/{classification_id}/batches/{batch_id}. */
export const classificationResultsSchema: z.ZodType<BatchResults> = z
  .looseObject({ files: filesOf(shortText, classified) })
  .transform(({ files }) => files);

/** An accepted file is `queued` (README.md, "States"), even if the answer does not say so. */
const uploadedFiles = filesOf(shortText.catch('queued'), extracted).catch({ files: [] });

/**
 * Answer of uploadFiles and createExtraction. Only the batchId is indispensable: files that the answer omits, or that
 * cannot be read, are found at the first poll.
 *
 * @param asked the extraction of the request; undefined for createExtraction, whose answer must name the new one
 */
export function uploadSchema(asked: string | undefined): z.ZodType<ExtractionBatch> {
  const extractionId = asked === undefined ? identifier : identifier.catch(asked);
  return z
    .looseObject({ extractionId, batchId: identifier, files: uploadedFiles })
    .transform(({ extractionId: id, batchId, files: { files } }) => ({ extractionId: id, batchId, files }));
}

const category = z.looseObject({ id: identifier, name: text }).transform(({ id, name }) => ({ id, name }));

/** Answer of POST /classifications: `{classification: …}` or the classification itself; which of them is not documented. */
export const classificationSchema: z.ZodType<Classification> = bounded(
  unwrapped('classification', z.object({ id: identifier, name: text, categories: z.array(category) })),
);

/** Answer of an upload to a classification: `{batch: …}` or the batch itself. Its files are found at the first poll. */
export const classificationBatchSchema: z.ZodType<ClassificationBatch> = bounded(
  unwrapped('batch', z.object({ id: identifier })),
);

/** Reads an object from the member that wraps it, or as it is if it has an identifier of its own. */
function unwrapped<Shape>(name: string, schema: z.ZodType<Shape>): z.ZodType<Shape> {
  return members.transform((answer, context) => {
    const wrapped = isObject(answer[name]);
    const path = wrapped || answer.id === undefined ? [name] : [];
    const read = schema.safeParse(path.length === 0 ? answer : answer[name], { reportInput: true });
    if (read.success) return read.data;
    for (const { code: _, ...issue } of read.error.issues) {
      context.issues.push({ ...issue, code: 'custom', input: issue.input, path: [...path, ...issue.path] });
    }
    return z.NEVER;
  });
}
