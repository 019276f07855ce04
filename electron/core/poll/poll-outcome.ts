import type { Document, Job, PassedOn } from '../document/document.ts';
import type { DocumentResult } from '../document/result.ts';
import { isAtService, isTerminal } from '../document/states.ts';
import { foreign, type Message } from '../messages/message.ts';
import { sameJson } from '../plain-data.ts';
import { assertNever } from '../result.ts';
import { serviceText } from '../review/local-review.ts';
import { carriesHash, mapAnswer, plainName, possibleNames, type SentFile } from '../upload/answer-map.ts';

/** The member of a failure's reason is not documented; these are its most likely names. */
const reasonMembers = ['error', 'error_message', 'message'] as const;

type WithoutStatus<Result> = Result extends unknown ? Omit<Result, 'status'> : never;

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

/**
 * One file of an answer, with what was found in it. Classification statuses seen are queued and processed; the set is not shown.
 * `failed`, `needs_review` and `confirmed` are taken as they are meant for extractions; anything else is still working.
 *
 * @param found `extra`: members of the file that are not documented; `excess`: it holds more than Intray accepts
 */
export function polledFile(
  { id, fileName, status }: Pick<PolledFile, 'id' | 'fileName' | 'status'>,
  found: {
    readonly result?: WithoutStatus<DocumentResult> | undefined;
    readonly excess?: Message;
    readonly extra: Readonly<Record<string, unknown>>;
  },
): PolledFile {
  const { result, excess, extra } = found;
  const file: { id: string; fileName: string; status: string; message?: Message } = { id, fileName, status };
  for (const name of reasonMembers) {
    const reason = extra[name];
    if (typeof reason === 'string' && reason.trim() !== '') file.message ??= foreign(reason.slice(0, maxReasonLength));
  }
  if (!isTerminal(status)) return { ...file, ended: false };
  if (status === 'failed') return { ...file, ended: true };
  if (excess !== undefined) return { ...file, ended: true, excess };
  if (result === undefined) return { ...file, ended: false, lacking: true };
  return { ...file, ended: true, result: { ...result, status } };
}

/** Characters of a failure's reason: it is shown whole. */
const maxReasonLength = 2_000;

/** An entry that an answer has twice counts once. */
export function withoutRepeats(files: readonly PolledFile[]): PolledFile[] {
  const kept: PolledFile[] = [];
  for (const file of files) if (!kept.some((other) => other.id === file.id && sameJson(other, file))) kept.push(file);
  return kept;
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

/** An answer that still shows the old verdict this long after the new run was requested is the new run's. */
export const redoSettlesMs = 60_000;

/**
 * Whether an answer may still be the one from before the redo, so that it must not end the wait.
 *
 * The service documents no answer to a redo, no status of a file that is done again, and no member that counts its runs.
 * Three things are certain: a file that is reported as not ended is being worked on, and whatever ends it after that is
 * the new verdict; a verdict that differs from the old one (in its category, confidence, reasoning or anything else) is
 * the new one; and the same verdict proves nothing, since the run may not show yet, may have had the same result, or may not
 * have been made because a person's category stands. So the same verdict counts only after a minute of ordinary polling.
 * A verdict that differs later still counts whenever the batch is polled again.
 */
export function maySayTheOld({ state, result }: Pick<Job, 'state' | 'result'>, file: PolledFile, now: number): boolean {
  if (state.kind !== 'processing' || state.redo === undefined || !file.ended) return false;
  // A clock that was set back ends the wait rather than prolonging it.
  const waited = now - state.redo.since;
  if (waited < 0 || waited >= redoSettlesMs) return false;
  if (file.result === undefined) return state.redo.failed === true;
  // Nobody knows the old verdict any more that was dropped from the ledger.
  return state.redo.failed !== true && (result === undefined || sameJson(file.result, result));
}

/** A result that the service has in a batch under a name or an id that fits no document of it: a person knows whose it is. */
export interface UnmatchedResult {
  /** Ledger id of the batch. */
  readonly batchId: number;
  /** The service's id. */
  readonly fileId: string;
  /** The name that the service gives it. */
  readonly fileName: string;
  readonly result: DocumentResult;
}

/**
 * Whether a document was sent and no file of the service is known for certain to be it: then a result of its batch may be its own.
 */
export function lacksItsFile({ fileId, state }: Pick<Document | Job, 'fileId' | 'state'>): boolean {
  return state.kind === 'unresolved' || (fileId === undefined && isAtService(state));
}

/** It is being worked on, or the service has accepted it and its result may still come. */
export function isAwaited({ state }: Pick<Document | Job, 'state'>): boolean {
  return isAtService(state) || state.kind === 'unresolved';
}

/** One value of a result, to recognize it by. */
export interface ShownValue {
  /** The field; absent for what a classification says. */
  readonly key?: string;
  readonly value: string;
}

/** What a person recognizes a result by: its values, as texts. Empty ones are left out. */
export function shownValues(result: DocumentResult): ShownValue[] {
  switch (result.kind) {
    case 'extraction':
      return Object.keys(result.extractedData).flatMap((key) => {
        const value = serviceText(result, key);
        return value === undefined || value === '' ? [] : [{ key, value }];
      });
    case 'classification':
      return [result.categoryName ?? result.categoryId, result.reasoning].flatMap((value) => (value ? [{ value }] : []));
    default:
      return assertNever(result);
  }
}

/** The job of a content that the service has passed on itself. `sentAs`: the name under which it went to the classification. */
export type Expectant = Pick<PassedOn, 'id' | 'hash' | 'sentAs' | 'state'>;

/**
 * Which file of a batch in a linked extraction is which job's: as a person said; by name, then by elimination, among
 * those for which a person has named the batch; else by a name that carries a part of the content's hash. An event may name the
 * batch of somebody else, and any other name may be somebody else's.
 *
 * @param files those that are nobody's so far
 * @returns by the job's id
 */
export function mapLinked(
  waiting: readonly Expectant[],
  files: readonly PolledFile[],
  batch: string,
): ReadonlyMap<number, PolledFile> {
  const mapped = new Map<number, PolledFile>();
  const free = new Set(files);
  const take = (id: number, file: PolledFile | undefined): void => {
    if (file !== undefined && free.delete(file)) mapped.set(id, file);
  };
  const byName = (those: readonly Expectant[], isWhole: boolean): void => {
    const answered = [...free];
    const named = those.map(({ id, sentAs = '' }) => ({ id, fileName: sentAs }));
    for (const [id, index] of mapAnswer(named, answered, isWhole)) take(id, answered[index]);
  };
  const here = waiting.filter(({ state }) => state.named?.batch === batch);
  for (const { id, state } of here)
    take(
      id,
      [...free].find((file) => file.id === state.named?.fileId),
    );
  byName(
    here.filter(({ state }) => state.named?.fileId === undefined),
    true,
  );
  byName(
    waiting.filter(({ hash, sentAs = '', state }) => state.named === undefined && carriesHash(sentAs, hash)),
    false,
  );
  return mapped;
}
