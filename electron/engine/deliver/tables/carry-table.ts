import { join } from 'node:path';
import { profileOf, type TableColumn } from '../../../core/config/table-profile.ts';
import type { Document, FileFacts } from '../../../core/document/document.ts';
import type { Cells, Column, CsvFile, TableRecord, TableRow } from '../../../core/document/table.ts';
import {
  columnProblem,
  fileColumn,
  furtherColumn,
  hashColumn,
  inOrder,
  mostColumns,
  ownColumns,
} from '../../../core/document/table-columns.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { sameJson } from '../../../core/plain-data.ts';
import { absolutePath } from '../../loop/watched-folders.ts';
import { DiskProblem } from '../../ports.ts';
import type { Delivered } from '../delivered.ts';
import { checkReachable, csvName, type DeliveryTarget, type DeliveryWorld, firstFree, replacedBy } from '../delivery-target.ts';
import { isHere } from '../file-away.ts';
import { cellsOf, cellsWithin, columnsFor, columnsWith, sameCells } from './cells.ts';
import { type CsvLooks, csvContent, csvRows, delimiterFor } from './csv.ts';
import { type CsvOnDisk, cellsIn, isBehind, isOpenElsewhere, lookAtCsv, lostRows } from './csv-file.ts';

/** A document whose row is to be in the table. */
export interface WantedRow {
  readonly document: Document;
  readonly delivered: Delivered;
  /** ISO 8601, UTC. */
  readonly deliveredAt: string;
}

/** What becomes of the rows of a table. */
export interface RowChanges {
  readonly wanted: readonly WantedRow[];
  /** Documents that have another name, and are to have it in their row if they have one. */
  readonly renamed?: readonly Document[];
  /** Documents that have left the table's route. */
  readonly removed?: readonly Document[];
  /** Documents whose file a person has removed: their row is written anew in a CSV that is as we left it, and nowhere else. */
  readonly withoutSource?: ReadonlySet<number>;
}

export interface CarriedTable {
  /** The documents whose rows are there now, and the CSV that they are in; undefined: the folder has none. */
  readonly there: ReadonlyMap<number, string | undefined>;
  /** For a person to know, such as why a new CSV is begun. */
  readonly notes: readonly Message[];
}

/**
 * Makes the table of a folder and route have these rows, and its CSV show them: appended in time that does not depend on how long it is,
 * or written whole where rows change that it has. The ledger has the rows before the file does; what a death leaves unwritten, the next
 * call writes. A CSV that a person has edited or taken away is continued in a new one.
 * @throws DiskProblem: nothing is lost, it can be tried again
 */
export async function carryTable(world: DeliveryWorld, target: DeliveryTarget, changes: RowChanges): Promise<CarriedTable> {
  const { folder, info } = target;
  const known = world.ledger.tables.find(folder.id, info.route);
  if (known === undefined && changes.wanted.length === 0) return { there: new Map(), notes: [] };
  refuseUnknownColumns(target, known, changes.wanted);
  if (folder.settings.outputs.csv !== 'folder') return new Carrier(world, target, changes, known).carry();
  const onDisk: CsvOnDisk = known?.csv === undefined ? { kind: 'unbegun' } : await lookAtCsv(world, known, known.csv);
  const table = onDisk.kind === 'ours' && known?.csv !== undefined ? recorded(world, known, known.csv, onDisk) : known;
  return new Carrier(world, target, changes, table, onDisk).carry();
}

/** A row that is not there, or says something else. */
interface PlannedRow {
  readonly document: Document;
  /** Absent: nothing but its name is another one. */
  readonly delivered?: Delivered;
  readonly cells: Cells;
  /** As the table has it. */
  readonly before: TableRow | undefined;
}

class Carrier {
  readonly #world: DeliveryWorld;
  readonly #target: DeliveryTarget;
  readonly #changes: RowChanges;
  readonly #table: TableRecord | undefined;
  /** Undefined: the folder has none. */
  readonly #onDisk: CsvOnDisk | undefined;
  readonly #withoutSource: ReadonlySet<number>;

