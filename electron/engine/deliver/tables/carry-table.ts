import { join } from 'node:path';
import { delimiterFor, profileOf, type TableColumn } from '../../../core/config/table-profile.ts';
import { type Document, fileNameOf, writtenAt } from '../../../core/document/document.ts';
import {
  type Cells,
  type Column,
  type CsvFile,
  columnProblem,
  inOrder,
  mostColumns,
  ownColumn,
  ownColumns,
  printedIn,
  type TableRecord,
  type TableRow,
  type WrittenFile,
} from '../../../core/document/table.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { defined, sameJson } from '../../../core/plain-data.ts';
import { type Route, type RouteInfo, routeKey } from '../../../core/protocol/route.ts';
import type { Ledger, LedgerReader } from '../../../ledger/ledger.ts';
import { absolutePath, type Folder } from '../../loop/watched-folders.ts';
import { DiskProblem } from '../../ports.ts';
import { atEarlierStep, type Delivered, gather, isReplaced } from '../delivered.ts';
import {
  checkReachable,
  csvName,
  type DeliveryTarget,
  type DeliveryWorld,
  firstFree,
  hasTables,
  isHere,
} from '../delivery-target.ts';
import { asReplaced, cellsOf, cellsWithin, columnsWith, sameCells } from './cells.ts';
import { type CsvLooks, csvContent, csvRows } from './csv.ts';
import { cellsIn, isBehind, leftCsv, lookAtCsv, lostRows } from './csv-file.ts';
import { appending, type OwnFile, putInPlace, refuseIfOpen } from './table-file.ts';

/** A document whose row is to be in the table. */
export interface WantedRow {
  readonly document: Document;
  readonly delivered: Delivered;
  /** ISO 8601, UTC. */
  readonly deliveredAt: string;
  /** What is done for its JSON; absent: it has none. */
  readonly json?: object;
}

/** What becomes of the rows of a table. */
interface RowChanges {
  readonly wanted: readonly WantedRow[];
  /** Documents whose row, if they have one, is to say where their file is, and whether another content has their path by now. */
  readonly kept?: readonly Document[];
  /** Documents that have left the table's route. */
  readonly removed?: readonly Document[];
  /** Documents whose file a person has removed: their row is written where they have one, or have their JSON. */
  readonly withoutSource?: ReadonlySet<number>;
}

export interface CarriedTable {
  /** The documents whose rows are there now, and the CSV that they are in; undefined: the folder has none. */
  readonly there: ReadonlyMap<number, string | undefined>;
  /** For a person to know, such as why a new CSV is begun. */
  readonly notes: readonly Message[];
}

/** A row that is not there, or says something else. `isNews`: more than its name is another one. `before`: as the table has it. */
interface PlannedRow {
  readonly document: Document;
  readonly cells: Cells;
  readonly isNews: boolean;
  readonly before: TableRow | undefined;
}

type Looks = CsvLooks & { readonly chosen?: true };

/**
 * Makes the table of a folder and route have these rows, and its CSV show them: appended in time that does not depend on how long it is,
 * once it has been read after a start, or written whole where rows change that it has. The ledger has the rows before the file does; what a death leaves unwritten, the next
 * call writes. A CSV that a person has edited or taken away is continued in a new one.
 * @throws DiskProblem: nothing is lost, it can be tried again
 */
