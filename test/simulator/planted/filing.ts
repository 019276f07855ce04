import { allOf, busy, filesByValues, planned } from '../favoured-plans.ts';
import type { PlantedBug } from './planted-bug.ts';
import { isFiled, withFileChanges, withFiles, withPart } from './worlds.ts';

/** What it does to files that it moves, or that people have moved. */
export const filingBugs: readonly PlantedBug[] = [
  {
    name: 'leaves the JSON of a renamed document behind',
    breaks: /the JSON of .* is at|does not know .*json/,
    favours: busy,
    plant: (world) =>
      withPart(world, 'documents', ({ update }) => ({
        update(id, { delivery, ...changes }) {
          const isRenamed = delivery?.kind === 'written' && delivery.renamed === true;
          const said = isRenamed ? { kind: 'done' as const, at: delivery.at } : delivery;
          return update(id, said === undefined ? changes : { ...changes, delivery: said });
        },
      })),
  },
  {
    name: 'files a document over another one of the same name',
    breaks: /was filed over/,
    favours: allOf(filesByValues, busy),
    plant: (world, { disk }) =>
      withFiles(world, ({ moveNew }) => ({
        async moveNew(from, to, expected) {
          const taken = isFiled(to) ? to.replace(/ \(\d+\)(?=\.pdf$)/, '') : to;
          if (taken !== to) disk.remove(taken);
          return moveNew(from, taken, expected);
        },
      })),
  },
  {
    name: 'leaves the JSON behind where it files a document',
    breaks: /has no JSON|does not know .*json/,
    plant: (world) =>
      withFiles(world, ({ moveNew }) => ({
        moveNew: async (from, to, expected) => (isFiled(to) && to.endsWith('.json') ? 'moved' : moveNew(from, to, expected)),
      })),
  },
  {
    name: 'removes a document before it has its new name',
    breaks: /is not there any more|what was filed away as .* is not there/,
    plant: (world, { disk }) =>
      withFiles(world, ({ moveNew }) => ({
        async moveNew(from, to, expected) {
          const bytes = isFiled(to) && disk.file(from)?.bytes.length;
          if (bytes !== false && bytes !== undefined && bytes % 2 === 0 && disk.get(to) === undefined) disk.remove(from);
          return moveNew(from, to, expected);
        },
      })),
  },
  {
    name: 'files a document again by the name that it has got',
    breaks: /belongs at|moved again/,
    favours: filesByValues,
    plant: (world) =>
      withFileChanges(world, ({ filed, ...changes }) => ({
        ...changes,
        ...(filed !== undefined && { filed: filed.map((each) => ({ ...each, from: `again ${each.to.replace(/^.*\//, '')}` })) }),
      })),
  },
  {
    name: 'leaves a document where it is and tells nobody',
    breaks: /nobody is told|does not say why/,
    favours: filesByValues,
    plant: (world) =>
      withPart(world, 'documents', ({ update }) => ({
        update(id, { delivery, ...changes }) {
          const said = delivery?.kind === 'done' ? { kind: 'done' as const, at: delivery.at } : delivery;
          return update(id, said === undefined ? changes : { ...changes, delivery: said });
        },
      })),
  },
  {
    name: 'files again what a person has taken back',
    breaks: /belongs at|was to go back to|moved again|is not filed, and does not say why/,
    favours: allOf(filesByValues, busy, planned({ meddling: 0.5 })),
    plant: (world) =>
      withPart(world, 'documents', ({ update }) => ({
        update(id, changes) {
          const { undone, ...others } = changes;
          return update(id, undone !== undefined && undone.to === undefined ? { ...others, undone: undefined } : changes);
        },
      })),
  },
];
