import { join } from 'node:path';
import { type Document, sameFacts } from '../../core/document/document.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Filing } from '../../ledger/filings.ts';
import type { Ledger, LedgerReader } from '../../ledger/ledger.ts';
import { hasOwnFile } from '../deliver/delivered.ts';
import { isAt, placeOf } from '../deliver/place.ts';
import type { Folder } from '../loop/watched-folders.ts';
import { DiskProblem, type Files } from '../ports.ts';

/** Documents that were filed one after the other, in a run or a burst. Times are milliseconds since the epoch. */
export interface FilingBatch {
  /** That of its first filing. */
  readonly id: number;
  readonly from: number;
  readonly until: number;
  /** In their order. */
  readonly filings: readonly Filing[];
}

/** Filings that follow each other within this time belong together, in milliseconds. */
const pauseMs = 60_000;
const pageSize = 100;

type Reader = Pick<LedgerReader, 'filings'>;

/** The batches of filings, the last one first; each is read when it is asked for. */
export function* filingBatches({ filings }: Reader): Generator<FilingBatch> {
  for (const { id, next } of rangesOf(filings.startsOfBatches(pauseMs))) {
    const batch = batchOf(id, filings.range(id, next));
    if (batch !== undefined) yield batch;
  }
}

/** A batch by its id; undefined: there is none. */
export function filingBatch({ filings }: Reader, id: number): FilingBatch | undefined {
  const range = rangesOf(filings.startsOfBatches(pauseMs)).find((each) => each.id === id);
  return range === undefined ? undefined : batchOf(id, filings.range(id, range.next));
}

/** The sums of the last batches, the last one first; `more`: there are earlier ones. */
export function newestBatches({ filings }: Reader, limit: number) {
  const ranges = rangesOf(filings.startsOfBatches(pauseMs));
  const batches = ranges.slice(0, limit).map(({ id, next }) => ({ id, ...filings.sumsOf(id, next) }));
  return { batches, more: ranges.length > limit };
}

/** @param starts the last one first */
function rangesOf(starts: readonly number[]): { readonly id: number; readonly next: number | undefined }[] {
  return starts.map((id, index) => ({ id, next: starts[index - 1] }));
}

function batchOf(id: number, filings: readonly Filing[]): FilingBatch | undefined {
  const [first, last] = [filings[0], filings.at(-1)];
  return first === undefined || last === undefined ? undefined : { id, from: first.at, until: last.at, filings };
}

/** By document: where a batch took it from at first, and where it put it at last; without what was taken back already. */
export function movesIn({ filings }: FilingBatch): ReadonlyMap<number, { readonly from: string; readonly to: string }> {
  const moves = new Map<number, { readonly from: string; readonly to: string }>();
  for (const { documentId, fromPath, toPath, undoneAt } of filings)
    if (undoneAt === undefined) moves.set(documentId, { from: moves.get(documentId)?.from ?? fromPath, to: toPath });
  return moves;
}

/** What a person wants of a document. */
interface FilingWish {
  readonly document: Document;
  /** Where it goes back to, relative to its folder; absent: it is filed. */
  readonly to?: string;
  /** Why that cannot be. */
  readonly why?: Message;
}

/**
 * Each document of a batch that can be taken back, or why not. Looks at the disk: what was changed, moved or taken since stays
 * where it is.
 */
export async function wishesBack(
  ledger: Pick<LedgerReader, 'documents' | 'folders'>,
  files: Pick<Files, 'stat'>,
  batch: FilingBatch,
): Promise<readonly FilingWish[]> {
  const wishes: FilingWish[] = [];
  for (const [id, { from, to }] of movesIn(batch)) {
    const document = ledger.documents.get(id);
    if (document === undefined) continue;
    const folder = ledger.folders.get(document.folderId)?.path ?? '';
    const why = document.path === to ? await obstacle(files, { document, folder, to: from }) : say('answers.undo.elsewhere');
    wishes.push({ document, to: from, ...(why !== undefined && { why }) });
  }
  return wishes;
}

/** What keeps a file from going back. */
async function obstacle(
  files: Pick<Files, 'stat'>,
  { document, folder, to }: { readonly document: Document; readonly folder: string; readonly to: string },
): Promise<Message | undefined> {
  try {
    const root = await files.stat(folder);
    if (root?.kind !== 'directory') return say('disk.folder.unreachable', { path: folder });
    const source = await files.stat(join(folder, document.path));
    if (source === undefined) return say('answers.undo.gone');
    if (!sameFacts(source, document.facts)) return say('answers.undo.changed');
    const path = join(folder, to);
    return (await files.stat(path)) === undefined ? undefined : say('filing.taken', { path });
  } catch (error) {
    if (error instanceof DiskProblem) return error.said;
    throw error;
  }
}

/** The documents of a batch that were taken back, to be filed again. */
export function wishesAgain({ documents }: Pick<LedgerReader, 'documents'>, { filings }: FilingBatch): readonly FilingWish[] {
  const ids = new Set(filings.map(({ documentId }) => documentId));
  return [...ids].flatMap((id) => {
    const document = documents.get(id);
    return document?.undone === undefined ? [] : [{ document }];
  });
}

/**
 * The delivered documents of a folder whose files its settings would file elsewhere than they are. What a person has taken back stays.
 * @throws DiskProblem if the directory of the settings cannot be used
 */
export async function wishesToFile(
  world: { readonly ledger: LedgerReader; readonly files: Pick<Files, 'realPath'> },
  folder: Folder,
): Promise<readonly FilingWish[]> {
  const { documents } = world.ledger;
  const wishes: FilingWish[] = [];
  for (let before = documents.last() + 1; ; ) {
    const ids = documents.foundBefore(folder.id, before, pageSize);
    for (const id of ids) {
      const document = documents.get(id);
      if (document?.delivery.kind !== 'done' || document.undone !== undefined || !hasOwnFile(world.ledger, document)) continue;
      const place = await placeOf(world, folder, document);
      if (place.kind === 'there' && !isAt(folder, document.path, place)) wishes.push({ document });
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return wishes;
    before = last;
  }
}

/**
 * Leaves in the ledger what a person wants, as far as it can be: an engine that runs does it within seconds, else the next one.
 *
 * @param by the person, for the history
 * @returns how many documents that is
 */
export function leaveWishes(ledger: Pick<Ledger, 'requests' | 'transaction'>, wishes: readonly FilingWish[], by: string): number {
  const possible = wishes.filter(({ why }) => why === undefined);
  ledger.transaction(() => {
    for (const { document, to } of possible)
      ledger.requests.add({
        documentId: document.id,
        act: to === undefined ? { kind: 'file' } : { kind: 'undo-filing', to },
        by,
      });
  });
  return possible.length;
}