export async function carryTable(world: DeliveryWorld, target: DeliveryTarget, changes: RowChanges): Promise<CarriedTable> {
  const { ledger } = world;
  const { folder, info } = target;
  const { kept = [], removed = [] } = changes;
  const known = ledger.tables.find(folder.id, info.route);
  if (known === undefined && changes.wanted.length === 0) return { there: new Map(), notes: [] };
  const profile = profileOf(folder.settings, info.route);
  const all = changes.wanted.map(({ delivered, deliveredAt }) => cellsOf(delivered, deliveredAt));
  const chosen = profile.columns?.map(({ name }) => name);
  const columns = columnsWith(known?.columns ?? [], info, all, chosen);
  const names = new Set(columns.map(({ name }) => name));
  const said = columnProblem(profile, info, names);
  if (said !== undefined) throw new DiskProblem('other', folder.path, 'write', { said });

  const isShown = folder.settings.outputs.csv === 'folder';
  const csv = isShown ? known?.csv : undefined;
  const onDisk = known && csv ? await lookAtCsv(world, known, csv) : undefined;
  const ours = onDisk?.kind === 'ours' ? onDisk : undefined;
  const ids = [...changes.wanted.map(({ document }) => document.id), ...[kept, removed].flat().map(({ id }) => id)];
  const before = known === undefined ? new Map<number, TableRow>() : ledger.tables.rowsOf(known, ids);
  /** Whether the CSV has a row, or had it when a person edited it. */
  const isIn = (row: TableRow) =>
    !isShown || (csv?.number === row.csv && onDisk?.kind !== 'unbegun' && (ours !== undefined || row.position <= csv.upTo));
  const rows: PlannedRow[] = [];
  const there = new Map<number, string | undefined>();
  for (const [index, { document, json }] of changes.wanted.entries()) {
    const row = before.get(document.id);
    const isThere = row !== undefined && isIn(row);
    const mayBegin = changes.withoutSource?.has(document.id) !== true || json !== undefined;
    if (!mayBegin && !(isThere && (ours !== undefined || !isShown))) continue;
    there.set(document.id, csv?.path);
    const cells = cellsWithin(all[index] ?? {}, names, info.fields);
    if (!isThere || !sameCells(row.cells, cells, info.fields)) rows.push({ document, cells, isNews: true, before: row });
  }
  for (const document of kept) {
    const row = before.get(document.id);
    if (row === undefined) continue;
    const now = isReplaced(ledger, document) ? asReplaced(row.cells, info.fields) : row.cells;
    const cells = { ...now, [ownColumn('file', info.fields)]: document.path };
    if (!sameCells(row.cells, cells, info.fields)) rows.push({ document, cells, isNews: false, before: row });
  }

  const leaving = removed.flatMap(({ id }) => before.get(id) ?? []);
  const isEdited = onDisk?.kind === 'edited';
  const lost = known && csv && isEdited ? ((await lostRows(world, known, csv, ownColumn('sha256', info.fields))) ?? []) : [];
  const isLeft = isEdited || onDisk?.kind === 'deleted';
  // Those that were to be written when it was edited or taken away go into the next one, too.
  const owed = known && csv && isLeft ? ledger.tables.rows(known, { csv: csv.number, after: csv.upTo }) : [];
  const carried = [...lost, ...owed];
  const looks = looksOf(target, columns, ours?.csv);
  const isOtherwise = ours !== undefined && !sameJson(looks, looksIn(ours.csv));
  const isChanged = rows.length + carried.length + leaving.length > 0 || isOtherwise;
  if (known !== undefined && !isChanged && (ours === undefined || !isBehind(world, known, ours.csv))) {
    if (ours !== undefined && !sameJson(ours.csv, csv)) ledger.tables.update(known.id, { csv: ours.csv });
    return { there, notes: [] };
  }

  if (csv !== undefined && onDisk?.kind !== 'unbegun') await refuseInUse(world, target, changes, csv, onDisk?.kind === 'deleted');
  const columnsBefore = new Set(known?.columns.map(({ name }) => name));
  const isTaken = ours !== undefined && !ownColumns(info.route.kind, info.fields).every((name) => columnsBefore.has(name));
  // For nothing but a name, or a row that goes, no CSV is begun.
  const isBegun = isShown && (rows.some(({ isNews }) => isNews) || (isEdited && carried.length > 0));
  const left = (isLeft || isTaken) && isBegun ? csv : undefined;
  const goesOn = !isLeft && !isTaken;
  let to: CsvFile | undefined;
  if (isShown && csv !== undefined && goesOn) to = { ...(ours?.csv ?? csv), chosen: undefined, ...looks } as CsvFile;
  else if (isBegun) {
    const number = (left?.number ?? known?.left.at(-1)?.number ?? 0) + 1;
    to = { number, path: await freePath(world, target, known), ...looks, upTo: 0, saved: 0 };
  }
  const isRewrite = isOtherwise || leaving.length > 0 || rows.some((row) => row.before !== undefined);
  const digest =
    ours && !isRewrite && to !== undefined && left === undefined ? await appending(world, ours.csv.path, ours) : undefined;
  const put = () => {
    const origin = changes.wanted[0]?.document.origin ?? '';
    const table = known ?? ledger.tables.add({ folderId: folder.id, origin, route: info.route, columns, changes: 0, left: [] });
    const next = putRows(world, { ...table, columns }, { rows, leaving, isOtherwise, left, to, carried: left ? carried : [] });
    if (digest === undefined || next.csv === undefined || next.csv.saved < next.changes) return next;
    return ledger.tables.update(table.id, { csv: { ...next.csv, next: digest(rowsBehind(world, next, next.csv)) } });
  };
  const next = await ledger.durably(() => ledger.transaction(put));
  if (next.csv !== undefined && to !== undefined) {
    const path = await writeCsv(world, target, changes, next, next.csv, ours);
    for (const { document, isNews } of rows) if (isNews) there.set(document.id, path);
  }
  const notes = left && to ? continuedNotes(left, to.path, isTaken, lost.length, onDisk?.kind === 'deleted') : [];
  const further = ownColumn('further_fields', info.fields);
  if (names.has(further) && !columnsBefore.has(further))
    notes.push(say('delivery.csv.manyColumns', { path: to?.path ?? folder.path, count: mostColumns, column: further }));
  return { there, notes };
}

