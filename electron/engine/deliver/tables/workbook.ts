import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { profileOf } from '../../../core/config/table-profile.ts';
import { type FileFacts, sameFacts } from '../../../core/document/document.ts';
import { type BookWrite, columnProblem, inOrder, type TableRecord, type TableRow } from '../../../core/document/table.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined } from '../../../core/plain-data.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import type { Folder } from '../../loop/watched-folders.ts';
import { type Content, DiskProblem } from '../../ports.ts';
import { csvName, type DeliveryWorld, firstFree } from '../delivery-target.ts';
import { infoOf } from './carry-table.ts';
import { isOpenElsewhere } from './csv-file.ts';
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

type BookOnDisk =
  /** Nothing of ours is there: it was never written, or a person has removed it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'ours'; readonly file: BookWrite & FileFacts }
  /** By a person. */
  | { readonly kind: 'edited' };

/**
 * Whether the file of a table is as our last write left it, or as one that a crash interrupted was about to leave it. Its facts tell,
 * however long it is; only if they differ is it read.
 * @throws DiskProblem
 */
export async function lookAtBook(world: Pick<DeliveryWorld, 'files'>, { book }: TableRecord): Promise<BookOnDisk> {
  const { path, written, intended } = book ?? {};
  const entry = path === undefined ? undefined : await world.files.stat(path);
  if (path === undefined || entry === undefined) return { kind: 'none' };
  const { size, mtimeMs, ino } = entry;
  const facts = { size, mtimeMs, ino };
  const ours = [written, intended].filter((file) => file !== undefined);
  if (entry.kind === 'file') {
    const known = ours.find((file) => isAt(file, facts));
    if (known !== undefined) return { kind: 'ours', file: { ...known, ...facts } };
    if (ours.some((file) => file.size === size)) {
      const { sha256 } = await world.files.hash(path);
      if (ours.some((file) => file.sha256 === sha256)) return { kind: 'ours', file: { sha256, ...facts } };
    }
  }
  // It was to be created, and somebody else has taken the name.
  return { kind: written === undefined ? 'none' : 'edited' };
}

function isAt({ size, mtimeMs, ino }: BookWrite, facts: FileFacts): boolean {
  return mtimeMs !== undefined && ino !== undefined && sameFacts({ size, mtimeMs, ino }, facts);
}

/**
 * Writes the workbook of a table whole from its rows in the ledger, which has its hash before it is put in place. What is not as our last
 * write left it stays, and the table goes on under the next free name.
 * @param signal aborts it, with an error that is no `DiskProblem`: the file stays as it is
 * @returns the table as it is now, and what a person should know
 * @throws DiskProblem, also while a spreadsheet has the file open: nothing is lost, it can be tried again
 */
export async function writeBook(
  world: DeliveryWorld,
  folder: Folder,
  table: TableRecord,
  signal?: AbortSignal,
): Promise<{ readonly path: string; readonly notes: readonly Message[] }> {
  const { tables } = world.ledger;
  const looks = bookLooks(world.ledger, folder, table);
  const { id, book, changes: saved } = table;
  if (book !== undefined) await refuseIfOpen(world, book.path);
  const upTo = tables.lastPosition(id);
  const fresh = { looks: looksText(folder.settings, table), upTo: book?.upTo ?? 0, saved: book?.saved ?? 0 };
  const content = () => xlsxBytes(looks, cellsOfRows(world, table, upTo, signal));
  const there = await lookAtBook(world, table);
  /** @param before what is there; without it, the name is to be free. @returns false: somebody has taken it */
  const write = async (path: string, before?: BookWrite & FileFacts): Promise<boolean> => {
    let intended: BookWrite | undefined;
    const pieces = journalled(content(), async (file) => {
      if (before !== undefined) {
        // Making a long table takes a while, in which a person may have begun to work with the file.
        await refuseIfOpen(world, path);
        const entry = await world.files.stat(path);
        if (entry?.kind !== 'file' || !sameFacts(entry, before)) throw new DiskProblem('locked', path, 'write');
      }
      // A crash may have interrupted the last write before it was recorded, and may interrupt this one.
      tables.update(id, { book: { ...fresh, path, ...defined({ written: before }), intended: file } });
      intended = file;
    });
    const facts = await (before === undefined ? world.files.createWhole(path, pieces) : world.files.replaceWhole(path, pieces));
    if (facts === 'taken') return false;
    if (intended === undefined) throw new Error('A table was put in place before all of it was written.');
    const { mtimeMs, ino } = facts;
    tables.update(id, { book: { ...fresh, path, written: { ...(intended as BookWrite), mtimeMs, ino }, upTo, saved } });
    return true;
  };
  if (there.kind === 'ours' && book !== undefined) {
    await write(book.path, there.file);
    return { path: book.path, notes: [] };
  }
  const path = await firstFree(async (attempt) => {
    const free = join(folder.path, csvName(looks.info, attempt, folder.path, 'xlsx'));
    return (await world.files.stat(free)) === undefined && (await write(free)) ? free : undefined;
  });
  const isEdited = there.kind === 'edited';
  return { path, notes: isEdited ? [say('delivery.sheet.edited', { path: book?.path ?? '', next: path })] : [] };
}

function* cellsOfRows(
  { ledger }: Pick<DeliveryWorld, 'ledger'>,
  table: TableRecord,
  upTo: number,
  signal: AbortSignal | undefined,
): Generator<TableRow['cells']> {
  for (const { cells, position } of ledger.tables.rows(table)) {
    signal?.throwIfAborted();
    if (position > upTo) return;
    yield cells;
  }
}

/** The same pieces; once all are written, and before the file is put in place, `last` hears what it will be. */
async function* journalled(content: Content, last: (file: BookWrite) => Promise<void>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    hash.update(piece);
    size += piece.length;
    yield piece;
  }
  await last({ sha256: hash.digest('hex'), size });
}

async function refuseIfOpen(world: DeliveryWorld, path: string): Promise<void> {
  if (await isOpenElsewhere(world, path)) throw new DiskProblem('locked', path, 'write');
}
