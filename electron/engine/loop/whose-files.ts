import type { Job } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { mapClaimed, type PolledFile, sentFile } from '../../core/poll/poll-outcome.ts';
import { type FileMap, mapFiles, plainName } from '../../core/upload/answer-map.ts';
import type { World } from '../ports.ts';

type Ledger = Pick<World['ledger'], 'batches' | 'jobs'>;
type Answered = { readonly id: string; readonly fileName: string };

/**
 * Which file of an answer is which job's. Where two uploads were answered with one batch id, a poll may list files of both. What
 * the ledger knows as another job's file is nobody's here.
 *
 * @param of whether it answers the upload of the batch or a poll
 * @param sent the jobs of the batch
 * @param isWhole the answer lists as many files as were sent
 */
export function whoseFiles<File extends Answered>(
  ledger: Ledger,
  of: 'upload' | 'poll',
  batch: Batch,
  serviceBatchId: string,
  sent: readonly Job[],
  files: readonly File[],
  isWhole: boolean,
): FileMap<File> {
  const { jobs } = ledger;
  const { id, origin } = batch;
  const twins = uploadsOf(ledger, batch, serviceBatchId);
  const theirs = of === 'upload' ? [] : twins.flatMap((twin) => jobs.inBatch(twin.id));
  const all = [...sent, ...theirs];
  const ids = [id, ...twins.map((twin) => twin.id)];
  const { mapped, contradicted } = mapFiles(
    all.map(sentFile),
    files,
    of === 'poll' && twins.length > 0 ? 'several' : isWhole ? 'whole' : 'part',
    ({ id: file, fileName }) =>
      jobs.isInAnother(origin, serviceBatchId, file) ||
      jobs.sentInOthers(origin, ids).some((name) => plainName(name) === plainName(fileName)),
  );
  const fileIds: string[] = [];
  for (const file of files) fileIds.push(file.id);
  const known = jobs.ofFiles(origin, serviceBatchId, fileIds);
  const mine = new Map<number, File>();
  const foreign: number[] = [];
  for (const [job, file] of mapped) {
    if ((known.get(file.id) ?? job) === job) mine.set(job, file);
    else foreign.push(job);
  }
  return { mapped: mine, contradicted: new Set([...contradicted, ...foreign]) };
}

/** The same for a batch that is only claimed: of one that was uploaded from here, everything is known, and it has nothing else. */
export function claimedFiles(
  ledger: Ledger,
  batch: Batch & { readonly serviceBatchId: string },
  sent: readonly Job[],
  files: readonly PolledFile[],
): FileMap<PolledFile> {
  const { origin, serviceBatchId } = batch;
  const isOurs = uploadsOf(ledger, batch, serviceBatchId).length > 0;
  const mayBe = ({ id }: Job, file: PolledFile) => ledger.jobs.mayBe(id, origin, serviceBatchId, file.id);
  return {
    mapped: isOurs ? new Map() : mapClaimed(sent, files, mayBe),
    contradicted: new Set(),
  };
}

/** Whether what a job claims is known as another one's. */
export function isClaimOfAnother(
  ledger: Ledger,
  { id, fileId }: Job,
  batch: Batch & { readonly serviceBatchId: string },
): boolean {
  const { origin, serviceBatchId } = batch;
  if (uploadsOf(ledger, batch, serviceBatchId).length > 0) return true;
  return fileId !== undefined && !ledger.jobs.mayBe(id, origin, serviceBatchId, fileId);
}

/** Other uploads that the service has answered with the same batch id. */
function uploadsOf({ batches }: Ledger, { id, origin, route }: Batch, serviceBatchId: string): Batch[] {
  return batches
    .ofService(origin, route, serviceBatchId)
    .filter((other) => other.id !== id && other.claimed !== true && other.linked === undefined);
}
