import { type BudgetState, type ServiceState, usualUnknownPages } from '../../core/account/budget.ts';
import { forbiddenIn, type Gate } from '../../core/account/gate.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { BudgetedFolder } from './budgets.ts';

/** What the service's refusal for want of pages holds back (electron/service/README.md, "Errors"): beside the budgets, it is one more. */
export function serviceStates(
  { documents }: Pick<LedgerReader, 'documents'>,
  gate: Gate,
  folders: readonly BudgetedFolder[],
  timeZone: string,
  now: number,
): ServiceState[] {
  const refusal = forbiddenIn(gate);
  if (refusal?.reason !== 'pages') return [];
  const waiting = readyIn(documents, folders, now);
  return [{ period: 'service', message: refusal.message, until: Math.max(refusal.until, now), timeZone, waiting }];
}

function readyIn(documents: LedgerReader['documents'], folders: readonly BudgetedFolder[], now: number): BudgetState['waiting'] {
  const waiting = { documents: 0, pages: 0 };
  for (const { id, settings } of folders) {
    const held = documents.readyPages(id, now, { above: -1, unknown: settings.budget?.unknownPages ?? usualUnknownPages });
    waiting.documents += held.documents;
    waiting.pages += held.pages;
  }
  return waiting;
}
