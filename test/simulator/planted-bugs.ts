import { dateHere } from '../../electron/core/calendar.ts';
import { type Document, isAtLaterStep } from '../../electron/core/document/document.ts';
import { isAsked } from '../../electron/core/document/states.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import type { Failure } from '../../electron/core/protocol/failure.ts';
import { sameRoute } from '../../electron/core/protocol/route.ts';
import type { Result } from '../../electron/core/result.ts';
import { maxAttempts } from '../../electron/core/upload/upload-outcome.ts';
import type { Files, World } from '../../electron/engine/ports.ts';
import { type DocumentChanges, type Ledger, LedgerUnavailable } from '../../electron/ledger/ledger.ts';
import type { Meta } from '../../electron/ledger/meta.ts';
import type { Service, UploadFile } from '../../electron/service/service.ts';
import {
  allOf,
  budgeted,
  busy,
  diesAt,
  dropsResults,
  type Favour,
  filesByValues,
  foldersWith,
  goesOn,
  guarded,
  hasChecks,
  hasHooks,
  hasHours,
  hasSheets,
  passesOn,
  planned,
  startsFull,
  troubledBy,
} from './favoured-plans.ts';
import { isWithin, sha256, shareVolume } from './memory-disk.ts';
import { invoices, receipts } from './plan.ts';
import { DrawnFault } from './process.ts';
import type { SimulatedWorld } from './simulated-world.ts';
import type { Sabotage } from './simulation.ts';

/** A harmful bug, as a wrapper around the engine's world, and what the simulator reports about it. */
export interface PlantedBug {
  readonly name: string;
  readonly plant: Sabotage;
  readonly breaks: RegExp;
  /** Makes the trouble in which it shows likelier in a drawn plan; undefined: it shows in most runs. */
  readonly favours?: Favour;
}

/** Whether a run found it: one of the checks that failed is the one that it breaks. */
export function isFound({ breaks }: PlantedBug, { broken }: { readonly broken: readonly string[] }): boolean {
  return broken.some((what) => breaks.test(what));
}

