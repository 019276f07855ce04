import { createHash } from 'node:crypto';
import { basename, dirname, join, relative, sep } from 'node:path';
import { type FolderSettings, folderSettingsSchema } from '../../core/config/folder-settings.ts';
import { directoryOf, type FileFacts, factsOf, fileNameOf, type JobState, sameFacts } from '../../core/document/document.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { defined } from '../../core/plain-data.ts';
import { fastestPollMs } from '../../core/poll/poll-intervals.ts';
import type { Route } from '../../core/protocol/route.ts';
import type { ExtractionBatch } from '../../core/protocol/service-shapes.ts';
import { err, ok, type Result } from '../../core/result.ts';
import { sentNameOf } from '../../core/upload/answer-map.ts';
import type { Files } from '../../engine/ports.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { UploadFile } from '../../service/service.ts';
import { fitFile } from '../folders/add-files.ts';
import type { ListedFolder } from '../folders/folder-list.ts';

/** A file that goes with a call, as it was when it was looked at. */
export type SampleFile = UploadFile & { readonly facts: FileFacts };

/** @param path absolute, links resolved @param shown as a person named it: it is sent under its last part */
export async function lookAtSample(files: Files, path: string, shown: string): Promise<Result<SampleFile, Message>> {
  try {
    const fit = await fitFile(files, path, shown);
    if (!fit.ok) return fit;
    const facts = factsOf(fit.value);
    const { sha256, size } = await files.hash(path);
    if (size !== facts.size) return err(say('workspace.sample.beingWritten'));
    const contentType = (await files.contentType(path)) ?? 'application/octet-stream';
    const fileName = sentNameOf(basename(shown), sha256, 'plain');
    return ok({ path, open: () => files.open(path, fit.value), sha256, fileName, contentType, size, facts });
  } catch (error) {
    return err(say('workspace.sample.unreadable', { message: messageOf(error) }));
  }
}

/** Asked before the closing boundary is sent. */
export async function areUnchanged(files: Pick<Files, 'stat'>, samples: readonly SampleFile[]): Promise<boolean> {
  const now = await Promise.all(samples.map(async ({ path }) => files.stat(path).catch(() => undefined)));
  return samples.every(({ facts }, index) => {
    const found = now[index];
    return found?.kind === 'file' && sameFacts(found, facts);
  });
}

/** Where samples went, and what came back; without a batch, the service did not say. `at`: ms since the epoch. */
interface Sent {
  readonly origin: string;
  readonly route: Route;
  readonly batch?: Pick<ExtractionBatch, 'batchId' | 'files'>;
  readonly at: number;
}

/** A folder that a sample may lie in. */
type Around = Pick<ListedFolder, 'id' | 'path' | 'settings'>;

/** Where a document is recorded: a folder of the ledger, and a path inside it. */
interface RecordLocation {
  readonly folderId: number;
  readonly path: string;
  /** A watched folder: its settings say what is written. */
  readonly watched: boolean;
}

/**
 * Records that samples were sent together, so that they are polled, delivered if their folder is watched, and never sent again on this
 * route. If there is already a document at the path of one, it is copied into the data directory and recorded there; the
 * file itself then gets the result as any copy does.
 * @returns the id of each one's document, and whether it lies in a watched folder
 */
export async function recordSamples(
  { ledger, files }: { readonly ledger: Ledger; readonly files: Files },
  folders: readonly Around[],
  dataDirectory: string,
  samples: readonly SampleFile[],
  sent: Sent,
): Promise<readonly { readonly id: number; readonly watched: boolean }[]> {
  const recorded: { readonly id: number; readonly watched: boolean }[] = [];
  let batchId: number | undefined;
  for (const sample of samples) {
    const put = (location: RecordLocation, { facts }: { facts: FileFacts }) => {
      const made = record(ledger, location, { ...sample, facts }, sent, samples.length === 1, batchId);
      ({ batchId } = made);
      recorded.push({ id: made.id, watched: location.watched });
    };
    const wanted = locationOf(ledger, folders, sample.path);
    if (!isTaken(ledger, wanted)) {
      put(wanted, sample);
      continue;
    }
    const own = join(dataDirectory, 'samples');
    const path = `${sent.route.id.replace(/[^\w-]/g, '_')}/${basename(sample.path)}`;
    const facts = (await copied(files, sample, join(await files.realPath(own), path))) ?? sample.facts;
    put({ folderId: ledger.folders.ensure(own).id, path, watched: false }, { facts });
  }
  return recorded;
}

/** Undefined if there can be no copy: the sample is recorded all the same, so that it is not paid for again. */
async function copied(files: Files, { path, facts, sha256 }: SampleFile, to: string): Promise<FileFacts | undefined> {
  try {
    const bytes = await files.read(path, 0, facts.size);
    if (createHash('sha256').update(bytes).digest('hex') !== sha256) return undefined;
    await files.makeDirectory(dirname(to));
    return await files.replaceWhole(to, bytes);
  } catch {
    return undefined;
  }
}

