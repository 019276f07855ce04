import { join } from 'node:path';
import { profileOf, type TableColumn } from '../../core/config/table-profile.ts';
import type { Document } from '../../core/document/document.ts';
import type { CsvRecord, CsvRow } from '../../core/document/records.ts';
import {
  boundedColumns,
  columnProblem,
  furtherColumn,
  hashColumn,
  mostColumns,
  ownColumns,
} from '../../core/document/table-columns.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { given, sameJson } from '../../core/plain-data.ts';
import { assertNever } from '../../core/result.ts';
import { DiskProblem } from '../ports.ts';
import { type Cells, cellsOf, cellsWithin, columnsFor, delimiterFor, sameCells, shownIn } from './csv.ts';
import { isOpenElsewhere, lookAtCsv, lostRows } from './csv-file.ts';
import type { Delivered } from './delivered.ts';
import { checkReachable, type DeliveryTarget, type DeliveryWorld, firstFree, replacedBy } from './delivery-target.ts';
import { csvName } from './names.ts';
import type { CsvJournal, CsvJournalRow } from './write-journal.ts';

/** A document whose row is to be in the CSV. */
export interface WantedRow {
  readonly document: Document;
  readonly delivered: Delivered;
  /** ISO 8601, UTC. */
  readonly deliveredAt: string;
}

export interface CsvPlan {
  /** Rows that are there and up to date: document → path. */
  readonly there: ReadonlyMap<number, string>;
  readonly write?: PlannedCsvWrite;
  /** For a person to know, such as why a new CSV is begun. */
  readonly notes: readonly Message[];
}

/** What a person is told of a table that has too many values for its columns, once. */
export function manyColumns({ columns, record, leave, path }: PlannedCsvWrite, fields: readonly string[]): Message | undefined {
  const column = furtherColumn(fields);
  const isNew = columns.includes(column) && !(record ?? leave)?.columns.includes(column);
  return isNew ? say('delivery.csv.manyColumns', { path, count: mostColumns, column }) : undefined;
}

export interface PlannedCsvWrite {
  readonly how: CsvJournal['how'];
  /** The CSV to write to; absent: a new one. */
  readonly record?: CsvRecord;
  /** The CSV that is not touched again. */
  readonly leave?: CsvRecord;
  readonly path: string;
  readonly columns: readonly string[];
  /** Which of them are written, if not all. */
  readonly shown?: readonly TableColumn[];
  readonly delimiter: string;
  readonly rows: readonly CsvJournalRow[];
  /** Documents whose rows are taken out. */
  readonly removed?: readonly number[];
}

/**
 * Decides which rows are to be written, and where; changes nothing. The journal must be empty (`recoverCsvWrite`).
 * @throws DiskProblem
 */
export async function planCsv(world: DeliveryWorld, target: DeliveryTarget, wanted: readonly WantedRow[]): Promise<CsvPlan> {
  const { info, folder } = target;
  const record = world.ledger.csv.current(folder.id, info.route);
  const shown = chosenColumns(target, record, wanted);
  const rows = wanted.map((want) => missingRow(world, target, record, want));
  const missing = rows.filter((row) => row !== undefined);
  const there = new Map(
    wanted.flatMap(({ document }, index) =>
      record === undefined || rows[index] !== undefined ? [] : [[document.id, record.path]],
    ),
  );
  let onDisk = record === undefined ? undefined : await lookAtCsv(world, record);
  const lost =
    (record !== undefined && onDisk?.kind === 'edited' ? await lostRows(world, record, hashColumn(info.fields)) : undefined) ??
    [];
  // A table that a person has edited is continued once there is a row for the new one.
  const looksOtherwise = onDisk?.kind === 'ours' && !sameJson(shown, record?.shown);
  if (missing.length + lost.length === 0 && !looksOtherwise) return { there, notes: [] };
  if (record !== undefined && (await isOpenElsewhere(world, record.path))) throw new DiskProblem('locked', record.path, 'write');
  if (record !== undefined && onDisk?.kind === 'deleted') {
    const documents = missing.map(({ document }) => document);
    await checkReachable(world, folder, documents);
    onDisk = await lookAtCsv(world, record);
  }
  if (record === undefined || onDisk === undefined)
    return { there, write: await inNew(world, target, missing, shown), notes: [] };
  switch (onDisk.kind) {
    case 'unbegun':
      return { there, write: await inNew(world, target, missing, shown, { record }), notes: [] };
    case 'deleted':
      return { there, write: await inNew(world, target, missing, shown, { leave: record }), notes: [] };
    case 'edited':
      return continueElsewhere('delivery.csv.edited', record);
    case 'ours': {
      const own = ownColumns(info.route.kind, info.fields);
      if (own.every((column) => record.columns.includes(column))) {
        return { there, write: inCurrent(target, onDisk.record, missing, shown), notes: [] };
      }
      return continueElsewhere('delivery.csv.columnTaken', record);
    }
    default:
      return assertNever(onDisk);
  }

  async function continueElsewhere(code: 'delivery.csv.edited' | 'delivery.csv.columnTaken', left: CsvRecord): Promise<CsvPlan> {
    const write = carrying(await inNew(world, target, missing, shown, { leave: left }), left, lost, info.fields);
    const notes = [say(code, { path: left.path, next: write.path })];
    if (lost.length > 0) notes.push(say('delivery.csv.carried', { count: lost.length, path: left.path, next: write.path }));
    return { there, write, notes };
  }
}

