import type { Document } from '../../core/document/document.ts';
import type { Claim } from '../../core/intake/claim.ts';
import { say } from '../../core/messages/message.ts';
import type { DocumentChanges } from '../../ledger/documents.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';

interface AdoptContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'apply'>;
}

/**
 * Does not send a document that a JSON beside it claims was sent before, perhaps by an Intray whose ledger is gone: asks the
 * service for that batch instead, which costs nothing (electron/service/README.md, "Results and polling"). What the service
 * answers counts, not the JSON; what it does not know is held for a person. To be called within a transaction.
 *
 * @param set what intake has found out about the document
 */
export function adopt({ world, writer }: AdoptContext, document: Document, claim: Claim, set: DocumentChanges): void {
  const { id, origin, route } = document;
  const { batches } = world.ledger;
  const now = world.clock.now();
  const batch = batches.openClaim(origin, route, claim.batchId) ?? batches.add({ origin, route, madeAt: now });
  const asked = { state: 'open', claimed: true, serviceBatchId: claim.batchId, acceptedAt: now, nextPollAt: now } as const;
  batches.update(batch.id, asked);
  const changes = { ...set, batchId: batch.id, fileId: claim.fileId, sentAs: claim.fileName, possibleDuplicate: false };
  const note = say(claim.reviewed ? 'notes.claimedReviewed' : 'notes.claimed');
  writer.apply([{ id, event: { kind: 'adopted' }, set: changes, note }]);
}
