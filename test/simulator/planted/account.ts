import { allOf, budgeted, busy, troubledBy } from '../favoured-plans.ts';
import type { PlantedBug } from './planted-bug.ts';
import { withFailures, withPart } from './worlds.ts';

/** What it does to the account and to the service. */
export const accountBugs: readonly PlantedBug[] = [
  {
    name: 'forgets what it has spent',
    breaks: /pages were spent of the budget/,
    plant: (world) => withPart(world, 'charges', () => ({ add: () => {} })),
  },
  {
    name: 'does not see that the day has turned',
    breaks: /did not come to rest/,
    favours: budgeted,
    plant: (world) => withPart(world, 'charges', ({ spent }) => ({ spent: (_, folderId) => spent('2', folderId) })),
  },
  {
    name: 'polls at once when the clock was set',
    breaks: /was polled \d+ ms after/,
    favours: allOf(busy, troubledBy('clock-back', 'clock-forward')),
    plant: (world) => ({ ...world, clock: { ...world.clock, elapsed: () => world.clock.now() } }),
  },
  {
    name: 'ignores Retry-After',
    breaks: /before the time that the service asked for/,
    plant: (world) =>
      withFailures(world, (failure) => {
        if (failure.kind !== 'rate') return failure;
        const { retryAfterMs: _, ...deaf } = failure;
        return deaf;
      }),
  },
  {
    name: 'goes on calling with a key that was refused',
    breaks: /begins although the key was refused/,
    favours: allOf(busy, troubledBy('key-refused')),
    plant: (world) =>
      withFailures(world, (failure) =>
        failure.kind === 'key' ? { kind: 'server', status: 500, message: failure.message } : failure,
      ),
  },
  {
    name: 'tries a service that fails again and again, without a pause',
    breaks: /began within a minute, and all failed/,
    favours: allOf(busy, troubledBy('service-broken')),
    plant: (world) =>
      withPart({ ...world, clock: { ...world.clock, elapsed: () => 100 * world.clock.elapsed() } }, 'routes', () => ({
        pause: () => {},
      })),
  },
  {
    name: 'leaves a paused route to a person',
    breaks: /did not come to rest/,
    favours: allOf(busy, troubledBy('route-gone')),
    plant: (world) =>
      withPart(world, 'routes', ({ pause }) => ({
        pause: (origin, route, why) => pause(origin, route, { ...why, until: Number.MAX_SAFE_INTEGER }),
      })),
  },
];
