import { daysBefore } from '../../core/calendar.ts';
import type { Done } from '../../core/contract/request.ts';
import { maxAlike } from '../../core/contract/review.ts';
import type { Document } from '../../core/document/document.ts';
import { countsOf } from '../../core/document/standing.ts';
import { sendAgainOf } from '../../core/document/transition.ts';
import { insightsOf } from '../../core/insights.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { shownValues } from '../../core/poll/poll-outcome.ts';
import { routeKey } from '../../core/protocol/route.ts';
import { gapOf, reviewReasons } from '../../core/review/local-review.ts';
import { searchTerms } from '../../core/values/search-terms.ts';
import type { ReviewAnswer } from '../../engine/api.ts';
import {
  type FilingBatch,
  filingBatch,
  leaveWishes,
  newestBatches,
  wishesAgain,
  wishesBack,
  wishesToFile,
} from '../../engine/review/filing-batches.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';
import { pageInsightsOf } from '../costs.ts';
import { columnsOf, detailsOf, documentFacts, rowOf } from '../documents/documents.ts';
import { checkedFile, filePieceOf, openDocument } from '../documents/preview.ts';
import { holdsNow } from '../engine/status.ts';
import {
  type Answers,
  engineOf,
  filesOf,
  invalid,
  ledgerOf,
  RequestRefused,
  unavailable,
  viewOf,
  type WorkspaceContext,
  watchedFolder,
} from '../workspace-context.ts';

export function reviewHandlers(context: WorkspaceContext) {
  const { by } = context.world;
  return {
    confirm: ({ id, corrections }) => done(engineOf(context).act(id, { kind: 'confirm', corrections }, by), 'corrections.'),
    alike({ id }) {
      const ledger = ledgerOf(context);
      const own = ledger.documents.get(id);
      const gap = own === undefined ? undefined : gapIn(ledger, own);
      if (own === undefined || gap === undefined) return { documents: [] };
      const asking = ledger.documents.page({ standings: ['needs-you'], folderId: own.folderId, limit: maxCompared }).documents;
      const alike = asking.filter((each) => each.id !== id && gapIn(ledger, each) === gap).slice(0, maxAlike - 1);
      return { documents: [own, ...alike].map(({ id: one, path }) => ({ id: one, path })) };
    },
    confirmAll: ({ ids }) => ({
      ids: ids.filter((id) => engineOf(context).act(id, { kind: 'confirm', corrections: {} }, by).ok),
    }),
    undoConfirm: ({ id }) => done(engineOf(context).act(id, { kind: 'undo' }, by)),
    resolveConflict: ({ id, take }) => done(engineOf(context).act(id, { kind: 'resolve', take }, by)),
    overrideCategory: async ({ id, categoryId, agreed, takesBack }) =>
      done(await engineOf(context).overrideCategory(id, categoryId, by, agreed, takesBack)),
    unmatched({ id }) {
      const { documents, unmatched } = ledgerOf(context);
      const document = documents.get(id);
      const results = document === undefined ? [] : unmatched.offeredTo(document);
      return { results: results.map(({ fileId, fileName: name, result }) => ({ fileId, name, values: shownValues(result) })) };
    },
    assign: ({ id, fileId }) => done(engineOf(context).act(id, { kind: 'assign', fileId }, by)),
    nameBatch: ({ id, batch, fileId }) =>
      done(engineOf(context).act(id, { kind: 'name-batch', batch, ...defined({ fileId }) }, by)),
    redo: async ({ id, agreed }) => done(await engineOf(context).redo(id, by, agreed)),
  } satisfies Partial<Answers>;
}

/** So many documents that wait for a person are compared with one. */
const maxCompared = 1_000;

/** What a document's only gap is, and on which route; undefined if that is not all. */
function gapIn({ routes }: LedgerReader, document: Document): string | undefined {
  const { origin, route, result, possibleDuplicate, review, findings } = document;
  if (result === undefined) return undefined;
  const fields = routes.info(origin, route)?.fields ?? [];
  const gap = gapOf(reviewReasons(result, fields, possibleDuplicate, review, findings));
  return gap && `${routeKey(route)} ${gap.key}`;
}

function done(answer: ReviewAnswer, fields = ''): Done {
  if (answer.ok) return {};
  const { kind, message, field } = answer.error;
  if (kind === 'pages') throw new RequestRefused({ kind: 'not-agreed', message });
  return field === undefined ? unavailable(message) : invalid(`${fields}${field}`, message);
}

/** So many documents of a batch are shown. */
const shown = 200;

