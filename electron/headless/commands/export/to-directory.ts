import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { profileOf, type TableColumn, type TableValues } from '../../../core/config/table-profile.ts';
import { type Document, directoryOf, fileNameOf } from '../../../core/document/document.ts';
import { boundedColumns, type Cells, mostColumns } from '../../../core/document/table.ts';
import { say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { assertNever } from '../../../core/result.ts';
import { type Delivered, gather, isReplaced } from '../../../engine/deliver/delivered.ts';
import { csvName, firstFree, jsonName, tryDisk } from '../../../engine/deliver/delivery-target.ts';
import { jsonBytes, jsonLine } from '../../../engine/deliver/json.ts';
import { cellsOf, cellsWithin, columnsFor } from '../../../engine/deliver/tables/cells.ts';
import { csvContent } from '../../../engine/deliver/tables/csv.ts';
import { xlsxBytes } from '../../../engine/deliver/tables/xlsx.ts';
import { type Content, DiskProblem, type Files, type Hash } from '../../../engine/ports.ts';
import type { RecordedFolder } from '../../../workspace/engine/engine-snapshot.ts';
import { Refusal } from '../../input/refusal.ts';
import { isoTime } from '../../output/events.ts';
import { type Chosen, type Exported, type ExportWorld, type Group, groupByRoute, type TableFormat } from './selection.ts';

export interface ExportOptions {
  /** Absolute; created if it is missing. */
  readonly directory: string;
  readonly json: boolean;
  /** Undefined: no tables. */
  readonly table?: {
    readonly format: TableFormat;
    readonly delimiter: string;
    /** Undefined: as the folder says, and in a workbook as they were read. */
    readonly values?: TableValues;
    /** Which, in this order, under these headings. Undefined: as the folder says. */
    readonly columns?: readonly TableColumn[];
  };
}

/**
 * Writes JSON and tables again from the ledger, which is only read. The files of one folder are laid out in the directory
 * as the documents are in the folder; several folders get a directory each. A file that already has this content is left
 * as it is; so is one with other content, and the next free name is taken.
 * @throws Refusal before anything is written, if no table has a column that was asked for
 */
export async function* exportTo(world: ExportWorld, chosen: readonly Chosen[], options: ExportOptions): AsyncGenerator<Exported> {
  const names = new Set<string>();
  const directory = await world.files.realPath(options.directory);
  const { json, table } = options;
  const parts = chosen
    .filter(({ ids }) => ids.length > 0)
    .flatMap(({ folder, ids }) => {
      const below = chosen.length === 1 ? directory : join(directory, ownName(basename(folder.path), names));
      return groupByRoute(ids, world.ledger).map((group) => ({
        folder,
        group,
        below,
        ...(table && tableOf(world, folder, group, table)),
      }));
    });
  const known = new Set(parts.flatMap((part) => [...(part.known ?? [])]));
  const unknown = table?.columns?.flatMap(({ name }) => (known.has(name) ? [] : [name])) ?? [];
  if (unknown.length > 0 && known.size > 0)
    throw new Refusal(say('answers.export.noColumn', { names: unknown.join(', '), columns: [...known].join(', ') }));
  for (const { folder, group, below, shown } of parts) {
    if (json) yield* writeJsons(world, folder, group, below);
    if (table !== undefined && shown !== undefined) yield await writeTable(world, folder, group, below, table.format, shown);
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
  for (const { document, delivered, deliveredAt } of rowsOf(world, folder, group)) {
    const directory = join(below, directoryOf(document.path));
    const name = (attempt: number, limit: number) => jsonName(fileNameOf(document.path), attempt, limit);
    yield put(world.files, 'json', directory, name, () => jsonBytes(delivered, deliveredAt));
  }
}

/** What a table shows, and every column that it could show. */
function tableOf(
  world: ExportWorld,
  folder: RecordedFolder,
  group: Group,
  { format, delimiter, values: asked, columns }: Required<ExportOptions>['table'],
) {
  const { info } = group;
  const profile = folder.settings === undefined ? {} : profileOf(folder.settings, info.route);
  const values = asked ?? profile.values ?? (format === 'xlsx' ? 'typed' : 'printed');
  const chosen = columns ?? profile.columns;
  const { known, needed } = columnsIn(rowsOf(world, folder, group), { ...info, values }, chosen);
  return { known, shown: { info, columns: chosen ?? needed.map((name) => ({ name, heading: name })), values, delimiter } };
}

function writeTable(
  world: ExportWorld,
  folder: RecordedFolder,
  group: Group,
  below: string,
  format: TableFormat,
  table: ReturnType<typeof tableOf>['shown'],
): Promise<Exported> {
  const rows = () => rowsOf(world, folder, group);
  const name = (attempt: number) => csvName(group.info, attempt, folder.path, format);
  return put(world.files, format, below, name, () => {
    switch (format) {
      case 'csv':
        return csvContent(cellsIn(rows(), table), table);
      case 'xlsx':
        return xlsxBytes(table, cellsIn(rows(), table));
      case 'jsonl':
        return jsonLines(rows());
      default:
        return assertNever(format);
    }
  });
}

const rowsAtOnce = 500;

/** One line a document, with everything that its JSON has. */
function* jsonLines(rows: Iterable<Row>): Generator<Uint8Array> {
  let piece: Uint8Array[] = [];
  for (const { delivered, deliveredAt } of rows) {
    if (piece.push(jsonLine(delivered, deliveredAt)) < rowsAtOnce) continue;
    yield Buffer.concat(piece);
    piece = [];
  }
  if (piece.length > 0) yield Buffer.concat(piece);
}

function* cellsIn(
  rows: Iterable<Row>,
  { columns, info }: { readonly columns: readonly TableColumn[]; readonly info: Group['info'] },
): Generator<Cells> {
  const names = new Set(columns.map(({ name }) => name));
  for (const { delivered, deliveredAt } of rows) yield cellsWithin(cellsOf(delivered, deliveredAt), names, info.fields);
}

/** With so many, our own among them, a table is full. */
const enoughColumns = mostColumns + 100;

/**
 * The columns that there are, and those that all rows need together, besides the `chosen` ones. Only documents that add one are kept in
 * memory.
 */
function columnsIn(
  rows: Iterable<Row>,
  { values, ...info }: Group['info'] & { readonly values: TableValues },
  chosen: readonly TableColumn[] | undefined,
) {
  const namesFor = (all: readonly Cells[]) =>
    columnsFor(info, all).flatMap(({ name, typed }) => (typed === true && values === 'printed' ? [] : [name]));
  const known = new Set<string>();
  const withNewColumns: Cells[] = [];
  for (const { delivered, deliveredAt } of rows) {
    const cells = cellsOf(delivered, deliveredAt);
    const columns = namesFor([cells]);
    if (known.size <= enoughColumns && columns.some((column) => !known.has(column))) {
      for (const column of columns) known.add(column);
      withNewColumns.push(cells);
    }
  }
  const names = chosen?.map(({ name }) => name);
  return { known, needed: boundedColumns(namesFor(withNewColumns), info.fields, names) };
}

/** What a table says of one document. */
interface Row {
  readonly document: Document;
  readonly delivered: Delivered;
  /** So that two exports write the same. ISO 8601, UTC. */
  readonly deliveredAt: string;
}

function* rowsOf({ ledger }: ExportWorld, { settings }: RecordedFolder, { ids, info }: Group): Generator<Row> {
  for (const id of ids) {
    const document = ledger.documents.get(id);
    if (document === undefined) continue;
    const { delivery, changedAt } = document;
    const delivered = gather({ ledger }, info, document, settings, isReplaced(ledger, document));
    if (delivered !== undefined) yield { document, delivered, deliveredAt: isoTime('at' in delivery ? delivery.at : changedAt) };
  }
}

/**
 * Under the first name that is free, or whose file has exactly these bytes.
 * @param bytes makes them anew: a large table is never held whole
 */
async function put(
  files: Files,
  kind: 'json' | TableFormat,
  directory: string,
  name: (attempt: number, limit: number) => string,
  bytes: () => Content,
): Promise<Exported> {
  let wanted: Promise<Hash> | undefined;
  const outcome = await tryDisk(async () => {
    await files.makeDirectory(directory);
    return firstFree(async (attempt, limit): Promise<Exported | undefined> => {
      const path = join(directory, name(attempt, limit));
      const entry = await files.stat(path);
      if (entry?.kind === 'file') {
        wanted ??= hashOf(bytes());
        if (await holds(files, path, entry.size, await wanted)) return { state: 'there', kind, path };
      }
      if (entry !== undefined) return undefined;
      return (await files.createWhole(path, bytes())) === 'taken' ? undefined : { state: 'written', kind, path };
    });
  });
  return outcome instanceof DiskProblem ? { state: 'not', path: outcome.path, why: messageOf(outcome) } : outcome;
}

async function holds(files: Files, path: string, size: number, wanted: Hash): Promise<boolean> {
  return size === wanted.size && (await files.hash(path)).sha256 === wanted.sha256;
}

async function hashOf(bytes: Content): Promise<Hash> {
  const hash = createHash('sha256');
  let size = 0;
  for await (const piece of bytes instanceof Uint8Array ? [bytes] : bytes) {
    hash.update(piece);
    size += piece.length;
  }
  return { sha256: hash.digest('hex'), size };
}
