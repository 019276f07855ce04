import { join } from 'node:path';
import { openGate } from '../../core/account/gate.ts';
import { breachesIn } from '../../core/checks/rules.ts';
import type { Columns, DocumentDetails, DocumentSummary, PreviewKind, Progress } from '../../core/contract/documents.ts';
import type { RouteView } from '../../core/contract/folders.ts';
import type { Document } from '../../core/document/document.ts';
import { type Holds, shownStanding } from '../../core/document/hold.ts';
import { onwardOf } from '../../core/document/onward.ts';
import type { Batch } from '../../core/document/records.ts';
import { standingOf, standings } from '../../core/document/standing.ts';
import { isReady, traitsOf } from '../../core/document/states.ts';
import { sendAgainOf } from '../../core/document/transition.ts';
import { previewOfContent, typeOfName } from '../../core/intake/file-types.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { lacksItsFile } from '../../core/poll/poll-outcome.ts';
import { type RouteInfo, routeKey } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { reviewedResult } from '../../core/review/local-review.ts';
import { type ResultSurroundings, resultView } from '../../core/review/result-view.ts';
import { valueHints } from '../../core/review/value-hints.ts';
import { columnOf, defaultColumns, fieldOf, isColumn, printedByColumn } from '../../core/values/columns.ts';
import { currencyOf, shownValueOf } from '../../core/values/main-values.ts';
import { documentMatches, type SearchTerms } from '../../core/values/search-terms.ts';
import { typedValues } from '../../ledger/document-row.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { writtenFor } from '../../ledger/tables.ts';
import type { View } from '../../view/view.ts';
import { recordedFolders } from '../engine/engine-snapshot.ts';
import { holdsNow } from '../engine/status.ts';
import { routeView } from '../service/routes.ts';
import type { WorkspaceContext } from '../workspace-context.ts';
import { settleSecondsOf, type WhyFacts, whyOf } from './why-facts.ts';

/** A row of the queue, with the values of these columns and where the terms were found. */
export function rowOf(document: Document, facts: DocumentFacts, columns: readonly string[], terms: SearchTerms): DocumentSummary {
  const { result, review, path } = document;
  const summary = summaryOf(document, facts);
  if (columns.length === 0 && terms.length === 0) return summary;
  const printed = result === undefined ? new Map<string, string>() : printedByColumn(reviewedResult(result, review));
  const values = Object.fromEntries(
    columns.flatMap((column) => (printed.has(column) ? [[column, printed.get(column) ?? '']] : [])),
  );
  const read = typedValues(facts.ledger, document);
  const currency = currencyOf(read);
  const typed = Object.fromEntries(
    columns.flatMap((column) => {
      const shown = shownValueOf(read.get(fieldOf(column) ?? ''), currency);
      return shown === undefined ? [] : [[column, shown]];
    }),
  );
  const matches = terms.length === 0 ? [] : documentMatches(terms, path, printed, read);
  return { ...summary, ...(columns.length > 0 && { values, typed }), ...(matches.length > 0 && { matches }) };
}

/**
 * The columns of a folder, or of all: by what its extraction has, what its documents have, and what most folders show. A
 * field whose name is too long for the contract has none.
 */
export function columnsOf(ledger: Ledger, view: View, folderId: number | undefined): Columns {
  const folders = recordedFolders(ledger).filter(({ id }) => folderId === undefined || id === folderId);
  const origin = ledger.meta.read('work')?.origin ?? '';
  const infos = folders.flatMap(({ settings }): RouteInfo[] => {
    if (settings === undefined) return [];
    const { route } = settings;
    return [ledger.routes.info(origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 }];
  });
  const usual = new Set(infos.flatMap((info) => defaultColumns(info)).filter(isColumn));
  const known = infos.flatMap(({ route, fields }) => (route.kind === 'classification' ? ['category'] : fields.map(columnOf)));
  return {
    known: [...new Set([...known, ...view.columns(folderId)])].filter(isColumn),
    usual: [...usual].slice(0, maxUsual),
  };
}

/** Folders together may have more than there is room for. */
const maxUsual = 4;

/** What lists of documents are made from: why-facts, and the progress of uploads. */
export interface DocumentFacts extends WhyFacts {
  readonly holds: Holds;
  readonly ledger: Ledger;
  readonly context: WorkspaceContext;
}

export function documentFacts(context: WorkspaceContext, ledger: Ledger): DocumentFacts {
  const engine = context.keeper.running?.engine.status();
  const health = new Map(engine?.folders.map((folder) => [folder.id, folder.health]));
  return {
    context,
    ledger,
    holds: holdsNow(context),
    now: context.clock.now(),
    gate: engine?.gate ?? openGate,
    folder: (id) => ({ settleSeconds: context.folders.byId(id)?.settings.settleSeconds, health: health.get(id) }),
  };
}

/** A row of the queue. */
export function summaryOf(document: Document, facts: DocumentFacts): DocumentSummary {
  const { id, folderId, path, state, delivery, foundAt, changedAt } = document;
  const batch = document.batchId === undefined ? undefined : facts.ledger.batches.get(document.batchId);
  const progress = progressOf(document, batch, facts);
  return {
    id,
    folderId,
    path,
    size: document.facts.size,
    state: state.kind,
    delivery: delivery.kind,
    standing: shownStanding(document, facts.holds),
    ...defined({ progress }),
    why: progress?.kind === 'upload' && isReady(state) ? [say('explain.uploading')] : whyOf(document, facts),
    sendAgain: sendAgainOf(document),
    foundAt,
    changedAt,
    preview: previewKind(document),
  };
}

