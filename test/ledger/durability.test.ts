import { copyFileSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocumentState } from '../../electron/core/document/states.ts';
import { say } from '../../electron/core/messages/message.ts';
import { Connection } from '../../electron/ledger/connection.ts';
import { LedgerUnavailable } from '../../electron/ledger/errors.ts';
import { Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { openToWrite } from '../../electron/ledger/open.ts';
import { notedBeside } from '../../electron/ledger/promises.ts';
import { found, temporaryDirectory } from './fixture.ts';

/** Notes how long the log was each time that the ledger waited for the disk. */
class WatchedConnection extends Connection {
  readonly synced: number[] = [];

  protected override sync(): void {
    super.sync();
    this.synced.push(statSync(`${this.path}-wal`).size);
  }
}

function watched() {
  const file = join(temporaryDirectory(), 'ledger.sqlite');
  const connection = new WatchedConnection(file);
  openToWrite(file, 'after a crash', () => connection);
  const ledger = new Ledger(connection);
  const folderId = ledger.folders.ensure('/scans').id;
  const add = (path: string) => ledger.documents.add(found(folderId, { path }));
  const become = (id: number, state: DocumentState) => void ledger.documents.update(id, { state });
  /** How often it waits for the disk during some work. */
  const waits = (work: () => void): number => {
    const before = connection.synced.length;
    work();
    return connection.synced.length - before;
  };
  return { file, connection, ledger, folderId, add, become, waits };
}

const ready: DocumentState = { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } };

describe('A ledger waits for the disk', () => {
  it('when a document is sent, and not before', () => {
    const { add, become, waits } = watched();
    const { id } = add('a.pdf');
    expect(waits(() => add('b.pdf'))).toBe(0);
    expect(waits(() => become(id, ready))).toBe(0);
    expect(waits(() => become(id, { kind: 'uploading', sent: false }))).toBe(0);
    expect(waits(() => become(id, { kind: 'uploading', sent: true }))).toBe(1);
    expect(waits(() => become(id, { kind: 'queued', status: 'queued' }))).toBe(1);
  });

  it('for what a person decided and for files that are skipped, not for files that were seen', () => {
    const { add, become, ledger, folderId, waits } = watched();
    const { id } = add('a.pdf');
    const file = { folderId, directory: '', name: 'a.pdf', facts: { size: 1, mtimeMs: 1, ino: 1 } };
    expect(waits(() => ledger.files.put({ ...file, documentId: id }))).toBe(0);
    expect(waits(() => ledger.files.put({ ...file, skipped: 'existing' }))).toBe(1);
    expect(waits(() => ledger.folders.setBaseline(folderId, 1))).toBe(1);
    become(id, { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: say('sending.changed') } });
    expect(waits(() => become(id, ready))).toBe(1);
    expect(waits(() => void ledger.documents.update(id, { dismissed: true }))).toBe(1);
    expect(waits(() => void ledger.documents.update(id, { dueAt: 7 }))).toBe(0);
  });

  it('not for what a delivery has written, which its journal still has', () => {
    const { add, become, ledger, folderId, waits } = watched();
    const { id } = add('a.pdf');
    const json = { documentId: id, kind: 'json', path: '/scans/a.pdf.json', hash: 'aa' } as const;
    expect(waits(() => ledger.meta.write('delivery-json', { [id]: 'bb' }, folderId))).toBe(1);
    expect(waits(() => ledger.transaction(() => ledger.outputs.put({ ...json, state: 'intended' })))).toBe(1);
    const record = () => {
      ledger.outputs.put({ ...json, state: 'written' });
      ledger.meta.write('delivery-json', undefined, folderId);
    };
    expect(waits(() => ledger.transaction(record, 'write recorded'))).toBe(0);
    const recordAndPromise = () => {
      record();
      become(id, { kind: 'uploading', sent: true });
    };
    expect(waits(() => ledger.transaction(recordAndPromise, 'write recorded'))).toBe(1);
  });

  it('once for a transaction that holds a promise, and not for one that is rolled back', () => {
    const { add, ledger, folderId, waits } = watched();
    const twoPromises = () =>
      ledger.transaction(() => {
        add('a.pdf');
        ledger.folders.setBaseline(folderId, 1);
        ledger.folders.setBaseline(folderId, 2);
      });
    expect(waits(twoPromises)).toBe(1);
    const promiseFirst = () =>
      ledger.transaction(() => {
        ledger.folders.setBaseline(folderId, 3);
        add('c.pdf');
      });
    expect(waits(promiseFirst)).toBe(1);
    const failing = () =>
      ledger.transaction(() => {
        ledger.folders.setBaseline(folderId, 3);
        throw new Error('It fails.');
      });
    expect(waits(() => expect(failing).toThrow('It fails.'))).toBe(0);
    expect(waits(() => add('b.pdf'))).toBe(0);
  });

  it.skipIf(process.platform === 'win32')('and keeps no promise where the disk does not take it', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const ledger = openLedger(file);
    // SQLite has its log open; what is synced is opened by the first promise, and this cannot be synced.
    rmSync(`${file}-wal`);
    symlinkSync('/dev/null', `${file}-wal`);
    expect(() => ledger.folders.ensure('/scans')).toThrow(LedgerUnavailable);
    // What is noted beside it as made is on the disk.
    expect(notedBeside(file)).toBeUndefined();
    ledger.close();
  });

  it('and a promise takes along what was committed before it, though nothing after it', () => {
    const { file, connection, add, become, ledger } = watched();
    const [first, second] = [add('first.pdf'), add('second.pdf')];
    become(second.id, { kind: 'uploading', sent: true });
    add('third.pdf');
    become(first.id, ready);
    // The machine dies: of the log only what the disk was waited for is left.
    const left = join(temporaryDirectory(), 'ledger.sqlite');
    copyFileSync(file, left);
    copyFileSync(`${file}-wal`, `${left}-wal`);
    truncateSync(`${left}-wal`, connection.synced.at(-1));
    const after = openLedger(left);
    expect(after.documents.get(first.id)).toMatchObject({ path: 'first.pdf', state: { kind: 'settling' } });
    expect(after.documents.get(second.id)).toMatchObject({ state: { kind: 'uploading', sent: true } });
    expect(after.documents.page({}).total).toBe(2);
    after.close();
    ledger.close();
  });
});