/** How a CSV is to look. @param now the one that goes on: its columns stay where they are */
function looksOf({ folder, info, locale }: DeliveryTarget, columns: readonly Column[], now: CsvFile | undefined): Looks {
  const profile = profileOf(folder.settings, info.route);
  const values = profile.values ?? 'printed';
  const delimiter = folder.settings.delimiter ?? now?.delimiter ?? delimiterFor(locale);
  if (profile.columns !== undefined) return { columns: profile.columns, chosen: true, values, delimiter };
  const shown = new Map<string, TableColumn>();
  for (const { name, typed } of columns) if (typed !== true || values === 'typed') shown.set(name, { name, heading: name });
  const before = now === undefined || now.chosen === true ? [] : now.columns.filter(({ name }) => shown.has(name));
  if (before.length === 0)
    return { columns: inOrder(info, [...shown.keys()]).map((name) => ({ name, heading: name })), values, delimiter };
  const all = new Map([...before.map(({ name }) => [name, { name, heading: name }] as const), ...shown]);
  // What has no column of its own stands last.
  const rest = all.get(ownColumn('further_fields', info.fields));
  if (rest !== undefined && all.delete(rest.name)) all.set(rest.name, rest);
  return { columns: [...all.values()], values, delimiter };
}

function looksIn({ columns, chosen, values, delimiter }: CsvFile): Looks {
  return { columns, ...defined({ chosen }), values, delimiter };
}

/** @throws DiskProblem if a person has it open, or its folder is away */
async function refuseInUse(
  world: DeliveryWorld,
  { folder }: DeliveryTarget,
  { removed = [], wanted, withoutSource = new Set() }: RowChanges,
  csv: CsvFile,
  isDeleted: boolean,
): Promise<void> {
  await refuseIfOpen(world, csv.path);
  if (!isDeleted) return;
  const sources = [...wanted.map(({ document }) => document), ...removed].filter(({ id }) => !withoutSource.has(id));
  if (sources.length > 0 || !(await isHere(world, folder))) await checkReachable(world, folder, sources);
  // It has come back with its folder: it is looked at again.
  if ((await world.files.stat(csv.path)) !== undefined) throw new DiskProblem('changed', csv.path, 'write');
}

interface Put {
  readonly rows: readonly PlannedRow[];
  /** Rows of the CSV that is left which go into the next one. */
  readonly carried: readonly TableRow[];
  readonly leaving: readonly TableRow[];
  /** The CSV is to look otherwise. */
  readonly isOtherwise: boolean;
  /** The CSV that is not touched again, and the one that the rows go into. */
  readonly left: CsvFile | undefined;
  readonly to: CsvFile | undefined;
}

