import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { profileOf } from '../../../core/config/table-profile.ts';
import { type FileFacts, sameFacts } from '../../../core/document/document.ts';
import type { SheetColumn, SheetFile, SheetRecord, SheetRow } from '../../../core/document/sheet.ts';
import {
  boundedColumns,
  columnProblem,
  columnsInOrder,
  type OwnColumn,
  ownColumn,
} from '../../../core/document/table-columns.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import { assertNever } from '../../../core/result.ts';
import type { Folder } from '../../loop/folder.ts';
import { type Content, DiskProblem } from '../../ports.ts';
import { isOpenElsewhere } from '../csv-file.ts';
import { type DeliveryWorld, firstFree } from '../delivery-target.ts';
import { csvName } from '../names.ts';
import { infoOf } from './sheet-rows.ts';
import { type SheetCells, type SheetHeading, sheetCellsSchema, xlsxBytes } from './xlsx.ts';

export type SheetOnDisk =
  /** Nothing of ours is there: it was never written, or a person has removed it. */
  | { readonly kind: 'none' }
  | { readonly kind: 'ours'; readonly file: SheetFile & FileFacts }
  /** By a person. */
  | { readonly kind: 'edited' };

/**
 * Whether the file of a table is as our last write left it, or as one that a crash interrupted was about to leave it. Its facts tell,
 * however long it is; only if they differ is it read.
 * @throws DiskProblem
 */
export async function lookAtSheet(world: Pick<DeliveryWorld, 'files'>, sheet: SheetRecord): Promise<SheetOnDisk> {
  const { path, written, intended } = sheet;
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

function isAt({ size, mtimeMs, ino }: SheetFile, facts: FileFacts): boolean {
  return mtimeMs !== undefined && ino !== undefined && sameFacts({ size, mtimeMs, ino }, facts);
}

/**
 * Writes the file of a table whole from its rows in the ledger, which has its hash before it is put in place. What is not as our last
 * write left it stays, and the table goes on under the next free name.
 * @param signal aborts it, with an error that is no `DiskProblem`: the file stays as it is
 * @returns the table as it is now, and what a person should know
 * @throws DiskProblem, also while a spreadsheet has the file open: nothing is lost, it can be tried again
 */
export async function writeSheet(
  world: DeliveryWorld,
  folder: Folder,
  sheet: SheetRecord,
  signal?: AbortSignal,
): Promise<{ readonly sheet: SheetRecord; readonly notes: readonly Message[] }> {
  const info = infoOf(world.ledger, sheet.origin, sheet.route);
  const columns = headingsOf(folder, info, sheet);
  if (sheet.path !== undefined) await refuseIfOpen(world, sheet.path);
  const { revision } = sheet;
  const content = () => xlsxBytes(info, columns, cellsIn(world.ledger.sheets.rows(sheet.id), signal));
  const there = await lookAtSheet(world, sheet);
  switch (there.kind) {
    case 'ours': {
      const path = sheet.path ?? '';
      const { intended, facts } = await replace(world, sheet, path, there.file, content());
      return { sheet: record(world, sheet, { path, intended, facts, revision }), notes: [] };
    }
    case 'none':
    case 'edited': {
      const { path, intended, facts } = await create(world, folder, info, sheet, content);
      const notes = there.kind === 'none' ? [] : [say('delivery.sheet.edited', { path: sheet.path ?? '', next: path })];
      return { sheet: record(world, sheet, { path, intended, facts, revision }), notes };
    }
    default:
      return assertNever(there);
  }
}

function* cellsIn(rows: Iterable<SheetRow>, signal: AbortSignal | undefined): Generator<SheetCells> {
  for (const { body } of rows) {
    signal?.throwIfAborted();
    yield sheetCellsSchema.parse(JSON.parse(body));
  }
}

interface Placed {
  readonly intended: SheetFile;
  readonly facts: FileFacts;
}

async function replace(
  world: DeliveryWorld,
  sheet: SheetRecord,
  path: string,
  there: SheetFile & FileFacts,
  content: Content,
): Promise<Placed> {
  let intended: SheetFile | undefined;
  const pieces = journalled(content, async (file) => {
    // Making a long table takes a while, in which a person may have begun to work with the file.
    await refuseIfOpen(world, path);
    const entry = await world.files.stat(path);
    if (entry?.kind !== 'file' || !sameFacts(entry, there)) throw new DiskProblem('locked', path, 'write');
    // A crash may have interrupted the last write before it was recorded, and may interrupt this one.
    world.ledger.sheets.update(sheet.id, { written: there, intended: file });
    intended = file;
  });
  const facts = await world.files.replaceWhole(path, pieces);
  return { intended: expectedOf(intended), facts };
}

async function create(
  world: DeliveryWorld,
  folder: Folder,
  info: RouteInfo,
  sheet: SheetRecord,
  content: () => Content,
): Promise<Placed & { readonly path: string }> {
  return firstFree(async (attempt) => {
    const path = join(folder.path, csvName(info, attempt, folder.path, 'xlsx'));
    if ((await world.files.stat(path)) !== undefined) return undefined;
    let intended: SheetFile | undefined;
    const pieces = journalled(content(), async (file) => {
      world.ledger.sheets.update(sheet.id, { path, written: undefined, intended: file });
      intended = file;
    });
    const facts = await world.files.createWhole(path, pieces);
    return facts === 'taken' ? undefined : { path, intended: expectedOf(intended), facts };
  });
}

function expectedOf(intended: SheetFile | undefined): SheetFile {
  if (intended === undefined) throw new Error('A table was put in place before all of it was written.');
  return intended;
}

/** The same pieces; once all are written, and before the file is put in place, `last` hears what it will be. */
async function* journalled(content: Content, last: (file: SheetFile) => Promise<void>): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of content instanceof Uint8Array ? [content] : content) {
    hash.update(piece);
    size += piece.length;
    yield piece;
  }
  await last({ sha256: hash.digest('hex'), size });
}

