import type { ContractError, Handlers } from '../../core/contract/contract.ts';
import type { Done } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
import { ok, type Result } from '../../core/result.ts';
import type { ReviewAnswer } from '../../engine/api.ts';
import { engineOf, invalid, ledgerOf, noService, unavailable, type WorkspaceContext } from '../workspace-context.ts';

export function reviewHandlers(
  context: WorkspaceContext,
): Pick<Handlers, 'confirm' | 'undoConfirm' | 'resolveConflict' | 'overrideCategory' | 'redo' | 'setCategories'> {
  const { by } = context.world;
  return {
    async confirm({ id, corrections }) {
      const engine = engineOf(context);
      return engine.ok ? answered(engine.value.confirm(id, corrections, by), 'corrections.') : engine;
    },
    async undoConfirm({ id }) {
      const engine = engineOf(context);
      return engine.ok ? answered(engine.value.undoConfirm(id, by)) : engine;
    },
    async resolveConflict({ id, take }) {
      const engine = engineOf(context);
      return engine.ok ? answered(engine.value.resolveConflict(id, take, by)) : engine;
    },
    async overrideCategory({ id, categoryId }) {
      const engine = engineOf(context);
      return engine.ok ? answered(await engine.value.overrideCategory(id, categoryId, by)) : engine;
    },
    async redo({ id }) {
      const engine = engineOf(context);
      return engine.ok ? answered(await engine.value.redo(id, by)) : engine;
    },
    async setCategories({ classificationId, categories }) {
      const ledger = ledgerOf(context);
      if (!ledger.ok) return ledger;
      const origin = context.origin();
      if (origin === undefined) return unavailable(noService);
      const twice = categories.findIndex(({ id }, index) => categories.findIndex((other) => other.id === id) < index);
      if (twice >= 0) return invalid(`categories.${twice}.id`, say('workspace.route.categoryIdTwice'));
      ledger.value.categories.setTyped(origin, classificationId, categories);
      context.notices.settings();
      return ok({});
    },
  };
}

function answered(answer: ReviewAnswer, fields = ''): Result<Done, ContractError> {
  if (answer.ok) return ok({});
  const { message, field } = answer.error;
  return field === undefined ? unavailable(message) : invalid(`${fields}${field}`, message);
}
