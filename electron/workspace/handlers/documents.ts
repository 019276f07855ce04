import { daysBefore } from '../../core/calendar.ts';
import type { ContractError, Handlers } from '../../core/contract/contract.ts';
import type { Done } from '../../core/contract/request.ts';
import { sendAgainOf } from '../../core/document/transition.ts';
import { insightsOf } from '../../core/insights.ts';
import { say } from '../../core/messages/message.ts';
import { defined } from '../../core/plain-data.ts';
import { shownValues } from '../../core/poll/poll-outcome.ts';
import { err, ok, type Result } from '../../core/result.ts';
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
import { pageInsightsOf } from '../costs.ts';
import { columnsOf, detailsOf, documentFacts, rowOf } from '../documents/documents.ts';
import { filePieceOf } from '../documents/preview.ts';
import {
  engineOf,
  filesOf,
  invalid,
  ledgerOf,
  Unavailable,
  unavailable,
  viewOf,
  type WorkspaceContext,
  watchedFolder,
} from '../workspace-context.ts';

export function reviewHandlers(context: WorkspaceContext) {
  const { by } = context.world;
  return {
    confirm: async ({ id, corrections }) =>
      answered(engineOf(context).act(id, { kind: 'confirm', corrections }, by), 'corrections.'),
    undoConfirm: async ({ id }) => answered(engineOf(context).act(id, { kind: 'undo' }, by)),
    resolveConflict: async ({ id, take }) => answered(engineOf(context).act(id, { kind: 'resolve', take }, by)),
    overrideCategory: async ({ id, categoryId, agreed, takesBack }) =>
      answered(await engineOf(context).overrideCategory(id, categoryId, by, agreed, takesBack)),
    async unmatched({ id }) {
      const { documents, unmatched } = ledgerOf(context);
      const document = documents.get(id);
      const results = document === undefined ? [] : unmatched.offeredTo(document);
      return ok({
        results: results.map(({ fileId, fileName: name, result }) => ({ fileId, name, values: shownValues(result) })),
      });
    },
    assign: async ({ id, fileId }) => answered(engineOf(context).act(id, { kind: 'assign', fileId }, by)),
    nameBatch: async ({ id, batch, fileId }) =>
      answered(engineOf(context).act(id, { kind: 'name-batch', batch, ...defined({ fileId }) }, by)),
    redo: async ({ id, agreed }) => answered(await engineOf(context).redo(id, by, agreed)),
  } satisfies Partial<Handlers>;
}

function answered(answer: ReviewAnswer, fields = ''): Result<Done, ContractError> {
  if (answer.ok) return ok({});
  const { kind, message, field } = answer.error;
  if (kind === 'pages') return err({ kind: 'not-agreed', message });
  return field === undefined ? unavailable(message) : invalid(`${fields}${field}`, message);
}

/** So many documents of a batch are shown. */
const shown = 200;

export function filingHandlers(context: WorkspaceContext) {
  const { by } = context.world;
  return {
    filingBatches: async ({ limit }) => ok(newestBatches(ledgerOf(context), limit)),
    async filingBatch({ id }) {
      const wishes = await wishesBack(ledgerOf(context), filesOf(context), batchOf(context, id));
      const goBack = wishes.flatMap(({ document: { id, path }, to, why }) =>
        why === undefined && to !== undefined ? [{ id, path, to }] : [],
      );
      const stay = wishes.flatMap(({ document: { id, path }, why }) => (why === undefined ? [] : [{ id, path, why }]));
      return ok({
        goBack: { count: goBack.length, documents: goBack.slice(0, shown) },
        stay: { count: stay.length, documents: stay.slice(0, shown) },
      });
    },
    async undoFilings({ id }) {
      const ledger = ledgerOf(context);
      const wishes = await wishesBack(ledger, filesOf(context), batchOf(context, id));
      return ok({ count: leaveWishes(ledger, wishes, by) });
    },
    async fileAgain({ id }) {
      const ledger = ledgerOf(context);
      return ok({ count: leaveWishes(ledger, wishesAgain(ledger, batchOf(context, id)), by) });
    },
    async fileThere({ id }) {
      const ledger = ledgerOf(context);
      const wishes = await wishesToFile({ ledger, files: filesOf(context) }, watchedFolder(context, id));
      return ok({ count: leaveWishes(ledger, wishes, by), at: context.clock.now() });
    },
  } satisfies Partial<Handlers>;
}

/** @throws Unavailable if there is none, as when its documents were forgotten meanwhile */
function batchOf(context: WorkspaceContext, id: number): FilingBatch {
  const batch = filingBatch(ledgerOf(context), id);
  if (batch === undefined) throw new Unavailable(say('filing.batches.gone'));
  return batch;
}

export function documentHandlers(context: WorkspaceContext) {
  const { by } = context.world;
  return {
    async documents({ columns = [], ...query }) {
      const ledger = ledgerOf(context);
      const { documents, ...found } = viewOf(context).page(defined(query));
      const facts = documentFacts(context, ledger);
      const terms = searchTerms(query.text ?? '');
      return ok({ documents: documents.map((document) => rowOf(document, facts, columns, terms)), ...found });
    },
    columns: async ({ folderId }) => ok(columnsOf(ledgerOf(context), viewOf(context), folderId)),
    async document({ id }) {
      const ledger = ledgerOf(context);
      const document = ledger.documents.get(id);
      return document === undefined
        ? unavailable(say('workspace.document.unknown'))
        : ok(detailsOf(document, documentFacts(context, ledger)));
    },
    async sendAgain({ ids }) {
      const { documents } = ledgerOf(context);
      const engine = engineOf(context);
      const meant = ids.filter((id) => {
        const document = documents.get(id);
        return document !== undefined && sendAgainOf(document) !== 'no';
      });
      engine.sendAgain(meant);
      return ok({ count: meant.length });
    },
    dismiss: async ({ ids }) => ok({ count: engineOf(context).dismiss(ids, by) }),
    undismiss: async ({ ids }) => ok({ count: engineOf(context).undismiss(ids, by) }),
    filePiece: (piece) => filePieceOf({ ledger: ledgerOf(context), files: filesOf(context) }, piece),
    openFile: async () => unavailable(say('workspace.noOpening')),
    async insights({ days, folderId, timeZone }) {
      const ledger = ledgerOf(context);
      const span = daysBefore(context.clock.now(), days, timeZone);
      if (span === undefined) return invalid('timeZone', say('workspace.unknownTimeZone', { name: timeZone }));
      const facts = viewOf(context).facts(span.starts, folderId);
      const pages = pageInsightsOf(ledger, context.clock.now(), days, folderId);
      return ok({ ...insightsOf(span, facts), pages });
    },
  } satisfies Partial<Handlers>;
}
