import type { Handlers } from '../../core/contract/contract.ts';
import { sendAgainOf } from '../../core/document/transition.ts';
import { say } from '../../core/messages/message.ts';
import { ok } from '../../core/result.ts';
import { detailsOf, documentFacts, summaryOf } from '../documents/documents.ts';
import { engineOf, ledgerOf, unavailable, type WorkspaceContext } from '../workspace-context.ts';

export function documentHandlers(
  context: WorkspaceContext,
): Pick<Handlers, 'documents' | 'document' | 'sendAgain' | 'dismiss' | 'undismiss' | 'openFile'> {
  const { by } = context.world;
  return {
    async documents({ states, folderId, attention, text, offset, limit }) {
      const ledger = ledgerOf(context);
      if (!ledger.ok) return ledger;
      const page = ledger.value.documents.page({
        offset,
        limit,
        ...(states !== undefined && { states }),
        ...(folderId !== undefined && { folderId }),
        ...(attention !== undefined && { attention }),
        ...(text !== undefined && { text }),
      });
      const facts = documentFacts(context, ledger.value);
      return ok({ documents: page.documents.map((document) => summaryOf(document, facts)), total: page.total });
    },
    async document({ id }) {
      const ledger = ledgerOf(context);
      if (!ledger.ok) return ledger;
      const document = ledger.value.documents.get(id);
      return document === undefined
        ? unavailable(say('workspace.document.unknown'))
        : ok(detailsOf(document, documentFacts(context, ledger.value)));
    },
    async sendAgain({ ids }) {
      const ledger = ledgerOf(context);
      if (!ledger.ok) return ledger;
      const engine = engineOf(context);
      if (!engine.ok) return engine;
      const meant = ids.filter((id) => {
        const document = ledger.value.documents.get(id);
        return document !== undefined && sendAgainOf(document.state) !== 'no';
      });
      engine.value.sendAgain(meant);
      return ok({ count: meant.length });
    },
    async dismiss({ ids }) {
      const engine = engineOf(context);
      return engine.ok ? ok({ count: engine.value.dismiss(ids, by) }) : engine;
    },
    async undismiss({ ids }) {
      const engine = engineOf(context);
      return engine.ok ? ok({ count: engine.value.undismiss(ids, by) }) : engine;
    },
    openFile: async () => unavailable(say('workspace.noOpening')),
  };
}
