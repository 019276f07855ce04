import type { Document } from '../../core/document/document.ts';
import { earlier } from '../loop/stage.ts';
import type { World } from '../ports.ts';

/** How many ids are read at once; in a burst each turn of the loop takes one. */
const readAhead = 64;

/** The documents whose files may have settled: folders in turn, and in each the longest due first. */
export class DueFiles<Folder extends { readonly id: number }> {
  readonly #ledger: Pick<World['ledger'], 'documents'>;
  readonly #underWay: ReadonlySet<number>;
  /** What has been read, by folder. */
  readonly #ids = new Map<number, number[]>();
  /** Folders whose due documents were read in this turn of the loop, and when more of them will be due. */
  readonly #read = new Map<number, number | undefined>();
  /** The folder whose turn it was last. */
  #last: number | undefined;

  /** @param underWay documents that have begun, and which the ledger may still call due */
  constructor(ledger: Pick<World['ledger'], 'documents'>, underWay: ReadonlySet<number>) {
    this.#ledger = ledger;
    this.#underWay = underWay;
  }

  /** Another turn of the loop begins: the ledger may be asked again. */
  newTurn(): void {
    this.#read.clear();
  }

  /** When the next document will be due, once `next` has none. Milliseconds since the epoch. */
  get dueAt(): number | undefined {
    return [...this.#read.values()].reduce(earlier, undefined);
  }

  /** The next document of the folder after the one whose turn it was last, or of the next one that has any. */
  next(folders: readonly Folder[], now: number): { readonly folder: Folder; readonly document: Document } | undefined {
    const { documents } = this.#ledger;
    const first = folders.findIndex(({ id }) => id === this.#last) + 1;
    for (const folder of [...folders.slice(first), ...folders.slice(0, first)]) {
      for (;;) {
        const id = this.#ids.get(folder.id)?.shift();
        if (id === undefined) {
          if (this.#read.has(folder.id)) break;
          const due = documents.settled(folder.id, now, readAhead + this.#underWay.size);
          this.#read.set(folder.id, due.next);
          this.#ids.set(folder.id, [...due.ids]);
          continue;
        }
        const document = this.#underWay.has(id) ? undefined : documents.get(id);
        // It may have changed since it was read.
        if (document?.state.kind !== 'settling' || document.folderId !== folder.id) continue;
        if ((document.dueAt ?? Number.POSITIVE_INFINITY) > now) continue;
        this.#last = folder.id;
        return { folder, document };
      }
    }
    return undefined;
  }
}
