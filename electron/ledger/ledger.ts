import { Batches, Unmatched } from './batches.ts';
import { Charges } from './charges.ts';
import type { Connection } from './connection.ts';
import { History, InvoiceKeys } from './document-row.ts';
import { Documents } from './documents.ts';
import { LedgerUnavailable } from './errors.ts';
import { Arrivals, FileRecords } from './files.ts';
import { Filings } from './filings.ts';
import { Folders } from './folders.ts';
import { HookEvents } from './hook-events.ts';
import { Jobs } from './jobs.ts';
import { Meta } from './meta.ts';
import { type Check, openToRead, openToWrite } from './open.ts';
import { Promises } from './promises.ts';
import { Requests } from './requests.ts';
import { Retention } from './retention.ts';
import { Categories, Routes } from './routes.ts';
import { Tables } from './tables.ts';

export type { DocumentCount } from './document-list.ts';
export type { FileChanges, NewDocument } from './documents.ts';
export { DamagedRow, LedgerDamaged, LedgerOfOtherVersion, LedgerUnavailable } from './errors.ts';
export type { JobChanges } from './jobs.ts';

/** The room that a few changes take, in bytes. */
const probeBytes = 256 * 1024;

/**
 * The durable record of every document: one SQLite file, written in transactions. What a person or the service was promised
 * is on disk when a call returns (`connection.ts`), or, of what is done `durably`, when that resolves.
 * Everything else is synchronous. Any call can throw `LedgerDamaged`, `LedgerUnavailable` if the disk refuses, and
 * `DamagedRow` for a row that cannot be read.
 */
export class Ledger {
  readonly folders: Folders;
  readonly jobs: Jobs;
  readonly documents: Documents;
  readonly files: FileRecords;
  readonly batches: Batches;
  readonly tables: Tables;
  readonly routes: Routes;
  readonly history: History;
  readonly meta: Meta;
  readonly promises: Promises;
  readonly requests: Requests;
  readonly categories: Categories;
  readonly unmatched: Unmatched;
  readonly invoiceKeys: InvoiceKeys;
  readonly charges: Charges;
  readonly arrivals: Arrivals;
  readonly hookEvents: HookEvents;
  readonly retention: Retention;
  readonly filings: Filings;
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.folders = new Folders(connection);
    this.routes = new Routes(connection);
    this.meta = new Meta(connection);
    this.promises = new Promises(connection);
    this.invoiceKeys = new InvoiceKeys(connection, this.routes, this.meta);
    this.batches = new Batches(connection, this.routes);
    this.jobs = new Jobs(connection, this.routes, this.batches);
    this.documents = new Documents(connection, this);
    this.arrivals = new Arrivals(connection);
    this.files = new FileRecords(connection, this.arrivals);
    this.tables = new Tables(connection);
    this.history = new History(connection);
    this.requests = new Requests(connection);
    this.categories = new Categories(connection, this.routes);
    this.unmatched = new Unmatched(this.batches);
    this.charges = new Charges(connection);
    this.hookEvents = new HookEvents(connection);
    this.retention = new Retention(connection, this.documents, this.meta);
    this.filings = new Filings(connection, this.documents);
  }

  /**
   * Commits everything that `work` writes, or nothing if it throws. A nested call joins the outer transaction: an error in it
   * rolls back everything, even if it is caught. `work` must not be asynchronous.
   */
  transaction<T>(work: () => T): T {
    return this.#connection.transaction(work);
  }

  /**
   * Runs `work` at once, and resolves when what it promises is on disk; other work goes on meanwhile, and one wait for the disk serves
   * many. @throws LedgerUnavailable, also where all is committed and the disk refuses
   */
  async durably<T>(work: () => T): Promise<T> {
    const value = this.#connection.owing(work);
    await this.#connection.synced();
    return value;
  }

  /** Resolves when all that is committed by now is on disk. @throws LedgerUnavailable */
  synced(): Promise<void> {
    return this.#connection.synced();
  }

  /** How values are read was changed: those of every document are read again, a few at a time. */
  readAgain(): void {
    this.transaction(() => {
      this.meta.write('readings', (this.meta.read('readings') ?? 0) + 1);
      this.invoiceKeys.readAgain();
    });
  }

  /** Whether another connection, such as another process's, has written since this was asked last. */
  isChangedElsewhere(): boolean {
    return this.#connection.isChangedElsewhere();
  }

  /** Writes something, without waiting for whoever else writes, and takes it back. @throws LedgerUnavailable if that cannot be now */
  probe(): void {
    this.#connection.withoutPatience(() => {
      this.meta.write('probe', 'x'.repeat(probeBytes));
      this.meta.write('probe', undefined);
    });
  }

  /** Works on a full disk, too: what is committed is safe in the log, and whoever opens the ledger next sees it. */
  close(): void {
    try {
      this.#connection.checkpoint();
    } catch (error) {
      if (!(error instanceof LedgerUnavailable)) throw error;
    } finally {
      this.#connection.close();
    }
  }
}

/** A ledger that another process may be writing. SQLite refuses whatever would write through it. */
export type LedgerReader = Omit<Ledger, 'transaction' | 'durably' | 'synced' | 'readAgain' | 'isChangedElsewhere' | 'probe'>;

/**
 * Opens the ledger in `file` (or `:memory:`), and creates it if there is none.
 * Only the holder of the data directory (`lock.ts`) may call it. `safekeeping.ts` opens one that may be damaged or missing.
 *
 * @throws LedgerDamaged if the file is there and is not a sound ledger
 * @throws LedgerOfOtherVersion if another version wrote it
 * @throws LedgerUnavailable if it cannot be opened or written
 */
export function openLedger(file: string, check: Check = 'after a crash'): Ledger {
  return new Ledger(openToWrite(file, check));
}

/**
 * Opens the ledger in `file` to read it, whether an engine runs or not.
 *
 * @param isChecked its tables are checked page by page
 * @throws LedgerDamaged, LedgerOfOtherVersion as `openLedger`
 * @throws LedgerUnavailable if there is none yet, or it cannot be opened
 */
export function openLedgerReadOnly(file: string, isChecked = false): LedgerReader {
  return new Ledger(openToRead(file, isChecked));
}
