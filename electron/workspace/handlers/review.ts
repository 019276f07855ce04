import type { ContractError, Handlers } from '../../core/contract/contract.ts';
import type { Done } from '../../core/contract/status.ts';
import { shownValues } from '../../core/poll/poll-outcome.ts';
import { err, ok, type Result } from '../../core/result.ts';
import type { ReviewAnswer } from '../../engine/api.ts';
import { engineOf, invalid, ledgerOf, unavailable, type WorkspaceContext } from '../workspace-context.ts';

export function reviewHandlers(context: WorkspaceContext) {
  const { by } = context.world;
  return {
    confirm: async ({ id, corrections }) => answered(engineOf(context).confirm(id, corrections, by), 'corrections.'),
    undoConfirm: async ({ id }) => answered(engineOf(context).undoConfirm(id, by)),
    resolveConflict: async ({ id, take }) => answered(engineOf(context).resolveConflict(id, take, by)),
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
    assign: async ({ id, fileId }) => answered(engineOf(context).assign(id, fileId)),
    nameBatch: async ({ id, batch, fileId }) => answered(engineOf(context).nameBatch(id, batch, fileId)),
    redo: async ({ id, agreed }) => answered(await engineOf(context).redo(id, by, agreed)),
  } satisfies Partial<Handlers>;
}

function answered(answer: ReviewAnswer, fields = ''): Result<Done, ContractError> {
  if (answer.ok) return ok({});
  const { kind, message, field } = answer.error;
  if (kind === 'pages') return err({ kind: 'not-agreed', message });
  return field === undefined ? unavailable(message) : invalid(`${fields}${field}`, message);
}
