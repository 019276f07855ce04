import { dateHere, systemTimeZone } from '../../core/calendar.ts';
import type { OtherInvoice } from '../../core/checks/check.ts';
import { findingsOf } from '../../core/checks/check.ts';
import { type Finding, nextStepRule } from '../../core/checks/rules.ts';
import { type FolderSettings, routesOf } from '../../core/config/folder-settings.ts';
import { profileOf } from '../../core/config/table-profile.ts';
import type { Document } from '../../core/document/document.ts';
import { type Onward, onwardOf } from '../../core/document/onward.ts';
import { columnProblem } from '../../core/document/table.ts';
import type { Message } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { routeKey } from '../../core/protocol/route.ts';
import { type Extracted, reviewedResult } from '../../core/review/local-review.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import type { Folder } from './watched-folders.ts';

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
    reading: defined({ dates: settings.dates, descriptions: info?.descriptions }),
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

/**
 * What a folder's settings make of a document's verdict, with what is known of its classification's categories. They speak of the
 * classification that the folder goes to now.
 */
export function onwardIn(
  { categories }: Pick<LedgerReader, 'categories'>,
  settings: Partial<Pick<FolderSettings, 'next' | 'route'>> | undefined,
  document: Document,
): Onward {
  if (settings?.next === undefined || settings.route === undefined) return { kind: 'stays' };
  if (routeKey(settings.route) !== routeKey(document.route)) return { kind: 'stays' };
  return onwardOf(settings.next, document, categories.of(document.origin, document.route.id));
}

/**
 * Why a table of a folder could not be written, as far as its routes are known: asked before its documents are paid for.
 * @param origin the service's
 */
export function columnProblemIn(
  { routes, tables }: Pick<LedgerReader, 'routes' | 'tables'>,
  { id, settings }: Folder,
  origin: string,
): Message | undefined {
  const { columns, csv, tables: chosen, xlsx } = settings.outputs;
  if (columns === undefined && chosen === undefined) return undefined;
  for (const route of routesOf(settings)) {
    const profile = profileOf(settings, route);
    const info = profile.columns && routes.info(origin, route);
    if (info === undefined) continue;
    const seen = tables.find(id, route)?.columns.map(({ name }) => name);
    const problem = csv === 'folder' ? columnProblem(profile, info, seen) : undefined;
    const ofBook = xlsx === 'folder' ? columnProblem({ values: 'typed', ...profile }, info, seen) : undefined;
    if ((problem ?? ofBook) !== undefined) return problem ?? ofBook;
  }
  return undefined;
}
