import { allOf, busy, hasHooks } from '../favoured-plans.ts';
import type { PlantedBug } from './planted-bug.ts';
import { withPart } from './worlds.ts';

/** What it does not tell its hooks. */
export const tellingBugs: readonly PlantedBug[] = [
  {
    name: 'forgets to write down that hooks are to hear of failures',
    breaks: /and there is no event/,
    plant: (world) =>
      withPart(world, 'hookEvents', ({ add }) => ({ add: (event) => (event.name === 'onFailed' ? undefined : add(event)) })),
  },
  {
    name: 'counts an event as told before anybody has heard it',
    breaks: /nobody has heard/,
    plant: ({ hooks, ...world }) => ({
      ...world,
      ...(hooks && {
        hooks: {
          async tell(...told: Parameters<typeof hooks.tell>) {
            void hooks.tell(...told).catch(() => undefined);
            return { kind: 'taken' as const };
          },
        },
      }),
    }),
  },
  {
    name: 'gives an event another id when it is told again',
    breaks: /says that it is/,
    plant: ({ hooks, ...world }) => ({
      ...world,
      ...(hooks && {
        hooks: { tell: (hook, { at, ...event }, limits) => hooks.tell(hook, { ...event, at, id: `${event.id}-${at}` }, limits) },
      }),
    }),
  },
  {
    name: 'tells what became of a document in any order',
    breaks: /was told before/,
    favours: allOf(hasHooks, busy),
    plant: (world) =>
      withPart(world, 'hookEvents', ({ list }) => ({
        due: (now, limit) =>
          list(['pending'], 1_000)
            .filter(({ nextAt }) => nextAt <= now)
            .slice(0, limit),
      })),
  },
  {
    name: 'tells nobody of a correction',
    breaks: /something else than was told|was last told of as/,
    favours: hasHooks,
    plant: (world) =>
      withPart(world, 'hookEvents', ({ add }) => ({ add: (event) => (event.name === 'onChanged' ? undefined : add(event)) })),
  },
];
