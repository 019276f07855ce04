import { z } from 'zod';
import { type SheetRecord, type SheetRow, sheetColumnSchema, sheetFileSchema } from '../core/document/sheet.ts';
import type { Message } from '../core/messages/message.ts';
import { type Route, sameRoute } from '../core/protocol/route.ts';
import {
  type Changes,
  type Columns,
  changed,
  columnsOf,
  differing,
  json,
  messageColumn,
  numberColumn,
  parseRow,
  Table,
  withoutNulls,
} from './columns.ts';
import type { Connection, Row, Value } from './connection.ts';
import type { Meta } from './meta.ts';
import { routeKindColumn } from './routes.ts';

type Fixed = 'id' | 'folderId' | 'origin' | 'route';

const sheetShape = z.object({
  id: z.number(),
  folderId: z.number(),
  origin: z.string(),
  routeKind: routeKindColumn,
  routeId: z.string(),
  columns: json(z.array(sheetColumnSchema)),
  path: z.string().nullable(),
  written: json(sheetFileSchema).nullable(),
  intended: json(sheetFileSchema).nullable(),
  revision: z.number(),
  saved: z.number(),
});

const rowShape = z.object({ sheetId: z.number(), position: z.number(), documentId: z.number(), body: z.string() });

/** Rows are read in pages, so that a long table is never wholly in memory and can be added to meanwhile. */
const rowsAtOnce = 500;

function sheetOf(row: Row): SheetRecord {
  const { routeKind: kind, routeId: id, path, written, intended, ...sheet } = parseRow(sheetShape, 'sheets', ['id'], row);
  return { ...sheet, ...withoutNulls({ path, written, intended }), route: { kind, id } };
}

function sheetColumns({ route, ...sheet }: Omit<SheetRecord, 'id'>): Columns {
  return columnsOf({ ...sheet, routeKind: route.kind, routeId: route.id });
}

/**
 * The workbooks, which are written whole (`engine/deliver/sheets`). Each has its rows here, so that none that was delivered is lost:
 * not with its file, and not with the result that it was made of.
 */
export class Sheets extends Table {
  readonly #meta: Meta;

  constructor(connection: Connection, meta: Meta) {
    super(connection);
    this.#meta = meta;
  }

  /**
   * Says what tables a folder has and what they look like, as a text that differs where they do; '' for none. From then on each
   * document that is delivered there is `due`; where the text is another one, so are all that were delivered before, and every table
   * is to be written again.
   */
  want(folderId: number, wanted: string): void {
    const before = this.#meta.read('sheets', folderId) ?? '';
    if (before === wanted) return;
    this.connection.transaction(() => {
      this.#meta.write('sheets', wanted === '' ? undefined : wanted, folderId);
      this.connection.run('UPDATE documents SET sheet_due = 0 WHERE folder_id = ? AND sheet_due = 1', folderId);
      if (wanted === '') return;
      this.connection.run("UPDATE documents SET sheet_due = 1 WHERE folder_id = ? AND delivery IN ('written', 'done')", folderId);
      this.connection.run('UPDATE sheets SET revision = revision + 1 WHERE folder_id = ?', folderId);
    });
  }

  /** Whether a folder has such tables. */
  isWanted(folderId: number): boolean {
    return this.#meta.read('sheets', folderId) !== undefined;
  }

  /** Ids of documents of a folder whose rows are to be put into its tables, oldest first. */
  due(folderId: number, limit: number): number[] {
    return this.connection
      .all('SELECT id FROM documents WHERE folder_id = ? AND sheet_due = 1 ORDER BY id LIMIT (? + 0)', folderId, limit)
      .map((row) => numberColumn.parse(row.id));
  }

  /** To be called in the transaction that puts its rows. */
  setDone(documentId: number): void {
    this.connection.writing('table row', () =>
      this.connection.run('UPDATE documents SET sheet_due = 0 WHERE id = ?', documentId),
    );
  }

  /** The tables of a folder, whether it still wants them or not. */
  all(folderId: number): SheetRecord[] {
    return this.#where('folder_id = ? ORDER BY id', folderId);
  }

  get(id: number): SheetRecord | undefined {
    return this.#where('id = ?', id)[0];
  }

  find(folderId: number, route: Route): SheetRecord | undefined {
    return this.#where('folder_id = ? AND route_kind = ? AND route_id = ?', folderId, route.kind, route.id)[0];
  }

  add(sheet: Omit<SheetRecord, 'id'>): SheetRecord {
    return this.connection.writing('table row', () => ({ id: this.insert('sheets', sheetColumns(sheet)), ...sheet }));
  }

