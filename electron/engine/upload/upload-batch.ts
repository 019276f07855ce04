import { type Document, type FileFacts, sameFacts } from '../../core/document/document.ts';
import type { Batch } from '../../core/document/records.ts';
import { say } from '../../core/messages/message.ts';
import { type Failure, traitsOfFailure } from '../../core/protocol/failure.ts';
import type { UploadFile } from '../../service/service.ts';
import type { Account, Ticket } from '../loop/account.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import type { KeptContents } from '../loop/kept-contents.ts';
import { isFiledAway } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';

/** A job in a request, and the file that it is sent from. */
export interface UploadItem {
  readonly job: number;
  /** Whose file that is. */
  readonly document: Document;
  readonly path: string;
  /** The name it goes out under. */
  readonly sentAs: string;
}

/** The service's answer about a batch that it accepted. For a classification it names no files. */
export interface Acceptance {
  readonly serviceBatchId: string;
  readonly files: readonly { readonly id: string; readonly fileName: string; readonly status: string }[];
}

export type UploadOutcome =
  | { readonly kind: 'accepted'; readonly acceptance: Acceptance }
  /**
   * No request was sent whole: these files had changed or gone before the closing boundary. `only`: nothing but its content tells that
   * of one.
   */
  | { readonly kind: 'withdrawn'; readonly changed: readonly number[]; readonly only?: 'content' }
  | {
      readonly kind: 'failed';
      readonly failure: Failure;
      readonly elsewhere: 'fine' | 'failing' | 'not-asked';
      /** See `UploadFailureFacts`; whatever `failure` has become. */
      readonly refusedWhole?: true;
    };

/**
 * Sends one batch. Before its closing boundary goes out, every file has been checked once more and `markSent` is on disk.
 * Until then, whatever happens, the service cannot have read the request whole.
 */
export async function uploadBatch(
  world: Pick<World, 'files' | 'service'>,
  contents: KeptContents,
  account: Account,
  ticket: Ticket,
  batch: Batch,
  items: readonly UploadItem[],
  hooks: {
    /** Whether all of it is still to be sent from these files. */
    readonly areHere: () => boolean;
    /** @returns false if it is not to go out any more */
    readonly markSent: () => Promise<boolean>;
    readonly onProgress: (sent: number, total: number) => void;
    readonly signal: AbortSignal;
    /** It finds out whether the service or the route takes documents again: a free call goes before it, so that none is lost. */
    readonly isTry: boolean;
  },
): Promise<UploadOutcome> {
  const files: UploadFile[] = [];
  const onDisk: UploadItem[] = [];
  const kept = contents.all;
  for (const item of items) {
    const { document, path, sentAs: fileName } = item;
    const { facts, hash: sha256 = '', contentType = 'application/octet-stream' } = document;
    const open = async () => contents.open(sha256) ?? (await world.files.open(path, facts));
    files.push({ path, open, sha256, fileName, contentType, size: facts.size });
    // What is in memory goes out as it was hashed, whatever its file is by now: the last look, before the closing boundary, tells.
    if (!kept.has(sha256)) onDisk.push(item);
  }
  let changed = await changedItems(world, onDisk);
  if (changed.length > 0) return { kind: 'withdrawn', changed };
  const notNow = failedEarly({ kind: 'aborted', message: say('outcome.notNow') });
  const mayBegin = () => hooks.areHere() && account.mayStillBegin(ticket);
  if (!mayBegin()) return notNow;

  if (hooks.isTry) {
    const problem = await problemElsewhere(world, batch, hooks.signal);
    if (problem !== undefined) return failedEarly(problem);
    account.reached(ticket);
    if (!mayBegin()) return notNow;
  }

  let isHeldBack = false;
  const options = {
    signal: hooks.signal,
    onProgress: hooks.onProgress,
    beforeClosingBoundary: async () => {
      changed = await changedItems(world, items);
      if (changed.length > 0) return false;
      isHeldBack = !(await hooks.markSent());
      return !isHeldBack;
    },
  };
  const answer = await send(world, batch, files, options);
  if (answer.ok) return { kind: 'accepted', acceptance: answer.value };
  if (isHeldBack) return notNow;
  if (answer.error.kind === 'withdrawn')
    return changed.length > 0 ? { kind: 'withdrawn', changed } : await culprits(world, items, answer.error.path);
  const failed = await failedUpload(world, account, batch, answer.error, hooks.signal);
  return answer.error.kind === 'server' && answer.error.whole ? { ...failed, refusedWhole: true } : failed;
}

async function send(
  world: Pick<World, 'service'>,
  batch: Batch,
  files: readonly UploadFile[],
  options: Parameters<World['service']['uploadFiles']>[2],
): Promise<{ ok: true; value: Acceptance } | { ok: false; error: Failure }> {
  if (batch.route.kind === 'extraction') {
    const answer = await world.service.uploadFiles(batch.route.id, files, options);
    return answer.ok ? { ok: true, value: { serviceBatchId: answer.value.batchId, files: answer.value.files } } : answer;
  }
  const answer = await world.service.uploadClassificationBatch(batch.route.id, files, options);
  return answer.ok ? { ok: true, value: { serviceBatchId: answer.value.id, files: [] } } : answer;
}

