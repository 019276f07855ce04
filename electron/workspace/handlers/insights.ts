import type { Handlers } from '../../core/contract/contract.ts';
import { daysBefore, insightsOf } from '../../core/insights.ts';
import { say } from '../../core/messages/message.ts';
import { ok } from '../../core/result.ts';
import { invalid, ledgerOf, type WorkspaceContext } from '../workspace-context.ts';

export function insightHandlers(context: WorkspaceContext): Pick<Handlers, 'insights'> {
  return {
    async insights({ days, folderId, timeZone }) {
      const ledger = ledgerOf(context);
      if (!ledger.ok) return ledger;
      const span = daysBefore(context.clock.now(), days, timeZone);
      if (span === undefined) return invalid('timeZone', say('workspace.unknownTimeZone', { name: timeZone }));
      const facts = ledger.value.insights.facts(span.starts, folderId);
      return ok(insightsOf(span, facts, (id) => ledger.value.folders.get(id)?.path ?? ''));
    },
  };
}
