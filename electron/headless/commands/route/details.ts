import { z } from 'zod';
import { say } from '../../../core/messages/message.ts';
import { given } from '../../../core/plain-data.ts';
import type { ClassificationDetails, ExtractionDetails } from '../../../core/protocol/service-shapes.ts';
import { readJsonFile } from '../../../settings/config.ts';
import { orRefuse, Refusal } from '../../input/refusal.ts';

/** Files that define an extraction or a classification (electron/service/README.md, "Extractions" and "Classifications"). */

const text = z.string();
const name = text.trim().min(1);

const extraction = z.strictObject({
  name,
  description: text.optional(),
  language: text.optional(),
  options: z.record(text, z.unknown()).optional(),
  fields: z.array(z.strictObject({ key: name, description: text.default(''), example: text.default('') })).min(1),
});

const changes = extraction.partial();

const category = z.strictObject({
  name,
  description: text.default(''),
  keywords: z.array(text).optional(),
  linked_extraction_id: name.optional(),
});

const classification = z.strictObject({ name, description: text.default(''), categories: z.array(category).min(1) });

/** @throws Refusal that names the file and the member */
export async function readExtraction(file: string): Promise<ExtractionDetails> {
  return given(orRefuse(await readJsonFile(file, extraction))) as ExtractionDetails;
}

/** The members of an extraction that are to change. @throws Refusal */
export async function readChanges(file: string): Promise<Partial<ExtractionDetails>> {
  const changed = given(orRefuse(await readJsonFile(file, changes))) as Partial<ExtractionDetails>;
  if (Object.keys(changed).length === 0) throw new Refusal(say('answers.definitions.noChanges', { path: file }));
  return changed;
}

/** @throws Refusal */
export async function readClassification(file: string): Promise<ClassificationDetails> {
  const { categories, ...rest } = orRefuse(await readJsonFile(file, classification));
  return {
    ...rest,
    categories: categories.map(({ linked_extraction_id: linkedExtractionId, keywords, ...own }) => ({
      ...own,
      ...given({ keywords, linkedExtractionId }),
    })),
  };
}
