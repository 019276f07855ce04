import type { Handlers } from '../../core/contract/contract.ts';
import { say } from '../../core/messages/message.ts';
import { ok } from '../../core/result.ts';
import {
  type FilingBatch,
  filingBatch,
  leaveWishes,
  newestBatches,
  wishesAgain,
  wishesBack,
  wishesToFile,
} from '../../engine/review/filing-batches.ts';
import { filesOf, ledgerOf, Unavailable, type WorkspaceContext, watchedFolder } from '../workspace-context.ts';

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
