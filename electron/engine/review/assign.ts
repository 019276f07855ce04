import { type Message, say } from '../../core/messages/message.ts';
import { lacksItsFile, type UnmatchedResult } from '../../core/poll/poll-outcome.ts';
import { err, ok } from '../../core/result.ts';
import type { ReviewAnswer } from '../api.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';

export interface AssignContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amendJob' | 'apply' | 'together'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
  readonly wake: () => void;
}

/**
 * A person says whose a result is that the service has under a name which fits no document. It is delivered as any other,
 * and nobody else's from now on; nothing is sent. Only a document of the same batch can have it, or one
 * that waits for values from the extraction of a batch that the service has made itself.
 *
 * @param fileId the service's id of the file
 */
export function assign(context: AssignContext, id: number, fileId: string): ReviewAnswer {
  const { world, writer, wake } = context;
  const { clock, ledger } = world;
  const deliver = (job: number | undefined, { result }: UnmatchedResult, note: Message) => {
    if (job !== undefined)
      writer.apply([{ job, event: { kind: 'reported', status: result.status }, set: { fileId, result }, note }]);
  };
  const answer = writer.together((): ReviewAnswer => {
    const document = ledger.documents.get(id);
    if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
    const { path } = document;
    const kept = ledger.unmatched.offeredTo(document).find((offered) => offered.fileId === fileId);
    const refused = err({ kind: 'not-now', message: say('reviewing.notUnmatched', { path }) } as const);
    const { batchId, passedOn } = document;
    if (passedOn !== undefined) {
      const batch = kept && ledger.batches.get(kept.batchId);
      if (kept === undefined || !ledger.jobs.mayBe(passedOn.id, document.origin, batch?.serviceBatchId ?? '', fileId))
        return refused;
      const set = { batchId: kept.batchId, fileId, from: id, dueAt: undefined };
      writer.apply([{ job: passedOn.id, event: { kind: 'adopted' }, set }]);
      ledger.unmatched.remove(kept.batchId, fileId);
      deliver(passedOn.id, kept, say('notes.assigned', { name: kept.fileName }));
      ledger.batches.update(kept.batchId, { state: 'open', nextPollAt: clock.now() });
      return ok({ undoable: false });
    }
    if (batchId === undefined || !lacksItsFile(document))
      return err({ kind: 'not-now', message: say('reviewing.needsNoResult', { path }) });
    const { serviceBatchId = '' } = ledger.batches.get(batchId) ?? {};
    const holders = ledger.batches
      .ofService(document.origin, document.route, serviceBatchId)
      .flatMap((batch) => ledger.jobs.inBatch(batch.id))
      .filter((other) => other.id !== document.job && other.fileId === fileId);
    if (kept === undefined || !holders.every(lacksItsFile)) return refused;
    // It was taken for theirs, and they have nothing of it.
    for (const holder of holders) writer.amendJob(holder.id, { fileId: undefined });
    deliver(document.job, kept, say('notes.assigned', { name: kept.fileName }));
    ledger.unmatched.remove(batchId, fileId);
    return ok({ undoable: false });
  });
  wake();
  return answer;
}
