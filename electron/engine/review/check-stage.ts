import type { Document } from '../../core/document/document.ts';
import { hasResult } from '../../core/document/states.ts';
import { DamagedRow, type Ledger } from '../../ledger/ledger.ts';
import type { Stage } from '../loop/control-loop.ts';
import type { EngineContext } from '../loop/engine-context.ts';

/** So many documents are checked at a time. */
const atOnce = 50;
/** Other work has its turn between them. Milliseconds. */
const pauseMs = 25;
/** How often the ledger is looked at for a folder whose documents are to be checked again, in milliseconds. */
const askedMs = 2_000;

/**
 * A person has changed a folder's own checks, and wants all its documents checked by them; from any process. Confirmed ones stay
 * confirmed. Without it, a changed rule holds for results that come from now on.
 */
export function checkAgain({ documents, meta }: Pick<Ledger, 'documents' | 'meta'>, folderId: number): void {
  meta.write('check-again', documents.last() + 1, folderId);
}

/**
 * Checks documents again, and reads again what tells second scans of one invoice: the newest first, a few at a time; how far it is, is in the ledger. */
export class CheckStage implements Stage {
  readonly #context: EngineContext;
  readonly everyMs = askedMs;

  constructor(context: EngineContext) {
    this.#context = context;
  }

  start(now: number): number | undefined {
    const { documents } = this.#context.world.ledger;
    const isMore = this.#context.folders
      .own()
      .some(
        ({ id }) =>
          this.#step(id, 'keys-again', (document) => documents.readInvoiceKey(document.id)) ||
          this.#step(id, 'check-again', (document) => this.#context.writer.checkAgain(document)),
      );
    return isMore ? now + pauseMs : undefined;
  }

  /** @returns whether there was something to check */
  #step(folderId: number, name: 'keys-again' | 'check-again', look: (document: Document) => void): boolean {
    const { world, writer } = this.#context;
    const { documents, meta } = world.ledger;
    const from = meta.read(name, folderId);
    if (from === undefined) return false;
    writer.together(() => {
      const ids = documents.foundBefore(folderId, from, atOnce);
      for (const id of ids) {
        const document = this.#read(id);
        if (document?.result !== undefined && hasResult(document.state.kind)) look(document);
      }
      meta.write(name, ids.length < atOnce ? undefined : ids.at(-1), folderId);
    });
    return true;
  }

  #read(id: number): Document | undefined {
    try {
      return this.#context.world.ledger.documents.get(id);
    } catch (error) {
      // A row that cannot be read has nothing to check.
      if (!(error instanceof DamagedRow)) throw error;
      return undefined;
    }
  }
}
