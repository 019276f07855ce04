import { say } from '../../core/messages/message.ts';
import { lacksItsFile } from '../../core/poll/unmatched.ts';
import { err, ok } from '../../core/result.ts';
import type { ReviewAnswer } from '../api.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';

export interface AssignContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'apply' | 'together'>;
  readonly wake: () => void;
}

/**
 * A person says whose a result is that the service has under a name which fits no document. It is delivered as any other,
 * and nobody else's from now on; nothing is sent. Only a document of the same batch can have it.
 *
 * @param fileId the service's id of the file
 */
export function assign({ world, writer, wake }: AssignContext, id: number, fileId: string): ReviewAnswer {
  const { clock, ledger } = world;
  const answer = writer.together((): ReviewAnswer => {
    const document = ledger.documents.get(id);
    if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
    const { batchId, path } = document;
    const kept = batchId === undefined ? undefined : ledger.unmatched.get(batchId, fileId);
    if (batchId === undefined || !lacksItsFile(document))
      return err({ kind: 'not-now', message: say('reviewing.needsNoResult', { path }) });
    const isTaken = ledger.documents.inBatch(batchId).some((other) => other.fileId === fileId);
    if (kept === undefined || isTaken) return err({ kind: 'not-now', message: say('reviewing.notUnmatched', { path }) });
    const { fileName: name, result } = kept;
    const set = { fileId, result, delivery: { kind: 'pending' }, dueAt: clock.now() } as const;
    const note = say('notes.assigned', { name });
    writer.apply([{ id, event: { kind: 'reported', status: result.status }, set, note }]);
    ledger.unmatched.remove(batchId, fileId);
    return ok({ undoable: false });
  });
  wake();
  return answer;
}
