import { createHash } from 'node:crypto';
import { basename, join } from 'node:path';
import { profileOf, type TableColumn, type TableValues } from '../../../core/config/table-profile.ts';
import { type Document, directoryOf, fileNameOf } from '../../../core/document/document.ts';
import type { Cells } from '../../../core/document/table.ts';
import { boundedColumns, mostColumns } from '../../../core/document/table-columns.ts';
import { say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { type Delivered, gather, isReplaced } from '../../../engine/deliver/delivered.ts';
import { csvName, firstFree, jsonName, orProblem } from '../../../engine/deliver/delivery-target.ts';
import { jsonBytes } from '../../../engine/deliver/json.ts';
import { cellsOf, columnsFor } from '../../../engine/deliver/tables/cells.ts';
import { type Content, DiskProblem, type Files, type Hash } from '../../../engine/ports.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import type { RecordedFolder } from '../../../workspace/engine/engine-snapshot.ts';
import { type Chosen, type Exported, type Group, groupByRoute } from './selection.ts';
import { type TableFormat, type TableRow, tableBytes } from './tables.ts';

export interface ExportWorld {
  readonly files: Files;
  readonly ledger: LedgerReader;
}

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
 */
export async function* exportTo(world: ExportWorld, chosen: readonly Chosen[], options: ExportOptions): AsyncGenerator<Exported> {
  const names = new Set<string>();
  const directory = await world.files.realPath(options.directory);
  const asked = options.table?.columns?.map(({ name }) => name) ?? [];
  const known = new Set<string>();
  for (const { folder, ids } of chosen) {
    if (ids.length === 0) continue;
    const below = chosen.length === 1 ? directory : join(directory, ownName(basename(folder.path), names));
    for (const group of groupByRoute(ids, world.ledger)) {
      if (options.json) yield* writeJsons(world, folder, group, below);
      if (options.table !== undefined) yield await writeTable(world, folder, group, below, options.table, known);
    }
  }
  const unknown = asked.filter((name) => !known.has(name));
  if (unknown.length > 0 && known.size > 0)
    yield {
      state: 'not',
      path: directory,
      why: say('answers.export.noColumn', { names: unknown.join(', '), columns: [...known].join(', ') }),
    };
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
    yield put(
      world.files,
      'json',
      directory,
      (attempt, limit) => jsonName(fileNameOf(document.path), attempt, limit),
      () => bytes,
    );
  }
}

async function writeTable(
  world: ExportWorld,
  folder: RecordedFolder,
  group: Group,
  below: string,
  { format, delimiter, values, columns }: Required<ExportOptions>['table'],
  known: Set<string>,
): Promise<Exported> {
  const profile = folder.settings === undefined ? {} : profileOf(folder.settings, group.info.route);
  const written = values ?? profile.values ?? (format === 'xlsx' ? 'typed' : 'printed');
  const rows = function* () {
    for (const { document, delivered } of deliveredOf(world, folder, group))
      yield { delivered, deliveredAt: deliveredAt(document) };
  };
  const shown = chosenColumns(columns ?? profile.columns, rows(), { ...group.info, values: written }, known);
  const table = { info: group.info, columns: shown, values: written, delimiter };
  const name = (attempt: number) => csvName(group.info, attempt, folder.path, format);
  return put(world.files, format, below, name, () => tableBytes(format, { ...table, rows: rows() }));
}

/** With so many, our own among them, a table is full. */
const enoughColumns = mostColumns + 100;

/**
 * The columns that all rows need together, or those that were asked for. Only documents that add one are kept in memory.
 * @param everKnown gets the columns that there are
 */
function chosenColumns(
  asked: Required<ExportOptions>['table']['columns'],
  rows: Iterable<TableRow>,
  { values, ...info }: Group['info'] & { readonly values: TableValues },
  everKnown: Set<string>,
): readonly TableColumn[] {
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
  const chosen = asked?.map(({ name }) => name);
  const needed = boundedColumns(namesFor(withNewColumns), info.fields, chosen);
  for (const column of known) everKnown.add(column);
  return asked ?? needed.map((name) => ({ name, heading: name }));
}

function* deliveredOf(
  { ledger }: ExportWorld,
  { settings }: RecordedFolder,
  { ids, info }: Group,
): Generator<{ document: Document; delivered: Delivered }> {
  for (const id of ids) {
    const document = ledger.documents.get(id);
    const delivered =
      document === undefined ? undefined : gather({ ledger }, info, document, settings, isReplaced(ledger, document));
    if (document !== undefined && delivered !== undefined) yield { document, delivered };
  }
}

/** When it was delivered, so that two exports write the same. ISO 8601, UTC. */
function deliveredAt({ delivery, changedAt }: Document): string {
  return new Date('at' in delivery ? delivery.at : changedAt).toISOString();
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
  const outcome = await orProblem(async () => {
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