/** In one transaction, before the file is touched. @param table with all columns */
function putRows(
  { ledger }: DeliveryWorld,
  table: TableRecord,
  { rows, carried, leaving, isOtherwise, left, to }: Put,
): TableRecord {
  const { tables } = ledger;
  const { id, columns } = table;
  let position = tables.lastPosition(id);
  let isChanged = leaving.length + carried.length > 0 || isOtherwise;
  const moved = new Map<number, TableRow>();
  for (const row of carried) {
    position += 1;
    const now = { ...row, position, csv: to?.number ?? 0 };
    tables.putRow(table, now);
    moved.set(row.documentId, now);
  }
  for (const { before, cells, document, isNews } of rows) {
    const there = moved.get(document.id) ?? before;
    const isInPlace = there !== undefined && (!isNews || to === undefined || there.csv === to.number);
    if (there !== undefined) {
      isChanged = true;
      if (!isInPlace) tables.removeRow(id, there.documentId);
    }
    if (!isInPlace) position += 1;
    tables.putRow(table, {
      documentId: document.id,
      cells,
      ...(isInPlace ? { csv: there.csv, position: there.position } : { csv: to?.number ?? 0, position }),
    });
  }
  for (const { documentId } of leaving) tables.removeRow(id, documentId);
  const changes = table.changes + (isChanged ? 1 : 0);
  if (to === undefined) return tables.update(id, { columns, changes });
  const csv = to.written === undefined ? { ...to, saved: changes } : to;
  return tables.update(id, { columns, changes, csv, left: left === undefined ? table.left : [...table.left, leftCsv(left)] });
}

/** The bytes of the rows that a CSV lacks. */
function rowsBehind(world: DeliveryWorld, table: TableRecord, csv: CsvFile): Uint8Array {
  return csvRows([...cellsIn(world, table, csv, csv.upTo)], csv);
}

/** Writes the rows that a CSV lacks. @param ours as it is; undefined: it is begun. @returns where it is */
async function writeCsv(
  world: DeliveryWorld,
  target: DeliveryTarget,
  { wanted }: RowChanges,
  table: TableRecord,
  csv: CsvFile,
  ours: Pick<OwnFile, 'end' | 'file'> | undefined,
): Promise<string> {
  const { files, ledger } = world;
  const { id, changes } = table;
  if (!isBehind(world, table, csv)) return csv.path;
  const { next, ...rest } = csv;
  const written = (path: string, file: WrittenFile) => {
    const upTo = ledger.tables.lastIn(id, csv.number);
    ledger.tables.update(id, { csv: { ...rest, path, written: file, upTo, saved: changes } }, 'restorable');
    return path;
  };
  const putWhole = (path: string, before: WrittenFile | undefined) => {
    const sources = before === undefined ? wanted.map(({ document }) => absolutePath(target.folder, document.path)) : [];
    const intend = (sha256: string) => void ledger.tables.update(id, { csv: { ...rest, path, next: sha256 } });
    return putInPlace(world, path, csvContent(cellsIn(world, table, csv), csv), before, intend, sources);
  };
  if (csv.written === undefined || ours === undefined) {
    for (let { path } = csv; ; path = await freePath(world, target, table)) {
      const file = await putWhole(path, undefined);
      if (file !== 'taken') return written(path, file);
    }
  }
  if (next === undefined || csv.saved < changes) {
    const file = await putWhole(csv.path, ours.file);
    if (file === 'taken') throw new Error('A file that was there has been created.');
    return written(csv.path, file);
  }
  const facts = await files.writeAt(csv.path, ours.file, ours.end, rowsBehind(world, table, csv));
  return written(csv.path, { sha256: next, ...facts });
}

/** The first name that is free on disk and that no other route's CSV is about to get. */
function freePath(
  { files, ledger }: DeliveryWorld,
  { folder, info }: DeliveryTarget,
  own: TableRecord | undefined,
): Promise<string> {
  const others = ledger.tables.all(folder.id).filter(({ id, csv }) => id !== own?.id && csv?.written === undefined);
  const taken = new Set(others.map(({ csv }) => csv?.path));
  return firstFree(async (attempt) => {
    const path = join(folder.path, csvName(info, attempt, folder.path));
    return taken.has(path) || (await files.stat(path)) !== undefined ? undefined : path;
  });
}

