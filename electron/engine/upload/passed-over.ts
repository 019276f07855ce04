import type { Meter } from '../../core/account/budget.ts';
import type { Document } from '../../core/document/document.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import type { Budgets } from '../loop/budgets.ts';

interface PassedOverContext {
  readonly ledger: Pick<Ledger, 'documents' | 'meta'>;
  readonly budgets: Pick<Budgets, 'chargeOf'>;
}

/**
 * Documents that had more pages than a budget left, while others went out: one for each folder, kept in the ledger. As soon
 * as the budgets leave enough for one of them, its folder goes first, in a later period and after a restart too.
 */
export class PassedOver {
  readonly #context: PassedOverContext;

  constructor(context: PassedOverContext) {
    this.#context = context;
  }

  note({ id, folderId }: Document): void {
    const { meta } = this.#context.ledger;
    if (meta.read('passed-over', folderId) !== id) meta.write('passed-over', id, folderId);
  }

  /**
   * The number of what goes first among some folders: smaller ones go before greater ones.
   *
   * @returns infinity where nothing does
   */
  rank(folders: readonly { readonly id: number }[], meter: Meter | undefined): number {
    if (meter === undefined) return Number.POSITIVE_INFINITY;
    return Math.min(Number.POSITIVE_INFINITY, ...folders.map(({ id }) => this.#rankOf(id, meter)));
  }

  #rankOf(folderId: number, meter: Meter): number {
    const { budgets, ledger } = this.#context;
    const id = ledger.meta.read('passed-over', folderId);
    const document = id === undefined ? undefined : ledger.documents.get(id);
    const isReady = document?.folderId === folderId && document.state.kind === 'waiting' && document.state.wait.kind === 'ready';
    return isReady && budgets.chargeOf(document).pages <= meter.left(folderId) ? document.id : Number.POSITIVE_INFINITY;
  }
}
