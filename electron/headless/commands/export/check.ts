import { parse } from 'csv-parse/sync';
import type { FolderSettings } from '../../../core/config/folder-settings.ts';
import type { Document } from '../../../core/document/document.ts';
import { type Cells, type CsvFile, type TableRecord, type TableRow, textIn } from '../../../core/document/table.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { assertNever } from '../../../core/result.ts';
import { isReplaced } from '../../../engine/deliver/delivered.ts';
import { hasWorkbooks, orProblem } from '../../../engine/deliver/delivery-target.ts';
import { safeToOpen } from '../../../engine/deliver/tables/csv.ts';
import { DiskProblem, type Files } from '../../../engine/ports.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { type ComparedSheet, readSheet } from './check-sheets.ts';
import type { Chosen } from './selection.ts';

interface CheckWorld {
  readonly files: Files;
  readonly ledger: LedgerReader;
}

/** How the tables of a folder compare with the ledger. Counts of rows. */
export interface Balance {
  /** The folder's, absolute. */
  readonly path: string;
  /** Documents that were delivered, and the rows that the ledger has of them. */
  readonly delivered: number;
  readonly rows: number;
  /** Documents that were delivered and whose results are no longer in the ledger: their rows are compared all the same. */
  readonly dropped: number;
  readonly differences: readonly Difference[];
}

/** `table`: absolute. `missing`: the files whose row is not in it; `more`: rows that are nobody's. */
export type Difference =
  | { readonly kind: 'no-row'; readonly files: readonly string[] }
  | { readonly kind: 'unreadable'; readonly table: string; readonly why: Message }
  | { readonly kind: 'table'; readonly table: string; readonly missing: readonly string[]; readonly more: number };

/**
 * Proves that every delivered document has its one row: the ledger is compared with the tables on disk, and nothing is
 * written. A row is known by its SHA-256, however a person has sorted or edited the table; where the table does not have that, by
 * all of its cells.
 */
export async function* checkTables(world: CheckWorld, chosen: readonly Chosen[]): AsyncGenerator<Balance> {
  for (const { folder, ids, dropped } of chosen) {
    const { settings } = folder;
    const hasCsv = settings?.outputs.csv !== 'off';
    const hasBooks = settings !== undefined && hasWorkbooks(settings);
    if (!hasCsv && !hasBooks) continue;
    const done = ids.flatMap((id) => world.ledger.documents.get(id) ?? []).filter(({ delivery }) => delivery.kind === 'done');
    const tables = world.ledger.tables.all(folder.id);
    const differences: Difference[] = [];
    const withRow = new Set<number>();
    for (const table of hasCsv ? tables : []) {
      const { csv } = table;
      if (csv === undefined) continue;
      const rows = [...world.ledger.tables.rows(table, { csv: csv.number })];
      for (const { documentId } of rows) withRow.add(documentId);
      const difference = await compare(world, csv, rows);
      if (difference !== undefined) differences.push(difference);
    }
    const withLine = new Set<number>();
    if (hasBooks) {
      for (const table of tables) {
        const difference = await compareSheet(world, { path: folder.path, settings }, table, withLine);
        if (difference !== undefined) differences.push(difference);
      }
    }
    const lacks = ({ id }: Document) => (hasCsv && !withRow.has(id)) || (hasBooks && !withLine.has(id));
    // A content whose path another one has may have come before the table.
    const delivered = done.filter((document) => !lacks(document) || !isReplaced(world.ledger, document));
    const without = delivered.filter(lacks).map(({ id }) => id);
    if (without.length > 0) differences.push({ kind: 'no-row', files: pathsOf(world, without) });
    yield { path: folder.path, delivered: delivered.length, rows: delivered.length - without.length, dropped, differences };
  }
}

async function compare(world: CheckWorld, csv: CsvFile, rows: readonly TableRow[]): Promise<Difference | undefined> {
  const identity = identityOf(csv);
  const found = await orProblem(() => rowsIn(world.files, csv, identity));
  if (found instanceof DiskProblem) return { kind: 'unreadable', table: csv.path, why: messageOf(found) };
  const expected = rows.map(({ documentId, cells }) => ({
    documentId,
    key: identity.kind === 'hash' ? (world.ledger.documents.get(documentId)?.hash ?? '') : wholeRow(cells, identity.names, csv),
  }));
  return differenceIn(world, csv.path, { expected, found });
}

