import { type Document, fileNameOf } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import type { World } from '../ports.ts';
import type { DocumentWriter } from './document-writer.ts';

/** What is known of the file at the service that holds a document's values. */
export interface FoundFile {
  /** Ledger id of its batch, which is that of a linked extraction. */
  readonly batchId: number;
  readonly fileId: string;
  readonly fileName: string;
}

/**
 * Where the values of a document are is known that the service itself has passed on: all documents with its content that wait for them
 * go on into the extraction, in which the service has it already, and is polled like any other. To be called in a transaction.
 */
export function takeUpLinked(
  {
    world: { ledger },
    writer,
  }: { readonly world: Pick<World, 'ledger'>; readonly writer: Pick<DocumentWriter, 'apply' | 'moves'> },
  document: Document,
  { batchId, fileId, fileName }: FoundFile,
): void {
  const { id, origin, awaits, job: verdict, path, sentAs } = document;
  if (awaits === undefined) return;
  const route = { kind: 'extraction', id: awaits.extraction } as const;
  const extraction = ledger.routes.info(origin, route)?.name ?? route.id;
  const others = ledger.documents.awaiting(origin, awaits.extraction).filter((other) => other.id !== id && other.job === verdict);
  const { moves } = writer;
  const { id: job } = moves.enter(document, route, say('notes.linkedFound', { extraction, name: fileName }));
  const set = { batchId, fileId, from: id, sentAs: sentAs ?? fileNameOf(path), dueAt: undefined };
  writer.apply([{ job, event: { kind: 'adopted' }, set }]);
  for (const copy of others) moves.enter(copy, route, say('notes.copyWaits', { path }));
  ledger.unmatched.remove(batchId, fileId);
}
