import { hasResult, isAtService, isReady } from '../../../electron/core/document/states.ts';
import { allOf, answersLate, busy, planned } from '../favoured-plans.ts';
import type { PlantedBug } from './planted-bug.ts';
import { withJobChanges, withPart } from './worlds.ts';

/** What it loses of answers that come late. */
export const lateBugs: readonly PlantedBug[] = [
  {
    name: 'loses a result that fits no document by its name',
    breaks: /is in doubt, and the service has its result/,
    favours: busy,
    plant: (world) => withPart(world, 'unmatched', () => ({ put: () => {} })),
  },
  {
    name: 'loses a late answer of an earlier try',
    breaks: /although its answer had come/,
    favours: answersLate,
    plant: (world) =>
      withJobChanges(world, (changes, { state, tries }) => {
        const to = changes.state;
        const isAnswer = to !== undefined && (hasResult(to.kind) || isAtService(to));
        return isReady(state) && tries > 0 && isAnswer ? undefined : changes;
      }),
  },
  {
    name: 'does not look again at what a person may confirm at the service',
    breaks: /was confirmed at the service, and is/,
    favours: allOf(busy, planned({ faultiness: 0 })),
    plant: (world) =>
      withPart(world, 'batches', ({ duePolls }) => ({
        duePolls: (origin, now, limit, state) => (state === 'ended' ? [] : duePolls(origin, now, limit, state)),
      })),
  },
];
