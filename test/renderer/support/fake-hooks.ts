import type { Handlers } from '../../../electron/core/contract/contract.ts';
import type { HooksView } from '../../../electron/core/contract/hooks.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { ok } from '../../../electron/core/result.ts';

/** Hooks, one event that was refused and one that was given up, until somebody has them told again. */
export class FakeHooks {
  view: HooksView;

  constructor(now: number) {
    const path = 'march/scan 1.pdf';
    this.view = {
      ...{ pending: 1, failing: 1, givenUp: 1 },
      set: [
        { name: 'onDelivered', kind: 'program', target: 'book' },
        { name: 'onFailed', folder: '/home/mara/Scans/Invoices', kind: 'webhook', target: 'hooks.example' },
      ],
      events: [
        {
          ...{ id: 'evt_2', name: 'onDelivered', path, isGivenUp: false, attempts: 2, nextAt: now + 60_000 },
          message: say('hooks.exitCode', { program: 'book', code: 3 }),
        },
        {
          ...{ id: 'evt_1', name: 'onFailed', path: 'a.pdf', isGivenUp: true, attempts: 9, nextAt: now },
          message: foreign('No.'),
        },
      ],
    };
  }

  handlers(): Pick<Handlers, 'hooks' | 'tellAgain'> {
    return {
      hooks: async () => ok(this.view),
      tellAgain: async ({ ids }) => {
        const { events } = this.view;
        const left = events.filter(({ id }) => ids !== undefined && !ids.includes(id));
        const givenUp = left.filter(({ isGivenUp }) => isGivenUp).length;
        const pending = left.length - givenUp;
        this.view = { ...this.view, events: left, pending, failing: pending, givenUp };
        return ok({ count: events.length - left.length });
      },
    };
  }
}
