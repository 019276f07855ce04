import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { z } from 'zod';
import { type FileFacts, sameFacts } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { given } from '../../../core/plain-data.ts';
import {
  type CategoryDetails,
  type ClassificationDetails,
  type ExtractionDetails,
  maxFileBytes,
} from '../../../core/protocol/service-shapes.ts';
import { sentNameOf } from '../../../core/upload/batch.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { unfitnessOf } from '../../../engine/intake/look-at-file.ts';
import { DiskProblem } from '../../../engine/ports.ts';
import { systemClock } from '../../../engine/system.ts';
import type { UploadFile } from '../../../service/service.ts';
import { notJson, readJson } from '../../../settings/json.ts';
import { expandPath } from '../../../settings/paths.ts';
import { problemsOf } from '../../../settings/schema-problems.ts';
import { createParser, pageCounter } from '../../../workspace/parser/parser.ts';
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
  return given(await readDefinition(file, extraction)) as ExtractionDetails;
}

/** The members of an extraction that are to change. @throws Refusal */
export async function readChanges(file: string): Promise<Partial<ExtractionDetails>> {
  const changed = given(await readDefinition(file, changes)) as Partial<ExtractionDetails>;
  if (Object.keys(changed).length === 0) throw new Refusal(say('answers.definitions.noChanges', { path: file }));
  return changed;
}

/** @throws Refusal */
export async function readClassification(file: string): Promise<ClassificationDetails> {
  const { categories, ...rest } = await readDefinition(file, classification);
  return {
    ...rest,
    categories: categories.map(
      ({ linked_extraction_id: linkedExtractionId, keywords, ...own }): CategoryDetails => ({
        ...own,
        ...given({ keywords, linkedExtractionId }),
      }),
    ),
  };
}

/** The content of a file of JSON. @throws Refusal naming each member that is wrong */
export async function readDefinition<Schema extends z.ZodType>(file: string, schema: Schema): Promise<z.output<Schema>> {
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

/** Files that go with a call, as they were when they were checked. */
export interface Samples {
  readonly files: readonly UploadFile[];
  /** Of each, when it was checked. */
  readonly facts: readonly FileFacts[];
  /** Whether all of them are unchanged; asked before the closing boundary is sent. */
  readonly unchanged: () => Promise<boolean>;
}

/** @param paths absolute. @throws Refusal naming each file that cannot be sent */
export async function lookAtSamples(paths: readonly string[]): Promise<Samples> {
  const files = createFiles();
  const parser = createParser();
  const world = { files, clock: systemClock, countPages: pageCounter(parser) };
  const looked = await Promise.all(paths.map(look)).finally(() => parser.close());
  const problems: Message[] = looked.flatMap((each) => ('problem' in each ? [each.problem] : []));
  const names = paths.map((path) => basename(path).normalize('NFC').toLowerCase());
  const twice = paths.find((_, index) => names.indexOf(names[index] ?? '') !== index);
  if (twice !== undefined) problems.push(say('answers.definitions.sameName', { name: basename(twice) }));
  if (problems.length > 0) throw new Refusal(problems);
  const good = looked.flatMap((each) => ('problem' in each ? [] : [each]));
  return {
    files: good.map(({ file }) => file),
    facts: good.map(({ facts: { size, mtimeMs, ino } }) => ({ size, mtimeMs, ino })),
    unchanged: async () => {
      const now = await Promise.all(good.map(async ({ file, facts }) => ({ facts, entry: await files.stat(file.path) })));
      return now.every(({ facts, entry }) => entry?.kind === 'file' && sameFacts(entry, facts));
    },
  };

  async function look(asked: string) {
    try {
      const path = await files.realPath(asked);
      const facts = await files.stat(path);
      if (facts === undefined) return { problem: say('answers.definitions.noFile', { path }) };
      if (facts.kind !== 'file') return { problem: say('answers.definitions.notFile', { path }) };
      if (facts.size === 0) return { problem: say('answers.definitions.empty', { path }) };
      if (facts.size > maxFileBytes) return { problem: say('answers.definitions.tooLarge', { path, maximumSize: maxFileBytes }) };
      const message = await unfitnessOf(world, path, facts);
      if (message !== undefined) return { problem: say('answers.definitions.unfit', { path, message }) };
      const contentType = (await files.contentType(path)) ?? 'application/octet-stream';
      const { sha256, size } = await files.hash(path);
      const open = () => files.open(path, facts);
      return { facts, file: { path, open, sha256, fileName: sentNameOf(basename(asked), sha256, 'plain'), contentType, size } };
    } catch (error) {
      if (error instanceof DiskProblem) return { problem: messageOf(error) };
      throw error;
    }
  }
}