function locationOf(ledger: Ledger, folders: readonly Around[], file: string): RecordLocation {
  const around = folders.find(({ path, settings }) =>
    settings.recursive ? file.startsWith(path.endsWith(sep) ? path : path + sep) : dirname(file) === path,
  );
  if (around !== undefined)
    return { folderId: around.id, path: relative(around.path, file).split(sep).join('/'), watched: !around.settings.paused };
  return { folderId: ledger.folders.ensure(dirname(file)).id, path: basename(file), watched: false };
}

function isTaken(ledger: Ledger, { folderId, path }: RecordLocation): boolean {
  return ledger.files.get(folderId, directoryOf(path), fileNameOf(path))?.documentId !== undefined;
}

function record(
  ledger: Ledger,
  { folderId, path }: RecordLocation,
  { facts, sha256, contentType, fileName: sentAs }: SampleFile,
  { origin, route, batch, at }: Sent,
  isAlone: boolean,
  known: number | undefined,
) {
  const { batchId: serviceBatchId, files = [] } = batch ?? {};
  const answered = files.find(({ fileName }) => fileName === sentAs) ?? (isAlone ? files[0] : undefined);
  return ledger.transaction(() => {
    const batchId = known ?? ledger.batches.add({ origin, route, madeAt: at }).id;
    if (known === undefined)
      ledger.batches.update(
        batchId,
        serviceBatchId === undefined
          ? { state: 'unresolved' }
          : { state: 'open', serviceBatchId, acceptedAt: at, nextPollAt: at + fastestPollMs },
      );
    const state: JobState =
      serviceBatchId === undefined
        ? { kind: 'unresolved', message: say('workspace.document.sentWithChange') }
        : { kind: 'queued', status: answered?.status ?? 'queued' };
    const file = { kind: 'settling', since: at } as const;
    const { id } = ledger.documents.add({ folderId, path, facts, origin, route, file, foundAt: at });
    const { id: job } = ledger.jobs.jobFor(origin, route, sha256, at);
    ledger.documents.update(id, { file: { kind: 'there' }, hash: sha256, contentType, job });
    const sent = { batchId, sentAs, from: id, tries: 1, dueAt: undefined, ...defined({ fileId: answered?.id }) };
    ledger.documents.changeJob(job, { ...sent, state }, at);
    ledger.files.put({ folderId, directory: directoryOf(path), name: fileNameOf(path), facts, documentId: id });
    ledger.routes.setPassed(origin, route);
    ledger.documents.note({ documentId: id, at, event: 'accepted', note: say('workspace.document.sentAsSample') });
    if (ledger.meta.read('folder-settings', folderId) === undefined) keepAside(ledger, folderId, route);
    return { id, batchId };
  });
}

/** A folder that is not watched gets no files: the results of its samples stay in the ledger. */
function keepAside(ledger: Ledger, folderId: number, route: Route): void {
  const path = ledger.folders.get(folderId)?.path ?? '';
  const silent: FolderSettings = folderSettingsSchema.parse({ path, route, outputs: { json: false, csv: 'off' } });
  ledger.meta.write('folder-settings', silent, folderId);
  ledger.meta.write('sample-folder', true, folderId);
}

/**
 * Call it when a folder is first watched: samples that were sent from it, or from a directory in it, become its documents,
 * and their results are written according to its settings.
 */
export function adoptSamples(
  ledger: Ledger,
  folder: { readonly id: number; readonly path: string; readonly recursive: boolean },
  at: number,
): void {
  ledger.transaction(() => {
    for (const aside of ledger.folders.all()) {
      if (ledger.meta.read('sample-folder', aside.id) === undefined) continue;
      const below = aside.path === folder.path ? '' : insideOf(folder.path, aside.path);
      if (below === undefined || (below !== '' && !folder.recursive)) continue;
      for (const { id, path, facts, result } of ledger.documents.page({ folderId: aside.id, limit: 10_000 }).documents) {
        const moved = below === '' ? path : `${below}/${path}`;
        ledger.files.remove(aside.id, directoryOf(path), fileNameOf(path));
        ledger.documents.update(id, {
          folderId: folder.id,
          path: moved,
          ...(result !== undefined && { delivery: { kind: 'pending' }, dueAt: at }),
        });
        ledger.files.put({ folderId: folder.id, directory: directoryOf(moved), name: fileNameOf(moved), facts, documentId: id });
      }
      ledger.meta.write('sample-folder', undefined, aside.id);
      if (aside.id !== folder.id) ledger.meta.write('folder-settings', undefined, aside.id);
    }
  });
}

/** `a/b` for `/root/a/b` in `/root`; undefined if it is not inside. */
function insideOf(folder: string, path: string): string | undefined {
  const root = folder.endsWith(sep) ? folder : folder + sep;
  return path.startsWith(root) ? path.slice(root.length).split(sep).join('/') : undefined;
}
