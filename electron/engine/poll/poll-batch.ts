import type { Batch } from '../../core/document/records.ts';
import type { Message } from '../../core/messages/message.ts';
import { type PolledFile, polledClassification, polledExtraction } from '../../core/poll/poll-outcome.ts';
import type { Failure } from '../../core/protocol/failure.ts';
import type { World } from '../ports.ts';

export type PollOutcome =
  /** `unreadable`: why further files of the answer cannot be read. */
  | { readonly kind: 'answered'; readonly files: readonly PolledFile[]; readonly unreadable: readonly Message[] }
  | { readonly kind: 'failed'; readonly failure: Failure };

/** A batch that the service has accepted. */
export type OpenBatch = Batch & { readonly serviceBatchId: string };

/** Asks once for the results of a batch. It costs nothing. */
export async function pollBatch(world: Pick<World, 'service'>, batch: OpenBatch, signal: AbortSignal): Promise<PollOutcome> {
  if (batch.route.kind === 'extraction') {
    const answer = await world.service.getBatchResults(batch.route.id, batch.serviceBatchId, { signal });
    if (!answer.ok) return { kind: 'failed', failure: answer.error };
    return { kind: 'answered', files: polledExtraction(answer.value), unreadable: answer.value.unreadable ?? [] };
  }
  const answer = await world.service.getClassificationBatch(batch.route.id, batch.serviceBatchId, { signal });
  if (!answer.ok) return { kind: 'failed', failure: answer.error };
  return { kind: 'answered', files: polledClassification(answer.value), unreadable: answer.value.unreadable ?? [] };
}