function continuedNotes(old: CsvFile, next: string, isTaken: boolean, count: number, isDeleted: boolean): Message[] {
  const code = isTaken ? 'delivery.csv.columnTaken' : 'delivery.csv.edited';
  const said = isDeleted ? [] : [say(code, { path: old.path, next })];
  return count === 0 ? said : [...said, say('delivery.csv.carried', { count, path: old.path, next })];
}

export function infoOf({ routes }: Pick<LedgerReader, 'routes'>, origin: string, route: Route): RouteInfo {
  return routes.info(origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 };
}

/**
 * Puts rows of documents that were delivered before their folder had a table: a workbook has all of them, a CSV those that come.
 * @returns the last one that was looked at; undefined: none is left
 */
export function putMissingRows(ledger: Ledger, folder: Folder, after: number, limit: number): number | undefined {
  const ids = ledger.tables.withoutRow(folder.id, after, limit);
  if (ids.length === 0) return undefined;
  ledger.transaction(() => {
    for (const id of ids) {
      const document = ledger.documents.get(id);
      if (document !== undefined) putRowsOf(ledger, folder, document);
    }
  });
  return ids.at(-1);
}

function putRowsOf(ledger: Ledger, folder: Folder, document: Document): void {
  const delivered = gather(
    { ledger },
    infoOf(ledger, document.origin, document.route),
    document,
    folder.settings,
    isReplaced(ledger, document),
  );
  if (delivered === undefined) return;
  const deliveredAt = new Date(writtenAt(document.delivery) ?? document.changedAt).toISOString();
  for (const each of [atEarlierStep(delivered), delivered])
    if (each !== undefined) putRow(ledger, folder, document, each, deliveredAt);
}

function putRow({ tables }: Ledger, folder: Folder, { id, origin }: Document, delivered: Delivered, deliveredAt: string): void {
  const { route, fields } = delivered.info;
  const known = tables.find(folder.id, route);
  const all = cellsOf(delivered, deliveredAt);
  const columns = columnsWith(known?.columns ?? [], delivered.info, [all]);
  const table = known ?? tables.add({ folderId: folder.id, origin, route, columns, changes: 0, left: [] });
  const grown = columns === table.columns ? table : tables.update(table.id, { columns });
  const cells = cellsWithin(all, new Set(columns.map(({ name }) => name)), fields);
  tables.putRow(grown, { position: tables.lastPosition(table.id) + 1, documentId: id, csv: 0, cells });
}

/**
 * Whether the row of a document says another file name than this one; where a template names the directories too, another path.
 */
export function isRowNamedOtherwise(world: DeliveryWorld, target: DeliveryTarget, document: Document, path: string): boolean {
  const { fileAway } = target.folder.settings;
  const saysPath = document.undone !== undefined || (fileAway.kind === 'move' && fileAway.as !== undefined);
  return tablesOf(world, target, [document]).some(({ folder, info }) => {
    const table = world.ledger.tables.find(folder.id, info.route);
    const file = printedIn(
      table && world.ledger.tables.rowsOf(table, [document.id]).get(document.id)?.cells[ownColumn('file', info.fields)],
    );
    if (file === '') return false;
    return saysPath ? file !== path : fileNameOf(file) !== fileNameOf(path);
  });
}

/** The tables in which documents have rows: that of their route, and those of the classifications that they came from. */
function tablesOf({ ledger }: DeliveryWorld, target: DeliveryTarget, documents: readonly Document[]): DeliveryTarget[] {
  const infos = new Map([[routeKey(target.info.route), target.info]]);
  for (const { origin, verdict } of documents) {
    const info = verdict && ledger.routes.info(origin, verdict.route);
    if (info !== undefined) infos.set(routeKey(info.route), info);
  }
  return [...infos.values()].map((info) => ({ ...target, info }));
}

/**
 * Rows of renamed documents say their new names, in a table that is as it was written: for nothing but a name no new table is
 * begun.
 * @throws DiskProblem
 */
export async function renameRows(world: DeliveryWorld, target: DeliveryTarget, renamed: readonly Document[]): Promise<void> {
  if (!hasTables(target.folder.settings)) return;
  for (const table of tablesOf(world, target, renamed)) await carryTable(world, table, { wanted: [], kept: renamed });
}
