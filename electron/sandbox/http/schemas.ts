import { z } from 'zod';
import { defined } from '../../core/plain-data.ts';
import type { CategoryDetails } from '../../core/protocol/service-shapes.ts';
import { errors } from '../errors.ts';

/**
 * The documented request bodies. Undocumented members are refused, except in `options`, whose keys are not all known. Of
 * `extractionDetails` the sandbox requires `name` and `fields`; which ones the service requires is not documented.
 */

const name = z.string().trim().min(1, 'must not be empty');
const opaqueId = z.string().min(1, 'must not be empty');
const extractionId = z.guid('must be a UUID');

const fieldDefinition = z.strictObject({
  key: name,
  description: z.string().default(''),
  example: z.string().default(''),
});

const fields = z
  .array(fieldDefinition)
  .min(1, 'must have at least one field')
  .refine((all) => new Set(all.map(({ key }) => key)).size === all.length, 'must not name a key twice');

const options = z.looseObject({ hasTable: z.boolean().optional() });

const definition = z.strictObject({ name, description: z.string(), language: z.string(), options, fields });

export const definitionSchema = definition.extend({
  description: z.string().default(''),
  language: z.string().default(''),
  options: options.default({}),
});

export const changesSchema = definition.partial();

export const extractionIdSchema = z.strictObject({ extractionId });

export const resultsSchema = z.strictObject({ extractionId, batchId: opaqueId, fileId: opaqueId.optional() });

const categorySchema = z
  .strictObject({
    name,
    description: z.string().default(''),
    keywords: z.array(z.string()).optional(),
    linked_extraction_id: extractionId.optional(),
  })
  .transform(
    ({ keywords, linked_extraction_id: linkedExtractionId, ...category }): CategoryDetails => ({
      ...category,
      ...defined({ keywords, linkedExtractionId }),
    }),
  );

export const categoriesSchema = z
  .array(categorySchema)
  .min(1, 'must have at least one category')
  .refine((all) => new Set(all.map((category) => category.name)).size === all.length, 'must not name a category twice');

export const classificationSchema = z.strictObject({ name, description: z.string().default(''), categories: categoriesSchema });

export const overrideSchema = z.strictObject({ classified_category_id: opaqueId });

/** Checks a value, or throws a 400 that names the first wrong member. `where` precedes its path. */
export function parseAs<Schema extends z.ZodType>(schema: Schema, value: unknown, where = ''): z.output<Schema> {
  const parsed = schema.safeParse(value, { reportInput: true });
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  const path = (issue?.path ?? []).reduce<string>(
    (text, part) => (typeof part === 'number' ? `${text}[${part}]` : text === '' ? String(part) : `${text}.${String(part)}`),
    where,
  );
  throw errors.badRequest(`${path === '' ? 'The body' : path}: ${sentenceOf(issue)}.`);
}

function sentenceOf(issue: z.core.$ZodIssue | undefined): string {
  if (issue === undefined) return 'is invalid';
  if (issue.code === 'unrecognized_keys') return `has no member ${issue.keys.map((key) => `"${key}"`).join(', ')}`;
  if (issue.code !== 'invalid_type') return issue.message.replace(/\.$/, '');
  return issue.input === undefined ? 'is required' : `must be of type ${issue.expected}`;
}

/** A JSON document in a form field. */
export function parseJson(text: string, where: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw errors.badRequest(`${where}: is not valid JSON.`);
  }
}
