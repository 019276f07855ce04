import { daysBefore } from '../../core/calendar.ts';
import type { Handlers } from '../../core/contract/contract.ts';
import { sendAgainOf } from '../../core/document/transition.ts';
import { insightsOf } from '../../core/insights.ts';
import { say } from '../../core/messages/message.ts';
import { given } from '../../core/plain-data.ts';
import { ok } from '../../core/result.ts';
import { searchTerms } from '../../core/values/search-terms.ts';
import { pageInsightsOf } from '../costs.ts';
import { columnsOf, rowOf } from '../documents/columns.ts';
import { detailsOf, documentFacts } from '../documents/documents.ts';
import { filePieceOf } from '../documents/preview.ts';
import { engineOf, filesOf, invalid, ledgerOf, unavailable, viewOf, type WorkspaceContext } from '../workspace-context.ts';

export function documentHandlers(context: WorkspaceContext) {
  const { by } = context.world;
  return {
    async documents({ columns = [], ...query }) {
      const ledger = ledgerOf(context);
      const { documents, ...found } = viewOf(context).page(given(query));
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