/** Everything about one document. */
export function detailsOf(document: Document, facts: DocumentFacts): DocumentDetails {
  const { ledger, context } = facts;
  const { origin, route, contentType, hash, fileId, result, review, findings, possibleDuplicate } = document;
  const folder = ledger.folders.get(document.folderId)?.path ?? '';
  const batch = document.batchId === undefined ? undefined : ledger.batches.get(document.batchId);
  const known = routeView(context, ledger, origin, route);
  const first = document.state.kind === 'duplicate' ? ledger.documents.get(document.state.of) : undefined;
  return {
    ...summaryOf(document, facts),
    file: join(folder, document.path),
    folder,
    route,
    routeName: known.name,
    ...defined({ contentType, sha256: hash, serviceBatchId: batch?.serviceBatchId, serviceFileId: fileId }),
    history: ledger.history.of(document.id).map(({ at, event, note }) => ({ at, event, ...defined({ note }) })),
    outputs: writtenFor(ledger, document),
    possibleDuplicate,
    mayBeAssigned: (document.passedOn !== undefined || lacksItsFile(document)) && ledger.unmatched.offeredTo(document).length > 0,
    awaitsValues: document.passedOn !== undefined,
    ...scansOf(document, ledger),
    ...(first !== undefined && { duplicateOf: { id: first.id, path: first.path } }),
    ...(result !== undefined && {
      result: resultView(result, {
        fields: known.fields,
        categories: known.categories,
        possibleDuplicate,
        ...defined({ review, findings, hints: hintsOf(document, known.fields, ledger), goesOn: goesOn(document, ledger) }),
      }),
    }),
    ...verdictOf(document, ledger),
  };
}

/** What the classification said that it has gone on from. */
function verdictOf({ origin, verdict }: Document, ledger: Ledger): Pick<DocumentDetails, 'verdict'> {
  const { route, result } = verdict ?? {};
  if (route === undefined || result?.kind !== 'classification') return {};
  const { categoryId: id, categoryName } = result;
  const categories = ledger.categories.of(origin, route.id).map((each) => ({ id: each.id, name: each.name }));
  const name = categoryName ?? categories.find((each) => each.id === id)?.name ?? id;
  return { verdict: { categories, ...(name !== undefined && { category: { name, ...defined({ id }) } }) } };
}

/** Where it would go on once a person has confirmed one of the categories that are known. */
function goesOn({ folderId, origin, route, result, pages }: Document, ledger: Ledger): ResultSurroundings['goesOn'] {
  const settings = ledger.meta.read('folder-settings', folderId);
  const next = settings?.next;
  if (next === undefined || result?.kind !== 'classification' || routeKey(settings?.route ?? route) !== routeKey(route))
    return undefined;
  const known = ledger.categories.of(origin, route.id);
  const { categoryId, categoryName } = result;
  const isKnown = known.some(({ name }) => name === categoryName);
  const own = categoryName === undefined || isKnown ? [] : [{ id: categoryId, name: categoryName }];
  const to = [...known, ...own].flatMap(({ id, name }) => {
    const confirmed = { ...result, status: 'confirmed', categoryName: name, ...defined({ categoryId: id }) };
    const onward = onwardOf(next, { result: confirmed }, known);
    if (onward.kind !== 'goes-on') return [];
    return [{ category: name, extraction: ledger.routes.info(origin, onward.route)?.name ?? onward.route.id }];
  });
  return to.length === 0 ? undefined : { to, ...defined({ pages }) };
}

function scansOf({ findings }: Document, ledger: Ledger): Pick<DocumentDetails, 'firstScans'> {
  const ids = breachesIn(findings).flatMap(({ others = [] }) => others);
  const firstScans = ids.flatMap((id) => ledger.documents.get(id) ?? []).map(({ id, path }) => ({ id, path }));
  return firstScans.length === 0 ? {} : { firstScans };
}

/** So many documents that people have confirmed are looked through for hints. */
const maxEarlier = 100;

/** Only for a document that a person has to look at. */
function hintsOf(document: Document, fields: RouteView['fields'], ledger: Ledger): ReturnType<typeof valueHints> | undefined {
  const { result, review, folderId, route } = document;
  if (result?.kind !== 'extraction' || !standings[standingOf(document)].asks) return undefined;
  const { documents } = ledger.documents.page({ folderId, standings: ['confirmed'], limit: maxEarlier });
  const earlier = documents.filter((other) => other.id !== document.id && routeKey(other.route) === routeKey(route));
  return valueHints(result, review, fields, earlier);
}

/** What a window can show of a document, by its content type; where nobody has read the content yet, by its name. */
export function previewKind({ contentType, path, state }: Pick<Document, 'contentType' | 'path' | 'state'>): PreviewKind {
  return traitsOf[state.kind].hasFile ? previewOfContent(contentType ?? typeOfName(path)?.contentType) : 'none';
}

function progressOf(document: Document, batch: Batch | undefined, facts: DocumentFacts): Progress | undefined {
  const { state } = document;
  if (state.kind === 'settling')
    return { kind: 'settling', since: state.since, until: state.since + settleSecondsOf(document, facts) * 1_000 };
  const { progress } = traitsOf[state.kind];
  switch (progress) {
    // What is in a request that is not whole still waits, as far as the ledger is concerned.
    case 'waiting':
    case 'uploading': {
      const upload = facts.context.keeper.uploads.of(document.id);
      return upload === undefined ? undefined : { kind: 'upload', ...upload };
    }
    case 'atService':
      return batch?.acceptedAt === undefined ? undefined : { kind: 'service', since: batch.acceptedAt };
    case 'none':
      return undefined;
    default:
      return assertNever(progress);
  }
}
