import { isPending } from '../../../core/document/document.ts';
import { goesOnAlone } from '../../../core/document/states.ts';
import type { TableRecord } from '../../../core/document/table.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { earlier, type Stage } from '../../loop/control-loop.ts';
import type { EngineContext } from '../../loop/engine-context.ts';
import { isRootAsKnown, type WatchedFolder } from '../../loop/watched-folders.ts';
import { DiskProblem } from '../../ports.ts';
import { hasWorkbooks, tryDisk } from '../delivery-target.ts';
import { putMissingRows } from './carry-table.ts';
import { isBookBehind, writeBook } from './workbook.ts';

type WorkbookContext = Pick<EngineContext, 'world' | 'folders' | 'retries' | 'tasks' | 'stopping'>;

/** So many rows are made at a time; other work has its turn for so long after that, in milliseconds. */
const rowsAtOnce = 25;
const pauseMs = 25;
/** A table that was written is written again this often, in milliseconds: a short one also whenever nothing is on its way to it. */
const everyMs = 60_000;
/** A short table: one with at most so many rows. */
const shortRows = 5_000;

/** Keeps the workbooks of tables: writes one anew at most once a minute while documents come, and soon after the last one has. */
export class WorkbookStage implements Stage {
  readonly #context: WorkbookContext;
  /** Folders whose tables are being written. */
  readonly #busy = new Set<number>();
  /** By folder: the last document that was looked at for its row; infinite once none is left. */
  readonly #looked = new Map<number, number>();
  /** By table: when it was last written, in elapsed milliseconds. */
  readonly #writtenAt = new Map<number, number>();

  constructor(context: WorkbookContext) {
    this.#context = context;
  }

  /** Whether rows are to be made or files to be written, but for those that somebody has to make way for. */
  get isBusy(): boolean {
    const { folders, retries } = this.#context;
    return folders
      .all()
      .filter((folder) => this.#mayWrite(folder))
      .some((folder) => this.#hasDue(folder) || this.#unsaved(folder).some(({ id }) => retries.of('workbook', id) === undefined));
  }

  start(now: number): number | undefined {
    let next: number | undefined;
    for (const folder of this.#context.folders.all()) {
      if (!hasWorkbooks(folder.settings)) continue;
      if (this.#putRows(folder)) next = earlier(next, now + pauseMs);
      if (!this.#busy.has(folder.id) && this.#mayWrite(folder)) next = earlier(next, this.#write(folder, now));
    }
    return next;
  }

  /** Writes what is not long, as the engine ends. */
  async flush(): Promise<void> {
    for (const folder of this.#context.folders.all()) {
      if (this.#busy.has(folder.id) || !this.#mayWrite(folder)) continue;
      while (this.#putRows(folder));
      await this.#writeThese(
        folder,
        this.#unsaved(folder).filter((sheet) => this.#isShort(sheet)),
      );
    }
  }

  #mayWrite(folder: WatchedFolder): boolean {
    const { folders, tasks } = this.#context;
    return folders.health(folder.id).kind !== 'unreachable' && !tasks.isResting(nameOf(folder));
  }

  /** Whether documents that were delivered before the folder had a table are to be looked at. */
  #hasDue(folder: WatchedFolder): boolean {
    return hasWorkbooks(folder.settings) && this.#looked.get(folder.id) !== Number.POSITIVE_INFINITY;
  }

  /** @returns whether there is more to do */
  #putRows(folder: WatchedFolder): boolean {
    if (!this.#hasDue(folder)) return false;
    const after = this.#looked.get(folder.id) ?? 0;
    const last = putMissingRows(this.#context.world.ledger, folder, after, rowsAtOnce);
    this.#looked.set(folder.id, last ?? Number.POSITIVE_INFINITY);
    return last !== undefined;
  }

  /** The tables of a folder whose workbooks lack something. */
  #unsaved(folder: WatchedFolder): readonly TableRecord[] {
    if (!hasWorkbooks(folder.settings)) return [];
    const { ledger } = this.#context.world;
    return ledger.tables.all(folder.id).filter((table) => isBookBehind(ledger, folder, table));
  }

  /** @returns when to ask again */
  #write(folder: WatchedFolder, now: number): number | undefined {
    const due: TableRecord[] = [];
    let next: number | undefined;
    for (const table of this.#unsaved(folder)) {
      const waitMs = this.#dueAt(folder, table) - this.#context.world.clock.elapsed();
      if (waitMs <= 0) due.push(table);
      else next = earlier(next, now + waitMs);
    }
    if (due.length === 0) return next;
    this.#busy.add(folder.id);
    this.#context.tasks.launch('deliver', nameOf(folder), async () => {
      try {
        await this.#writeThese(folder, due);
      } finally {
        this.#busy.delete(folder.id);
      }
    });
    return undefined;
  }

  /** Elapsed milliseconds. */
  #dueAt(folder: WatchedFolder, table: TableRecord): number {
    const refused = this.#context.retries.of('workbook', table.id);
    if (refused !== undefined) return refused.until;
    const writtenAt = this.#writtenAt.get(table.id);
    if (writtenAt === undefined || (this.#isCalm(folder) && this.#isShort(table))) return 0;
    return writtenAt + everyMs;
  }

  #isShort({ id }: TableRecord): boolean {
    return this.#context.world.ledger.tables.rowCount(id) <= shortRows;
  }

  /** Whether no document of a folder is on its way without a person. */
  #isCalm(folder: WatchedFolder): boolean {
    if (this.#hasDue(folder)) return false;
    return !this.#context.world.ledger.documents
      .counts(folder.id)
      .some((each) => each.count > 0 && (goesOnAlone(each) || isPending({ kind: each.delivery })));
  }

  async #writeThese(folder: WatchedFolder, sheets: readonly TableRecord[]): Promise<void> {
    const { retries, stopping, world } = this.#context;
    const { clock, ledger, log } = world;
    for (const { id } of sheets) {
      const sheet = ledger.tables.get(id);
      if (sheet === undefined) continue;
      const outcome = await tryDisk(async () => {
        if (await isRootAsKnown(world, folder))
          return writeBook(world, folder, sheet, this.#isShort(sheet) ? undefined : stopping);
        throw new DiskProblem('missing', folder.path, 'write', { said: say('disk.folder.unreachable', { path: folder.path }) });
      }).catch((error: unknown) => {
        if (stopping.aborted) return undefined;
        throw error;
      });
      if (outcome === undefined) return;
      this.#writtenAt.set(id, clock.elapsed());
      if (outcome instanceof DiskProblem) {
        retries.failed('workbook', id);
        ledger.tables.setProblem(id, outcome.said);
        log.warn('a table cannot be written', { path: sheet.book?.path ?? folder.path, problem: outcome.message });
        continue;
      }
      retries.done('workbook', id);
      ledger.tables.setProblem(id, undefined);
      this.#note(id, outcome.path, outcome.notes);
    }
  }

  /** In the history of the document whose row was put last. */
  #note(id: number, path: string, notes: readonly Message[]): void {
    const { clock, ledger, log } = this.#context.world;
    const documentId = ledger.tables.lastDocument(id);
    for (const note of notes) {
      log.info('a table goes on elsewhere', { path });
      if (documentId !== undefined) ledger.documents.note({ documentId, at: clock.now(), event: 'table continued', note });
    }
  }
}

function nameOf({ path }: WatchedFolder): string {
  return `tables of ${path}`;
}
