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
 * One that went on into a later step is asked about there: the step before is taken from the JSON, and not polled again.
 *
 * @param set what intake has found out about the document
 */
export function adopt({ world, writer }: AdoptContext, document: Document, claim: Claim, set: DocumentChanges): void {
  const { later } = claim;
  if (later !== undefined) pass(world, document, later, set);
  const { id, origin } = document;
  const route = later?.route ?? document.route;
  const { batches } = world.ledger;
  const now = world.clock.now();
  const batch = batches.openClaim(origin, route, claim.batchId) ?? batches.add({ origin, route, madeAt: now });
  const asked = { state: 'open', claimed: true, serviceBatchId: claim.batchId, acceptedAt: now, nextPollAt: now } as const;
  batches.update(batch.id, asked);
  const changes = { ...set, batchId: batch.id, fileId: claim.fileId, sentAs: claim.fileName, possibleDuplicate: false };
  const note = say(claim.reviewed ? 'notes.claimedReviewed' : 'notes.claimed');
  writer.apply([{ id, event: { kind: 'adopted' }, set: changes, note }]);
}

/** Begins the step that is claimed, behind the one before. */
function pass(
  { ledger, clock }: AdoptContext['world'],
  { id, origin, route }: Document,
  later: NonNullable<Claim['later']>,
  { hash }: DocumentChanges,
): void {
  const now = clock.now();
  const { batchId: serviceBatchId, fileId, result } = later;
  const batch = serviceBatchId === undefined ? undefined : ledger.batches.add({ origin, route, madeAt: now });
  if (batch !== undefined) ledger.batches.update(batch.id, { state: 'closed', claimed: true, serviceBatchId, acceptedAt: now });
  // What is known as another content's file is not this one's, whatever lies beside it.
  const isOwn = ledger.serviceFiles.mayBe(hash, origin, serviceBatchId ?? '', fileId ?? '');
  ledger.documents.update(id, { hash, batchId: batch?.id, fileId: isOwn ? fileId : undefined, result });
  ledger.documents.advance(id, later.route, { changedAt: now });
}
