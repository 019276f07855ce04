import type { Files, World } from '../../../electron/engine/ports.ts';
import type { Ledger } from '../../../electron/ledger/ledger.ts';
import { allOf, busy, planned, startsFull, troubledBy } from '../favoured-plans.ts';
import { shareVolume } from '../memory-disk.ts';
import type { PlantedBug } from './planted-bug.ts';
import { withFileChanges, withFiles, withPart } from './worlds.ts';

/** What it misses of the disk, and of who else is there. */
export const watchingBugs: readonly PlantedBug[] = [
  {
    name: 'does not see that a file is being written',
    breaks: /was sent while somebody was writing it/,
    favours: allOf(busy, planned({ often: ['write at leisure'] })),
    plant: (world) => withFiles(world, () => ({ isBeingWritten: async () => false })),
  },
  {
    name: 'takes an empty mount point for an emptied folder',
    breaks: /is said to be gone while its folder is away/,
    favours: allOf(busy, troubledBy('mount-point-empty')),
    plant: (world, { plan }) => {
      const inos = new Map<string, number>();
      return withFiles(world, ({ stat }) => ({
        async stat(path) {
          const entry = await stat(path);
          if (entry === undefined || !plan.folders.some((folder) => folder.path === path)) return entry;
          const ino = inos.get(path) ?? entry.ino;
          inos.set(path, ino);
          return { ...entry, ino, volume: shareVolume };
        },
      }));
    },
  },
  {
    name: 'takes a share that is mounted late for the folder that it knows',
    breaks: /was there before/,
    favours: allOf(startsFull, planned({ lateMount: true })),
    plant: (world) =>
      withFiles(world, ({ stat }) => ({
        async stat(path) {
          const entry = await stat(path);
          return entry?.kind === 'directory' ? { ...entry, volume: 'any' } : entry;
        },
      })),
  },
  {
    name: 'knows a disk by the name of its device',
    breaks: /was on another volume|was there before/,
    favours: allOf(startsFull, troubledBy('other-volume', 'other-volume')),
    plant: (world) =>
      withFiles(world, ({ stat }) => ({
        async stat(path) {
          const entry = await stat(path);
          return entry?.volume === undefined ? entry : { ...entry, volume: entry.volume.replace(/ born.*/, '') };
        },
      })),
  },
  {
    name: 'does not look who else watches a folder',
    breaks: /which another Intray watches/,
    favours: allOf(busy, troubledBy('another-intray')),
    plant: (world) =>
      withFiles(world, ({ stat }) => ({ stat: async (path) => (path.endsWith('/.intray') ? undefined : stat(path)) })),
  },
  {
    name: 'forgets a document that no hint told of',
    breaks: /is not known/,
    favours: planned({ hintLoss: 0.15, mode: 'watch' }),
    plant: (world) => {
      const hinted = new Set<string>();
      const seen = new Map<string, Awaited<ReturnType<Files['list']>>>();
      const { watch } = world.watcher;
      const watcher: World['watcher'] = {
        watch: (folder, onHint, ...others) =>
          watch(
            folder,
            (directory) => {
              if (directory !== undefined) hinted.add(directory);
              onHint(directory);
            },
            ...others,
          ),
      };
      return withFiles({ ...world, watcher }, ({ list }) => ({
        async list(directory) {
          const known = hinted.delete(directory) ? undefined : seen.get(directory);
          const entries = known ?? (await list(directory));
          seen.set(directory, entries);
          return entries;
        },
      }));
    },
  },
  {
    name: 'takes a file in while it is being written',
    breaks: /was sent half written/,
    favours: busy,
    plant: (world) =>
      withFiles(
        withPart(world, 'documents', ({ toTakeIn, get }) => ({
          toTakeIn: (folderId, now, ...rest) => toTakeIn(folderId, now + 3_600_000, ...rest),
          get(id) {
            const document = get(id);
            const whole = { kind: 'settling', since: 0 } as const;
            return document?.state.kind === 'settling' ? { ...document, state: whole, file: whole, dueAt: 0 } : document;
          },
        })),
        ({ open }) => ({
          async open(path, facts, whole) {
            const file = await open(path, facts, whole);
            const read: typeof file.read = async (position, length) => {
              const bytes = await file.read(position, length);
              return path.toLowerCase().endsWith('.pdf') ? Buffer.concat([bytes, Buffer.from('%%EOF')]) : bytes;
            };
            return { ...file, read };
          },
        }),
      ),
  },
  {
    name: 'forgets what it left alone when it is away',
    breaks: /was sent unasked|was there before, and was not skipped/,
    favours: allOf(startsFull, planned({ often: ['take away and bring back'], deeds: 20 })),
    plant: (world) => {
      const { files } = world.ledger;
      const forgetful = Object.create(files) as Ledger['files'];
      forgetful.get = (...at) => {
        const row = files.get(...at);
        return row?.skipped === undefined ? row : { ...row, facts: { ...row.facts, size: row.facts.size + 1 } };
      };
      return { ...world, ledger: { ...world.ledger, files: forgetful } as unknown as Ledger };
    },
  },
  {
    name: 'sends what is cut off',
    breaks: /was sent, although its end is missing/,
    plant: (world) =>
      withFileChanges(world, (changes) => {
        const wait = changes.file?.kind === 'waiting' ? changes.file.wait : undefined;
        const isHeld = wait?.kind === 'held' && wait.why === 'incomplete';
        return isHeld ? { ...changes, file: { kind: 'there' } } : changes;
      }),
  },
];