  /** @throws Error if there is no such table */
  update(id: number, changes: Changes<SheetRecord, Fixed>): SheetRecord {
    const before = this.get(id);
    if (before === undefined) throw new Error(`The ledger has no table ${id}.`);
    const after = changed<SheetRecord, Fixed>(before, changes);
    this.set('sheets', differing(sheetColumns(before), sheetColumns(after)), 'id = ?', id);
    return after;
  }

  /** Why the file cannot be written now; undefined: nothing is in the way. */
  setProblem(id: number, problem: Message | undefined): void {
    const text = problem === undefined ? null : JSON.stringify(problem);
    this.connection.writing('engine state', () =>
      this.connection.run('UPDATE sheets SET problem = ? WHERE id = ? AND problem IS NOT ?', text, id, text),
    );
  }

  /** Why tables of a folder cannot be written now. */
  problems(folderId: number): Message[] {
    return this.connection
      .all('SELECT problem FROM sheets WHERE folder_id = ? AND problem IS NOT NULL ORDER BY id', folderId)
      .map((row) => messageColumn.parse(row.problem));
  }

  /** The rows by position, read as they are asked for. */
  *rows(sheetId: number): Iterable<SheetRow> {
    let position = 0;
    for (;;) {
      const rows = this.connection
        .all(
          'SELECT * FROM sheet_rows WHERE sheet_id = ? AND position > ? ORDER BY position LIMIT (? + 0)',
          ...[sheetId, position, rowsAtOnce],
        )
        .map((row) => parseRow(rowShape, 'sheet_rows', ['sheet_id', 'position'], row));
      yield* rows;
      const last = rows.at(-1);
      if (last === undefined || rows.length < rowsAtOnce) return;
      position = last.position;
    }
  }

  rowCount(sheetId: number): number {
    return this.connection.number('SELECT count(*) FROM sheet_rows WHERE sheet_id = ?', sheetId) ?? 0;
  }

  /** The document whose row is the last one. */
  lastDocument(sheetId: number): number | undefined {
    return this.connection.number(
      'SELECT document_id FROM sheet_rows WHERE sheet_id = ? ORDER BY position DESC LIMIT 1',
      sheetId,
    );
  }

  hasRow(sheetId: number, documentId: number): boolean {
    return this.#position(sheetId, documentId) !== undefined;
  }

  /**
   * Sets the document's row: in the place of its own, else of that of the document it `replaces`, else at the end.
   * @returns whether anything is another than before
   */
  putRow(sheetId: number, documentId: number, body: string, replaces?: number): boolean {
    return this.connection.writing('table row', () =>
      this.connection.transaction(() => {
        const own = this.#position(sheetId, documentId);
        const taken = own === undefined && replaces !== undefined ? this.#position(sheetId, replaces) : undefined;
        const known = own ?? taken;
        const at = known ?? (this.connection.number('SELECT max(position) FROM sheet_rows WHERE sheet_id = ?', sheetId) ?? 0) + 1;
        if (known === undefined) this.insert('sheet_rows', { sheet_id: sheetId, position: at, document_id: documentId, body });
        else {
          const before = this.connection.get('SELECT body FROM sheet_rows WHERE sheet_id = ? AND position = ?', sheetId, at);
          if (taken === undefined && before?.body === body) return false;
          this.set('sheet_rows', { body, document_id: documentId }, 'sheet_id = ? AND position = ?', sheetId, at);
        }
        this.connection.run('UPDATE sheets SET revision = revision + 1 WHERE id = ?', sheetId);
        return true;
      }),
    );
  }

  /** Takes the rows of a document out of the tables of routes that it is not on, and was not on its way: it has left them. */
  removeLeft(folderId: number, documentId: number, routes: readonly Route[]): void {
    const rows = this.connection.all('SELECT sheet_id FROM sheet_rows WHERE document_id = ?', documentId);
    const ids = new Set(rows.map((row) => numberColumn.parse(row.sheet_id)));
    const left = this.all(folderId).filter(({ id, route }) => ids.has(id) && !routes.some((each) => sameRoute(each, route)));
    for (const { id } of left)
      this.connection.writing('table row', () => {
        this.connection.run('DELETE FROM sheet_rows WHERE sheet_id = ? AND document_id = ?', id, documentId);
        this.connection.run('UPDATE sheets SET revision = revision + 1 WHERE id = ?', id);
      });
  }

  #position(sheetId: number, documentId: number): number | undefined {
    return this.connection.number(
      'SELECT position FROM sheet_rows WHERE document_id = ? AND sheet_id = ?',
      ...[documentId, sheetId],
    );
  }

  #where(condition: string, ...values: readonly Value[]): SheetRecord[] {
    return this.connection.all(`SELECT * FROM sheets WHERE ${condition}`, ...values).map(sheetOf);
  }
}
