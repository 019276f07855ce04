import type { Job } from '../document/job.ts';
import type { DocumentResult } from '../document/result.ts';
import { foreign, type Message } from '../messages/message.ts';
import { sameJson } from '../plain-data.ts';
import {
  type ClassificationFile,
  type ClassificationResults,
  type ExtractionBatch,
  type ExtractionFile,
  isTerminal,
  type TerminalStatus,
} from '../protocol/service-shapes.ts';
import type { SentFile } from '../upload/answer-map.ts';
import { plainName } from '../upload/batch.ts';
import { possibleNames } from '../upload/sent-name.ts';

/** One file of an answer, the same for both kinds of route. */
export interface PolledFile {
  readonly id: string;
  readonly fileName: string;
  readonly status: string;
  /** Present once the file has ended with one. */
  readonly result?: DocumentResult;
  /** The wait for it is over. */
  readonly ended: boolean;
  readonly message?: Message;
  /** It is said to have ended, and its result is not there (yet): it is asked for again. */
  readonly lacking?: true;
  /** Why its result cannot be used: it holds more than Intray accepts. */
  readonly excess?: Message;
}

export function polledExtraction(answer: ExtractionBatch): PolledFile[] {
  return answer.files.map((file) =>
    polled(file, (status) => {
      if (file.result === undefined) return undefined;
      const { extractedData, modelUsed, extra } = file.result;
      return {
        kind: 'extraction',
        status,
        extractedData,
        ...(modelUsed !== undefined && { modelUsed }),
        extra: { ...file.extra, ...extra },
      };
    }),
  );
}

/**
 * Classification statuses seen are queued and processed; the set is not shown. `failed`, `needs_review` and `confirmed`
 * are taken as they are meant for extractions; anything else is still working.
 */
export function polledClassification(answer: ClassificationResults): PolledFile[] {
  return answer.files.map((file) =>
    polled(file, (status) => {
      const { categoryId, categoryName, confidence, reasoning, extra } = file;
      const verdict = {
        ...(categoryId !== undefined && { categoryId }),
        ...(categoryName !== undefined && { categoryName }),
        ...(confidence !== undefined && { confidence }),
        ...(reasoning !== undefined && { reasoning }),
      };
      return Object.keys(verdict).length === 0 ? undefined : { kind: 'classification', status, ...verdict, extra };
    }),
  );
}

/** @param resultWith undefined comes back where the answer has no result */
function polled(
  { id, fileName, status, excess, extra }: ExtractionFile | ClassificationFile,
  resultWith: (status: TerminalStatus) => DocumentResult | undefined,
): PolledFile {
  const message = messageIn(extra);
  const file = { id, fileName, ...(message !== undefined && { message }) };
  if (!isTerminal(status)) return { ...file, status, ended: false };
  if (status === 'failed') return { ...file, status, ended: true };
  if (excess !== undefined) return { ...file, status, ended: true, excess };
  const result = resultWith(status);
  return result === undefined ? { ...file, status, ended: false, lacking: true } : { ...file, status, ended: true, result };
}

/** Characters of a failure's reason: it is shown whole. */
const maxReasonLength = 2_000;

/** The member of a failure's reason is not documented; these are its most likely names. */
function messageIn(extra: Readonly<Record<string, unknown>>): Message | undefined {
  for (const name of ['error', 'error_message', 'message']) {
    const value = extra[name];
    if (typeof value === 'string' && value.trim() !== '') return foreign(value.slice(0, maxReasonLength));
  }
  return undefined;
}

/** An entry that an answer has twice counts once. */
export function withoutRepeats(files: readonly PolledFile[]): PolledFile[] {
  return files.filter((file, index) => files.findIndex((other) => other.id === file.id && sameJson(other, file)) === index);
}

/** What names a document in the answers about its batch. */
export function sentFile({ id, sentAs = '', fileId }: Job): SentFile {
  return { id, fileName: sentAs, fileId };
}

/**
 * For a batch that is only claimed: a file belongs to one job, and both its id (where that is known) and its name fit. Two that
 * claim one file get none.
 * What is claimed is the name of its file; it may have gone out under another.
 *
 * @param mayBe whether a file may be this job's: it is not known to be another one's
 */
export function mapClaimed(
  jobs: readonly Job[],
  files: readonly PolledFile[],
  mayBe: (job: Job, file: PolledFile) => boolean,
): ReadonlyMap<number, PolledFile> {
  const claims = jobs.flatMap((job) => {
    const { fileId, hash, sentAs = '' } = job;
    const names = new Set(possibleNames(sentAs, hash).map(plainName));
    const [file, another] = files.filter(
      (each) => names.has(plainName(each.fileName)) && (fileId ?? each.id) === each.id && mayBe(job, each),
    );
    return file === undefined || another !== undefined ? [] : [{ id: job.id, file }];
  });
  const claimants = Map.groupBy(claims, ({ file }) => file);
  return new Map(claims.filter(({ file }) => claimants.get(file)?.length === 1).map(({ id, file }) => [id, file]));
}
