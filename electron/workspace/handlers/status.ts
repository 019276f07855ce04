import type { Handlers } from '../../core/contract/contract.ts';
import { ok } from '../../core/result.ts';
import { engineOf, ledgerOf, type Parts } from '../parts.ts';
import { refreshKey } from '../refresh-key.ts';
import { statusOf } from '../status.ts';

export function statusHandlers(
  parts: Parts,
): Pick<Handlers, 'about' | 'status' | 'pause' | 'resume' | 'lookNow' | 'decideUnproven'> {
  const { world, settings, keeper } = parts;
  return {
    about: async () => ok({ name: 'Intray', platform: process.platform, ...world.about }),
    status: async () => ok(statusOf(parts)),
    async pause() {
      await settings.change((kept) => ({ ...kept, paused: true }));
      return ok({});
    },
    async resume() {
      await settings.change((kept) => ({ ...kept, paused: false }));
      // Of what had ended by itself nothing can be asked before it is begun again.
      if (keeper.stopped !== undefined) await keeper.tryAgain();
      return ok({});
    },
    async lookNow() {
      await refreshKey(parts);
      await keeper.tryAgain();
      return ok({});
    },
    async decideUnproven({ decision }) {
      const ledger = ledgerOf(parts);
      if (!ledger.ok) return ledger;
      const engine = engineOf(parts);
      if (!engine.ok) return engine;
      engine.value.decideUnproven(decision);
      parts.notices.status();
      return ok({});
    },
  };
}
