import { setImmediate } from 'node:timers/promises';
import { type CheckRule, isBreached, secondScanRule } from '../core/checks/rules.ts';
import { invoiceKey, type OtherInvoice } from '../core/checks/second-scan.ts';
import type { CheckTrial, TriedDocument } from '../core/checks/trial.ts';
import type { FolderSettings } from '../core/config/folder-settings.ts';
import type { Document } from '../core/document/document.ts';
import { standingOf } from '../core/document/standing.ts';
import { hasResult } from '../core/document/states.ts';
import { given, sameJson } from '../core/plain-data.ts';
import { routeKey } from '../core/protocol/route.ts';
import { type Extracted, reviewedResult } from '../core/review/local-review.ts';
import { ownFindings } from '../engine/loop/document-writer.ts';
import type { LedgerReader } from '../ledger/ledger.ts';

/** So many of the newest documents of a folder are tried. */
const maxTried = 2_000;
const pageSize = 100;

/**
 * Tries rules on the results of a folder that are there, with people's corrections. The folder's other documents, and with the
 * rule for second scans that it has now those of other folders too, are what may be scanned twice.
 *
 * @param settings the folder's, with the rules to try
 */
export async function tryChecks(
  ledger: LedgerReader,
  folderId: number,
  settings: Pick<FolderSettings, 'checks' | 'dates' | 'route'>,
  signal?: AbortSignal,
): Promise<CheckTrial> {
  const { documents, more } = await resultsOf(ledger, folderId, settings, signal);
  const scans = scansAmong(ledger, folderId, settings, documents);
  const tried = documents.flatMap((document): TriedDocument[] => {
    const findings = ownFindings(ledger, settings, document, (key) => scans(document, key));
    const { id, path } = document;
    return findings === undefined ? [] : [{ id, path, standing: standingOf(document), findings }];
  });
  const flagged = tried.filter(({ findings }) => isBreached(findings)).length;
  return { checked: documents.length, more, flagged, documents: tried };
}

/** The newest first. Copies are not among them: their result is judged where it was first found. */
async function resultsOf(
  ledger: LedgerReader,
  folderId: number,
  { route }: Pick<FolderSettings, 'route'>,
  signal: AbortSignal | undefined,
): Promise<{ readonly documents: readonly Document[]; readonly more: boolean }> {
  const documents: Document[] = [];
  for (let before = ledger.documents.last() + 1; ; ) {
    signal?.throwIfAborted();
    const ids = ledger.documents.foundBefore(folderId, before, pageSize);
    for (const id of ids) {
      const document = ledger.documents.get(id);
      if (document === undefined || !hasResult(document.state.kind) || document.state.kind === 'duplicate') continue;
      if (document.result?.kind !== 'extraction') continue;
      // A folder that went to another extraction before has results with other fields.
      if (route.kind === 'extraction' && routeKey(document.route) !== routeKey(route)) continue;
      if (documents.length === maxTried) return { documents, more: true };
      documents.push(document);
    }
    const last = ids.at(-1);
    if (last === undefined || ids.length < pageSize) return { documents, more: false };
    before = last;
    await setImmediate();
  }
}

function scansAmong(
  ledger: LedgerReader,
  folderId: number,
  { checks, dates }: { readonly checks?: readonly CheckRule[] | undefined; readonly dates?: FolderSettings['dates'] },
  documents: readonly Document[],
): (document: Document, key: string) => readonly OtherInvoice[] {
  const rule = secondScanRule(checks);
  if (rule === undefined) return () => [];
  const isKept = sameJson(rule, secondScanRule(ledger.meta.read('folder-settings', folderId)?.checks));
  if (isKept) return (document, key) => ledger.invoiceKeys.others(document, key).filter(({ id }) => id < document.id);
  const byKey = new Map<string, (OtherInvoice & Pick<Document, 'replaces'>)[]>();
  for (const { id, path, origin, route, result, review, replaces } of documents.toReversed()) {
    const descriptions = ledger.routes.info(origin, route)?.descriptions;
    const own = invoiceKey(rule, reviewedResult(result as Extracted, review) as Extracted, given({ dates, descriptions }));
    if (own === undefined) continue;
    const scans = byKey.get(own.key) ?? [];
    scans.push({ id, path, dates: own.dates, ...given({ replaces }) });
    byKey.set(own.key, scans);
  }
  return (document, key) =>
    (byKey.get(key) ?? []).filter(({ id, path }) => id < document.id && path !== document.path && id !== document.replaces);
}
