import { join } from 'node:path';
import { type BudgetState, budgetMessage, isOfPages, usualUnknownPages } from '../../core/account/budget.ts';
import { forbiddenIn, type Gate } from '../../core/account/gate.ts';
import type { FolderHealth } from '../../core/contract/status.ts';
import type { Document } from '../../core/document/document.ts';
import { explain } from '../../core/document/explain.ts';
import { traitsOf } from '../../core/document/states.ts';
import type { Message } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { isCategorySet } from '../../core/review/local-review.ts';
import { isReplaced } from '../../engine/deliver/delivered.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { writtenFor } from '../../ledger/tables.ts';
import { recordedBudgets } from '../engine/engine-snapshot.ts';

/** What "why is this document not done?" is answered from, beside the document itself. */
export interface WhyFacts {
  readonly ledger: LedgerReader;
  /** Milliseconds since the epoch. */
  readonly now: number;
  /** What stands in the way of all calls now; open if no engine runs. */
  readonly gate: Gate;
  /** What is known of a watched folder; its health only while an engine runs. */
  readonly folder: (id: number) => { readonly settleSeconds: number | undefined; readonly health: FolderHealth | undefined };
}

/** Why a document is where it is. Reads the ledger, never writes. */
export function whyOf(document: Document, facts: WhyFacts): readonly Message[] {
  const { ledger, now, gate } = facts;
  const { health } = facts.folder(document.folderId);
  const routePaused = ledger.routes.paused(document.origin, document.route)?.message;
  const batch = document.batchId === undefined ? undefined : ledger.batches.get(document.batchId);
  const outputs = writtenFor(ledger, document).map(({ path }) => path);
  return explain(document, {
    now,
    settleSeconds: settleSecondsOf(document, facts),
    gate,
    outputs,
    // Rows of a long list are explained, too: only where it matters is the ledger asked.
    ...(document.delivery.kind === 'done' && isReplaced(ledger, document) && { replaced: true }),
    ...(health?.kind === 'resting' && { resting: true }),
    ...(traitsOf[document.state.kind].progress === 'waiting' && ledger.meta.read('paused') === true && { paused: true }),
    ...(health?.kind === 'unreachable' && { unreachable: health.message }),
    ...defined({
      routePaused,
      batch,
      firstPath: pathOfFirst(document, ledger),
      budget: budgetOf(document, facts),
      passedOnTo: passedOnTo(document, ledger),
      awaitedFrom: awaitedFrom(document, ledger),
      goneOn: goneOn(document, ledger),
    }),
  });
}

/**
 * The extraction that the service passes it on to by itself. Whether it also does so with a category that a person set is not
 * documented, so nothing is said then.
 */
function passedOnTo({ origin, route, result, review }: Document, ledger: LedgerReader): string | undefined {
  if (result?.kind !== 'classification' || result.categoryId === undefined) return undefined;
  if (isCategorySet(review, result.categoryName ?? result.categoryId)) return undefined;
  if (!ledger.routes.names(origin, route).linked) return undefined;
  const id = ledger.categories.of(origin, route.id).find((category) => category.id === result.categoryId)?.linkedExtractionId;
  return id === undefined ? undefined : (ledger.routes.info(origin, { kind: 'extraction', id })?.name ?? id);
}

/** The name of the extraction that it waits for values from. */
function awaitedFrom({ origin, passedOn }: Document, ledger: LedgerReader): string | undefined {
  return passedOn && ledger.routes.info(origin, passedOn.route)?.name;
}

/** What decided where a document goes on, and where that is. */
function goneOn({ origin, route, ...document }: Document, ledger: LedgerReader): { category: string; name: string } | undefined {
  const verdict = document.verdict?.result;
  const category = verdict?.kind === 'classification' ? (verdict.categoryName ?? verdict.categoryId) : undefined;
  return category === undefined ? undefined : { category, name: ledger.routes.info(origin, route)?.name ?? route.id };
}

/** How the budgets stood for the rows of a list. */
const budgets = new WeakMap<WhyFacts, readonly BudgetState[]>();

/** Why a budget holds a document back. */
function budgetOf({ folderId, state, pages }: Document, facts: WhyFacts): Message | undefined {
  if (state.kind !== 'waiting' || state.wait.kind !== 'ready') return undefined;
  const states = budgets.get(facts) ?? recordedBudgets(facts.ledger, facts.now);
  budgets.set(facts, states);
  const counted = pages ?? usualUnknownPages;
  const holding = states.filter(
    (each) =>
      (each.folderId === undefined || each.folderId === folderId) &&
      each.waiting.documents > 0 &&
      (isOfPages(each) ? counted > each.pages - each.used : forbiddenIn(facts.gate)?.reason === 'pages'),
  );
  const ofService = holding.find(({ period }) => period === 'service');
  if (ofService !== undefined) return budgetMessage(ofService);
  // What holds it back for longer says when it goes out.
  const [longest] = holding.toSorted((one, other) => (other.until ?? 0) - (one.until ?? 0));
  return longest === undefined ? undefined : budgetMessage(longest);
}

/** How long its file must stay unchanged before it is sent, in seconds. */
export function settleSecondsOf({ folderId }: Document, { folder }: Pick<WhyFacts, 'folder'>): number {
  return folder(folderId).settleSeconds ?? 2;
}

/** The document that its content was sent from, if that is another one: absolute if it lies in another folder. */
function pathOfFirst({ id, duplicateOf, folderId, job }: Document, ledger: LedgerReader): string | undefined {
  const from = duplicateOf ?? (job === undefined ? undefined : ledger.jobs.get(job)?.from);
  const first = from === undefined || from === id ? undefined : ledger.documents.get(from);
  if (first === undefined || first.folderId === folderId) return first?.path;
  return join(ledger.folders.get(first.folderId)?.path ?? '', first.path);
}