/** @param withLine gets the documents that have a row by the ledger */
async function compareSheet(
  world: CheckWorld,
  folder: { readonly path: string; readonly settings: FolderSettings },
  table: TableRecord,
  withLine: Set<number>,
): Promise<Difference | undefined> {
  const path = table.book?.path ?? folder.path;
  for (const { documentId } of world.ledger.tables.rows(table)) withLine.add(documentId);
  try {
    return differenceIn(world, path, await readSheet(world, folder, table));
  } catch (error) {
    // A disk that refuses, or a file that is no workbook any more.
    return { kind: 'unreadable', table: path, why: messageOf(error) };
  }
}

function differenceIn(world: CheckWorld, table: string, { expected, found }: ComparedSheet): Difference | undefined {
  const left = new Map<string, number>();
  for (const row of found) left.set(row, (left.get(row) ?? 0) + 1);
  const missing = expected.filter(({ key }) => {
    const count = left.get(key) ?? 0;
    if (count > 0) left.set(key, count - 1);
    return count === 0;
  });
  const more = [...left.values()].reduce((sum, count) => sum + count, 0);
  if (missing.length + more === 0) return undefined;
  const ids = missing.map(({ documentId }) => documentId);
  return { kind: 'table', table, missing: pathsOf(world, ids), more };
}

/** What a row of a table is known by: its SHA-256, in the column with this heading; in a table without that, all of its cells. */
type Identity =
  | { readonly kind: 'hash'; readonly heading: string }
  | { readonly kind: 'whole'; readonly names: readonly string[] };

function identityOf({ columns }: CsvFile): Identity {
  const own = columns.findLast(({ name }) => /^(?:intray_)*sha256$/.test(name));
  if (own !== undefined) return { kind: 'hash', heading: own.heading };
  return { kind: 'whole', names: columns.map(({ name }) => name) };
}

function wholeRow(cells: Cells, names: readonly string[], { values }: CsvFile): string {
  return JSON.stringify(names.map((name) => safeToOpen(textIn(cells, name, values))));
}

/** The rows of a table, each as what it is known by. No rows: there is no such file, or it is not a table. */
async function rowsIn(files: Files, { path, delimiter }: CsvFile, identity: Identity): Promise<readonly string[]> {
  const entry = await files.stat(path);
  if (entry?.kind !== 'file') return [];
  const text = Buffer.from(await files.read(path, 0, entry.size)).toString('utf8');
  const rows: string[][] = parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true });
  if (identity.kind === 'whole') return rows.slice(1).map((row) => JSON.stringify(row));
  const column = (rows[0] ?? []).lastIndexOf(safeToOpen(identity.heading));
  return rows.slice(1).map((row) => row[column] ?? '');
}

function pathsOf({ ledger }: CheckWorld, ids: readonly number[]): readonly string[] {
  return ids.map((id) => ledger.documents.get(id)?.path ?? '');
}

/** For people: a line for a folder whose books balance, else what differs and what to do. Pure. */
export function balanceMessages({ path, delivered, dropped, differences }: Balance): readonly Message[] {
  const noLonger = dropped === 0 ? [] : [say('answers.export.dropped', { path, count: dropped })];
  if (differences.length === 0) return [say('answers.export.balanced', { path, count: delivered }), ...noLonger];
  return [
    ...noLonger,
    ...differences.map((difference) => {
      switch (difference.kind) {
        case 'no-row':
          return say('answers.export.noRow', { path, count: difference.files.length, first: difference.files[0] ?? '' });
        case 'unreadable':
          return say('answers.about', { path: difference.table, message: difference.why });
        case 'table':
          return say('answers.export.rowsDiffer', {
            path: difference.table,
            missing: difference.missing.length,
            more: difference.more,
          });
        default:
          return assertNever(difference);
      }
    }),
    say('answers.export.rebalance', { path }),
  ];
}
