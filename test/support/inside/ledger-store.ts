import { Connection } from '../../../electron/ledger/connection.ts';
import { Ledger } from '../../../electron/ledger/ledger.ts';
import { openToWrite } from '../../../electron/ledger/open.ts';
import type { Process } from '../../simulator/process.ts';
import type { Seen } from '../seen.ts';
import { type LedgerWitness, ledgerOf } from './ledger-port.ts';
import { SeenInLedger } from './seen-in-ledger.ts';

/**
 * A ledger in memory on a disk that has not taken everything up: what was committed since the last sync is lost when the
 * machine dies. One transaction stays open from sync to sync; those of the ledger are parts of it.
 */
class UnsyncedConnection extends Connection {
  /** The next waits for the disk that do not take place. */
  skippedSyncs = 0;

  protected override begin(): void {
    this.execute('SAVEPOINT work');
  }

  protected override commit(): void {
    this.execute('RELEASE work');
  }

  protected override rollback(): void {
    this.execute('ROLLBACK TO work; RELEASE work');
  }

  protected override sync(): void {
    if (this.skippedSyncs > 0) this.skippedSyncs -= 1;
    else this.execute('COMMIT; BEGIN');
  }

  protected override async syncLater(): Promise<void> {
    this.sync();
  }

  loseTail(): void {
    this.execute('ROLLBACK; BEGIN');
    this.forget();
  }

  /** What was kept in memory is read anew. */
  override forget(): void {
    super.forget();
  }
}

/** What a person asks for on the command line, while Intray runs or not. */
export type Wish = Parameters<Ledger['requests']['add']>[0];

export interface LedgerStore {
  readonly seen: Seen;
  /** As one process sees it, which may die at any time. */
  portFor(process: Process, witness: LedgerWitness): Ledger;
  wish(wish: Wish): void;
  /** Another process opens it: nothing that the one before kept in memory is known any more. */
  forget(): void;
  /** The machine dies: what the disk has not taken up is lost. */
  loseTail(): void;
  /** The next sync is left out: a bug that a test plants. */
  skipSync(): void;
}

interface Opened {
  readonly connection: UnsyncedConnection;
  readonly tables: readonly string[];
}

let open: Opened | undefined;

/** An empty ledger in memory. All runs of a thread share one, which is emptied, with the pages that are free then: opening costs more than a run's writes. */
export function emptyLedger(origin: string): LedgerStore {
  open ??= openOnce();
  const { connection, tables } = open;
  connection.skippedSyncs = 0;
  connection.execute(`
    COMMIT;
    PRAGMA foreign_keys = OFF;
    BEGIN;
    ${tables.map((table) => `DELETE FROM ${table};`).join('\n')}
    COMMIT;
    PRAGMA incremental_vacuum;
    PRAGMA foreign_keys = ON;
    BEGIN;
  `);
  const ledger = new Ledger(connection);
  const seen = new SeenInLedger(ledger, origin);
  return {
    seen,
    portFor: (process, witness) => ledgerOf(process, ledger, seen, witness),
    wish: (wish) => ledger.requests.add(wish),
    forget: () => connection.forget(),
    loseTail: () => connection.loseTail(),
    skipSync: () => {
      connection.skippedSyncs = 1;
    },
  };
}

function openOnce(): Opened {
  const connection = new UnsyncedConnection(':memory:');
  openToWrite(':memory:', 'after a crash', () => connection);
  connection.execute('BEGIN');
  const rows = connection.all(`SELECT name FROM sqlite_schema WHERE type = 'table'`);
  return { connection, tables: [...rows.map(({ name }) => String(name))] };
}
