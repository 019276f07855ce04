import { type Document, isRenamed } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { World } from '../ports.ts';

export interface UndoContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'amend' | 'together'>;
  readonly wake: () => void;
}

/**
 * A person takes the filing of a document back: its source and JSON go to where they were before, and it stays there until a
 * person says otherwise. Pages that were sent, and what hooks have done, cannot be taken back.
 *
 * @param to where its file is to go, relative to the folder
 */
export function undoFiling({ world, writer, wake }: UndoContext, id: number, to: string, by: string): void {
  writer.together(() => {
    const document = world.ledger.documents.get(id);
    if (document === undefined || document.path === to) return;
    const at = world.clock.now();
    writer.amend(
      id,
      { undone: { at, by, to }, ...againOf(document, at) },
      { event: 'undo asked', note: say('notes.by', { by }) },
    );
  });
  wake();
}

/** A person wants a delivered document filed as its folder files now, also one whose filing was taken back. */
export function fileByPerson({ world, writer, wake }: UndoContext, id: number): void {
  writer.together(() => {
    const document = world.ledger.documents.get(id);
    if (document === undefined) return;
    const again = againOf(document, world.clock.now());
    if (document.undone === undefined && again.delivery === undefined) return;
    writer.amend(id, { undone: undefined, ...again }, { event: 'filing asked' });
  });
  wake();
}

/** What is written stays, even if it is still to follow its source's name; where the source belongs is decided anew. */
function againOf({ delivery }: Document, now: number): Partial<Pick<Document, 'delivery' | 'dueAt'>> {
  const isDecided = delivery.kind === 'done' || isRenamed(delivery);
  return isDecided && 'at' in delivery ? { delivery: { kind: 'written', at: delivery.at }, dueAt: now } : {};
}