/** The rows that a table has lost come first in the one that continues it. */
function carrying(write: PlannedCsvWrite, left: CsvRecord, lost: readonly CsvRow[], fields: readonly string[]): PlannedCsvWrite {
  const anew = new Set(write.rows.map(({ documentId }) => documentId));
  const carried = lost.filter(({ documentId }) => !anew.has(documentId));
  if (carried.length === 0) return write;
  const columns = boundedColumns([...write.columns, ...left.columns], fields);
  const within = (row: CsvJournalRow): CsvJournalRow => ({ ...row, cells: cellsWithin(row.cells, columns, fields) });
  const rows = [...carried.map(({ documentId, cells }) => ({ documentId, cells })), ...write.rows].map(within);
  return { ...write, rows, columns };
}

/**
 * The columns that the folder's settings choose for the table.
 * @throws DiskProblem naming those that the extraction does not have
 */
function chosenColumns(
  { folder: { settings, path }, info }: DeliveryTarget,
  record: CsvRecord | undefined,
  wanted: readonly WantedRow[],
): readonly TableColumn[] | undefined {
  const profile = profileOf(settings, info.route);
  const seen = columnsFor(
    info.route.kind,
    info.fields,
    wanted.map(({ delivered }) => delivered),
  );
  const said = columnProblem(profile, info, [...seen, ...(record?.columns ?? [])]);
  if (said !== undefined) throw new DiskProblem('other', path, 'write', { said });
  return profile.columns;
}

interface MissingRow extends WantedRow {
  readonly cells: Cells;
  /** The document whose row this one replaces: itself, or the earlier content of its path. */
  readonly replaces: number | undefined;
}

/** Undefined if the row is there and up to date. */
function missingRow(
  world: DeliveryWorld,
  { info }: DeliveryTarget,
  record: CsvRecord | undefined,
  want: WantedRow,
): MissingRow | undefined {
  const all = cellsOf(want.delivered, want.deliveredAt);
  const cells = record === undefined ? all : cellsWithin(all, record.columns, info.fields);
  if (record === undefined) return { ...want, cells, replaces: undefined };
  const row = world.ledger.csv.rowIn(record.id, want.document.id);
  if (row === undefined) return { ...want, cells: all, replaces: rowToReplace(world, record, want.document) };
  return sameCells(row.cells, cells, info.fields) ? undefined : { ...want, cells: all, replaces: want.document.id };
}

/** The nearest earlier content of the document's path that is in a table, if it has a row in this one. */
function rowToReplace({ ledger }: DeliveryWorld, record: CsvRecord, document: Document): number | undefined {
  const seen = new Set([document.id]);
  for (let at = replacedBy(ledger, document); at !== undefined && !seen.has(at.id); at = replacedBy(ledger, at)) {
    if (ledger.csv.rowIn(record.id, at.id) !== undefined) return at.id;
    if (ledger.outputs.of(at.id).some(({ kind }) => kind === 'csv')) return undefined;
    seen.add(at.id);
  }
  return undefined;
}

async function inNew(
  world: DeliveryWorld,
  target: DeliveryTarget,
  missing: readonly MissingRow[],
  shown: readonly TableColumn[] | undefined,
  old: { readonly record?: CsvRecord; readonly leave?: CsvRecord } = {},
): Promise<PlannedCsvWrite> {
  const columns = columnsOf(target, missing, [], shown);
  return {
    ...old,
    how: 'create',
    path: await freeCsvPath(world, target, old.record),
    columns,
    ...given({ shown }),
    delimiter: target.folder.settings.delimiter ?? delimiterFor(target.locale),
    rows: missing.map(({ document, cells }) => ({
      documentId: document.id,
      cells: cellsWithin(cells, columns, target.info.fields),
    })),
  };
}

/** Appends, unless something that is there changes. */
function inCurrent(
  target: DeliveryTarget,
  record: CsvRecord,
  missing: readonly MissingRow[],
  shown: readonly TableColumn[] | undefined,
): PlannedCsvWrite {
  const columns = columnsOf(target, missing, record.columns, shown);
  const delimiter = target.folder.settings.delimiter ?? record.delimiter;
  const appends =
    missing.every((row) => row.replaces === undefined) &&
    sameJson(shownIn({ columns, ...given({ shown }) }), shownIn(record)) &&
    delimiter === record.delimiter;
  const rows = missing.map(({ document, cells, replaces }) => ({
    documentId: document.id,
    cells: cellsWithin(cells, columns, target.info.fields),
    ...(replaces !== undefined && replaces !== document.id && { replaces }),
  }));
  return { how: appends ? 'append' : 'rewrite', record, path: record.path, columns, ...given({ shown }), delimiter, rows };
}

/** @param there those that the table has */
function columnsOf(
  { info }: DeliveryTarget,
  missing: readonly WantedRow[],
  there: readonly string[],
  shown: readonly TableColumn[] = [],
): readonly string[] {
  const { route, fields } = info;
  const needed = columnsFor(
    route.kind,
    fields,
    missing.map(({ delivered }) => delivered),
  );
  return boundedColumns(
    [...there, ...needed],
    fields,
    shown.map(({ name }) => name),
  );
}

/** The first name that is free on disk and that no other route's CSV is about to get. */
export async function freeCsvPath(world: DeliveryWorld, { folder, info }: DeliveryTarget, own?: CsvRecord): Promise<string> {
  const others = world.ledger.csv
    .all(folder.id)
    .filter((csv) => csv.state === 'current' && csv.facts.size === 0 && csv.id !== own?.id);
  const taken = new Set(others.map((csv) => csv.path));
  return firstFree(async (attempt) => {
    const path = join(folder.path, csvName(info, attempt, folder.path));
    return taken.has(path) || (await world.files.stat(path)) !== undefined ? undefined : path;
  });
}
