import { setImmediate } from 'node:timers/promises';
import { invoiceKey, type OtherInvoice } from '../core/checks/check.ts';
import { isBreached, secondScanRule } from '../core/checks/rules.ts';
import type { FolderSettings } from '../core/config/folder-settings.ts';
import type { SettingsTrial, TriedDocument } from '../core/config/trial.ts';
import { type Document, fileNameOf } from '../core/document/document.ts';
import { standingOf } from '../core/document/standing.ts';
import { hasResult } from '../core/document/states.ts';
import { unknownFields } from '../core/filing/filing-values.ts';
import { parseTemplate } from '../core/filing/template.ts';
import { defined, sameJson } from '../core/plain-data.ts';
import { routeKey } from '../core/protocol/route.ts';
import { type Extracted, reviewedResult } from '../core/review/local-review.ts';
import { filedName } from '../engine/deliver/delivery-target.ts';
import { filledFor } from '../engine/deliver/place.ts';
import { ownFindings } from '../engine/loop/own-checks.ts';
import type { LedgerReader } from '../ledger/ledger.ts';

/** So many of the newest documents of a folder are tried. */
const maxTried = 2_000;
const pageSize = 100;
/** The longest name that nearly all disks allow, in bytes. */
const nameBytes = 255;

/**
 * Tries a folder's checks and its template on the documents that are there, by what is known of them, people's corrections included;
 * the disk is not looked at. With the rule for second scans that the folder has now, documents of other folders count too.
 *
 * @param settings with checks, a template, or both
 */
export async function trySettings(
  ledger: LedgerReader,
  folderId: number,
  settings: FolderSettings,
  signal?: AbortSignal,
): Promise<SettingsTrial> {
  const { documents, more } = await resultsOf(ledger, folderId, settings, signal);
  const judged = new Set(documents.filter((document) => isJudged(settings, document)));
  const scans = scansAmong(ledger, folderId, settings, [...judged]);
  const counts = { tried: 0, filed: 0, waiting: 0 };
  const fields = new Set<string>();
  const placed = (document: Document): Pick<TriedDocument, 'to' | 'stays'> => {
    if (!isPlaced(settings, document)) return {};
    counts.tried += 1;
    for (const key of ledger.routes.info(document.origin, document.route)?.fields ?? []) fields.add(key);
    const filled = filledFor(ledger, settings, document);
    if (filled === 'waits') counts.waiting += 1;
    else if (filled.kind === 'stays') return { stays: filled.message };
    else counts.filed += 1;
    return filled === 'waits' ? {} : { to: filled.path };
  };
  const tried = documents.flatMap((document): TriedDocument[] => {
    const { id, path } = document;
    const findings = (judged.has(document) && ownFindings(ledger, settings, document, (key) => scans(document, key))) || [];
    const place = placed(document);
    const isSilent = findings.length === 0 && Object.keys(place).length === 0;
    return isSilent ? [] : [{ id, path, standing: standingOf(document), findings, ...place }];
  });
  const { fileAway, route } = settings;
  const template = parseTemplate(templateOf(settings) ?? '');
  const isKnown = route.kind === 'classification' || fields.size > 0;
  return {
    more,
    checked: judged.size,
    flagged: tried.filter(({ findings }) => isBreached(findings)).length,
    ...counts,
    unknown: template.ok && isKnown ? unknownFields(template.value, [...fields]) : [],
    documents: fileAway.kind === 'move' ? numbered(tried, fileAway.to) : tried,
  };
}

function templateOf({ fileAway }: Pick<FolderSettings, 'fileAway'>): string | undefined {
  return fileAway.kind === 'move' ? fileAway.as : undefined;
}

/** Copies are not: their result is judged where it was first found. Another extraction than the folder's has other fields. */
function isJudged({ checks = [], route }: FolderSettings, document: Document): boolean {
  if (checks.length === 0 || document.state.kind === 'duplicate' || document.result?.kind !== 'extraction') return false;
  return route.kind !== 'extraction' || routeKey(document.route) === routeKey(route);
}

/** Copies are, too: each has a file of its own. */
function isPlaced(settings: FolderSettings, { route }: Document): boolean {
  return templateOf(settings) !== undefined && route.id === settings.route.id;
}

/** The newest first. */
async function resultsOf(
  ledger: LedgerReader,
  folderId: number,
  settings: FolderSettings,
  signal: AbortSignal | undefined,
): Promise<{ readonly documents: readonly Document[]; readonly more: boolean }> {
  const documents: Document[] = [];
  for (let before = ledger.documents.last() + 1; ; ) {
    signal?.throwIfAborted();
    const ids = ledger.documents.foundBefore(folderId, before, pageSize);
    for (const id of ids) {
      const document = ledger.documents.get(id);
      if (document?.result === undefined || !hasResult(document.state.kind)) continue;
      if (!isJudged(settings, document) && !isPlaced(settings, document)) continue;
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
  { checks, dates }: Pick<FolderSettings, 'checks' | 'dates'>,
  documents: readonly Document[],
): (document: Document, key: string) => readonly OtherInvoice[] {
  const rule = secondScanRule(checks);
  if (rule === undefined) return () => [];
  const isKept = sameJson(rule, secondScanRule(ledger.meta.read('folder-settings', folderId)?.checks));
  if (isKept) return (document, key) => ledger.invoiceKeys.others(document, key).filter(({ id }) => id < document.id);
  const byKey = new Map<string, (OtherInvoice & Pick<Document, 'replaces'>)[]>();
  for (const { id, path, origin, route, result, review, replaces } of documents.toReversed()) {
    const descriptions = ledger.routes.info(origin, route)?.descriptions;
    const own = invoiceKey(rule, reviewedResult(result as Extracted, review) as Extracted, defined({ dates, descriptions }));
    if (own === undefined) continue;
    const scans = byKey.get(own.key) ?? [];
    scans.push({ id, path, dates: own.dates, ...defined({ replaces }) });
    byKey.set(own.key, scans);
  }
  return (document, key) =>
    (byKey.get(key) ?? []).filter(({ id, path }) => id < document.id && path !== document.path && id !== document.replaces);
}

/** The oldest has the name alone. */
function numbered(tried: readonly TriedDocument[], directory: string): readonly TriedDocument[] {
  const times = new Map<string, number>();
  const named = tried.toReversed().map((document) => {
    const { to } = document;
    if (to === undefined) return document;
    const key = to.toLowerCase();
    const attempt = (times.get(key) ?? 0) + 1;
    times.set(key, attempt);
    const name = fileNameOf(to);
    return { ...document, to: `${directory}/${to.slice(0, -name.length)}${filedName(name, attempt, nameBytes)}` };
  });
  return named.toReversed();
}
