import { join } from 'node:path';
import { profileOf } from '../../../core/config/table-profile.ts';
import { columnProblem, inOrder, type TableRecord } from '../../../core/document/table.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import type { Folder } from '../../loop/watched-folders.ts';
import { DiskProblem } from '../../ports.ts';
import { csvName, type DeliveryWorld, firstFree } from '../delivery-target.ts';
import { infoOf } from './carry-table.ts';
import { type FileOnDisk, lookAtFile, putInPlace, refuseIfOpen } from './table-file.ts';
import { type BookLooks, xlsxBytes } from './xlsx.ts';

/**
 * How the workbook of a table looks: with the columns that the folder's settings choose, else all, as in a new CSV.
 * @throws DiskProblem naming those that the extraction does not have
 */
export function bookLooks(
  ledger: Pick<LedgerReader, 'routes'>,
  folder: Pick<Folder, 'path' | 'settings'>,
  table: TableRecord,
): BookLooks {
  const info = infoOf(ledger, table.origin, table.route);
  const profile = profileOf(folder.settings, table.route);
  const values = profile.values ?? 'typed';
  const names = table.columns.filter(({ typed }) => typed !== true || values === 'typed').map(({ name }) => name);
  const said = columnProblem({ ...profile, values }, info, names);
  if (said !== undefined) throw new DiskProblem('other', folder.path, 'write', { said });
  return { info, values, columns: profile.columns ?? inOrder(info, names).map((name) => ({ name, heading: name })) };
}

/** Whether the workbook of a table lacks something, or is to look otherwise. */
export function isBookBehind(ledger: LedgerReader, { settings }: Pick<Folder, 'settings'>, table: TableRecord): boolean {
  const { book, changes, id } = table;
  if (book?.written === undefined) return ledger.tables.lastPosition(id) > 0;
  return book.saved < changes || book.upTo < ledger.tables.lastPosition(id) || book.looks !== looksText(settings, table);
}

/** Differs where a workbook is to look otherwise. */
function looksText(settings: Folder['settings'], { route }: TableRecord): string {
  return JSON.stringify(profileOf(settings, route));
}

/** @throws DiskProblem */
export async function lookAtBook(world: Pick<DeliveryWorld, 'files'>, { book }: TableRecord): Promise<FileOnDisk> {
  return book === undefined ? { kind: 'unbegun' } : lookAtFile(world, book);
}

/**
 * Writes the workbook of a table whole from its rows in the ledger. What is not as our last write left it stays, and the table goes on
 * under the next free name.
 * @param signal aborts it, with an error that is no `DiskProblem`: the file stays as it is
 * @returns where it is, and what a person should know
 * @throws DiskProblem, also while a spreadsheet has the file open: nothing is lost, it can be tried again
 */
export async function writeBook(
  world: DeliveryWorld,
  folder: Folder,
  table: TableRecord,
  signal?: AbortSignal,
): Promise<{ readonly path: string; readonly notes: readonly Message[] }> {
  const { tables } = world.ledger;
  const { id, book, changes: saved } = table;
  const looks = bookLooks(world.ledger, folder, table);
  if (book !== undefined) await refuseIfOpen(world, book.path);
  const there = await lookAtBook(world, table);
  const before = there.kind === 'ours' ? there.file : undefined;
  const upTo = tables.lastPosition(id);
  const rows = function* () {
    for (const { cells, position } of tables.rows(table)) {
      signal?.throwIfAborted();
      if (position > upTo) return;
      yield cells;
    }
  };
  /** @returns false: somebody has taken the name */
  const write = async (path: string): Promise<boolean> => {
    const now = { path, looks: looksText(folder.settings, table) };
    const intend = (next: string) => {
      const has = { upTo: book?.upTo ?? 0, saved: book?.saved ?? 0 };
      tables.update(id, { book: { ...now, ...has, next, ...defined({ written: before }) } });
    };
    const written = await putInPlace(world, path, xlsxBytes(looks, rows()), before, intend);
    if (written !== 'taken') tables.update(id, { book: { ...now, written, upTo, saved } });
    return written !== 'taken';
  };
  if (book !== undefined && before !== undefined) {
    await write(book.path);
    return { path: book.path, notes: [] };
  }
  const path = await firstFree(async (attempt) => {
    const free = join(folder.path, csvName(looks.info, attempt, folder.path, 'xlsx'));
    return (await world.files.stat(free)) === undefined && (await write(free)) ? free : undefined;
  });
  const isEdited = there.kind === 'edited';
  return { path, notes: isEdited ? [say('delivery.sheet.edited', { path: book?.path ?? '', next: path })] : [] };
}
