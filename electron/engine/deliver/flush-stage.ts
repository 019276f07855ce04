import type { JsonOutput } from '../../core/document/document.ts';
import type { WrittenJson } from '../../ledger/document-queries.ts';
import type { MetaValue } from '../../ledger/meta.ts';
import type { Stage } from '../loop/control-loop.ts';
import type { Tasks } from '../loop/tasks.ts';
import type { Folder } from '../loop/watched-folders.ts';
import type { World } from '../ports.ts';

type Disk = Pick<World, 'files' | 'ledger'>;

/** Up to where JSON files are known to be on disk. In another boot of the machine, all that is not may be lost. */
function syncedAt({ files, ledger }: Disk, path: string): MetaValue<'synced'> | undefined {
  const known = ledger.meta.read('synced');
  const boot = files.boot?.(path);
  if (boot === undefined || boot === known?.boot) return known;
  const last = ledger.documents.lastWrite();
  const upTo = Math.max(known?.upTo ?? 0, known?.before.upTo ?? 0, last);
  const after = known !== undefined && ledger.documents.writtenBy(known.before, 1).length > 0 ? known.before.after : known?.upTo;
  const now = { boot, upTo, before: { after: after ?? 0, upTo } };
  ledger.meta.write('synced', now);
  return now;
}

/** The number of a write that begins now, and does not wait for the disk; undefined where it does. */
export function nextWrite(world: Disk, path: string): number | undefined {
  const synced = world.files.boot?.(path) === undefined ? undefined : syncedAt(world, path);
  return synced && Math.max(synced.upTo, synced.flushing ?? 0, world.ledger.documents.lastWrite()) + 1;
}

/** Whether the machine has died since a JSON was created without waiting for the disk, or had begun to be created. */
export function mayBeLost(world: Disk, { path, was, write }: JsonOutput): boolean {
  const before = write === undefined ? undefined : syncedAt(world, path)?.before;
  return before !== undefined && write !== undefined && write <= before.upTo && (write > before.after || was !== undefined);
}

/**
 * The JSON files of a folder's documents of which the machine, when it died, may have lost something. Where the file has gone, that is
 * looked at when it comes back.
 */
export function lostIn(world: Disk, folder: Folder): readonly WrittenJson[] {
  const { documents } = world.ledger;
  const synced = syncedAt(world, folder.path);
  if (synced === undefined || synced.before.after >= synced.before.upTo) return [];
  const all = documents.writtenBy(synced.before);
  return all.filter(({ id, folderId }) => folderId === folder.id && documents.get(id)?.state.kind !== 'gone');
}

/** What this stage needs of the engine. */
interface FlushContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock'>;
  readonly tasks: Pick<Tasks, 'isResting' | 'launch'>;
}

/** At most so long after an output was created it is on disk for sure, in milliseconds. */
const flushMs = 30_000;
/** So many are flushed, and recorded, at once. */
const maxOutputs = 5_000;

/**
 * Makes outputs durable that were created without waiting for the disk, many with one sync of their volume. Their results are
 * in the ledger: what the machine loses before that is written again (`lookForLost`).
 */
export class FlushStage implements Stage {
  readonly #context: FlushContext;
  /** Elapsed milliseconds. */
  #dueAt: number;
  #isBusy = false;

  constructor(context: FlushContext) {
    this.#context = context;
    this.#dueAt = context.world.clock.elapsed() + flushMs;
  }

  start(now: number): number | undefined {
    const { clock, ledger } = this.#context.world;
    if (this.#isBusy || this.#context.tasks.isResting('flush')) return undefined;
    const elapsed = clock.elapsed();
    if (this.#dueAt > elapsed) return now + this.#dueAt - elapsed;
    this.#dueAt = elapsed + flushMs;
    const { upTo: after = 0 } = ledger.meta.read('synced') ?? {};
    if (ledger.documents.writtenBy({ after }, 1).length === 0) return now + flushMs;
    this.#isBusy = true;
    this.#context.tasks.launch('deliver', 'flush', async () => {
      try {
        await this.flush();
      } finally {
        this.#isBusy = false;
      }
    });
    return undefined;
  }

  async flush(): Promise<void> {
    const { files, ledger } = this.#context.world;
    const begun = ledger.meta.read('synced');
    if (begun === undefined || files.flush === undefined) return;
    const written = ledger.documents.writtenBy({ after: begun.upTo }, maxOutputs);
    // One that is yet to be created gets another number once it is there.
    const paths = written.filter(({ json }) => json.was === undefined).map(({ json }) => json.path);
    if (paths.length === 0) return;
    const last = written.at(-1)?.json.write ?? 0;
    ledger.meta.write('synced', { ...begun, flushing: last });
    await files.flush(paths);
    // What was written in one go has one number.
    const upTo = written.length < maxOutputs ? last : last - 1;
    ledger.transaction(() => {
      const { boot, before } = begun;
      const isAnyLost = ledger.documents.writtenBy(before, 1).length > 0;
      ledger.meta.write('synced', { boot, upTo, before: isAnyLost ? before : { after: before.upTo, upTo: before.upTo } });
    });
  }
}
