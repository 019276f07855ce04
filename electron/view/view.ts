import { rmSync } from 'node:fs';
import { z } from 'zod';
import type { Totals } from '../core/contract/documents.ts';
import type { DocumentPage, DocumentQuery } from '../core/document/records.ts';
import type { InsightFacts } from '../core/insights.ts';
import { filesOfDatabase } from '../ledger/backups.ts';
import { Connection } from '../ledger/connection.ts';
import { LedgerDamaged, type LedgerReader, LedgerUnavailable } from '../ledger/ledger.ts';
import { rowReader } from '../ledger/table-base.ts';
import { findPage, findTotals, type Sources } from './document-finder.ts';
import { insightFacts } from './insights.ts';
import { MainValuesTable } from './main-values.ts';
import { type Cursor, readOn } from './projector.ts';
import { viewSchema, viewVersion } from './schema.ts';
import { Search } from './search.ts';
import { Values } from './values.ts';

const pragmas = 'PRAGMA journal_mode = WAL; PRAGMA synchronous = OFF; PRAGMA cache_size = -16384; PRAGMA temp_store = MEMORY;';

/** A slice takes at most so long: others wait for it. Milliseconds. */
const sliceMs = 20;

/** Nothing here has to reach the disk: after an end that was not clean the view is made again. */
class ViewConnection extends Connection {
  protected override sync(): void {}
}

const readCursor = rowReader('cursor', [], { epoch: z.string(), seq: z.number(), readings: z.number() });

/** What is open of a view's file. */
interface Opened extends Sources {
  cursor: Cursor;
}

/**
 * What is derived from the facts of a ledger, in a file beside it. It follows the ledger in slices (`readOn`), and one more comes
 * before each answer: what is not read by then is missing from searches, and from values and insights. A view of another
 * ledger, of one that was lost in part, of another version, or one that is damaged, is made again.
 */
export class View {
  readonly #file: string;
  readonly #ledger: LedgerReader;
  #opened: Opened;

  /**
   * @param file `:memory:` for one that is made at each start
   * @throws LedgerUnavailable if the file cannot be written
   */
  constructor(file: string, ledger: LedgerReader) {
    this.#file = file;
    this.#ledger = ledger;
    this.#opened = this.#open();
  }

  /** Reads what has changed, for at most 20 ms. @returns whether there is more */
  readOn(): boolean {
    return this.#with((opened) => this.#slice(opened));
  }

  #slice(opened: Opened): boolean {
    const end = performance.now() + sliceMs;
    opened.cursor = readOn(opened, this.#ledger, opened.cursor, () => performance.now() >= end);
    return opened.cursor.seq < this.#ledger.documents.seq;
  }

  /** A page of documents, by whatever is asked for. `unread`: so many documents may be missing from what was found. */
  page(query: DocumentQuery): DocumentPage {
    const isSearch = (query.text ?? '').trim() !== '' || query.values !== undefined;
    const isOfFacts = !isSearch && (query.sort === undefined || ['when', 'name'].includes(query.sort.by));
    if (!isOfFacts) this.#readBefore();
    const { documents } = this.#ledger;
    return this.#with((opened) => {
      const unread = isOfFacts ? 0 : this.#unread(opened);
      const { ids, ...found } = findPage(opened, query, opened.cursor.seq);
      return { documents: ids.flatMap((id) => documents.get(id) ?? []), ...found, ...(unread > 0 && { unread }) };
    });
  }

  /** What the documents come to that are listed; of those that are not read yet, nothing. */
  totals(query: DocumentQuery): Totals {
    this.#readBefore();
    return this.#with((opened) => findTotals(opened, query, opened.cursor.seq));
  }

  /** Who has sent the documents of a folder, or any: the most frequent first. */
  senders(folderId?: number): readonly string[] {
    this.#readBefore();
    return this.#with(({ main }) => main.senders(folderId));
  }

  /** The columns of which a folder, or any, has values. */
  columns(folderId?: number): readonly string[] {
    this.#readBefore();
    return this.#with(({ values }) => values.columns(folderId));
  }

  /** The data of the plots. @param starts where each day begins, and where the one after the last begins; ms since the epoch */
  facts(starts: readonly number[], folderId?: number): InsightFacts {
    this.#readBefore();
    return this.#with(({ connection }) => insightFacts(connection, starts, folderId));
  }

  close(): void {
    this.#opened.connection.close();
  }

  #readBefore(): void {
    try {
      this.readOn();
    } catch (error) {
      // Its disk is full, say: what it knows is shown all the same.
      if (!(error instanceof LedgerUnavailable)) throw error;
    }
  }

  #unread({ cursor }: Opened): number {
    return cursor.seq === this.#ledger.documents.seq ? 0 : this.#ledger.documents.countAfter(cursor.seq);
  }

  /** A view that turns out to be damaged is made again, once. */
  #with<Value>(work: (opened: Opened) => Value): Value {
    try {
      return work(this.#opened);
    } catch (error) {
      if (!(error instanceof LedgerDamaged) || error.path !== this.#file) throw error;
      this.#opened.connection.close();
      this.#remove();
      this.#opened = this.#open();
      this.#slice(this.#opened);
      return work(this.#opened);
    }
  }

  #open(): Opened {
    const connection = this.#connected() ?? this.#made();
    const [search, values, main] = [new Search(connection), new Values(connection), new MainValuesTable(connection)];
    return { connection, list: this.#ledger.documents, search, values, main, cursor: cursorIn(connection) };
  }

  /** Undefined if there is none of this ledger. */
  #connected(): Connection | undefined {
    const connection = new ViewConnection(this.#file);
    try {
      connection.execute(pragmas);
      if (connection.number('PRAGMA user_version') === viewVersion) {
        const { epoch, seq } = cursorIn(connection);
        if (epoch === this.#epoch() && seq <= this.#ledger.documents.seq) return connection;
      }
    } catch (error) {
      // Whatever else is wrong with it, another one is made.
      if (error instanceof LedgerUnavailable) {
        connection.close();
        throw error;
      }
    }
    connection.close();
    return undefined;
  }

  #made(): Connection {
    this.#remove();
    const connection = new ViewConnection(this.#file);
    connection.execute(`${pragmas} BEGIN; ${viewSchema} PRAGMA user_version = ${viewVersion}; COMMIT`);
    connection.run(
      'INSERT INTO cursor (epoch, seq, readings) VALUES (?, 0, ?)',
      this.#epoch(),
      this.#ledger.meta.read('readings') ?? 0,
    );
    return connection;
  }

  #remove(): void {
    if (this.#file !== ':memory:') for (const file of filesOfDatabase(this.#file)) rmSync(file, { force: true });
  }

  #epoch(): string {
    return this.#ledger.meta.read('epoch') ?? '';
  }
}

/** @throws DamagedRow if there is none, or it cannot be read */
function cursorIn(connection: Connection): Cursor {
  return readCursor(connection.get('SELECT * FROM cursor') ?? {});
}
