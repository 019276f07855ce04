import { foreign } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { maxAttempts } from '../../../electron/core/upload/upload-outcome.ts';
import type { Files } from '../../../electron/engine/ports.ts';
import type { UploadFile } from '../../../electron/service/service.ts';
import { allOf, busy, confused, dropsResults, foldersWith, planned } from '../favoured-plans.ts';
import { sha256 } from '../memory-disk.ts';
import type { PlantedBug } from './planted-bug.ts';
import {
  asOfLedger,
  believingIds,
  forgetting,
  isSent,
  putBack,
  withFiles,
  withJobChanges,
  withPart,
  withService,
} from './worlds.ts';

/** What it sends twice, too early, or not as it was. */
export const sendingBugs: readonly PlantedBug[] = [
  {
    name: 'forgets to mark what it is about to send',
    breaks: /does not know that it was sent/,
    plant: (world) => withJobChanges(world, (changes) => (isSent(changes) ? undefined : changes)),
  },
  {
    name: 'does not wait for the disk before it sends',
    breaks: /was taken \d+ times|does not know/,
    plant: (world, { store }) =>
      withJobChanges(world, (changes) => {
        if (isSent(changes)) store.skipSync();
        return changes;
      }),
  },
  {
    name: 'sends a job twice because only its batch knew that it was sent',
    breaks: /was taken \d+ times/,
    favours: allOf(busy, planned({ deaths: { at: 'upload', chance: 0.15 } })),
    plant: (world) =>
      withPart(world, 'jobs', ({ uploading }) => ({
        uploading() {
          for (const job of uploading()) putBack(world, job);
          return [];
        },
      })),
  },
  {
    name: 'sends what is unresolved again without a mark',
    breaks: /and is not marked|nobody said so/,
    favours: allOf(busy, foldersWith({ unresolved: 'resend' }), planned({ deaths: { at: 'upload', chance: 0.15 } })),
    plant: (world) => withJobChanges(world, ({ possibleDuplicate: _, ...changes }) => changes),
  },
  {
    name: 'sends every copy of a content',
    breaks: /was taken \d+ times/,
    plant: (world) =>
      withPart(world, 'jobs', ({ find, jobFor }) => ({
        jobFor(origin, route, hash, ...rest) {
          let [own, number] = [hash, 0];
          while (find(origin, route, own) !== undefined) own = `${hash} ${++number}`;
          return jobFor(origin, route, own, ...rest);
        },
      })),
  },
  {
    name: 'sends a copy of what was paid for when its result was dropped',
    breaks: /was taken \d+ times/,
    favours: allOf(dropsResults, busy, planned({ often: ['copy'] })),
    plant: (world) => forgetting(world, ({ droppedAt }) => droppedAt !== undefined),
  },
  {
    name: 'refuses a whole batch for one bad file',
    breaks: /was refused: a file is damaged|was refused: over 25 MB/,
    plant: (world) =>
      withJobChanges(world, (changes) => {
        const wait = changes.state?.kind === 'waiting' ? changes.state.wait : undefined;
        const halved = wait?.kind === 'ready' && wait.cohort !== undefined ? inEnglish(wait.reason ?? foreign('')) : undefined;
        if (halved !== 'a file is damaged' && halved !== 'over 25 MB') return changes;
        return { ...changes, state: { kind: 'rejected', by: 'service', message: foreign(halved) }, dueAt: undefined };
      }),
  },
  {
    name: 'does not look at a file again before the closing boundary',
    breaks: /after it had become another/,
    favours: allOf(busy, planned({ restlessness: 1, often: ['burst'] })),
    plant: (world, { disk }) => {
      const sending = new Map<string, Awaited<ReturnType<Files['stat']>>>();
      const remember = (files: readonly UploadFile[]) => {
        for (const { path } of files) sending.set(path, disk.stat(path));
      };
      const blind = withFiles(world, ({ stat }) => ({
        stat: async (path) => (sending.has(path) ? sending.get(path) : stat(path)),
      }));
      return withService(blind, ({ uploadFiles }) => ({
        async uploadFiles(id, files, options) {
          remember(files);
          try {
            return await uploadFiles(id, files, options);
          } finally {
            for (const { path } of files) sending.delete(path);
          }
        },
      }));
    },
  },
  {
    name: 'sends what it reads, whatever it took in',
    breaks: /and the ledger does not know that it was sent/,
    plant: (world, { disk }) =>
      withService(world, ({ uploadFiles }) => ({
        uploadFiles: (id, files, options) =>
          uploadFiles(
            id,
            files.map((file) => ({
              ...file,
              get sha256() {
                return sha256(disk.decoys.get(file.path) ?? disk.get(file.path) ?? new Uint8Array());
              },
            })),
            options,
          ),
      })),
  },
  {
    name: 'gives a document up when it has failed once',
    breaks: /was given up: The upload failed/,
    favours: allOf(planned({ faultiness: 0.2, deeds: 12 }), foldersWith({ batchSize: 1 })),
    plant: (world) =>
      withPart(world, 'jobs', ({ get }) => ({
        get(id) {
          const job = get(id);
          return job && { ...job, attempts: maxAttempts - 1 };
        },
      })),
  },
  {
    name: 'takes an error about one file for one of the ledger',
    breaks: /it watched, and ended by itself: halted/,
    favours: planned({ mode: 'watch', faults: { at: 'stat', chance: 0.05 } }),
    plant: (world) =>
      withFiles(world, (files) => ({
        list: (directory) => files.list(directory).catch(asOfLedger),
        stat: (path) => files.stat(path).catch(asOfLedger),
        createWhole: (path, bytes) => files.createWhole(path, bytes).catch(asOfLedger),
      })),
  },
  {
    name: 'believes an id whatever the name says',
    breaks: /has the values of another document/,
    favours: allOf(confused, busy, planned({ confusion: 1, often: ['burst'] })),
    plant: believingIds,
  },
];
