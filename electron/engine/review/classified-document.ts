import { asOn } from '../../core/document/as-on.ts';
import type { Document } from '../../core/document/document.ts';
import { presentState } from '../../core/document/states.ts';
import type { Route } from '../../core/protocol/route.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/**
 * The document whose file the service has classified for this one, as it is in that step, whether it has gone on from there or not:
 * this one itself, or that of its content whose verdict it took. A document that was never classified is returned as it is.
 */
export function classifiedDocument({ documents }: Pick<LedgerReader, 'documents'>, id: number): Document | undefined {
  const asked = documents.get(id);
  const route = asked && classificationOf(asked);
  const own = route && asOn(asked, route);
  if (route === undefined || own === undefined) return asked;
  const state = presentState(own.state);
  const first = state.kind === 'duplicate' ? documents.get(state.of) : undefined;
  const taken = first && asOn(first, route);
  if (taken !== undefined) return taken;
  if (own.fileId !== undefined || own.hash === undefined) return own;
  const others = documents.withContent(own.origin, route, own.hash).flatMap((other) => asOn(other, route) ?? []);
  return others.find(({ fileId }) => fileId !== undefined) ?? own;
}

/** The classification that a document is in, or went on from. */
export function classificationOf({ route, earlierSteps }: Document): Route | undefined {
  return [...(earlierSteps ?? []).map((step) => step.route), route].findLast(({ kind }) => kind === 'classification');
}
