import { allOf, busy, diesAt, filesByValues, hasChecks, planned } from '../favoured-plans.ts';
import type { PlantedBug } from './planted-bug.ts';
import { withFileChanges, withFiles, withPart } from './worlds.ts';

/** What it does to outputs that people have edited or taken. */
export const outputsBugs: readonly PlantedBug[] = [
  {
    name: 'takes a JSON that somebody has edited for the one that it wrote',
    breaks: /replaceWhole of .*\.json, which a person has written/,
    favours: allOf(hasChecks, busy, planned({ meddling: 0.8, deeds: 60, checksLater: true })),
    plant: (world, { belongings, disk }) => {
      const written = new Map<string, Uint8Array>();
      const before = (path: string) => (belongings.owns(path, disk.get(path)) ? written.get(path) : undefined);
      return withFiles(world, ({ stat, read, createWhole, replaceWhole }) => ({
        async stat(path) {
          const [entry, bytes] = [await stat(path), before(path)];
          return entry === undefined || bytes === undefined ? entry : { ...entry, size: bytes.length };
        },
        read: async (path, position, length) =>
          before(path)?.subarray(position, position + length) ?? read(path, position, length),
        async createWhole(path, bytes, ...how) {
          const facts = await createWhole(path, bytes, ...how);
          if (facts !== 'taken' && bytes instanceof Uint8Array) written.set(path, bytes);
          return facts;
        },
        async replaceWhole(path, bytes) {
          const facts = await replaceWhole(path, bytes);
          if (bytes instanceof Uint8Array) written.set(path, bytes);
          return facts;
        },
      }));
    },
  },
  {
    name: 'writes a JSON again that somebody has taken',
    breaks: /createWhole of .*\.json, which a person has taken/,
    favours: allOf(busy, planned({ meddling: 0.9 })),
    plant: (world, { disk }) => {
      const written = new Map<string, Uint8Array>();
      return withFiles(world, ({ list, createWhole }) => ({
        async createWhole(path, bytes, ...how) {
          const facts = await createWhole(path, bytes, ...how);
          if (path.endsWith('.json') && bytes instanceof Uint8Array) written.set(path, bytes);
          return facts;
        },
        async list(...given) {
          for (const [path, bytes] of written) if (disk.get(path) === undefined) await createWhole(path, bytes).catch(() => {});
          return list(...given);
        },
      }));
    },
  },
  {
    name: 'does not know after a crash which JSON it was writing',
    breaks: /does not know .*json|is not JSON|has no JSON|which a person has written/,
    favours: diesAt('replaceWhole after', 0.2),
    plant: (world) =>
      withPart(world, 'documents', ({ update }) => ({
        // As if a JSON were only known once it is written.
        update(id, changes) {
          const { json, ...others } = changes;
          return update(id, json?.was === undefined ? changes : others);
        },
      })),
  },
  {
    name: 'does not know after a crash where it was moving a document',
    breaks:
      /the JSON of .* is at|does not know .*json|is not there any more|what was filed away as .* is not there|has no JSON|has two names/,
    favours: allOf(filesByValues, diesAt('moveNew', 0.2)),
    plant: (world) =>
      withFileChanges(world, ({ moving: _, ...changes }) => {
        if (changes.json?.from === undefined) return changes;
        const { from, ...json } = changes.json;
        return { ...changes, json: { ...json, path: from } };
      }),
  },
];
