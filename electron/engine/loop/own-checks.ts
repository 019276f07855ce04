import { dateHere, systemTimeZone } from '../../core/calendar.ts';
import { findingsOf } from '../../core/checks/check.ts';
import { type Finding, nextStepRule } from '../../core/checks/rules.ts';
import type { OtherInvoice } from '../../core/checks/second-scan.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { Document } from '../../core/document/document.ts';
import { given } from '../../core/plain-data.ts';
import { type Extracted, reviewedResult } from '../../core/review/local-review.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { onwardIn } from './next-step.ts';

type Source = Pick<LedgerReader, 'categories' | 'documents' | 'routes' | 'invoiceKeys'>;

/** What decides about a folder's own checks. */
type Settings = Pick<FolderSettings, 'checks' | 'dates'> & Partial<Pick<FolderSettings, 'next' | 'route'>>;

/**
 * What a folder's own checks say of a document as it is; undefined if they say nothing.
 *
 * @param others documents that may be other scans of the same invoice; those that the ledger knows, unless told otherwise
 */
export function ownFindings(
  ledger: Source,
  settings: Settings | undefined,
  document: Document,
  others: (key: string) => readonly OtherInvoice[] = (key) => otherInvoices(ledger, document, key),
): readonly Finding[] | undefined {
  const { result, review, origin, route, foundAt } = document;
  if (result?.kind === 'classification') {
    const onward = onwardIn(ledger, settings, document);
    return onward.kind === 'asks'
      ? [{ rule: nextStepRule, outcome: 'breach', field: 'category', message: onward.message }]
      : undefined;
  }
  if (settings?.checks === undefined || result?.kind !== 'extraction') return undefined;
  const info = ledger.routes.info(origin, route);
  const findings = findingsOf(settings.checks, {
    result: reviewedResult(result, review) as Extracted,
    reading: given({ dates: settings.dates, descriptions: info?.descriptions }),
    ...(info !== undefined && { fields: info.fields }),
    day: dateHere(foundAt, systemTimeZone()).day,
    // A copy of the same content is none.
    others: document.state.kind === 'duplicate' ? () => [] : others,
  });
  return findings.length === 0 ? undefined : findings;
}

/** The first scan of an invoice stays as it is: the later one is flagged. */
function otherInvoices({ documents, invoiceKeys }: Source, document: Document, key: string): readonly OtherInvoice[] {
  return invoiceKeys.others(document, key).filter(({ id }) => {
    if (id < document.id) return true;
    const findings = documents.get(id)?.findings;
    return findings?.some(({ others }) => others?.includes(document.id)) !== true;
  });
}
