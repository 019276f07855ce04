import type { Document } from '../../core/document/document.ts';
import { hasResult, presentState } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import type { World } from '../ports.ts';
import type { DocumentWriter } from './document-writer.ts';
import { onwardIn } from './next-step.ts';
import type { WatchedFolders } from './watched-folders.ts';

/** What documents wait for that the service itself passes on from a classification into a linked extraction. */
interface LinkedContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
  readonly writer: Pick<DocumentWriter, 'amend'>;
}

/**
 * A verdict has come, or somebody has judged it: the document waits for its values if the service passes it on itself, and no more
 * if it does not. To be called in the transaction of the change. Nothing is ever sent for what waits here.
 *
 * @param isNews the service has just said so, if only once more
 */
export function awaitValues({ world: { ledger, clock }, folders, writer }: LinkedContext, id: number, isNews: boolean): void {
  const document = ledger.documents.get(id);
  if (document === undefined || !hasResult(presentState(document.state).kind)) return;
  const onward = onwardIn(ledger, folders.get(document.folderId)?.settings, document);
  const extraction = onward.kind === 'linked' ? onward.extraction : undefined;
  const isKnown = extraction === document.awaits?.extraction;
  if (onward.kind !== 'linked') {
    if (!isKnown) writer.amend(id, { awaits: undefined });
    return;
  }
  if (isKnown && !isNews) return;
  const now = clock.now();
  const route = { kind: 'extraction', id: onward.extraction } as const;
  const name = ledger.routes.info(document.origin, route)?.name ?? route.id;
  const note = say('notes.awaits', { category: onward.category, extraction: name });
  if (!isKnown) writer.amend(id, { awaits: { extraction: route.id, since: now } }, { event: 'passed on', note });
  // An event may have come before the verdict did, or while it was classified again.
  for (const batch of ledger.batches.linkedWaiting(document.origin, route))
    ledger.batches.update(batch.id, { state: 'open', nextPollAt: now, missingSince: undefined });
}

/** What is known of the file at the service that holds a document's values. */
export interface FoundFile {
  /** Ledger id of its batch, which is that of a linked extraction. */
  readonly batchId: number;
  readonly fileId: string;
  readonly fileName: string;
}

/**
 * Where a document's values are is known: it goes on into the extraction, in which the service has it already, and is polled like any
 * other. Its copies wait for it there. To be called in a transaction.
 */
export function takeUpLinked(
  { world: { ledger }, writer }: { readonly world: Pick<World, 'ledger'>; readonly writer: Pick<DocumentWriter, 'steps'> },
  document: Document,
  file: FoundFile,
): void {
  const { id, origin, awaits, hash } = document;
  if (awaits === undefined) return;
  const route = { kind: 'extraction', id: awaits.extraction } as const;
  const copies = hash === undefined ? [] : ledger.documents.awaiting(origin, awaits.extraction);
  const { batchId, fileId, fileName } = file;
  const extraction = ledger.routes.info(origin, route)?.name ?? route.id;
  const queued = { kind: 'queued', status: 'queued' } as const;
  const note = say('notes.linkedFound', { extraction, name: fileName });
  const { steps } = writer;
  steps.enter(document, { route, state: queued, batchId, fileId, ...given({ sentAs: document.sentAs }) }, note);
  for (const copy of copies) {
    if (copy.id === id || copy.hash !== hash) continue;
    const waits = { kind: 'waiting', wait: { kind: 'behind', first: id } } as const;
    steps.enter(copy, { route, state: waits }, say('notes.copyWaits', { path: document.path }));
  }
  ledger.unmatched.remove(batchId, fileId);
}
