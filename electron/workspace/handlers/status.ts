import { chmod } from 'node:fs/promises';
import type { Handlers } from '../../core/contract/contract.ts';
import { ok } from '../../core/result.ts';
import { statusOf } from '../engine/status.ts';
import { examine } from '../health/doctor.ts';
import { refreshKey } from '../settings/refresh-key.ts';
import { engineOf, type WorkspaceContext } from '../workspace-context.ts';

export function statusHandlers(context: WorkspaceContext) {
  const { world, keeper } = context;
  return {
    about: async () => ok({ name: 'Intray', platform: process.platform, ...world.about }),
    status: async () => ok(statusOf(context)),
    async lookNow() {
      await refreshKey(context);
      await keeper.tryAgain();
      return ok({});
    },
    doctor: async () => ok({ checks: await examine(context) }),
    async makeDataPrivate() {
      await chmod(world.dataDirectory, 0o700);
      return ok({});
    },
    async answerQuestion({ folderId, answer }) {
      engineOf(context).answerQuestion(folderId, answer);
      context.notices.status();
      return ok({});
    },
    async liftBudget(lift) {
      engineOf(context).liftBudget(lift);
      context.notices.status();
      return ok({});
    },
    async decideUnverified({ decision }) {
      engineOf(context).decideUnverified(decision);
      context.notices.status();
      return ok({});
    },
  } satisfies Partial<Handlers>;
}