function record(
  { ledger }: DeliveryWorld,
  { id }: SheetRecord,
  { path, intended, facts, revision }: Placed & { readonly path: string; readonly revision: number },
): SheetRecord {
  const { mtimeMs, ino } = facts;
  return ledger.sheets.update(id, { path, written: { ...intended, mtimeMs, ino }, intended: undefined, saved: revision });
}

async function refuseIfOpen(world: DeliveryWorld, path: string): Promise<void> {
  if (await isOpenElsewhere(world, path)) throw new DiskProblem('locked', path, 'write');
}

/**
 * The columns that the file has, in their order: those that the folder's settings choose, else all, as in a new CSV.
 * @throws DiskProblem naming those that the extraction does not have
 */
export function headingsOf(
  folder: Pick<Folder, 'path' | 'settings'>,
  info: RouteInfo,
  sheet: SheetRecord,
): readonly SheetHeading[] {
  const known = new Map(sheet.columns.map((column) => [column.name, column]));
  const profile = profileOf(folder.settings, info.route);
  const said = columnProblem({ ...profile, values: profile.values ?? 'typed' }, info, known.keys());
  if (said !== undefined) throw new DiskProblem('other', folder.path, 'write', { said });
  const chosen = profile.columns ?? inOrder(info, [...known.keys()]).map((name) => ({ name, heading: name }));
  return chosen.map(({ name, heading }): SheetHeading => ({ ...(known.get(name) ?? { name }), heading }));
}

/** As in a new CSV; what only some documents have of ours, once one has it. */
function inOrder({ route: { kind }, fields }: RouteInfo, known: readonly SheetColumn['name'][]): readonly string[] {
  const ours = columnsInOrder(kind, fields, [], { isReviewed: true, isChecked: true });
  const beyond = known.filter((name) => !ours.includes(name));
  const has = (column: OwnColumn) => known.includes(ownColumn(column, fields));
  const all = columnsInOrder(kind, fields, beyond, { isReviewed: has('reviewed_by'), isChecked: has('checks') });
  return boundedColumns(all, fields);
}
