import { copyFileSync, existsSync, mkdirSync, readFileSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Connection } from '../../electron/ledger/connection.ts';
import { type Ledger, LedgerDamaged, LedgerOfOtherVersion, LedgerUnavailable, openLedger } from '../../electron/ledger/ledger.ts';
import { openToWrite } from '../../electron/ledger/open.ts';
import { schemaVersion } from '../../electron/ledger/schema.ts';
import { found, temporaryDirectory } from './fixture.ts';

function ledgerFile(): string {
  return join(temporaryDirectory(), 'ledger.db');
}

function opened(file: string): Ledger {
  const ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  return ledger;
}

function fill(ledger: Ledger, documents: number): void {
  const folderId = ledger.folders.ensure('/scans').id;
  ledger.transaction(() => {
    for (let index = 0; index < documents; index++) ledger.documents.add(found(folderId, { path: `${index}.pdf` }));
  });
}

/** Overwrites a page in which some of the documents lie, as a bad disk would. */
function spoil(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  const page = database
    .prepare("SELECT pgoffset, pgsize FROM dbstat WHERE name = 'documents' AND pagetype = 'leaf' LIMIT 1 OFFSET 3")
    .get();
  database.close();
  const bytes = readFileSync(file);
  bytes.fill(0xff, Number(page?.pgoffset), Number(page?.pgoffset) + Number(page?.pgsize));
  writeFileSync(file, bytes);
}

describe('opening a ledger', () => {
  it('makes one where there is none, or an empty file', () => {
    const file = ledgerFile();
    fill(opened(file), 1);
    const empty = ledgerFile();
    writeFileSync(empty, '');
    fill(opened(empty), 1);
    expect(opened(empty).documents.balance().found).toBe(1);
  });

  it('finds what was written before', () => {
    const file = ledgerFile();
    const first = openLedger(file);
    fill(first, 3);
    const documents = first.documents.page({});
    first.close();
    expect(existsSync(`${file}-wal`)).toBe(false);
    expect(opened(file).documents.page({})).toEqual(documents);
  });

  it('writes durably, one file format, with references checked', () => {
    const connection = openToWrite(ledgerFile());
    onTestFinished(() => connection.close());
    expect(connection.get('PRAGMA journal_mode')).toEqual({ journal_mode: 'wal' });
    // NORMAL: the connection itself waits for the disk, where that is due.
    expect(connection.number('PRAGMA synchronous')).toBe(1);
    expect(connection.number('PRAGMA foreign_keys')).toBe(1);
    expect(connection.number('PRAGMA user_version')).toBe(schemaVersion);
  });

  it('refuses one of another version, and leaves it as it is', () => {
    const file = ledgerFile();
    openLedger(file).close();
    const other = new DatabaseSync(file);
    other.exec(`PRAGMA user_version = ${schemaVersion + 1}`);
    other.close();
    const before = readFileSync(file);
    expect(() => openLedger(file)).toThrow(LedgerOfOtherVersion);
    expect(() => openLedger(file)).toThrow(
      `${file} was written by another version of Intray: its format is ${schemaVersion + 1}, and this version knows ${schemaVersion}`,
    );
    expect(readFileSync(file)).toEqual(before);
  });

  it('refuses a database of another program, and leaves it as it is', () => {
    const file = ledgerFile();
    const other = new DatabaseSync(file);
    other.exec('CREATE TABLE notes (text); PRAGMA user_version = 1;');
    other.close();
    const before = readFileSync(file);
    expect(() => openLedger(file)).toThrow(LedgerDamaged);
    expect(readFileSync(file)).toEqual(before);
  });

  it('says what is in the way when it cannot be opened, and does not call that damage', () => {
    const directory = temporaryDirectory();
    const taken = join(directory, 'ledger.db');
    mkdirSync(taken);
    expect(() => openLedger(taken)).toThrow(LedgerUnavailable);
    expect(() => openLedger(taken)).toThrow('a directory is in its place');
    expect(() => openLedger(join(directory, 'missing', 'ledger.db'))).toThrow(LedgerUnavailable);
  });
});

describe('a damaged ledger', () => {
  it('is refused when the file is something else', () => {
    const file = ledgerFile();
    writeFileSync(file, 'Not a database. '.repeat(1_000));
    expect(() => openLedger(file)).toThrow(LedgerDamaged);
    expect(() => openLedger(file)).toThrow(`The ledger ${file} is damaged`);
    expect(readFileSync(file, 'utf8')).toContain('Not a database.');
  });

  it('is refused when its end is missing', () => {
    const file = ledgerFile();
    const ledger = openLedger(file);
    fill(ledger, 500);
    ledger.close();
    truncateSync(file, Math.floor(statSync(file).size / 2));
    expect(() => openLedger(file)).toThrow(LedgerDamaged);
  });

  it('is looked for, and refused, after an end that was not clean', () => {
    const file = ledgerFile();
    const ledger = openLedger(file);
    fill(ledger, 500);
    ledger.close();
    opened(file).meta.write('rate', { perSecond: 1, at: 1 });
    // What a loss of power leaves: the file, and the log that was not emptied into it.
    const [sound, crashed] = [ledgerFile(), ledgerFile()];
    for (const copy of [sound, crashed]) {
      copyFileSync(file, copy);
      if (copy === crashed) spoil(copy);
      copyFileSync(`${file}-wal`, `${copy}-wal`);
    }
    expect(opened(sound).meta.read('rate')).toEqual({ perSecond: 1, at: 1 });
    expect(() => openLedger(crashed)).toThrow(LedgerDamaged);
  });

  it('is said by the call that meets the damage', () => {
    const file = ledgerFile();
    const ledger = openLedger(file);
    fill(ledger, 500);
    ledger.close();
    spoil(file);
    expect(() => opened(file).documents.inState('settling')).toThrow(LedgerDamaged);
  });
});

it('A ledger waits for another process that writes, but where it is only to be found out whether it can be written', () => {
  const connection = new Connection(join(temporaryDirectory(), 'ledger.sqlite'));
  onTestFinished(() => connection.close());
  const patience = () => connection.number('PRAGMA busy_timeout') ?? 0;
  const before = patience();
  expect(before).toBeGreaterThanOrEqual(1_000);
  expect(connection.withoutPatience(patience)).toBe(0);
  expect(patience()).toBe(before);
});

it('A ledger that another process has begun just before is that one', () => {
  const file = ledgerFile();
  class Late extends Connection {
    override transaction<Value>(work: () => Value): Value {
      if (!existsSync(`${file}.begun`)) {
        writeFileSync(`${file}.begun`, '');
        const first = openLedger(file);
        first.folders.ensure('/of the first one');
        first.close();
      }
      return super.transaction(work);
    }
  }
  const late = openToWrite(file, 'after a crash', () => new Late(file));
  onTestFinished(() => late.close());
  expect(late.numbers('SELECT count(*) FROM folders')).toEqual([1]);
});
