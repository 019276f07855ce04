import type { Ledger } from '../../../electron/ledger/ledger.ts';
import type { Meta } from '../../../electron/ledger/meta.ts';
import { allOf, busy, diesAt, dropsResults, foldersWith, hasChecks, hasSheets, planned, troubledBy } from '../favoured-plans.ts';
import type { PlantedBug } from './planted-bug.ts';
import { believingIds, factsNow, withFileChanges, withFiles, withPart, withService } from './worlds.ts';

/** What it writes wrongly, or loses of it. */
export const deliveringBugs: readonly PlantedBug[] = [
  {
    name: 'trusts the order of the files in an answer',
    breaks: /has the values of another document/,
    favours: allOf(busy, foldersWith({ batchSize: 10 })),
    plant: (world) =>
      withService(believingIds(world), ({ uploadFiles }) => ({
        async uploadFiles(id, files, options) {
          const answer = await uploadFiles(id, files, options);
          if (!answer.ok) return answer;
          const inOrder = answer.value.files.map((file, index) => ({ ...file, fileName: files[index]?.fileName ?? '' }));
          return { ok: true, value: { ...answer.value, files: inOrder } };
        },
      })),
  },
  {
    name: 'moves the source before its output is on disk',
    breaks: /was moved before its json was on disk/,
    plant: (world) =>
      withFiles(world, ({ createWhole }) => ({
        async createWhole(path, bytes) {
          if (!path.endsWith('.json') || !(bytes instanceof Uint8Array)) return createWhole(path, bytes);
          world.clock.after(3_000, () => void createWhole(path, bytes).catch(() => {}));
          return { size: bytes.length, mtimeMs: world.clock.now(), ino: 1 };
        },
      })),
  },
  {
    name: 'writes a JSON in place',
    breaks: /is half written/,
    plant: (world) =>
      withFiles(world, ({ createWhole, writeAt }) => ({
        async createWhole(path, bytes) {
          if (!path.endsWith('.json') || !(bytes instanceof Uint8Array)) return createWhole(path, bytes);
          const half = bytes.length >> 1;
          const begun = await createWhole(path, bytes.slice(0, half));
          return begun === 'taken' ? begun : writeAt(path, begun, half, bytes.slice(half));
        },
      })),
  },
  {
    name: 'does not know after a crash which row it was writing',
    breaks: /was left, and nobody has touched it|rows, and the ledger|does not know .*csv|is not whole/,
    favours: diesAt('writeAt', 0.3),
    plant: (world) =>
      withPart(world, 'tables', ({ update }) => ({
        // As if a row were only put once its CSV has it.
        update: (id, { csv, ...changes }) =>
          update(id, { ...changes, ...(csv && { csv: { ...csv, upTo: world.ledger.tables.lastIn(id, csv.number) } }) }),
      })),
  },
  {
    name: 'does not know after a crash which table it was putting in place',
    breaks: /does not know .*xlsx/,
    favours: allOf(hasSheets, busy, diesAt('replaceWhole after', 0.2), planned({ machineDeaths: 0 })),
    plant: (world) =>
      withPart(world, 'tables', ({ update }) => ({
        update: (id, { book, ...changes }) =>
          update(id, { ...changes, ...(book && { book: { ...book, next: undefined } as unknown as typeof book }) }),
      })),
  },
  {
    name: 'forgets whose rows are to be put into a table',
    breaks: /is delivered and has 0 rows|the row of .* is not that of its content/,
    favours: hasSheets,
    plant: (world) =>
      withPart(world, 'tables', ({ putRow }) => ({ putRow: (table, row) => row.documentId % 3 > 0 && putRow(table, row) })),
  },
  {
    name: 'puts the row of a content into the place of the one before',
    breaks: /its row has vanished/,
    favours: allOf(busy, planned({ often: ['change'] })),
    plant: (world) =>
      withPart(world, 'tables', ({ putRow, removeRow }) => ({
        putRow(table, row) {
          putRow(table, row);
          const before = world.ledger.documents.get(row.documentId)?.replaces;
          if (before !== undefined) removeRow(table.id, before);
        },
      })),
  },
  {
    name: 'does not say which rows were replaced',
    breaks: /does not say that it was replaced/,
    favours: allOf(busy, planned({ often: ['change'] })),
    plant: (world) =>
      withPart(world, 'tables', ({ withRowsOf }) => ({
        withRowsOf: (...query) =>
          withRowsOf(...query).filter(({ documentId }) => world.ledger.documents.replacing(documentId) === undefined),
      })),
  },
  {
    name: 'delivers a result to a content that has changed',
    breaks: /which is not there with that content/,
    favours: allOf(busy, planned({ often: ['change'] })),
    plant: (world, simulated) =>
      withPart(world, 'documents', ({ get }) => ({
        get: (id) => {
          const document = get(id);
          return document?.delivery.kind === 'pending' ? { ...document, facts: factsNow(simulated, document) } : document;
        },
      })),
  },
  {
    name: 'writes over what a person has put in the way',
    breaks: /which a person has written/,
    favours: allOf(busy, planned({ meddling: 0.5 })),
    plant: (world, { belongings, disk }) =>
      withFiles(world, ({ stat, createWhole, replaceWhole }) => ({
        stat: async (path) => (belongings.owns(path, disk.get(path)) ? undefined : stat(path)),
        createWhole: (path, bytes) => (disk.get(path) === undefined ? createWhole(path, bytes) : replaceWhole(path, bytes)),
      })),
  },
  {
    name: 'keeps to itself what its own checks found',
    breaks: /nobody is told|that a check is broken|that a check is kept/,
    favours: hasChecks,
    plant: (world) => withFileChanges(world, ({ findings: _, ...changes }) => changes),
  },
  {
    name: 'checks nothing again',
    breaks: /nobody is told|that a check is kept/,
    favours: allOf(hasChecks, planned({ checksLater: true }), busy),
    plant: (world) => {
      const { meta } = world.ledger;
      const read: Meta['read'] = (name, ...subject) => (name === 'check-again' ? undefined : meta.read(name, ...subject));
      const write: Meta['write'] = (name, value, ...subject) => meta.write(name, value, ...subject);
      return { ...world, ledger: { ...world.ledger, meta: { read, write } } as unknown as Ledger };
    },
  },
  {
    name: 'drops results that are not delivered yet',
    breaks: /was dropped before it was delivered/,
    favours: allOf(dropsResults, troubledBy('no-writing', 'disk-full')),
    plant: (world) =>
      withPart(world, 'retention', ({ dropSome }) => ({
        dropSome(before, now, from) {
          const { documents } = world.ledger.documents.page({});
          const early = documents.find(({ delivery, result }) => delivery.kind === 'pending' && result !== undefined);
          if (early !== undefined) world.ledger.documents.dropResult(early.id, now);
          return dropSome(before, now, from);
        },
      })),
  },
];
