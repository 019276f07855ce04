import type { Document } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { presentState } from '../../core/document/states.ts';
import { mapClaimed, type PolledFile, sentFile } from '../../core/poll/poll-outcome.ts';
import { type FileMap, mapFiles } from '../../core/upload/answer-map.ts';
import { plainName } from '../../core/upload/batch.ts';
import type { World } from '../ports.ts';

type Ledger = Pick<World['ledger'], 'batches' | 'documents' | 'serviceFiles'>;
type Answered = { readonly id: string; readonly fileName: string };

/**
 * Which file of an answer is which document's. Where two uploads were answered with one batch id, a poll may list files of both. What
 * the ledger knows as another content's file is nobody's here.
 *
 * @param of whether it answers the upload of the batch or a poll
 * @param sent the documents of the batch that are no copies
 * @param isWhole the answer lists as many files as were sent
 */
export function whoseFiles<File extends Answered>(
  ledger: Ledger,
  of: 'upload' | 'poll',
  batch: Batch,
  serviceBatchId: string,
  sent: readonly Document[],
  files: readonly File[],
  isWhole: boolean,
): FileMap<File> {
  const { documents, serviceFiles } = ledger;
  const { id, origin } = batch;
  const mayBe = mayBeOf(ledger, origin, serviceBatchId);
  const twins = uploadsOf(ledger, batch, serviceBatchId);
  const theirs = of === 'upload' ? [] : twins.flatMap((twin) => documents.inBatch(twin.id)).filter(isNoCopy);
  const all = [...sent, ...theirs];
  const ids = [id, ...twins.map((twin) => twin.id)];
  const { mapped, contradicted } = mapFiles(
    all.map(sentFile),
    files,
    of === 'poll' && twins.length > 0 ? 'several' : isWhole ? 'whole' : 'part',
    ({ id: file, fileName }) =>
      serviceFiles.isInAnother(origin, serviceBatchId, file) ||
      documents.sentInOthers(origin, ids).some((name) => plainName(name) === plainName(fileName)),
  );
  const hashes = new Map(all.map((document) => [document.id, document.hash]));
  const mine = new Map<number, File>();
  const foreign: number[] = [];
  for (const [document, file] of mapped) {
    if (mayBe(hashes.get(document), file.id)) mine.set(document, file);
    else foreign.push(document);
  }
  return { mapped: mine, contradicted: new Set([...contradicted, ...foreign]) };
}

/** The same for a batch that is only claimed: of one that was uploaded from here, everything is known, and it has nothing else. */
export function claimedFiles(
  ledger: Ledger,
  batch: Batch & { readonly serviceBatchId: string },
  sent: readonly Document[],
  files: readonly PolledFile[],
): FileMap<PolledFile> {
  const { origin, serviceBatchId } = batch;
  const isOurs = uploadsOf(ledger, batch, serviceBatchId).length > 0;
  const mayBe = mayBeOf(ledger, origin, serviceBatchId);
  return {
    mapped: isOurs ? new Map() : mapClaimed(sent, files, ({ hash }, file) => mayBe(hash, file.id)),
    contradicted: new Set(),
  };
}

/** Whether what a document claims is known as another content's. */
export function isClaimOfAnother(
  ledger: Ledger,
  { fileId, hash }: Document,
  batch: Batch & { readonly serviceBatchId: string },
): boolean {
  const { origin, serviceBatchId } = batch;
  if (uploadsOf(ledger, batch, serviceBatchId).length > 0) return true;
  return fileId !== undefined && !mayBeOf(ledger, origin, serviceBatchId)(hash, fileId);
}

/** Whether a file of a batch of the service may be a content's: nobody knows it as another one's. */
export function mayBeOf({ serviceFiles }: Pick<Ledger, 'serviceFiles'>, origin: string, batch: string) {
  return (content: string | undefined, file: string) => serviceFiles.mayBe(content, origin, batch, file);
}

/** A copy that took a result, gone or not, has the batch of the first document, but no file of its own in it. */
export function isNoCopy({ state }: Document): boolean {
  return presentState(state).kind !== 'duplicate';
}

/** Other uploads that the service has answered with the same batch id. */
function uploadsOf({ batches }: Ledger, { id, origin, route }: Batch, serviceBatchId: string): Batch[] {
  return batches
    .ofService(origin, route, serviceBatchId)
    .filter((other) => other.id !== id && other.claimed !== true && other.linked === undefined);
}
