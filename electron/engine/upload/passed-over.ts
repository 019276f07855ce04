import type { Meter } from '../../core/account/budget.ts';
import type { Document } from '../../core/document/document.ts';
import { type Route, routeKey } from '../../core/protocol/route.ts';
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

  /** One that was found earlier and still waits stays the one that goes first, whatever its route. */
  note({ id, folderId }: Document): void {
    const { documents, meta } = this.#context.ledger;
    const noted = meta.read('passed-over', folderId);
    const known = noted === undefined || noted > id ? undefined : documents.get(noted);
    if (noted !== id && !(known !== undefined && isReadyIn(known, folderId))) meta.write('passed-over', id, folderId);
  }

  /**
   * The number of what goes first among some folders on a route: smaller ones go before greater ones.
   *
   * @returns infinity where nothing does
   */
  rank(folders: readonly { readonly id: number }[], route: Route, meter: Meter | undefined): number {
    if (meter === undefined) return Number.POSITIVE_INFINITY;
    return Math.min(Number.POSITIVE_INFINITY, ...folders.map(({ id }) => this.#rankOf(id, route, meter)));
  }

  #rankOf(folderId: number, route: Route, meter: Meter): number {
    const { budgets, ledger } = this.#context;
    const id = ledger.meta.read('passed-over', folderId);
    const document = id === undefined ? undefined : ledger.documents.get(id);
    if (document === undefined || !isReadyIn(document, folderId)) return Number.POSITIVE_INFINITY;
    const isItsTurn = routeKey(document.route) === routeKey(route);
    return isItsTurn && budgets.chargeOf(document).pages <= meter.left(folderId) ? document.id : Number.POSITIVE_INFINITY;
  }
}

function isReadyIn({ folderId: its, state }: Document, folderId: number): boolean {
  return its === folderId && state.kind === 'waiting' && state.wait.kind === 'ready';
}
