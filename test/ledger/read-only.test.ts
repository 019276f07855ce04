import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import {
  type Ledger,
  LedgerOfOtherVersion,
  LedgerUnavailable,
  openLedger,
  openLedgerReadOnly,
} from '../../electron/ledger/ledger.ts';
import { found, temporaryDirectory } from './fixture.ts';

function setUp() {
  const file = join(temporaryDirectory(), 'ledger.db');
  const ledger = openLedger(file);
  onTestFinished(() => ledger.close());
  return { file, ledger, folderId: ledger.folders.ensure('/scans').id };
}

describe('a ledger opened to be read', () => {
  it('shows what the engine has committed so far, and nothing that it has not', () => {
    const { file, ledger, folderId } = setUp();
    const reader = openLedgerReadOnly(file);
    onTestFinished(() => reader.close());
    ledger.transaction(() => {
      ledger.documents.add(found(folderId));
      expect(reader.documents.balance().found).toBe(0);
    });
    expect(reader.documents.balance().found).toBe(1);
    ledger.documents.add(found(folderId, { path: 'receipt.pdf' }));
    expect(reader.documents.page({}).total).toBe(2);
  });

  it('can be looked at when no engine runs, without being taken for an unclean end', () => {
    const file = join(temporaryDirectory(), 'ledger.db');
    openLedger(file).close();
    const reader = openLedgerReadOnly(file);
    expect(reader.documents.balance().found).toBe(0);
    reader.close();
    openLedger(file).close();
  });

  it('cannot be written to', () => {
    const { file } = setUp();
    const reader = openLedgerReadOnly(file) as Ledger;
    onTestFinished(() => reader.close());
    expect(() => reader.meta.write('rate', undefined)).toThrow(LedgerUnavailable);
    expect(() => reader.transaction(() => reader.folders.ensure('/other'))).toThrow(LedgerUnavailable);
  });

  it('is refused where there is none yet, and from another version', () => {
    const { file } = setUp();
    expect(() => openLedgerReadOnly(join(temporaryDirectory(), 'ledger.db'))).toThrow('there is none yet');
    const later = new DatabaseSync(file);
    later.exec('PRAGMA user_version = 99');
    later.close();
    expect(() => openLedgerReadOnly(file)).toThrow(LedgerOfOtherVersion);
  });
});