/** The file that ended the upload has changed, even if its facts have not. */
async function culprits(
  world: Pick<World, 'files'>,
  items: readonly UploadItem[],
  path: string | undefined,
): Promise<Extract<UploadOutcome, { kind: 'withdrawn' }>> {
  const changed = await changedItems(world, items);
  if (changed.length > 0) return { kind: 'withdrawn', changed };
  const its = items.filter((item) => item.path === path).map(({ document }) => document.id);
  return { kind: 'withdrawn', changed: its, only: 'content' };
}

/** Ids of the documents whose file is no longer the one that was taken in. A file that cannot be looked at counts as changed. */
async function changedItems(world: Pick<World, 'files'>, items: readonly UploadItem[]): Promise<number[]> {
  const changed = await Promise.all(
    items.map(async ({ document, path }) => {
      try {
        const now = await world.files.stat(path);
        return now?.kind === 'file' && sameFacts(now, document.facts) ? [] : [document.id];
      } catch (problem) {
        if (problem instanceof DiskProblem) return [document.id];
        throw problem;
      }
    }),
  );
  return changed.flat();
}

/** An id that no extraction has: viewExtraction of it costs nothing and answers 404. */
const unknownExtraction = '00000000-0000-4000-8000-000000000000';

/** What a free call meets, if the service does not answer it. */
async function problemElsewhere(
  { service }: Pick<World, 'service'>,
  { route }: Batch,
  signal: AbortSignal,
): Promise<Failure | undefined> {
  const answer = await service.viewExtraction(route.kind === 'extraction' ? route.id : unknownExtraction, { signal });
  if (answer.ok || answer.error.kind === 'not-found' || answer.error.kind === 'bad-request') return undefined;
  return answer.error;
}

/** What failed came before the upload: nothing was sent. */
function failedEarly(failure: Failure): UploadOutcome {
  const isOfService = traitsOfFailure(failure).about === 'service';
  return {
    kind: 'failed',
    failure: isOfService ? { kind: 'offline', message: failure.message } : failure,
    elsewhere: isOfService || failure.kind === 'offline' ? 'failing' : 'not-asked',
  };
}

/**
 * An upload failed: finds out with a free call whether the service answers other calls. If it does, only the upload fails.
 * If the free call, or what is known already, shows a problem with the account as a whole, that is why the upload failed.
 */
async function failedUpload(
  world: Pick<World, 'service'>,
  account: Account,
  batch: Batch,
  failure: Failure,
  signal: AbortSignal,
): Promise<Extract<UploadOutcome, { kind: 'failed' }>> {
  const { about } = traitsOfFailure(failure);
  const isInDoubt = failure.kind === 'unresolved' || failure.kind === 'unreadable';
  const isAsked = about === 'connection' || about === 'service' || isInDoubt;
  if (!isAsked || signal.aborted) return { kind: 'failed', failure, elsewhere: 'not-asked' };
  const permission = account.ask('other');
  if (permission.kind === 'later') {
    return { kind: 'failed', failure, elsewhere: account.gate.kind === 'offline' ? 'failing' : 'not-asked' };
  }
  const problem = await problemElsewhere(world, batch, signal);
  if (problem === undefined) {
    account.answered(permission.ticket);
    return { kind: 'failed', failure, elsewhere: 'fine' };
  }
  const isOfAccount = problem.kind === 'key' || problem.kind === 'forbidden' || problem.kind === 'rate';
  // What may be at the service stays in doubt, whatever is the matter with the account; the account learns it here.
  if (isOfAccount && isInDoubt) account.failed(problem, permission.ticket);
  else account.returned(permission.ticket);
  return isOfAccount && !isInDoubt
    ? { kind: 'failed', failure: problem, elsewhere: 'not-asked' }
    : { kind: 'failed', failure, elsewhere: isOfAccount ? 'not-asked' : 'failing' };
}

/**
 * No scan looks where documents are filed away to. A file there whose facts are others by now, as on a share that came back with new
 * numbers, is read: if it has the document's content, its facts are noted.
 *
 * @returns the items as they are now
 */
export async function withFactsNow(
  { world, folders, writer }: EngineContext,
  items: readonly UploadItem[],
): Promise<UploadItem[]> {
  const now: UploadItem[] = [];
  for (const item of items) {
    const folder = folders.get(item.document.folderId);
    const facts = folder !== undefined && isFiledAway(folder, item.document.path) ? await otherFacts(world, item) : undefined;
    const current = facts && world.ledger.documents.get(item.document.id);
    const isOther = facts !== undefined && current?.path === item.document.path;
    now.push(isOther ? { ...item, document: { ...item.document, facts } } : item);
    // Its place in the list stays the same.
    if (isOther) writer.amend(current.id, { facts, changedAt: current.changedAt });
  }
  return now;
}

/** The facts of a file that has the document's content all the same. */
async function otherFacts(
  { files }: Pick<World, 'files'>,
  { document: { facts, hash }, path }: UploadItem,
): Promise<FileFacts | undefined> {
  try {
    const now = await files.stat(path);
    if (now?.kind !== 'file' || now.size !== facts.size || sameFacts(now, facts)) return undefined;
    if ((await files.hash(path)).sha256 !== hash) return undefined;
    return { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino };
  } catch (problem) {
    if (problem instanceof DiskProblem) return undefined;
    throw problem;
  }
}
