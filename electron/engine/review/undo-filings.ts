import { isRenamed } from '../../core/document/delivery.ts';
import type { Document } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import type { Filing } from '../../ledger/filings.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';

export interface UndoContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'together'>;
  readonly wake: () => void;
}

/**
 * A person takes the filing of a document back: its source and JSON go to where they were before, and it stays there until a
 * person says otherwise. Pages that were sent, and what hooks have done, cannot be taken back.
 *
 * @param to where its file is to go, relative to the folder
 */
export function undoFiling({ world, writer, wake }: UndoContext, id: number, to: string, by: string): void {
  writer.together(() => {
    const document = world.ledger.documents.get(id);
    if (document === undefined || document.path === to) return;
    const at = world.clock.now();
    writer.amend(
      id,
      { undone: { at, by, to }, ...againOf(document, at) },
      { event: 'undo asked', note: say('notes.by', { by }) },
    );
  });
  wake();
}

/** A person wants a document filed again whose filing was taken back. */
export function fileAgain({ world, writer, wake }: UndoContext, id: number): void {
  writer.together(() => {
    const document = world.ledger.documents.get(id);
    if (document?.undone === undefined) return;
    writer.amend(id, { undone: undefined, ...againOf(document, world.clock.now()) }, { event: 'file again' });
  });
  wake();
}

/** What is written stays, even if it is still to follow its source's name; where the source belongs is decided anew. */
function againOf({ delivery }: Document, now: number): Partial<Pick<Document, 'delivery' | 'dueAt'>> {
  const isDecided = delivery.kind === 'done' || isRenamed(delivery);
  return isDecided && 'at' in delivery ? { delivery: { kind: 'written', at: delivery.at }, dueAt: now } : {};
}

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

/** The batches of filings, the last one first; each is read when it is asked for. */
export function* filingBatches({
  filings,
}: {
  readonly filings: Pick<World['ledger']['filings'], 'startsOfBatches' | 'range'>;
}): Generator<FilingBatch> {
  let next: number | undefined;
  for (const id of filings.startsOfBatches(pauseMs)) {
    const batch = filings.range(id, next);
    const [first, last] = [batch[0], batch.at(-1)];
    if (first !== undefined && last !== undefined) yield { id, from: first.at, until: last.at, filings: batch };
    next = id;
  }
}

/** By document: where a batch took it from at first, and where it put it at last; without what was taken back already. */
export function movesIn({ filings }: FilingBatch): ReadonlyMap<number, { readonly from: string; readonly to: string }> {
  const moves = new Map<number, { readonly from: string; readonly to: string }>();
  for (const { documentId, fromPath, toPath, undoneAt } of filings)
    if (undoneAt === null) moves.set(documentId, { from: moves.get(documentId)?.from ?? fromPath, to: toPath });
  return moves;
}