export function filingHandlers(context: WorkspaceContext) {
  const { by } = context.world;
  /** What a person wants to be moved now, left for the engine. */
  const leave = (wishes: Parameters<typeof leaveWishes>[1]) => ({ count: leaveWishes(ledgerOf(context), wishes, by) });
  const back = (id: number) => wishesBack(ledgerOf(context), filesOf(context), batchOf(context, id));
  return {
    filingBatches: ({ limit }) => newestBatches(ledgerOf(context), limit),
    async filingBatch({ id }) {
      const wishes = await back(id);
      const goBack = wishes.flatMap(({ document: { id, path }, to, why }) =>
        why === undefined && to !== undefined ? [{ id, path, to }] : [],
      );
      const stay = wishes.flatMap(({ document: { id, path }, why }) => (why === undefined ? [] : [{ id, path, why }]));
      return {
        goBack: { count: goBack.length, documents: goBack.slice(0, shown) },
        stay: { count: stay.length, documents: stay.slice(0, shown) },
      };
    },
    undoFilings: async ({ id }) => leave(await back(id)),
    fileAgain: ({ id }) => leave(wishesAgain(ledgerOf(context), batchOf(context, id))),
    async fileThere({ id }) {
      const world = { ledger: ledgerOf(context), files: filesOf(context) };
      return { ...leave(await wishesToFile(world, watchedFolder(context, id))), at: context.clock.now() };
    },
  } satisfies Partial<Answers>;
}

/** @throws RequestRefused if there is none, as when its documents were forgotten meanwhile */
function batchOf(context: WorkspaceContext, id: number): FilingBatch {
  return filingBatch(ledgerOf(context), id) ?? unavailable(say('filing.batches.gone'));
}

const hourMs = 3_600_000;

export function documentHandlers(context: WorkspaceContext) {
  const { by } = context.world;
  return {
    documents({ columns = [], ...query }) {
      const ledger = ledgerOf(context);
      const facts = documentFacts(context, ledger);
      const { documents, ...found } = viewOf(context).page({ ...defined(query), holds: facts.holds });
      const terms = searchTerms(query.text ?? '');
      return { documents: documents.map((document) => rowOf(document, facts, columns, terms)), ...found };
    },
    hours({ since }) {
      const { documents, folders } = ledgerOf(context);
      const hourOf = (at: number): number => Math.floor(at / hourMs);
      const groups = Map.groupBy(documents.hours(since), ({ at, folderId }) => `${hourOf(at)} ${folderId}`);
      const hours = [...groups.values()].map((counted) => {
        const [{ folderId } = { folderId: 0 }] = counted;
        const at = Math.max(...counted.map((each) => each.at));
        return { at, folderId, path: folders.get(folderId)?.path ?? '', counts: countsOf(counted) };
      });
      return hours.sort((a, b) => b.at - a.at);
    },
    totals: (query) => viewOf(context).totals({ ...defined(query), holds: holdsNow(context) }),
    senders: ({ folderId }) => ({ senders: viewOf(context).senders(folderId) }),
    columns: ({ folderId }) => columnsOf(ledgerOf(context), viewOf(context), folderId),
    document({ id }) {
      const ledger = ledgerOf(context);
      const document = ledger.documents.get(id) ?? unavailable(say('workspace.document.unknown'));
      return detailsOf(document, documentFacts(context, ledger));
    },
    sendAgain({ ids }) {
      const { documents } = ledgerOf(context);
      const engine = engineOf(context);
      const meant = ids.filter((id) => {
        const document = documents.get(id);
        return document !== undefined && sendAgainOf(document) !== 'no';
      });
      engine.sendAgain(meant);
      return { count: meant.length };
    },
    dismiss: ({ ids }) => ({ count: engineOf(context).dismiss(ids, by) }),
    undismiss: ({ ids }) => ({ count: engineOf(context).undismiss(ids, by) }),
    filePiece: (piece) => filePieceOf({ ledger: ledgerOf(context), files: filesOf(context) }, piece),
    async openFile({ id, what, how }) {
      const { path } = await checkedFile({ ledger: ledgerOf(context), files: filesOf(context) }, id, what);
      return openDocument(context, path, how);
    },
    insights({ days, folderId, timeZone }) {
      const ledger = ledgerOf(context);
      const span =
        daysBefore(context.clock.now(), days, timeZone) ??
        invalid('timeZone', say('workspace.unknownTimeZone', { name: timeZone }));
      const pages = pageInsightsOf(ledger, context.clock.now(), days, folderId);
      return { ...insightsOf(span, viewOf(context).facts(span.starts, folderId)), pages };
    },
  } satisfies Partial<Answers>;
}
