import type { Document } from '../../../electron/core/document/document.ts';
import { isHeldAs } from '../../../electron/core/document/states.ts';
import { allOf, busy, goesOn, guarded, planned, startsFull, troubledBy } from '../favoured-plans.ts';
import type { PlantedBug } from './planted-bug.ts';
import { withPart } from './worlds.ts';

/** What it asks nobody about, or forgets of an answer. */
export const askingBugs: readonly PlantedBug[] = [
  {
    name: 'asks about what was left alone, and does not wait for the answer',
    breaks: /was there before and skipped, and was sent unasked/,
    favours: allOf(startsFull, troubledBy('redated', 'copied-over')),
    plant: (world) =>
      withPart(world, 'documents', ({ get, update }) => ({
        update: (id, changes) =>
          changes.file?.kind === 'waiting' && isHeldAs(changes.file, 'asked') ? (get(id) as Document) : update(id, changes),
      })),
  },
  {
    name: 'does not count what comes to a folder',
    breaks: /was sent unasked, as one of/,
    favours: guarded,
    plant: (world) => withPart(world, 'arrivals', () => ({ isAbove: () => false })),
  },
  {
    name: 'asks about every new document',
    breaks: /new documents are few/,
    favours: guarded,
    plant: (world) =>
      withPart(world, 'arrivals', ({ between }) => ({
        isAbove: () => true,
        between: (...values) => ({ ...between(...values), count: 100 * between(...values).count }),
      })),
  },
  {
    name: 'forgets what came while a question was open',
    breaks: /was sent, and nobody has answered/,
    favours: allOf(guarded, busy),
    plant: (world) => withPart(world, 'arrivals', () => ({ ready: () => [], isOwn: () => false })),
  },
  {
    name: 'forgets what a question is about',
    breaks: /is held: asked/,
    favours: guarded,
    plant: (world) => withPart(world, 'documents', () => ({ asked: () => [] })),
  },
  {
    name: 'forgets what somebody has asked for on the command line',
    breaks: /waits for (set-category|classify-again)/,
    favours: allOf(busy, goesOn, planned({ verdicts: 10 })),
    plant: (world) => withPart(world, 'requests', () => ({ calls: () => [] })),
  },
];
