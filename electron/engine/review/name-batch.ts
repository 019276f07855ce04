import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { err, ok } from '../../core/result.ts';
import type { ReviewAnswer } from '../api.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { LinkedBatches } from '../poll/linked-batches.ts';
import type { World } from '../ports.ts';

export interface NameBatchContext {
  readonly world: Pick<World, 'ledger'>;
  readonly writer: Pick<DocumentWriter, 'amendJob' | 'together'>;
  readonly linked: Pick<LinkedBatches, 'name'>;
  readonly wake: () => void;
}

/**
 * A person says in which batch the values of a document are that the service has passed on, and in which of its files. The service is
 * asked about it, and only its answer counts; nothing is sent.
 */
export function nameBatch(
  { world, writer, linked, wake }: NameBatchContext,
  id: number,
  batch: string,
  fileId: string | undefined,
): ReviewAnswer {
  const answer = writer.together((): ReviewAnswer => {
    const document = world.ledger.documents.get(id);
    if (document === undefined) return err({ kind: 'unknown-document', message: say('reviewing.unknownDocument') });
    const { passedOn, path } = document;
    if (passedOn === undefined) return err({ kind: 'not-now', message: say('reviewing.awaitsNoValues', { path }) });
    const named = { batch, ...defined({ fileId }) };
    const line = { event: 'batch named', note: say('notes.named', { batch }) };
    writer.amendJob(passedOn.id, { state: { ...passedOn.state, named } }, line);
    linked.name(passedOn.route.id, batch);
    return ok({ undoable: false });
  });
  wake();
  return answer;
}
