import { z } from 'zod';
import type { Message } from '../core/messages/message.ts';
import { defined, isObject } from '../core/plain-data.ts';
import type {
  Classification,
  ClassificationBatch,
  ClassificationFile,
  ClassificationResults,
  Extraction,
  ExtractionBatch,
  ExtractionFile,
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
const count = z.int().nonnegative();
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

const resultNames = { model_used: text };

/** A result without `extracted_data` does not count: it stays in the file's `extra`. */
const extractionResult = z.looseObject({ extracted_data: extractedData }).transform(({ extracted_data: data, ...rest }) => {
  const { known, extra } = optional(rest, resultNames);
  return { extractedData: data, ...defined({ modelUsed: known.model_used }), extra };
});

const fileNames = { result: extractionResult };

function extractionFile(status: z.ZodType<string>): z.ZodType<ExtractionFile> {
  return z
    .looseObject({ id: identifier, file_name: shortText, status })
    .transform(({ id, file_name: fileName, status: is, ...rest }) => {
      const excess = excessOf(rest);
      if (excess !== undefined) return { id, fileName, status: is, excess, extra: {} };
      const { known, extra } = optional(rest, fileNames);
      return { id, fileName, status: is, ...defined({ result: known.result }), extra };
    });
}

/** The files of an answer, each for itself: one that cannot be read holds up no other. */
function filesOf<File>(file: z.ZodType<File>) {
  return z.array(z.unknown()).transform((entries) => {
    const files: File[] = [];
    const unreadable: Message[] = [];
    for (const [index, entry] of entries.entries()) {
      const { data, error } = file.safeParse(entry, { reportInput: true });
      if (error === undefined) files.push(data);
      else unreadable.push(unfit(error, ['files', index]));
    }
    return { files, ...(unreadable.length > 0 && { unreadable }) };
  });
}

const extractionResults = z.looseObject({ files: filesOf(extractionFile(shortText)) });
const extractionResultsNames = { extractionId: identifier, batchId: identifier };

/** Answer of getBatchResults. */
export function extractionResultsSchema(asked: {
  readonly extractionId: string;
  readonly batchId: string;
}): z.ZodType<ExtractionBatch> {
  return extractionResults.transform(({ files, ...rest }) => {
    const { known } = optional(rest, extractionResultsNames);
    return { extractionId: known.extractionId ?? asked.extractionId, batchId: known.batchId ?? asked.batchId, ...files };
  });
}

/** An accepted file is `queued` (README.md, "States"), even if the answer does not say so. */
const queuedUnlessSaid = shortText.catch('queued');

const uploadedFiles = filesOf(extractionFile(queuedUnlessSaid)).nullish().catch(null);
const created = z.looseObject({ extractionId: identifier, batchId: identifier, files: uploadedFiles });
const uploaded = created.extend({ extractionId: identifier.nullish().catch(null) });

/**
 * Answer of uploadFiles and createExtraction. Only the batchId is indispensable: files that the answer omits, or that
 * cannot be read, are found at the first poll.
 *
 * @param asked the extraction of the request; undefined for createExtraction, whose answer must name the new one
 */
export function uploadSchema(asked: string | undefined): z.ZodType<ExtractionBatch> {
  const batchOf = (extractionId: string, { batchId, files }: z.output<typeof uploaded>) => ({
    extractionId,
    batchId,
    ...(files ?? { files: [] }),
  });
  return asked === undefined
    ? created.transform((answer) => batchOf(answer.extractionId, answer))
    : uploaded.transform((answer) => batchOf(answer.extractionId ?? asked, answer));
}

const uploadedBatch = z.looseObject({ id: identifier, status: queuedUnlessSaid });
const uploadedBatchNames = { classification_id: identifier, file_count: count };

/** Answer of POST /classifications: `{classification: …}` or the classification itself; which of them is not documented. */
export function classificationSchema(): z.ZodType<Classification> {
  const category = z.looseObject({ id: identifier, name: text }).transform(({ id, name }) => ({ id, name }));
  const classification = z
    .looseObject({ id: identifier, name: text, categories: z.array(category) })
    .transform(({ id, name, categories, ...extra }) => ({ id, name, categories, extra }));
  return bounded(unwrapped('classification', classification));
}

/** Answer of an upload to a classification: `{batch: …}` or the batch itself. Its files are found at the first poll. */
export function classificationBatchSchema(asked: string): z.ZodType<ClassificationBatch> {
  const batch = uploadedBatch.transform(({ id, status, ...rest }) => {
    const { known, extra } = optional(rest, uploadedBatchNames);
    return { id, classificationId: known.classification_id ?? asked, status, ...defined({ fileCount: known.file_count }), extra };
  });
  return bounded(unwrapped('batch', batch));
}

/** Absent until the file is processed; a file may be classified into no category. */
const verdict = {
  classified_category_id: identifier,
  classified_category_name: text,
  confidence: score,
  classification_reasoning: text,
};

const classificationFile: z.ZodType<ClassificationFile> = z
  .looseObject({ id: identifier, file_name: shortText, status: shortText })
  .transform(({ id, file_name: fileName, status, ...rest }) => {
    const excess = excessOf(rest);
    if (excess !== undefined) return { id, fileName, status, excess, extra: {} };
    const { known, extra } = optional(rest, verdict);
    return {
      id,
      fileName,
      status,
      ...defined({
        categoryId: known.classified_category_id,
        categoryName: known.classified_category_name,
        confidence: known.confidence,
        reasoning: known.classification_reasoning,
      }),
      extra,
    };
  });

const classificationResults = z
  .looseObject({
    batch: z
      .looseObject({ status: queuedUnlessSaid })
      .transform(({ status, ...rest }) => {
        const { known, extra } = optional(rest, { file_count: count });
        return { status, ...defined({ fileCount: known.file_count }), extra };
      })
      .catch({ status: 'queued', extra: {} }),
    files: filesOf(classificationFile),
  })
  .transform(({ batch, files }) => ({ batch, ...files }));

/** Answer of GET /v1/classifications/{classification_id}/batches/{batch_id}. */
export function classificationResultsSchema(): z.ZodType<ClassificationResults> {
  return classificationResults;
}

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
