import { type Document, isAtLaterStep } from '../../core/document/document.ts';
import { routeKey } from '../../core/protocol/route.ts';
import type { World } from '../ports.ts';

type Documents = Pick<World['ledger']['documents'], 'advance' | 'get' | 'update'>;

/**
 * A document takes over the steps that another of the same content has passed, from its own route on, with what came of them:
 * what was paid for there is not sent again. Nothing where it is past them already, or the other has not been on its route. To be
 * called in the transaction in which it takes the result, or begins to wait.
 */
export function takeSteps(documents: Documents, copy: Document, first: Document): void {
  const steps = first.earlierSteps ?? [];
  const from = copy.origin === first.origin ? steps.findIndex(({ route }) => routeKey(route) === routeKey(copy.route)) : -1;
  if (from < 0) return;
  const later = [...steps.slice(from + 1).map(({ route }) => route), first.route];
  for (const [index, next] of later.entries()) {
    const { batchId, fileId, result, review, findings } = steps[from + index] ?? {};
    documents.update(copy.id, { batchId, fileId, result, review, findings });
    documents.advance(copy.id, next, { changedAt: copy.changedAt });
  }
}

/** Of documents with one content, the one that has passed the most steps, if any has passed one. */
export function furthestOf(documents: readonly Document[]): Document | undefined {
  return documents
    .filter(isAtLaterStep)
    .toSorted((one, other) => (other.earlierSteps?.length ?? 0) - (one.earlierSteps?.length ?? 0))[0];
}
