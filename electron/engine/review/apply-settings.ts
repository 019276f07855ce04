import { isReady } from '../../core/document/states.ts';
import { say } from '../../core/messages/message.ts';
import { sameRoute } from '../../core/protocol/route.ts';
import type { ApplyRequest } from '../../ledger/requests.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';

interface ApplyContext {
  readonly world: Pick<World, 'ledger'>;
  readonly writer: Pick<DocumentWriter, 'moves'>;
}

/**
 * A person wants a document sent where its folder's settings send others by now. What it leaves is paid for, and stays. To be called in
 * a transaction.
 */
export function applySettings({ world, writer }: ApplyContext, { documentId: id, route }: Omit<ApplyRequest, 'kind'>): void {
  const { arrivals, documents, routes } = world.ledger;
  const { isNext, ...to } = route;
  const document = documents.get(id);
  // It may have come there meanwhile, or be under way.
  if (document === undefined || document.file.kind !== 'there' || sameRoute(document.route, to)) return;
  if (document.state.kind === 'uploading' || document.state.kind === 'unresolved' || isReady(document.state)) return;
  arrivals.markByHand(id);
  const name = routes.info(document.origin, to)?.name ?? to.id;
  const note = say('notes.applied', { kind: to.kind, name });
  if (!isNext) {
    writer.moves.enter(document, to, note, 'anew');
    return;
  }
  writer.moves.leave(document);
  const judged = documents.get(id);
  if (judged !== undefined) writer.moves.enter(judged, to, note);
}