  constructor(
    world: DeliveryWorld,
    target: DeliveryTarget,
    changes: RowChanges,
    table: TableRecord | undefined,
    onDisk?: CsvOnDisk,
  ) {
    this.#world = world;
    this.#target = target;
    this.#changes = changes;
    this.#table = table;
    this.#onDisk = onDisk;
    this.#withoutSource = changes.withoutSource ?? new Set();
  }

  async carry(): Promise<CarriedTable> {
    const { ledger } = this.#world;
    const { folder, info } = this.#target;
    const table = this.#table;
    const csv = this.#csv;
    const rows = [...this.#missing(), ...this.#renamed()];
    const lost =
      table !== undefined && csv !== undefined && this.#onDisk?.kind === 'edited'
        ? ((await lostRows(this.#world, table, csv, hashColumn(info.fields))) ?? [])
        : [];
    // Those that were to be written when it was edited or taken away go into the next one, too.
    const owed =
      table !== undefined && csv !== undefined && this.#ours === undefined
        ? [...ledger.tables.rows(table, { csv: csv.number, after: csv.upTo })]
        : [];
    const carried = [...lost, ...owed];
    const leaving =
      table === undefined ? [] : (this.#changes.removed ?? []).flatMap(({ id }) => ledger.tables.row(table, id) ?? []);
    const columns = this.#columnsWith(rows.flatMap(({ delivered }) => delivered ?? []));
    const looks = this.#looksOf(columns);
    const isOtherwise = csv !== undefined && this.#ours !== undefined && !sameJson(looks, lookOf(csv));
    const isWhole = this.#ours?.isWhole !== false && !isOtherwise;
    const there = this.#thereBut(rows);
    if (rows.length + carried.length + leaving.length === 0 && isWhole) return { there, notes: [] };

    if (csv !== undefined) await this.#refuseInUse(csv);
    const isTaken = this.#ours !== undefined && !this.#hasOwnColumns();
    const goesOn = csv === undefined || (this.#ours !== undefined && !isTaken);
    // For nothing but a name, or a row that goes, no CSV is begun.
    const isNews =
      rows.some(({ delivered }) => delivered !== undefined) || (this.#onDisk?.kind === 'edited' && carried.length > 0);
    const isWritten = this.#onDisk !== undefined && (isNews || (csv !== undefined && goesOn));
    const left = isWritten && !goesOn ? csv : undefined;
    const file = isWritten ? await this.#fileFor(left, looks) : undefined;
    const next = ledger.transaction(() => this.#put({ rows, carried, leaving, columns, isOtherwise, left, file }));
    const notes = left === undefined ? [] : continuedNotes(left, file?.path ?? '', isTaken, lost.length, this.#onDisk?.kind);
    const further = furtherColumn(info.fields);
    if (columnNames(next).includes(further) && !columnNames(table).includes(further))
      notes.push(say('delivery.csv.manyColumns', { path: file?.path ?? folder.path, count: mostColumns, column: further }));
    const path = next.csv === undefined || file === undefined ? undefined : await this.#write(next, next.csv);
    const now = rows.flatMap(({ document, delivered }) => (delivered === undefined ? [] : [[document.id, path] as const]));
    return { there: new Map([...there, ...now]), notes };
  }

  /** The CSV that has been begun. */
  get #csv(): CsvFile | undefined {
    return this.#onDisk === undefined || this.#onDisk.kind === 'unbegun' ? undefined : this.#table?.csv;
  }

  get #ours(): Extract<CsvOnDisk, { kind: 'ours' }> | undefined {
    return this.#onDisk?.kind === 'ours' ? this.#onDisk : undefined;
  }

  #rowOf(documentId: number): TableRow | undefined {
    return this.#table && this.#world.ledger.tables.row(this.#table, documentId);
  }

  /** Whether its CSV has the row: one that a person has edited had it once. */
  #isInCsv(row: TableRow): boolean {
    const csv = this.#csv;
    return csv !== undefined && row.csv === csv.number && (this.#ours !== undefined || row.position <= csv.upTo);
  }

  /** Of a document whose file a person has removed, only a row that is there is written anew. */
  #mayWrite({ id }: Document, row: TableRow | undefined): boolean {
    if (!this.#withoutSource.has(id)) return true;
    return row !== undefined && this.#ours !== undefined && this.#isInCsv(row);
  }

  #missing(): PlannedRow[] {
    const { fields } = this.#target.info;
    const all = this.#changes.wanted.map((want) => ({ ...want, before: this.#rowOf(want.document.id) }));
    const open = all.filter(({ before, document }) => this.#mayWrite(document, before));
    const columns = this.#columnsWith(open.map(({ delivered }) => delivered));
    return open.flatMap(({ before, delivered, deliveredAt, document }) => {
      const cells = cellsWithin(cellsOf(delivered, deliveredAt), columns, fields);
      const isThere = before !== undefined && (this.#onDisk === undefined || this.#isInCsv(before));
      return isThere && sameCells(before.cells, cells, fields) ? [] : [{ document, delivered, cells, before }];
    });
  }

  #renamed(): PlannedRow[] {
    const column = fileColumn(this.#target.info.fields);
    if (!columnNames(this.#table).includes(column)) return [];
    return (this.#changes.renamed ?? []).flatMap((document) => {
      const before = this.#rowOf(document.id);
      if (before === undefined || before.cells[column] === document.path) return [];
      return [{ document, cells: { ...before.cells, [column]: document.path }, before }];
    });
  }

  /** Those of the wanted rows that need nothing, as far as they are there at all. */
  #thereBut(rows: readonly PlannedRow[]): CarriedTable['there'] {
    const planned = new Set(rows.map(({ document }) => document.id));
    const others = this.#changes.wanted.map(({ document }) => document).filter(({ id }) => !planned.has(id));
    const there = others.filter((document) => this.#mayWrite(document, this.#rowOf(document.id)));
    return new Map(there.map(({ id }) => [id, this.#csv?.path]));
  }

  #columnsWith(deliveries: readonly Delivered[]): readonly Column[] {
    const chosen = profileOf(this.#target.folder.settings, this.#target.info.route).columns ?? [];
    return columnsWith(
      this.#table?.columns ?? [],
      deliveries,
      chosen.map(({ name }) => name),
    );
  }

  #hasOwnColumns(): boolean {
    const { fields, route } = this.#target.info;
    return ownColumns(route.kind, fields).every((name) => columnNames(this.#table).includes(name));
  }

  #looksOf(columns: readonly Column[]): Looks {
    const { folder, info, locale } = this.#target;
    const profile = profileOf(folder.settings, info.route);
    const now = this.#ours === undefined ? undefined : this.#csv;
    const values = profile.values ?? 'printed';
    const delimiter = folder.settings.delimiter ?? now?.delimiter ?? delimiterFor(locale);
    if (profile.columns !== undefined) return { columns: profile.columns, chosen: true, values, delimiter };
    const names = columns.filter(({ typed }) => typed !== true || values === 'typed').map(({ name }) => name);
    const before =
      now?.chosen === true ? [] : (now?.columns ?? []).map(({ name }) => name).filter((name) => names.includes(name));
    const rest = furtherColumn(info.fields);
    const all = [...new Set([...before, ...names])];
    const order =
      before.length === 0
        ? inOrder(info, names)
        : [...all.filter((name) => name !== rest), ...all.filter((name) => name === rest)];
    return { columns: order.map((name) => ({ name, heading: name })), values, delimiter };
  }

  /** @throws DiskProblem if a person has it open, or its folder is away */
  async #refuseInUse(csv: CsvFile): Promise<void> {
    const { folder } = this.#target;
    if (await isOpenElsewhere(this.#world, csv.path)) throw new DiskProblem('locked', csv.path, 'write');
    if (this.#onDisk?.kind !== 'deleted') return;
    const { removed = [], wanted } = this.#changes;
    const sources = [...wanted.map(({ document }) => document), ...removed].filter(({ id }) => !this.#withoutSource.has(id));
    if (sources.length > 0 || !(await isHere(this.#world, folder))) await checkReachable(this.#world, folder, sources);
    // It has come back with its folder: it is looked at again.
    if ((await this.#world.files.stat(csv.path)) !== undefined) throw new DiskProblem('changed', csv.path, 'write');
  }

  /** The CSV that the rows go into. @param left the one that is not touched again */
  async #fileFor(left: CsvFile | undefined, looks: Looks): Promise<CsvFile> {
    const own = left === undefined ? this.#table?.csv : undefined;
    const last = left?.number ?? this.#table?.left.at(-1)?.number ?? 0;
    if (own !== undefined && this.#csv !== undefined) return { ...own, chosen: undefined, ...looks } as CsvFile;
    const path = await this.#freePath();
    return { number: own?.number ?? last + 1, path, ...looks, upTo: 0, saved: 0 };
  }

  /** In one transaction, before the file is touched. */
  #put({ rows, carried, leaving, columns, isOtherwise, left, file }: Put): TableRecord {
    const { tables } = this.#world.ledger;
    const { folder, info } = this.#target;
    const origin = this.#changes.wanted[0]?.document.origin ?? '';
    const table = this.#table ?? tables.add({ folderId: folder.id, origin, route: info.route, columns, changes: 0, left: [] });
    const wide = { ...table, columns };
    let last = tables.lastPosition(table.id);
    let isChanged = leaving.length > 0 || isOtherwise;
    const put = (documentId: number, cells: Cells, at: Pick<TableRow, 'csv' | 'position'>) =>
      tables.putRow(wide, { ...at, documentId, cells: cellsWithin(cells, columns, info.fields) });
    const atEnd = () => {
      last += 1;
      return { position: last, csv: file?.number ?? 0 };
    };
    const stays = (row: TableRow | undefined) => row !== undefined && (file === undefined || row.csv === file.number);
    for (const { cells, documentId } of left === undefined ? [] : carried) {
      isChanged = true;
      tables.removeRow(table.id, documentId);
      put(documentId, cells, atEnd());
    }
    for (const { before, cells, delivered, document } of rows) {
      const isCarried = left !== undefined && carried.some(({ documentId }) => documentId === document.id);
      const own = isCarried ? tables.row(wide, document.id) : before;
      const replaced = own === undefined && delivered !== undefined ? this.#rowToReplace(document) : undefined;
      const there = own ?? replaced;
      const isInPlace = there !== undefined && (delivered === undefined || stays(there));
      if (there !== undefined) isChanged = true;
      if (there !== undefined && !isInPlace) tables.removeRow(table.id, there.documentId);
      put(document.id, cells, isInPlace ? there : atEnd());
    }
    for (const { documentId } of leaving) tables.removeRow(table.id, documentId);
    const changes = table.changes + (isChanged ? 1 : 0);
    if (file === undefined) return tables.update(table.id, { columns, changes });
    const csv = file.facts === undefined ? { ...file, saved: changes } : file;
    return tables.update(table.id, {
      columns,
      changes,
      csv,
      left: left === undefined ? table.left : [...table.left, leftOf(left)],
    });
  }

  /** That of the nearest earlier content of the document's path that has one. */
  #rowToReplace(document: Document): TableRow | undefined {
    const { ledger } = this.#world;
    const seen = new Set([document.id]);
    for (let at = replacedBy(ledger, document); at !== undefined && !seen.has(at.id); at = replacedBy(ledger, at)) {
      const row = this.#rowOf(at.id);
      if (row !== undefined) return row;
      seen.add(at.id);
    }
    return undefined;
  }

  /** Writes the rows that a CSV lacks. @returns where it is */
  async #write(table: TableRecord, csv: CsvFile): Promise<string> {
    const { files, ledger, promisesLater } = this.#world;
    if (!isBehind(this.#world, table, csv)) return csv.path;
    const upTo = ledger.tables.lastIn(table.id, csv.number);
    const all = () => csvContent(cellsIn(this.#world, table, csv), csv);
    const written = (path: string, facts: FileFacts) => {
      const record = () => ledger.tables.update(table.id, { csv: { ...csv, path, facts, upTo, saved: table.changes } });
      ledger.transaction(record, promisesLater === true ? 'write recorded' : undefined);
      return path;
    };
    if (csv.facts === undefined || this.#ours === undefined) {
      const sources = this.#changes.wanted.map(({ document }) => absolutePath(this.#target.folder, document.path));
      const bytes = Buffer.concat([...all()]);
      for (let { path } = csv; ; path = await this.#freePath()) {
        if (path !== csv.path) ledger.transaction(() => ledger.tables.update(table.id, { csv: { ...csv, path } }));
        const facts = await files.createWhole(path, bytes, sources);
        if (facts !== 'taken') return written(path, facts);
      }
    }
    if (csv.saved < table.changes) return written(csv.path, await files.replaceWhole(csv.path, all()));
    const bytes = csvRows([...cellsIn(this.#world, table, csv, { after: csv.upTo })], csv);
    return written(csv.path, await files.writeAt(csv.path, this.#ours.facts, this.#ours.end, bytes));
  }

  /** The first name that is free on disk and that no other route's CSV is about to get. */
  #freePath(): Promise<string> {
    const { files, ledger } = this.#world;
    const { folder, info } = this.#target;
    const others = ledger.tables.all(folder.id).filter(({ id, csv }) => id !== this.#table?.id && csv?.facts === undefined);
    const taken = new Set(others.map(({ csv }) => csv?.path));
    return firstFree(async (attempt) => {
      const path = join(folder.path, csvName(info, attempt, folder.path));
      return taken.has(path) || (await files.stat(path)) !== undefined ? undefined : path;
    });
  }
}

type Looks = CsvLooks & { readonly chosen?: true };

interface Put {
  readonly rows: readonly PlannedRow[];
  /** Rows of the CSV that is left which go into the next one. */
  readonly carried: readonly TableRow[];
  readonly leaving: readonly TableRow[];
  readonly columns: readonly Column[];
  /** The CSV is to look otherwise. */
  readonly isOtherwise: boolean;
  readonly left: CsvFile | undefined;
  /** The CSV that the rows go into. */
  readonly file: CsvFile | undefined;
}

function continuedNotes(
  old: CsvFile,
  next: string,
  isTaken: boolean,
  count: number,
  how: CsvOnDisk['kind'] | undefined,
): Message[] {
  const code = isTaken ? 'delivery.csv.columnTaken' : 'delivery.csv.edited';
  const said = how === 'deleted' ? [] : [say(code, { path: old.path, next })];
  return count === 0 ? said : [...said, say('delivery.csv.carried', { count, path: old.path, next })];
}

/** What was found on disk is what the ledger has from now on. */
function recorded(
  world: DeliveryWorld,
  table: TableRecord,
  csv: CsvFile,
  { facts, end, isWhole }: Extract<CsvOnDisk, { kind: 'ours' }>,
): TableRecord {
  const { ledger } = world;
  const isBehindNow = isBehind(world, table, csv);
  if (isWhole && (isBehindNow || !sameJson(facts, csv.facts)))
    return ledger.tables.update(table.id, {
      csv: { ...csv, facts, upTo: ledger.tables.lastIn(table.id, csv.number), saved: table.changes },
    });
  if (end === facts.size && !sameJson(facts, csv.facts)) return ledger.tables.update(table.id, { csv: { ...csv, facts } });
  return table;
}

function leftOf({ number, path, columns, facts }: CsvFile): TableRecord['left'][number] {
  return { number, path, columns, ...(facts !== undefined && { facts }) };
}

function lookOf({ columns, chosen, values, delimiter }: CsvFile): CsvLooks & { readonly chosen?: true } {
  return { columns, ...(chosen === true && { chosen }), values, delimiter };
}

function columnNames(table: TableRecord | undefined): readonly string[] {
  return table?.columns.map(({ name }) => name) ?? [];
}

/** @throws DiskProblem naming those that the settings choose and the extraction does not have */
function refuseUnknownColumns(
  { folder: { settings, path }, info }: DeliveryTarget,
  table: TableRecord | undefined,
  wanted: readonly WantedRow[],
): void {
  const profile = profileOf(settings, info.route);
  const seen: readonly Pick<TableColumn, 'name'>[] = [
    ...columnsFor(wanted.map(({ delivered }) => delivered)),
    ...(table?.columns ?? []),
  ];
  const said = columnProblem(
    profile,
    info,
    seen.map(({ name }) => name),
  );
  if (said !== undefined) throw new DiskProblem('other', path, 'write', { said });
}
