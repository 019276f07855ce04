import type { Document } from '../../core/document/document.ts';
import type { World } from '../ports.ts';

/** How many ids are read at once; in a burst each turn of the loop takes one. */
const readAhead = 64;

/** The documents whose files may have settled: folders in turn, and in each the longest due first. */
export class DueFiles<Folder extends { readonly id: number }> {
  readonly #ledger: Pick<World['ledger'], 'documents'>;
  readonly #isUnderWay: (id: number) => boolean;
  /** What has been read, by folder. */
  readonly #ids = new Map<number, number[]>();
  /** Folders whose due documents were read in this turn. */
  readonly #read = new Set<number>();
  #underWay = 0;
  /** The folder whose turn it was last. */
  #last: number | undefined;

  constructor(ledger: Pick<World['ledger'], 'documents'>, isUnderWay: (id: number) => boolean) {
    this.#ledger = ledger;
    this.#isUnderWay = isUnderWay;
  }

  /** Another turn of the loop begins: the ledger may be asked again. `underWay`: at most so many of what it calls due have begun. */
  newTurn(underWay: number): void {
    this.#read.clear();
    this.#underWay = underWay;
  }

  /** The next document of the folder after the one whose turn it was last, or of the next one that has any. */
  next(folders: readonly Folder[], now: number): { readonly folder: Folder; readonly document: Document } | undefined {
    const first = folders.findIndex(({ id }) => id === this.#last) + 1;
    for (const folder of [...folders.slice(first), ...folders.slice(0, first)]) {
      const document = this.#nextIn(folder.id, now);
      if (document === undefined) continue;
      this.#last = folder.id;
      return { folder, document };
    }
    return undefined;
  }

  #nextIn(folderId: number, now: number): Document | undefined {
    const { documents } = this.#ledger;
    for (;;) {
      const id = this.#ids.get(folderId)?.shift();
      if (id === undefined) {
        if (this.#read.has(folderId)) return undefined;
        this.#read.add(folderId);
        this.#ids.set(folderId, documents.settled(folderId, now, readAhead + this.#underWay));
        continue;
      }
      if (this.#isUnderWay(id)) continue;
      const document = documents.get(id);
      // It may have changed since it was read.
      if (document?.state.kind === 'settling' && document.folderId === folderId && isDue(document, now)) return document;
    }
  }
}

function isDue({ dueAt }: Document, now: number): boolean {
  return dueAt !== undefined && dueAt <= now;
}
