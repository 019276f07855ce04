import type { Document } from '../../core/document/document.ts';
import type { Claim } from '../../core/intake/claim.ts';
import { say } from '../../core/messages/message.ts';
import { isTerminal } from '../../core/protocol/service-shapes.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';

interface AdoptContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amendJob' | 'apply' | 'moves'>;
}

/**
 * Does not send the content of a document that a JSON beside it claims was sent before, perhaps by an Intray whose ledger is gone: asks
 * the service for that batch instead, which costs nothing (electron/service/README.md, "Results and polling"). What the service
 * answers counts, not the JSON; what it does not know is held for a person. To be called within a transaction.
 *
 * One that went on from a classification is asked about where it went: the verdict is taken from the JSON, and not polled again.
 */
export function adopt({ world, writer }: AdoptContext, document: Document, claim: Claim): void {
  const { ledger, clock } = world;
  const { later } = claim;
  const job = later === undefined ? document.job : passed({ world, writer }, document, later);
  if (job === undefined) return;
  const { id, origin } = document;
  const route = later?.route ?? document.route;
  const now = clock.now();
  const batch = ledger.batches.openClaim(origin, route, claim.batchId) ?? ledger.batches.add({ origin, route, madeAt: now });
  const asked = { state: 'open', claimed: true, serviceBatchId: claim.batchId, acceptedAt: now, nextPollAt: now } as const;
  ledger.batches.update(batch.id, asked);
  const set = { batchId: batch.id, fileId: claim.fileId, sentAs: claim.fileName, from: id, possibleDuplicate: false };
  const note = say(claim.reviewed ? 'notes.claimedReviewed' : 'notes.claimed');
  writer.apply([{ job, event: { kind: 'adopted' }, set, note }]);
}

/** The document goes on from its verdict, as the JSON has it. @returns the job that it has then */
function passed(
  { world: { ledger, clock }, writer }: AdoptContext,
  { id, job: verdict, origin, route }: Document,
  later: NonNullable<Claim['later']>,
): number | undefined {
  if (verdict === undefined) return undefined;
  const now = clock.now();
  const { batchId: serviceBatchId, fileId, result } = later;
  const batch = serviceBatchId === undefined ? undefined : ledger.batches.add({ origin, route, madeAt: now });
  if (batch !== undefined) ledger.batches.update(batch.id, { state: 'closed', claimed: true, serviceBatchId, acceptedAt: now });
  // What is known as another content's file is not this one's, whatever lies beside it.
  const isOwn = ledger.jobs.mayBe(verdict, origin, serviceBatchId ?? '', fileId ?? '');
  const known = { batchId: batch?.id, fileId: isOwn ? fileId : undefined, from: id, result };
  const status = result?.status;
  const isEnd = status !== undefined && isTerminal(status) && status !== 'failed';
  writer.amendJob(verdict, { ...known, dueAt: undefined, state: { kind: isEnd ? status : 'processed' } });
  const document = ledger.documents.get(id);
  if (document === undefined) return undefined;
  const extraction = ledger.routes.info(origin, later.route)?.name ?? later.route.id;
  return writer.moves.enter(document, later.route, say('notes.goesOnByDefault', { extraction })).id;
}
