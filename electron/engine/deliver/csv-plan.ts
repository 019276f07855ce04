import { join } from 'node:path';
import type { Document } from '../../core/document/document.ts';
import type { CsvRecord } from '../../core/document/records.ts';
import { type Cells, cellsOf, columnsFor, delimiterFor, ownColumns, sameCells } from './csv.ts';
import { lookAtCsv } from './csv-file.ts';
import type { Delivered } from './delivered.ts';
import { checkStillThere, type DeliverySubject, type DeliveryWorld, firstFree, outputToReplace } from './delivery-context.ts';
import { csvName } from './names.ts';
import type { CsvJournal, JournalledRow } from './write-journal.ts';

/** A document whose row is to be in the CSV. */
export interface WantedRow {
  readonly document: Document;
  readonly delivered: Delivered;
  /** ISO 8601, UTC. */
  readonly deliveredAt: string;
}

export interface CsvPlan {
  /** Rows that are there and say what they should: document → path. */
  readonly there: ReadonlyMap<number, string>;
  readonly write?: CsvWrite;
  /** What a person should know, such as why a new CSV is begun. */
  readonly notes: readonly string[];
}

export interface CsvWrite {
  readonly how: CsvJournal['how'];
  /** The CSV to write to; absent: a new one. */
  readonly record?: CsvRecord;
  /** The CSV that is not touched again. */
  readonly leave?: CsvRecord;
  readonly path: string;
  readonly columns: readonly string[];
  readonly delimiter: string;
  readonly rows: readonly JournalledRow[];
}

/**
 * Decides which rows are to be written, and where; changes nothing. The journal of an earlier delivery must have been
 * settled (`settleCsvJournal`).
 * @throws DiskProblem
 */
export async function planCsv(world: DeliveryWorld, subject: DeliverySubject, wanted: readonly WantedRow[]): Promise<CsvPlan> {
  const { info, folder } = subject;
  const record = world.ledger.csv.current(folder.id, info.route);
  const rows = wanted.map((want) => missingRow(world, subject, record, want));
  const missing = rows.filter((row) => row !== undefined);
  const there = new Map(
    wanted.flatMap(({ document }, index) =>
      record === undefined || rows[index] !== undefined ? [] : [[document.id, record.path]],
    ),
  );
  if (missing.length === 0) return { there, notes: [] };

  let onDisk = record === undefined ? undefined : await lookAtCsv(world, record);
  if (record !== undefined && onDisk?.kind === 'deleted') {
    const documents = missing.map(({ document }) => document);
    await checkStillThere(world, folder, documents);
    onDisk = await lookAtCsv(world, record);
  }
  if (record === undefined || onDisk === undefined) return { there, write: await inNew(world, subject, missing), notes: [] };
  switch (onDisk.kind) {
    case 'unbegun':
      return { there, write: await inNew(world, subject, missing, { record }), notes: [] };
    case 'deleted':
      return { there, write: await inNew(world, subject, missing, { leave: record }), notes: [] };
    case 'edited':
      return goOnElsewhere('It has been edited since Intray wrote it');
    case 'ours': {
      const own = ownColumns(info.route.kind, info.fields);
      if (own.every((column) => record.columns.includes(column))) {
        return { there, write: inCurrent(subject, onDisk.record, missing), notes: [] };
      }
      return goOnElsewhere('The extraction has a field now that is named as a column of it was');
    }
  }

  async function goOnElsewhere(why: string): Promise<CsvPlan> {
    const write = await inNew(world, subject, missing, record && { leave: record });
    return { there, write, notes: [`"${record?.path}" is left as it is, and "${write.path}" goes on. ${why}.`] };
  }
}

interface MissingRow extends WantedRow {
  readonly cells: Cells;
  /** Whose row is where this one belongs: the document's own, or that of the earlier content of its path. */
  readonly place: number | undefined;
}

/** Undefined if the row is there and says what it should. */
function missingRow(
  world: DeliveryWorld,
  { info }: DeliverySubject,
  record: CsvRecord | undefined,
  want: WantedRow,
): MissingRow | undefined {
  const cells = cellsOf(want.delivered, want.deliveredAt);
  if (record === undefined) return { ...want, cells, place: undefined };
  const row = world.ledger.csv.rowOf(want.document.id);
  if (row?.csvId !== record.id) return { ...want, cells, place: placeToTakeOver(world, record, want.document) };
  return sameCells(row.cells, cells, info.fields) ? undefined : { ...want, cells, place: want.document.id };
}

/** The earlier content of the document's path that has a row in this CSV. */
function placeToTakeOver(world: DeliveryWorld, record: CsvRecord, document: Document): number | undefined {
  const replaced = document.replaces === undefined ? undefined : world.ledger.documents.get(document.replaces);
  const output = replaced === undefined ? undefined : outputToReplace(world, replaced, 'csv');
  if (output === undefined) return undefined;
  return world.ledger.csv.rowOf(output.documentId)?.csvId === record.id ? output.documentId : undefined;
}

async function inNew(
  world: DeliveryWorld,
  subject: DeliverySubject,
  missing: readonly MissingRow[],
  old: { readonly record?: CsvRecord; readonly leave?: CsvRecord } = {},
): Promise<CsvWrite> {
  return {
    ...old,
    how: 'create',
    path: await freeCsvPath(world, subject, old.record),
    columns: columnsOf(subject, missing),
    delimiter: subject.folder.settings.delimiter ?? delimiterFor(subject.locale),
    rows: missing.map(({ document, cells }) => ({ documentId: document.id, cells })),
  };
}

/** At the end, if nothing of what is there changes. */
function inCurrent(subject: DeliverySubject, record: CsvRecord, missing: readonly MissingRow[]): CsvWrite {
  const columns = [...new Set([...record.columns, ...columnsOf(subject, missing)])];
  const delimiter = subject.folder.settings.delimiter ?? record.delimiter;
  const appends =
    missing.every((row) => row.place === undefined) && columns.length === record.columns.length && delimiter === record.delimiter;
  const rows = missing.map(({ document, cells, place }) => ({
    documentId: document.id,
    cells,
    ...(place !== undefined && place !== document.id && { replaces: place }),
  }));
  return { how: appends ? 'append' : 'rewrite', record, path: record.path, columns, delimiter, rows };
}

function columnsOf({ info }: DeliverySubject, missing: readonly MissingRow[]): readonly string[] {
  return columnsFor(
    info.route.kind,
    info.fields,
    missing.map((row) => row.delivered),
  );
}

/** The first name that is free on disk and that no other route's CSV is about to take. */
export async function freeCsvPath(world: DeliveryWorld, { folder, info }: DeliverySubject, own?: CsvRecord): Promise<string> {
  const others = world.ledger.csv
    .all(folder.id)
    .filter((csv) => csv.state === 'current' && csv.facts.size === 0 && csv.id !== own?.id);
  const taken = new Set(others.map((csv) => csv.path));
  return firstFree(async (attempt) => {
    const path = join(folder.path, csvName(info, attempt));
    return taken.has(path) || (await world.files.stat(path)) !== undefined ? undefined : path;
  });
}
