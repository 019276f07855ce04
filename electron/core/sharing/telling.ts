import type { Document } from '../document/document.ts';
import type { Outcome } from '../document/outcome.ts';
import type { Batch } from '../document/records.ts';
import type { DocumentResult } from '../document/result.ts';
import { presentState } from '../document/states.ts';
import { heldReasons } from '../document/wait.ts';
import { type Route, routeKey } from '../protocol/route.ts';
import { assertNever } from '../result.ts';

/**
 * What a machine tells the register of a content that it has claimed, by what its own ledger says of it.
 *
 * `keep`: nothing yet: it is on its way, or nobody knows whether the service has it. `give-back`: nothing of it reached the
 * service. `accepted`: the service has it, in this batch. `done`: the same, and it needs no more polling.
 */
export type Telling =
  | { readonly kind: 'keep' }
  | { readonly kind: 'give-back' }
  | ({ readonly kind: 'accepted' } & AtService)
  | ({ readonly kind: 'done'; readonly outcome?: Outcome } & AtService);

interface AtService {
  readonly serviceBatchId: string;
  readonly serviceFileId?: string;
  readonly fileName?: string;
}

/**
 * @param route on which the content was claimed: a document may be in a later step by now
 * @param batchOf of the ledger, by its id
 */
export function tellingOf(document: Document, route: Route, batchOf: (id: number) => Batch | undefined): Telling {
  const passed =
    routeKey(document.route) === routeKey(route)
      ? undefined
      : document.earlierSteps?.find((step) => routeKey(step.route) === routeKey(route));
  const { batchId, fileId, sentAs, result } = passed ?? document;
  const serviceBatchId = batchId === undefined ? undefined : batchOf(batchId)?.serviceBatchId;
  const at: AtService | undefined =
    serviceBatchId === undefined
      ? undefined
      : {
          serviceBatchId,
          ...(fileId !== undefined && { serviceFileId: fileId }),
          ...(sentAs !== undefined && { fileName: sentAs }),
        };
  const done = (outcome: Outcome | undefined): Telling =>
    at === undefined ? { kind: 'keep' } : { kind: 'done', ...at, ...(outcome !== undefined && { outcome }) };
  if (passed !== undefined) return done(outcomeOf(passed.result));
  // What was whole before may be at the service, whatever became of it since: another machine would not mark it.
  const unsent: Telling = { kind: document.possibleDuplicate ? 'keep' : 'give-back' };
  const state = presentState(document.state);
  switch (state.kind) {
    case 'processed':
    case 'needs_review':
    case 'confirmed':
      return done(outcomeOf(result));
    case 'failed':
      if (state.by === 'service') return done({ status: 'failed', message: state.message });
      return at === undefined ? unsent : { kind: 'accepted', ...at };
    case 'queued':
    case 'processing':
    case 'unresolved':
      return at === undefined ? { kind: 'keep' } : { kind: 'accepted', ...at };
    case 'waiting':
      // A ledger that was lost proves nothing either.
      return state.wait.kind === 'held' && heldReasons[state.wait.why].mayPayTwice ? { kind: 'keep' } : unsent;
    case 'uploading':
      return state.sent ? { kind: 'keep' } : unsent;
    case 'settling':
    case 'duplicate':
    case 'rejected':
      return unsent;
    default:
      return assertNever(state);
  }
}

/** What others may take as the result. */
function outcomeOf(result: DocumentResult | undefined): Outcome | undefined {
  return result === undefined ? undefined : { status: result.status, result };
}
