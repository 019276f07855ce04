import { randomUUID } from 'node:crypto';
import { statfsSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { foreign, type Message, say } from '../core/messages/message.ts';
import { Connection, type Row } from './connection.ts';
import { LedgerDamaged, LedgerOfOtherVersion, LedgerUnavailable } from './errors.ts';
import { Meta } from './meta.ts';
import { sizeOf } from './private-files.ts';
import { type LastPromise, notedBeside, PromiseCounter, Promises } from './promises.ts';
import { schema, schemaVersion } from './schema.ts';

/** "Intr": marks the file as a ledger of Intray. */
const applicationId = 0x496e7472;

/** When the tables of a ledger are checked page by page: that takes a quarter of a second for 100,000 documents. */
export type Check = 'after a crash' | 'always';

/**
 * Opens a ledger to read and write, and creates it if there is none. Whether it is whole is looked at first, through a connection that cannot write: one that can would move a log that is not the ledger's into its file.
 */
export function openToWrite(path: string, when: Check = 'after a crash', connect = connection): Connection {
  // Closing the ledger leaves an empty log. If it is not empty, a crash or a power cut ended the last run, and the tables
  // are checked once.
  const unclean = sizeOf(`${path}-wal`) > 0;
  const noted = notedBeside(path);
  if (sizeOf(path) === 0 && noted !== undefined) throw new LedgerDamaged(path, say('ledger.problem.empty'));
  if (sizeOf(path) > 0) {
    const reader = opened(
      path,
      () => new Connection(path, { readOnly: true }),
      (connection) => {
        const format = formatOf(connection);
        if (unclean || when === 'always') check(connection);
        checkWhole(connection, format, noted);
      },
    );
    reader.close();
  }
  return opened(
    path,
    () => connect(path),
    (connection) => {
      const format = formatOf(connection);
      // Pages that nothing holds can be given back without a new file (`retention.ts`). It has to be said before the first table.
      if (format === 0) connection.execute('PRAGMA auto_vacuum = INCREMENTAL');
      // A checkpoint every 16 MB of log: the pages that many documents share are then written a quarter less often.
      connection.execute(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA cache_size = -16384;
      PRAGMA temp_store = MEMORY;
      PRAGMA journal_size_limit = 67108864;
      PRAGMA wal_autocheckpoint = 4000;
    `);
      if (format === 0) create(connection);
      // What the last run wrote may be lost in part: whoever followed it begins anew.
      if (format === 0 || unclean) new Meta(connection).write('epoch', randomUUID());
      connection.countPromises(new PromiseCounter(connection));
    },
  );
}

/** Opens a ledger beside the engine that writes it. */
export function openToRead(path: string, isChecked = false): Connection {
  if (sizeOf(path) === 0) throw new LedgerUnavailable(path, say('ledger.problem.noneYet'));
  // Read first: an engine may be writing.
  const noted = notedBeside(path);
  return opened(
    path,
    () => new Connection(path, { readOnly: true }),
    (connection) => {
      const format = formatOf(connection);
      if (format === 0) throw new LedgerUnavailable(path, say('ledger.problem.noneYet'));
      if (isChecked) check(connection);
      checkWhole(connection, format, noted);
    },
  );
}

/** @param noted the last promise, as it was noted beside the ledger before this connection read anything */
function checkWhole(connection: Connection, format: number, noted: LastPromise | undefined): void {
  if (noted === undefined) return;
  const promises = new Promises(connection);
  const isWhole = format > 0 && promises.ledgerId() === noted.ledger && promises.last() >= noted.number;
  if (!isWhole) throw new LedgerDamaged(connection.path, say('ledger.problem.behind'));
}

const connection = (path: string) => new Connection(path);

function opened(path: string, connect: () => Connection, prepare: (connection: Connection) => void): Connection {
  if (isDirectory(path)) throw new LedgerUnavailable(path, say('ledger.problem.directoryInPlace'));
  const connection = connect();
  try {
    prepare(connection);
    return connection;
  } catch (error) {
    connection.close();
    throw error;
  }
}

/** The file's format; 0 for an empty one. */
function formatOf(connection: Connection): number {
  const format = connection.number('PRAGMA user_version') ?? 0;
  const application = connection.number('PRAGMA application_id') ?? 0;
  if (format === 0 && application === 0 && connection.number('SELECT count(*) FROM sqlite_schema') === 0) return 0;
  if (application !== applicationId) throw new LedgerDamaged(connection.path, say('ledger.problem.notIntrays'));
  if (format !== schemaVersion) throw new LedgerOfOtherVersion(connection.path, format, schemaVersion);
  return format;
}

function create(connection: Connection): void {
  connection.transaction(() => {
    // Meanwhile another process may have created it.
    if (formatOf(connection) !== 0) return;
    connection.execute(`${schema} PRAGMA application_id = ${applicationId}; PRAGMA user_version = ${schemaVersion};`);
  });
}

function check(connection: Connection): void {
  const finding = findingIn((sql) => connection.get(sql));
  if (finding !== undefined) throw new LedgerDamaged(connection.path, foreign(finding));
}

/** @returns the first thing that is wrong with any table, in SQLite's words; undefined if all is well */
export function findingIn(get: (sql: string) => Row | undefined): string | undefined {
  const finding = Object.values(get('PRAGMA quick_check(1)') ?? {})[0];
  return finding === 'ok' ? undefined : String(finding).replaceAll(/\s+/g, ' ');
}

function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

/** Why a ledger cannot be written now, for whoever looks at it from outside; undefined if it can. Writes nothing. */
export function whyUnwritable(path: string): Message | undefined {
  if (statfsSync(dirname(path)).bavail === 0) return say('ledger.unavailable', { path, problem: say('ledger.problem.diskFull') });
  let connection: Connection | undefined;
  try {
    connection = new Connection(path);
    connection.transaction(() => undefined);
    return undefined;
  } catch (error) {
    if (error instanceof LedgerUnavailable) return error.said;
    throw error;
  } finally {
    connection?.close();
  }
}
