import { basename } from 'node:path';
import { z } from 'zod';
import { type Message, say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { defined } from '../../../core/plain-data.ts';
import type { ClassificationDetails, ExtractionBatch, ExtractionDetails } from '../../../core/protocol/service-shapes.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { unfitnessOf } from '../../../engine/intake/look-at-file.ts';
import { DiskProblem } from '../../../engine/ports.ts';
import { systemClock } from '../../../engine/system.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import { readJsonFile } from '../../../settings/config.ts';
import { areUnchanged, lookAtSample, recordSample, type SampleFile } from '../../../workspace/documents/sample-document.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { createParser, pageCounter } from '../../../workspace/parser/parser.ts';
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
  return defined(orRefuse(await readJsonFile(file, extraction))) as ExtractionDetails;
}

/** The members of an extraction that are to change. @throws Refusal */
export async function readChanges(file: string): Promise<Partial<ExtractionDetails>> {
  const changed = defined(orRefuse(await readJsonFile(file, changes))) as Partial<ExtractionDetails>;
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
      ...defined({ keywords, linkedExtractionId }),
    })),
  };
}

/** Files that go with a call, as they were when they were checked. */
interface Samples {
  readonly files: readonly SampleFile[];
  /** Whether all of them are unchanged; asked before the closing boundary is sent. */
  readonly unchanged: () => Promise<boolean>;
}

/** @param paths absolute. @throws Refusal naming each file that cannot be sent */
export async function lookAtSamples(paths: readonly string[]): Promise<Samples> {
  const disk = createFiles();
  const parser = createParser();
  const world = { files: disk, clock: systemClock, countPages: pageCounter(parser) };
  const looked = await Promise.all(paths.map(look)).finally(() => parser.close());
  const problems = looked.flatMap((each) => ('code' in each ? [each] : []));
  const names = paths.map((path) => basename(path).normalize('NFC').toLowerCase());
  const twice = paths.find((_, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice !== undefined) problems.push(say('answers.definitions.sameName', { name: basename(twice) }));
  if (problems.length > 0) throw new Refusal(problems);
  const files = looked.flatMap((each) => ('code' in each ? [] : [each]));
  return {
    files,
    unchanged: () => areUnchanged(disk, files),
  };

  async function look(asked: string) {
    const path = await disk.realPath(asked);
    const unfit = (message: Message) => say('answers.definitions.unfit', { path, message });
    const sample = await lookAtSample(disk, path, asked);
    if (!sample.ok) return unfit(sample.error);
    const message = await unfitnessOf(world, path, sample.value.facts).catch((error: unknown) => {
      if (error instanceof DiskProblem) return messageOf(error);
      throw error;
    });
    return message === undefined ? sample.value : unfit(message);
  }
}

/** Samples that went with a call count as sent: they are polled, and never paid for again on this route. */
export async function recordSamples(
  ledger: Ledger,
  directory: string,
  { files }: Samples,
  sent: { readonly origin: string; readonly extractionId: string; readonly batch?: ExtractionBatch },
): Promise<void> {
  const { origin, extractionId, batch } = sent;
  const around = recordedFolders(ledger).flatMap(({ id, path, settings }) =>
    settings === undefined || ledger.meta.read('sample-folder', id) !== undefined ? [] : [{ id, path, settings }],
  );
  let batchId: number | undefined;
  for (const { path, sha256: hash, contentType, fileName: sentAs, facts } of files) {
    const answered =
      batch?.files.find(({ fileName }) => fileName === sentAs) ?? (files.length === 1 ? batch?.files[0] : undefined);
    ({ batchId } = await recordSample(
      { ledger, files: createFiles() },
      around,
      directory,
      {
        ...{ path, facts, hash, contentType, origin, sentAs, at: Date.now() },
        route: { kind: 'extraction', id: extractionId },
        ...{ serviceBatchId: batch?.batchId, fileId: answered?.id, status: answered?.status ?? 'queued' },
      },
      batchId,
    ));
  }
}
