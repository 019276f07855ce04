import { basename } from 'node:path';
import { type FileFacts, sameFacts } from '../../../core/document/document.ts';
import { say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import type { ExtractionBatch } from '../../../core/protocol/service-shapes.ts';
import { sentNameOf } from '../../../core/upload/batch.ts';
import { createFiles } from '../../../engine/disk/disk.ts';
import { unfitnessOf } from '../../../engine/intake/look-at-file.ts';
import { DiskProblem } from '../../../engine/ports.ts';
import { systemClock } from '../../../engine/system.ts';
import type { Ledger } from '../../../ledger/ledger.ts';
import type { UploadFile } from '../../../service/service.ts';
import { recordSample } from '../../../workspace/documents/sample-document.ts';
import { recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { fitFile } from '../../../workspace/folders/add-files.ts';
import { createParser, pageCounter } from '../../../workspace/parser/parser.ts';
import { Refusal } from '../../input/refusal.ts';

/** Files that go with a call, as they were when they were checked. */
export interface Samples {
  readonly files: readonly (UploadFile & { readonly facts: FileFacts })[];
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
    unchanged: async () => {
      const now = await Promise.all(files.map(async ({ path, facts }) => ({ facts, entry: await disk.stat(path) })));
      return now.every(({ facts, entry }) => entry?.kind === 'file' && sameFacts(entry, facts));
    },
  };

  async function look(asked: string) {
    try {
      const path = await disk.realPath(asked);
      const fit = await fitFile(disk, path, path);
      if (!fit.ok) return say('answers.definitions.unfit', { path, message: fit.error });
      const facts = fit.value;
      const message = await unfitnessOf(world, path, facts);
      if (message !== undefined) return say('answers.definitions.unfit', { path, message });
      const contentType = (await disk.contentType(path)) ?? 'application/octet-stream';
      const { sha256, size } = await disk.hash(path);
      const fileName = sentNameOf(basename(asked), sha256, 'plain');
      const { mtimeMs, ino } = facts;
      const known = { size: facts.size, mtimeMs, ino };
      return { path, open: () => disk.open(path, facts), sha256, fileName, contentType, size, facts: known };
    } catch (error) {
      if (error instanceof DiskProblem) return messageOf(error);
      throw error;
    }
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
