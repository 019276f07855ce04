import { basename, join } from 'node:path';
import { type Document, directoryOf, fileNameOf } from '../../../core/document/document.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { type Cells, cellsOf, columnsFor, csvHeader, csvRows } from '../../../engine/deliver/csv.ts';
import { type Delivered, gather } from '../../../engine/deliver/delivered.ts';
import { firstFree, orProblem } from '../../../engine/deliver/delivery-target.ts';
import { jsonBytes } from '../../../engine/deliver/json.ts';
import { csvName, jsonName } from '../../../engine/deliver/names.ts';
import { DiskProblem, type Files } from '../../../engine/ports.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import type { RecordedFolder } from '../../../workspace/engine/engine-snapshot.ts';
import { type Chosen, type Exported, type Group, groupByRoute } from './selection.ts';

export interface ExportWorld {
  readonly files: Files;
  readonly ledger: LedgerReader;
}

export interface ExportOptions {
  /** Absolute; created if it is missing. */
  readonly directory: string;
  readonly json: boolean;
  readonly csv: boolean;
  readonly delimiter: string;
}

/**
 * Writes JSON and tables again from the ledger, which is only read. The files of one folder are laid out in the directory
 * as the documents are in the folder; several folders get a directory each. A file that already has this content is left
 * as it is; so is one with other content, and the next free name is taken.
 */
export async function* exportTo(world: ExportWorld, chosen: readonly Chosen[], options: ExportOptions): AsyncGenerator<Exported> {
  const names = new Set<string>();
  const directory = await world.files.realPath(options.directory);
  for (const { folder, ids } of chosen) {
    if (ids.length === 0) continue;
    const below = chosen.length === 1 ? directory : join(directory, ownName(basename(folder.path), names));
    for (const group of groupByRoute(ids, world.ledger)) {
      if (options.json) yield* writeJsons(world, folder, group, below);
      if (options.csv) yield writeTable(world, folder, group, below, options.delimiter);
    }
  }
}

/** Two folders may have the same name, and a drive has none. */
function ownName(name: string, taken: Set<string>): string {
  const wanted = name === '' ? 'folder' : name;
  let own = wanted;
  for (let number = 2; taken.has(own.toLowerCase()); number += 1) own = `${wanted} (${number})`;
  taken.add(own.toLowerCase());
  return own;
}

async function* writeJsons(world: ExportWorld, folder: RecordedFolder, group: Group, below: string): AsyncGenerator<Exported> {
  for (const { document, delivered } of deliveredOf(world, folder, group)) {
    const bytes = jsonBytes(delivered, deliveredAt(document));
    const directory = join(below, directoryOf(document.path));
    yield put(world.files, 'json', directory, (attempt, limit) => jsonName(fileNameOf(document.path), attempt, limit), bytes);
  }
}

async function writeTable(
  world: ExportWorld,
  folder: RecordedFolder,
  group: Group,
  below: string,
  delimiter: string,
): Promise<Exported> {
  const columns = tableColumns(world, folder, group);
  const pieces: Uint8Array[] = [csvHeader(columns, delimiter)];
  let rows: Cells[] = [];
  for (const { document, delivered } of deliveredOf(world, folder, group)) {
    rows.push(cellsOf(delivered, deliveredAt(document)));
    if (rows.length < rowsAtOnce) continue;
    pieces.push(csvRows(rows, columns, delimiter));
    rows = [];
  }
  if (rows.length > 0) pieces.push(csvRows(rows, columns, delimiter));
  return put(world.files, 'csv', below, (attempt) => csvName(group.info, attempt, folder.path), Buffer.concat(pieces));
}

const rowsAtOnce = 500;

/** The columns that all rows need together. Only documents that add one are kept in memory. */
function tableColumns(world: ExportWorld, folder: RecordedFolder, group: Group): readonly string[] {
  const { route, fields } = group.info;
  const known = new Set<string>();
  const withNewColumns: Delivered[] = [];
  for (const { delivered } of deliveredOf(world, folder, group)) {
    const columns = columnsFor(route.kind, fields, [delivered]);
    if (columns.every((column) => known.has(column))) continue;
    for (const column of columns) known.add(column);
    withNewColumns.push(delivered);
  }
  return columnsFor(route.kind, fields, withNewColumns);
}

function* deliveredOf(
  { ledger }: ExportWorld,
  { settings }: RecordedFolder,
  { ids, info }: Group,
): Generator<{ document: Document; delivered: Delivered }> {
  for (const id of ids) {
    const document = ledger.documents.get(id);
    const delivered = document === undefined ? undefined : gather({ ledger }, info, document, settings);
    if (document !== undefined && delivered !== undefined) yield { document, delivered };
  }
}

/** When it was delivered, so that two exports write the same. ISO 8601, UTC. */
function deliveredAt({ delivery, changedAt }: Document): string {
  return new Date('at' in delivery ? delivery.at : changedAt).toISOString();
}

/** Under the first name that is free, or whose file has exactly these bytes. */
async function put(
  files: Files,
  kind: 'json' | 'csv',
  directory: string,
  name: (attempt: number, limit: number) => string,
  bytes: Uint8Array,
): Promise<Exported> {
  const outcome = await orProblem(async () => {
    await files.makeDirectory(directory);
    return firstFree(async (attempt, limit): Promise<Exported | undefined> => {
      const path = join(directory, name(attempt, limit));
      if (await holds(files, path, bytes)) return { state: 'there', kind, path };
      if ((await files.stat(path)) !== undefined) return undefined;
      return (await files.createWhole(path, bytes)) === 'taken' ? undefined : { state: 'written', kind, path };
    });
  });
  return outcome instanceof DiskProblem ? { state: 'not', path: outcome.path, why: messageOf(outcome) } : outcome;
}

async function holds(files: Files, path: string, bytes: Uint8Array): Promise<boolean> {
  const entry = await files.stat(path);
  if (entry?.kind !== 'file' || entry.size !== bytes.length) return false;
  return Buffer.compare(await files.read(path, 0, entry.size), bytes) === 0;
}
