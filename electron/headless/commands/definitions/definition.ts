import { readFile } from 'node:fs/promises';
import { z } from 'zod';
import { say } from '../../../core/messages/message.ts';
import type { CategoryDetails, ClassificationDetails, ExtractionDetails } from '../../../core/protocol/service-shapes.ts';
import { notJson, readJson } from '../../../settings/json.ts';
import { expandPath } from '../../../settings/paths.ts';
import { problemsOf } from '../../../settings/schema-problems.ts';
import type { Host } from '../../host.ts';
import { Refusal } from '../../input/refusal.ts';

/** Files that define an extraction or a classification (electron/service/README.md, "Extractions" and "Classifications"). */

const text = z.string();
const name = text.trim().min(1);

const field = z.strictObject({ key: name, description: text.default(''), example: text.default('') });
const fields = z.array(field).min(1);
const options = z.record(z.string(), z.unknown());

const extraction = z.strictObject({
  name,
  description: text.optional(),
  language: text.optional(),
  options: options.optional(),
  fields,
});

const changes = extraction.partial();

const category = z.strictObject({
  name,
  description: text.default(''),
  keywords: z.array(text).optional(),
  linked_extraction_id: name.optional(),
});

const classification = z.strictObject({
  name,
  description: text.default(''),
  categories: z.array(category).min(1),
});

/** The path that `--details` gives. @throws Refusal if it is empty */
export function detailsPath({ details = '' }: { readonly details?: string }, { paths }: Pick<Host, 'paths'>): string {
  if (details === '') throw new Refusal(say('commandLine.flags.details'));
  return expandPath(details, paths);
}

/** @throws Refusal that names the file and the member */
export async function readExtraction(file: string): Promise<ExtractionDetails> {
  return present(await read(file, extraction)) as ExtractionDetails;
}

/** The members of an extraction that are to change. @throws Refusal */
export async function readChanges(file: string): Promise<Partial<ExtractionDetails>> {
  const changed = present(await read(file, changes)) as Partial<ExtractionDetails>;
  if (Object.keys(changed).length === 0) throw new Refusal(say('answers.definitions.noChanges', { path: file }));
  return changed;
}

/** @throws Refusal */
export async function readClassification(file: string): Promise<ClassificationDetails> {
  const { categories, ...rest } = await read(file, classification);
  return {
    ...rest,
    categories: categories.map(
      ({ linked_extraction_id: linkedExtractionId, keywords, ...own }): CategoryDetails => ({
        ...own,
        ...(keywords !== undefined && { keywords }),
        ...(linkedExtractionId !== undefined && { linkedExtractionId }),
      }),
    ),
  };
}

async function read<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
  const content = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Refusal(say('answers.definitions.noFile', { path: file }));
    throw new Refusal(
      error.code === 'EISDIR'
        ? say('answers.definitions.isFolder', { path: file })
        : say('answers.definitions.unreadable', { path: file, message: error.message }),
    );
  });
  const json = readJson(content.replace(/^\ufeff/, ''), { comments: true });
  if (!json.ok) throw new Refusal(notJson(file, json.error));
  const { value } = json.value;
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw new Refusal(
    problemsOf(schema, value, parsed.error.issues).map((message) => say('configuration.inFile', { path: file, message })),
  );
}

function present(value: object): object {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined));
}
