import type { Document } from '../../core/document/document.ts';
import type { World } from '../ports.ts';

/** So many are read ahead: in a burst each turn of the loop wants one. */
const ahead = 64;

/** The documents whose files may have settled, longest due first. */
export class DueFiles {
  readonly #ledger: Pick<World['ledger'], 'documents'>;
  readonly #isUnderWay: (id: number) => boolean;
  /** Ids by folder, read in this turn of the loop or an earlier one. */
  readonly #ahead = new Map<number, number[]>();
  readonly #asked = new Set<number>();
  #underWay = 0;

  constructor(ledger: Pick<World['ledger'], 'documents'>, isUnderWay: (id: number) => boolean) {
    this.#ledger = ledger;
    this.#isUnderWay = isUnderWay;
  }

  /** Another turn of the loop begins: the ledger may be asked again. `underWay`: how many documents it still calls due. */
  newTurn(underWay: number): void {
    this.#asked.clear();
    this.#underWay = underWay;
  }

  /** The next document of a folder; each comes once in a turn. */
  next(folderId: number, now: number): Document | undefined {
    const { documents } = this.#ledger;
    for (;;) {
      const id = this.#ahead.get(folderId)?.shift();
      if (id === undefined) {
        if (this.#asked.has(folderId)) return undefined;
        this.#asked.add(folderId);
        this.#ahead.set(folderId, documents.due('settling', now, ahead + this.#underWay, folderId));
        continue;
      }
      if (this.#isUnderWay(id)) continue;
      const document = documents.get(id);
      // It may have changed since it was read ahead.
      if (document?.state.kind === 'settling' && document.folderId === folderId && isDue(document, now)) return document;
    }
  }
}

function isDue({ dueAt }: Document, now: number): boolean {
  return dueAt !== undefined && dueAt <= now;
}