export const plantedBugs: readonly PlantedBug[] = [
  {
    name: 'forgets to write down that hooks are to hear of failures',
    breaks: /and there is no event/,
    plant: (world) =>
      withHookEvents(world, ({ add }) => ({ add: (event) => (event.name === 'onFailed' ? undefined : add(event)) })),
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
      withHookEvents(world, ({ list }) => ({
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
      withHookEvents(world, ({ add }) => ({ add: (event) => (event.name === 'onChanged' ? undefined : add(event)) })),
  },
  {
    name: 'drops results that are not delivered yet',
    breaks: /was dropped before it was delivered/,
    favours: allOf(dropsResults, troubledBy('no-writing', 'disk-full')),
    plant: (world) =>
      withRetention(world, ({ dropSome }) => ({
        dropSome(before, now, from) {
          const { documents } = world.ledger.documents.page({});
          const early = documents.find(({ delivery, result }) => delivery.kind === 'pending' && result !== undefined);
          if (early !== undefined) world.ledger.documents.dropResult(early.id, now);
          return dropSome(before, now, from);
        },
      })),
  },
  {
    name: 'sends a copy of what was paid for when its result was dropped',
    breaks: /was taken \d+ times/,
    favours: allOf(dropsResults, busy, planned({ often: ['copy'] })),
    plant: (world) =>
      withDocuments(world, ({ besideContent }) => ({
        besideContent: (self, hash) => besideContent(self, hash).filter(({ droppedAt }) => droppedAt === undefined),
      })),
  },
  {
    name: 'sends a document on to another extraction than that of its category',
    breaks: /went on to/,
    plant: (world) =>
      withDocuments(world, ({ advance }) => ({
        advance: (id, { kind, id: wanted }, changes) =>
          advance(id, { kind, id: wanted === receipts.id ? invoices.id : receipts.id }, changes),
      })),
  },
  {
    name: 'does not know a content that has gone on',
    breaks: /was taken \d+ times/,
    favours: allOf(goesOn, busy, planned({ often: ['copy'] })),
    plant: (world) =>
      withDocuments(world, ({ besideContent }) => ({
        besideContent: (self, hash) => besideContent(self, hash).filter((other) => !isAtLaterStep(other)),
      })),
  },
  {
    name: 'forgets to mark what it is about to send',
    breaks: /does not know that it was sent/,
    plant: (world) =>
      withDocuments(world, ({ get, update }) => ({
        update: (id, changes) => (isSent(changes) ? (get(id) as Document) : update(id, changes)),
      })),
  },
  {
    name: 'does not wait for the disk before it sends',
    breaks: /was taken \d+ times|does not know/,
    plant: (world, { store }) =>
      withDocuments(world, ({ update }) => ({
        update(id, changes) {
          if (isSent(changes)) store.skipSync();
          return update(id, changes);
        },
      })),
  },
  {
    name: 'trusts the order of the files in an answer',
    breaks: /not that of its content|another content's/,
    favours: allOf(busy, foldersWith({ batchSize: 10 })),
    plant: (world) =>
      withService(world, ({ uploadFiles }) => ({
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
    name: 'does not see that a file is being written',
    breaks: /was sent while somebody was writing it/,
    favours: allOf(busy, planned({ often: ['write at leisure'] })),
    plant: (world) => withFiles(world, () => ({ isBeingWritten: async () => false })),
  },
  {
    name: 'leaves the JSON of a renamed document behind',
    breaks: /the JSON of .* is at|does not know .*json/,
    favours: busy,
    plant: (world) =>
      withDocuments(world, ({ update }) => ({
        update(id, { delivery, ...changes }) {
          const isRenamed = delivery?.kind === 'written' && delivery.renamed === true;
          const said = isRenamed ? { kind: 'done' as const, at: delivery.at } : delivery;
          return update(id, said === undefined ? changes : { ...changes, delivery: said });
        },
      })),
  },
  {
    name: 'does not look for what a dying machine has lost',
    breaks: /has no JSON|is not JSON|was moved before its json was on disk/,
    plant: (world) => withFiles(world, ({ boot }) => ({ boot: (path) => boot?.(path) && 'the only boot' })),
  },
  {
    name: 'takes files for durable that are not',
    breaks: /has no JSON|is not JSON|was moved before its json was on disk/,
    favours: diesAt('createWhole', 0.1),
    plant: (world) => withFiles(world, () => ({ flush: async () => {} })),
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
    name: 'asks about what was left alone, and does not wait for the answer',
    breaks: /was there before and skipped, and was sent unasked/,
    favours: allOf(startsFull, troubledBy('redated', 'copied-over')),
    plant: (world) =>
      withDocuments(world, ({ get, update }) => ({
        update: (id, changes) =>
          changes.state !== undefined && isAsked(changes.state) ? (get(id) as Document) : update(id, changes),
      })),
  },
  {
    name: 'does not count what comes to a folder',
    breaks: /was sent unasked, as one of/,
    favours: guarded,
    plant: (world) => withArrivals(world, () => ({ atMost: () => 0 })),
  },
  {
    name: 'asks about every new document',
    breaks: /new documents are few/,
    favours: guarded,
    plant: (world) =>
      withArrivals(world, ({ atMost, between }) => ({
        atMost: (...values) => 100 * atMost(...values),
        between: (...values) => ({ ...between(...values), count: 100 * between(...values).count }),
      })),
  },
  {
    name: 'forgets what came while a question was open',
    breaks: /was sent, and nobody has answered/,
    favours: allOf(guarded, busy),
    plant: (world) => withArrivals(world, () => ({ ready: () => [], isOwn: () => false })),
  },
  {
    name: 'does not look who else watches a folder',
    breaks: /which another Intray watches/,
    favours: allOf(busy, troubledBy('another-intray')),
    plant: (world) =>
      withFiles(world, ({ stat }) => ({ stat: async (path) => (path.endsWith('/.intray') ? undefined : stat(path)) })),
  },
  {
    name: 'forgets what a question is about',
    breaks: /is held: asked/,
    favours: guarded,
    plant: (world) => withDocuments(world, () => ({ asked: () => [] })),
  },
  {
    name: 'does not know after a crash which row it was writing',
    breaks: /was left, and nobody has touched it|rows, and the ledger|does not know .*csv|is not whole/,
    favours: diesAt('writeAt', 0.3),
    plant: (world) => {
      const { meta } = world.ledger;
      const write: Meta['write'] = (name, value, ...subject) =>
        meta.write(name, name.startsWith('delivery') ? undefined : value, ...subject);
      const read: Meta['read'] = (name, ...subject) => meta.read(name, ...subject);
      return { ...world, ledger: { ...world.ledger, meta: { read, write } } as unknown as Ledger };
    },
  },
  {
    name: 'does not know after a crash which table it was putting in place',
    breaks: /does not know .*jsonl/,
    favours: allOf(hasSheets, busy, diesAt('replaceWhole', 0.5)),
    plant: (world) =>
      withSheets(world, ({ update }) => ({
        update: (id, { intended: _, ...changes }) => update(id, changes),
      })),
  },
  {
    name: 'forgets whose rows are to be put into a table',
    breaks: /is delivered and has 0 lines|the line of .* is not that of its content/,
    favours: hasSheets,
    plant: (world) =>
      withSheets(world, ({ due }) => ({ due: (folderId, limit) => due(folderId, limit).filter((id) => id % 3 > 0) })),
  },
  {
    name: 'sends what is unresolved again without a mark',
    breaks: /and is not marked|nobody said so/,
    plant: (world) =>
      withDocuments(world, ({ update }) => ({
        update: (id, { possibleDuplicate: _, ...changes }) => update(id, changes),
      })),
  },
  {
    name: 'forgets what it has spent',
    breaks: /pages were spent of the budget/,
    plant: (world) => withCharges(world, () => ({ add: () => {} })),
  },
  {
    name: 'sends at any hour',
    breaks: /outside of the hours/,
    favours: hasHours,
    plant: (world, { plan }) => {
      const { meta } = world.ledger;
      const lifts = () => {
        const { day } = dateHere(world.clock.now(), plan.budget.timeZone ?? 'UTC');
        const scopes = ['', ...world.ledger.folders.all().map(({ id }) => id)];
        return Object.fromEntries(scopes.map((scope) => [`${scope} hours ${day}`, 1]));
      };
      const read = (...[name, ...subject]: Parameters<Meta['read']>) =>
        name === 'lifts' ? lifts() : meta.read(name, ...subject);
      const write: Meta['write'] = (name, value, ...subject) => meta.write(name, value, ...subject);
      return { ...world, ledger: { ...world.ledger, meta: { read, write } } as unknown as Ledger };
    },
  },
  {
    name: 'does not see that the day has turned',
    breaks: /did not come to rest/,
    favours: budgeted,
    plant: (world) => withCharges(world, ({ spent }) => ({ spent: (_, folderId) => spent('2', folderId) })),
  },
  {
    name: 'polls at once when the clock was set',
    breaks: /was polled \d+ ms after/,
    favours: allOf(busy, troubledBy('clock-back', 'clock-forward')),
    plant: (world) => ({ ...world, clock: { ...world.clock, elapsed: () => world.clock.now() } }),
  },
  {
    name: 'sends every copy of a content',
    breaks: /was taken \d+ times/,
    plant: (world) => withDocuments(world, () => ({ withContent: () => [], besideContent: () => [] })),
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
            (directory, name) => {
              if (directory !== undefined) hinted.add(directory);
              onHint(directory, name);
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
    name: 'delivers a result to a content that has changed',
    breaks: /which is not there with that content/,
    favours: allOf(busy, planned({ often: ['change'] })),
    plant: (world, simulated) =>
      withDocuments(world, ({ toDeliver }) => ({
        toDeliver: (...query) => toDeliver(...query).map((document) => ({ ...document, facts: factsNow(simulated, document) })),
      })),
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
    name: 'refuses a whole batch for one bad file',
    breaks: /was refused: a file is damaged|was refused: over 25 MB/,
    plant: (world) =>
      withDocuments(world, ({ update }) => ({
        update(id, changes) {
          const wait = changes.state?.kind === 'waiting' ? changes.state.wait : undefined;
          const halved = wait?.kind === 'ready' && wait.cohort !== undefined ? inEnglish(wait.reason ?? foreign('')) : undefined;
          if (halved !== 'a file is damaged' && halved !== 'over 25 MB') return update(id, changes);
          return update(id, {
            ...changes,
            state: { kind: 'rejected', by: 'service', message: foreign(halved) },
            dueAt: undefined,
          });
        },
      })),
  },
  {
    name: 'takes a file in while it is being written',
    breaks: /was sent half written/,
    favours: busy,
    plant: (world) =>
      withFiles(
        withDocuments(world, ({ due, get }) => ({
          due: (state, now, ...rest) => due(state, now + 3_600_000, ...rest),
          get(id) {
            const document = get(id);
            return document?.state.kind === 'settling' ? { ...document, state: { kind: 'settling', since: 0 } } : document;
          },
        })),
        ({ whileOpen }) => ({
          whileOpen: (path, expected, work) =>
            whileOpen(path, expected, (file) =>
              work({
                ...file,
                async read(position, length) {
                  const bytes = await file.read(position, length);
                  return path.toLowerCase().endsWith('.pdf') ? Buffer.concat([bytes, Buffer.from('%%EOF')]) : bytes;
                },
              }),
            ),
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
      withDocuments(world, ({ update }) => ({
        update(id, changes) {
          const wait = changes.state?.kind === 'waiting' ? changes.state.wait : undefined;
          const isHeld = wait?.kind === 'held' && wait.why === 'incomplete';
          if (!isHeld) return update(id, changes);
          return update(id, { ...changes, state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } }, dueAt: 0 });
        },
      })),
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
    name: 'gives a document up when it has failed once',
    breaks: /was given up: The upload failed/,
    favours: allOf(planned({ faultiness: 0.2, deeds: 12 }), foldersWith({ batchSize: 1 })),
    plant: (world) =>
      withDocuments(world, ({ inBatch }) => ({
        inBatch: (id) => inBatch(id).map((document) => ({ ...document, attempts: maxAttempts - 1 })),
      })),
  },
  {
    name: 'tries a service that fails again and again, without a pause',
    breaks: /began within a minute, and all failed/,
    favours: allOf(busy, troubledBy('service-broken')),
    plant: (world) =>
      withRoutes({ ...world, clock: { ...world.clock, elapsed: () => 100 * world.clock.elapsed() } }, () => ({
        pause: () => {},
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
    name: 'trusts every service with every name',
    breaks: /went out with others, and comes back as/,
    plant: (world) => withRoutes(world, () => ({ names: () => ({ alone: false, linked: false, keepsNames: true }) })),
  },
  {
    name: 'keeps to itself what its own checks found',
    breaks: /nobody is told|that a check is broken|that a check is kept/,
    favours: hasChecks,
    plant: (world) =>
      withDocuments(world, ({ update }) => ({
        update: (id, { findings: _, ...changes }) => update(id, changes),
      })),
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
      withFilings(world, ({ foundPath }) => ({
        foundPath: ({ id, path }) =>
          isFiled(`/${path}`) ? `again ${path.slice(path.lastIndexOf('/') + 1)}` : foundPath({ id, path }),
      })),
  },
  {
    name: 'leaves a document where it is and tells nobody',
    breaks: /nobody is told|does not say why/,
    favours: filesByValues,
    plant: (world) =>
      withDocuments(world, ({ update }) => ({
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
      withDocuments(world, ({ update }) => ({
        update(id, changes) {
          const { undone, ...others } = changes;
          return update(id, undone !== undefined && undone.to === undefined ? { ...others, undone: undefined } : changes);
        },
      })),
  },
  {
    name: 'forgets who waits for values that the service extracts by itself',
    breaks: /waits, although Intray was told/,
    favours: allOf(busy, passesOn),
    plant: (world) => withDocuments(world, () => ({ awaiting: () => [] })),
  },
  {
    name: 'sends what the service passes on by itself',
    breaks: /was sent, although the service passes it on by itself/,
    favours: allOf(busy, passesOn),
    plant: (world) =>
      withDocuments(world, ({ advance, update }) => ({
        update(id, changes) {
          const after = update(id, changes);
          if (after.awaits === undefined || changes.awaits === undefined || after.state.kind === 'gone') return after;
          const now = world.clock.now();
          const state = { kind: 'waiting', wait: { kind: 'ready', notBefore: now } } as const;
          return advance(
            id,
            { kind: 'extraction', id: after.awaits.extraction },
            { state, delivery: { kind: 'none' }, dueAt: now },
          );
        },
      })),
  },
  {
    name: 'sends a content again to an extraction that it has left',
    breaks: /was taken \d+ times/,
    favours: allOf(busy, goesOn, planned({ verdicts: 30 })),
    plant: (world) => withLeftSteps(world, () => ({ get: () => undefined, withContent: () => [] })),
  },
  {
    name: 'asks no more for what a document has left behind at the service',
    breaks: /has left .* there for good/,
    favours: allOf(busy, goesOn, planned({ verdicts: 30 })),
    plant: (world) =>
      withDocuments(world, ({ get, inBatch }) => ({
        inBatch: (batchId) => inBatch(batchId).filter(({ id }) => get(id)?.batchId === batchId),
      })),
  },
  {
    name: 'writes what comes from an extraction that a document has left over the values that count now',
    breaks: /is not that of its content|is another content's/,
    favours: allOf(busy, goesOn, planned({ verdicts: 80 })),
    plant: (world) =>
      withLeftSteps(world, ({ get, put }) => ({
        put(origin, step) {
          const { documentId, route, result } = step;
          const isNews = result !== undefined && get(documentId, route)?.result === undefined;
          put(origin, step);
          const { documents } = world.ledger;
          const now = documents.get(documentId);
          if (isNews && now?.result?.kind === 'extraction' && !sameRoute(now.route, route))
            documents.update(documentId, { result });
        },
      })),
  },
  {
    name: 'forgets what somebody has asked for on the command line',
    breaks: /waits for (set-category|classify-again)/,
    favours: allOf(busy, goesOn, planned({ verdicts: 10 })),
    plant: (world) => withRequests(world, () => ({ calls: () => [] })),
  },
  {
    name: 'leaves a paused route to a person',
    breaks: /did not come to rest/,
    favours: allOf(busy, troubledBy('route-gone')),
    plant: (world) =>
      withRoutes(world, ({ pause }) => ({
        pause: (origin, route, why) => pause(origin, route, { ...why, until: Number.MAX_SAFE_INTEGER }),
      })),
  },
];

function asOfLedger(error: unknown): never {
  throw error instanceof DrawnFault ? new LedgerUnavailable('ledger.sqlite', foreign(error.message)) : error;
}

function withFiles(world: World, replace: (files: Files) => Partial<Files>): World {
  return { ...world, files: { ...world.files, ...replace(world.files) } };
}

function withService(world: World, replace: (service: Service) => Partial<Service>): World {
  return { ...world, service: { ...world.service, ...replace(world.service) } };
}

type Documents = Ledger['documents'];
type Routes = Ledger['routes'];

function withRoutes(world: World, replace: (routes: Routes) => Partial<Routes>): World {
  const { routes } = world.ledger;
  const ledger = { ...world.ledger, routes: { ...routes, ...replace(routes) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function withCharges(world: World, replace: (charges: Ledger['charges']) => Partial<Ledger['charges']>): World {
  const { charges } = world.ledger;
  const ledger = { ...world.ledger, charges: { ...charges, ...replace(charges) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function withSheets(world: World, replace: (sheets: Ledger['sheets']) => Partial<Ledger['sheets']>): World {
  const { sheets } = world.ledger;
  const ledger = { ...world.ledger, sheets: { ...sheets, ...replace(sheets) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function withRetention(world: World, replace: (retention: Ledger['retention']) => Partial<Ledger['retention']>): World {
  const { retention } = world.ledger;
  const ledger = { ...world.ledger, retention: { ...retention, ...replace(retention) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function isFiled(path: string): boolean {
  return path.includes('/Processed/');
}

function withFilings(world: World, replace: (filings: Ledger['filings']) => Partial<Ledger['filings']>): World {
  const { filings } = world.ledger;
  const ledger = { ...world.ledger, filings: { ...filings, ...replace(filings) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function withHookEvents(world: World, replace: (events: Ledger['hookEvents']) => Partial<Ledger['hookEvents']>): World {
  const { hookEvents } = world.ledger;
  const ledger = { ...world.ledger, hookEvents: { ...hookEvents, ...replace(hookEvents) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function withArrivals(world: World, replace: (arrivals: Ledger['arrivals']) => Partial<Ledger['arrivals']>): World {
  const { arrivals } = world.ledger;
  const ledger = { ...world.ledger, arrivals: { ...arrivals, ...replace(arrivals) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function withRequests(world: World, replace: (requests: Ledger['requests']) => Partial<Ledger['requests']>): World {
  const { requests } = world.ledger;
  const ledger = { ...world.ledger, requests: { ...requests, ...replace(requests) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function withLeftSteps(world: World, replace: (leftSteps: Ledger['leftSteps']) => Partial<Ledger['leftSteps']>): World {
  const { leftSteps } = world.ledger;
  const ledger = { ...world.ledger, leftSteps: { ...leftSteps, ...replace(leftSteps) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

function withDocuments(world: World, replace: (documents: Documents) => Partial<Documents>): World {
  const { documents } = world.ledger;
  const ledger = { ...world.ledger, documents: { ...documents, ...replace(documents) } };
  return { ...world, ledger: ledger as unknown as Ledger };
}

/** Makes the engine see a different failure. */
function withFailures(world: World, heard: (failure: Failure) => Failure): World {
  const hear =
    <Values extends unknown[], Value>(call: (...values: Values) => Promise<Result<Value, Failure>>) =>
    async (...values: Values): Promise<Result<Value, Failure>> => {
      const answer = await call(...values);
      return answer.ok ? answer : { ok: false, error: heard(answer.error) };
    };
  return withService(world, (service) => ({
    viewExtraction: hear(service.viewExtraction),
    getBatchResults: hear(service.getBatchResults),
    getClassificationBatch: hear(service.getClassificationBatch),
    uploadFiles: hear(service.uploadFiles),
    uploadClassificationBatch: hear(service.uploadClassificationBatch),
  }));
}

function isSent({ state }: DocumentChanges): boolean {
  return state?.kind === 'uploading' && state.sent;
}

function factsNow({ ledger, disk, plan }: SimulatedWorld, { folderId, path, facts }: Document): Document['facts'] {
  const folder = ledger.folders.get(folderId)?.path ?? '';
  const now = plan.folders.some((each) => isWithin(folder, each.path)) ? disk.stat(`${folder}/${path}`) : undefined;
  return now?.kind === 'file' ? { size: now.size, mtimeMs: now.mtimeMs, ino: now.ino } : facts;
}
