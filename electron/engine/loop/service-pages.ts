import { type ServiceState, usualUnknownPages, type Waiting } from '../../core/account/budget.ts';
import { forbiddenIn, type Gate } from '../../core/account/gate.ts';
import { type FolderSettings, leadsOn } from '../../core/config/folder-settings.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/** A folder as budgets see it. */
export interface BudgetedFolder {
  readonly id: number;
  readonly path: string;
  readonly settings: Pick<FolderSettings, 'budget' | 'next' | 'route'>;
}

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

/**
 * What is ready in folders, with the pages of all steps that it may take.
 * @param above only documents of more pages than so many, by the count of budgets, which takes a number for those that nothing tells
 */
export function readyIn(
  documents: Pick<LedgerReader['documents'], 'readyPages'>,
  folders: readonly BudgetedFolder[],
  now: number,
  above?: number,
): Waiting {
  const waiting = { documents: 0, pages: 0 };
  let uncounted = 0;
  for (const { id, settings } of folders) {
    // Each has one page at least.
    const unknown = above === undefined ? 1 : usualUnknownPages;
    const ready = documents.readyPages(id, now, { above: above ?? -1, unknown }, leadsOn(settings.next) ? 2 : 1);
    waiting.documents += ready.documents;
    waiting.pages += ready.pages;
    if (above === undefined) uncounted += ready.unknown;
  }
  return uncounted === 0 ? waiting : { ...waiting, unknown: uncounted };
}
