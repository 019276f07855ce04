import { copyFileSync, rmSync, statSync, symlinkSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { DocumentState } from '../../electron/core/document/states.ts';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { Connection, type Durability } from '../../electron/ledger/connection.ts';
import type { FileChanges } from '../../electron/ledger/documents.ts';
import { LedgerUnavailable } from '../../electron/ledger/errors.ts';
import type { JobChanges } from '../../electron/ledger/jobs.ts';
import { Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { openToWrite } from '../../electron/ledger/open.ts';
import { notedBeside } from '../../electron/ledger/promises.ts';
import { become, goOn, putDocument } from '../support/jobs.ts';
import { found, invoices, origin, temporaryDirectory } from './fixture.ts';

/** Notes how long the log was each time that the ledger waited for the disk. */
class WatchedConnection extends Connection {
  readonly lengths: number[] = [];
  /** When the waits end that other work goes on beside; undefined: at once. */
  gate: Promise<void> | undefined;
  failure: Error | undefined;

  protected override sync(): void {
    super.sync();
    this.lengths.push(statSync(`${this.path}-wal`).size);
  }

  protected override async syncLater(): Promise<void> {
    const { size } = statSync(`${this.path}-wal`);
    await this.gate;
    if (this.failure !== undefined) throw this.failure;
    await super.syncLater();
    this.lengths.push(size);
  }
}

function watched() {
  const file = join(temporaryDirectory(), 'ledger.sqlite');
  const connection = new WatchedConnection(file);
  openToWrite(file, 'after a crash', () => connection);
  const ledger = new Ledger(connection);
  const folderId = ledger.folders.ensure('/scans').id;
  const add = (path: string) => ledger.documents.add(found(folderId, { path }));
  /** How often it waits for the disk during some work. */
  const waits = (work: () => void): number => {
    const before = connection.lengths.length;
    work();
    return connection.lengths.length - before;
  };
  return { file, connection, ledger, folderId, add, waits };
}

const ready: DocumentState = { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } };

describe('A ledger waits for the disk', () => {
  it('when a document is sent, and not before', () => {
    const { ledger, folderId, add, waits } = watched();
    const { id } = add('a.pdf');
    expect(waits(() => add('b.pdf'))).toBe(0);
    expect(waits(() => become(ledger, id, { state: ready }))).toBe(0);
    expect(waits(() => become(ledger, id, { state: { kind: 'uploading' } }))).toBe(1);
    expect(waits(() => become(ledger, id, { state: { kind: 'queued', status: 'queued' } }))).toBe(1);
    // One more file of a content that was sent has nothing of its own so far.
    expect(waits(() => putDocument(ledger, folderId, { path: 'copy.pdf', hash: ledger.documents.get(id)?.hash }))).toBe(0);
  });

  it.each<[what: string, waits: 0 | 1, changes: JobChanges]>([
    ['is to be sent at another time', 0, { dueAt: 9 }],
    ['waits for another reason', 0, { state: { kind: 'waiting', wait: { kind: 'ready', notBefore: 9, cohort: 'a' } } }],
    ['was tried once more, before anything was sent', 0, { attempts: 1 }],
    ['may have been sent before', 1, { possibleDuplicate: true }],
    ['is sent', 1, { state: { kind: 'uploading' }, tries: 1 }],
    ['is refused', 1, { state: { kind: 'rejected', by: 'service', message: foreign('no') } }],
    ['is given up', 1, { state: { kind: 'failed', by: 'intray', message: foreign('no') } }],
  ])('or not, when a job that nobody has sent %s: %i', (_, expected, changes) => {
    const { ledger, folderId, waits } = watched();
    const { id: job } = ledger.jobs.jobFor('https://service.example', { kind: 'extraction', id: 'e-1' }, 'aa', 1);
    putDocument(ledger, folderId, { hash: 'aa', state: ready });
    expect(waits(() => ledger.documents.changeJob(job, changes, 20))).toBe(expected);
  });

  it.each<[what: string, changes: JobChanges]>([
    ['is put back', { state: ready }],
    ['is accepted', { state: { kind: 'queued', status: 'queued' }, fileId: 'f-1' }],
    [
      'has its result',
      { state: { kind: 'processed' }, result: { kind: 'extraction', status: 'processed', extractedData: {}, extra: {} } },
    ],
    ['is reviewed', { review: { confirmations: [], changes: [] } }],
  ])('when a job that was sent %s, though only once for all its files', (_, changes) => {
    const { ledger, folderId, waits } = watched();
    const batchId = ledger.batches.add({
      origin: 'https://service.example',
      route: { kind: 'extraction', id: 'e-1' },
      madeAt: 1,
    }).id;
    const put = (path: string) => putDocument(ledger, folderId, { path, hash: 'aa', state: { kind: 'uploading' }, batchId });
    const [{ job = 0 }] = [put('a.pdf'), put('b.pdf')];
    expect(waits(() => ledger.documents.changeJob(job, changes, 20))).toBe(1);
    expect(waits(() => ledger.jobs.update(job, { dueAt: 9 }))).toBe(0);
  });

  it.each<[what: string, waits: 0 | 1, changes: FileChanges]>([
    ['settles again', 0, { file: { kind: 'settling', since: 9 } }],
    ['is seen to be another file', 0, { facts: { size: 2, mtimeMs: 2, ino: 2 } }],
    ['has its pages counted', 0, { pages: 3 }],
    ['is held', 1, { file: { kind: 'waiting', wait: { kind: 'held', why: 'pages', message: foreign('many') } } }],
    ['cannot be written to', 1, { file: { kind: 'waiting', wait: { kind: 'blocked', message: foreign('no') } } }],
    ['is not to be sent', 1, { file: { kind: 'rejected', by: 'intray', message: foreign('empty') } }],
    ['has gone', 1, { file: { kind: 'gone', was: { kind: 'there' } } }],
    ['is to be written', 1, { delivery: { kind: 'pending' } }],
    ['has nothing to prove that it was never sent', 1, { doubtful: true }],
    ['is a copy', 1, { duplicateOf: 1 }],
    ['is dismissed', 1, { dismissed: true }],
    ['was taken back', 1, { undone: { at: 1, by: 'Anna' } }],
  ])('or not, when a file that is ready to be sent %s: %i', (_, expected, changes) => {
    const { ledger, folderId, waits } = watched();
    const { id } = putDocument(ledger, folderId, { state: ready });
    expect(waits(() => ledger.documents.update(id, changes))).toBe(expected);
  });

  it('when a document goes on from its verdict', () => {
    const { ledger, folderId, waits } = watched();
    const { id } = putDocument(ledger, folderId, { state: { kind: 'processed' } });
    expect(waits(() => goOn(ledger, id, { kind: 'extraction', id: 'e-2' }))).toBe(1);
  });

  it('for what a person decided and for files that are skipped, not for files that were seen', () => {
    const { add, ledger, folderId, waits } = watched();
    const { id } = add('a.pdf');
    const file = { folderId, directory: '', name: 'a.pdf', facts: { size: 1, mtimeMs: 1, ino: 1 } };
    expect(waits(() => ledger.files.put({ ...file, documentId: id }))).toBe(0);
    expect(waits(() => ledger.files.put({ ...file, skipped: 'existing' }))).toBe(1);
    expect(waits(() => ledger.folders.setBaseline(folderId, 1))).toBe(1);
    become(ledger, id, { state: { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: say('sending.changed') } } });
    expect(waits(() => become(ledger, id, { state: ready }))).toBe(1);
    expect(waits(() => void ledger.documents.update(id, { dismissed: true }))).toBe(1);
    expect(waits(() => void ledger.documents.update(id, { dueAt: 7 }))).toBe(0);
  });

  it.each<[waits: 0 | 1, what: string, write: (ledger: Ledger, folderId: number) => void]>([
    [1, 'a question is open', (ledger, id) => ledger.meta.write('question', { since: 1 }, id)],
    [1, 'it is answered', (ledger, id) => ledger.meta.write('question', { since: 1, answer: 'send' }, id)],
    [
      1,
      'another Intray is there',
      (ledger, id) => ledger.meta.write('other-intray', { since: 1, id: 'a', host: 'b', path: 'c' }, id),
    ],
    [1, 'its ledger was lost', (ledger) => ledger.meta.write('unverified', { since: 1, message: foreign('It was lost.') })],
    [
      1,
      'the service is to be left alone',
      (ledger) => ledger.meta.write('gate', { kind: 'key', message: foreign('No.'), reason: 'invalid' }),
    ],
    [1, 'a budget is lifted', (ledger) => ledger.meta.write('lifts', { '2026-03-04': 5 })],
    [1, 'a folder is chosen', (ledger, id) => ledger.meta.write('first-watched', 1, id)],
    [1, 'its files are on a volume', (ledger, id) => ledger.meta.write('volume', 'disk', id)],
    [0, 'a folder is fine', (ledger, id) => ledger.meta.write('folder-health', { kind: 'scanning' }, id)],
    [0, 'files are left out', (ledger, id) => ledger.meta.write('left-out', [], id)],
    [0, 'it may ask so often', (ledger) => ledger.meta.write('rate', { perSecond: 1, at: 1 })],
  ])('%i times to note that %s', (expected, _, write) => {
    const { ledger, folderId, waits } = watched();
    expect(waits(() => write(ledger, folderId))).toBe(expected);
  });

  it('for a JSON that is about to be written, not for that it was', () => {
    const { add, ledger, waits } = watched();
    const { id } = add('a.pdf');
    const json = { path: '/scans/a.pdf.json', hash: 'aa' };
    const record = () => void ledger.documents.update(id, { json });
    for (const was of ['', 'bb']) {
      expect(waits(() => void ledger.documents.update(id, { json: { ...json, was } }))).toBe(1);
      expect(waits(record)).toBe(0);
    }
    ledger.documents.update(id, { json: { ...json, was: '' } });
    const recordAndPromise = () => {
      record();
      become(ledger, id, { state: { kind: 'uploading' } });
    };
    expect(waits(() => ledger.transaction(recordAndPromise))).toBe(1);
  });

  it('for a row that is about to be written into a CSV, not for one of a workbook', () => {
    const { add, ledger, folderId, waits } = watched();
    const { id } = add('a.pdf');
    const table = ledger.tables.add({ folderId, origin, route: invoices, columns: [], changes: 0, left: [] });
    const put = (csv: number) => waits(() => ledger.tables.putRow(table, { position: 1, documentId: id, csv, cells: {} }));
    expect([put(0), put(1)]).toEqual([0, 1]);
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
    const { file, connection, add, ledger } = watched();
    const [first, second] = [add('first.pdf'), add('second.pdf')];
    become(ledger, second.id, { state: { kind: 'uploading' } });
    add('third.pdf');
    become(ledger, first.id, { state: ready });
    // The machine dies: of the log only what the disk was waited for is left.
    const left = join(temporaryDirectory(), 'ledger.sqlite');
    copyFileSync(file, left);
    copyFileSync(`${file}-wal`, `${left}-wal`);
    truncateSync(`${left}-wal`, connection.lengths.at(-1));
    const after = openLedger(left);
    expect(after.documents.get(first.id)).toMatchObject({ path: 'first.pdf', state: { kind: 'settling' } });
    expect(after.documents.get(second.id)).toMatchObject({ state: { kind: 'uploading' } });
    expect(after.documents.page({}).total).toBe(2);
    after.close();
    ledger.close();
  });
});

it('What is restorable waits for nothing, whatever comes before it, and a promise does', () => {
  const { connection, ledger, waits } = watched();
  const write = (durability: Durability) => void connection.write(durability, 'UPDATE documents SET pages = 1 WHERE id = 0');
  expect(waits(() => write('restorable'))).toBe(0);
  expect(waits(() => write('promise'))).toBe(1);
  expect(waits(() => write('restorable'))).toBe(0);
  expect(waits(() => connection.transaction(() => write('restorable')))).toBe(0);
  expect(
    waits(() =>
      connection.transaction(() => {
        write('promise');
        write('restorable');
      }),
    ),
  ).toBe(1);
  ledger.close();
});

describe('Who makes promises and goes on with other work', () => {
  const send = ({ ledger }: ReturnType<typeof watched>, id: number) => become(ledger, id, { state: { kind: 'uploading' } });

  /** A wait that has begun for one of two documents, and goes on until it is `opened`. */
  const waiting = async () => {
    const scene = watched();
    const [first, second] = [scene.add('a.pdf'), scene.add('b.pdf')];
    const opened = Promise.withResolvers<void>();
    scene.connection.gate = opened.promise;
    scene.connection.owing(() => send(scene, first.id));
    const one = scene.connection.synced();
    await Promise.resolve().then(() => undefined);
    return { scene, second, one, opened };
  };

  it('waits for the disk once with all others, and not before they ask for it', async () => {
    const scene = watched();
    const { add, connection, file, ledger } = scene;
    const documents = [add('a.pdf'), add('b.pdf'), add('c.pdf')];
    const [before, noted] = [connection.lengths.length, notedBeside(file)?.number];
    for (const { id } of documents) connection.owing(() => send(scene, id));
    expect(connection.lengths).toHaveLength(before);
    expect(notedBeside(file)?.number).toBe(noted);
    await Promise.all(documents.map(() => connection.synced()));
    expect(connection.lengths).toHaveLength(before + 1);
    expect(connection.lengths.at(-1)).toBe(statSync(`${file}-wal`).size);
    expect(notedBeside(file)?.number).toBe(ledger.promises.last());
    ledger.close();
  });

  it('waits again for what is promised while the disk is waited for', async () => {
    const { scene, second, one, opened } = await waiting();
    const { connection, file, ledger } = scene;
    const length = statSync(`${file}-wal`).size;
    connection.owing(() => send(scene, second.id));
    const other = connection.synced();
    const before = connection.lengths.length;
    opened.resolve();
    await Promise.all([one, other]);
    expect(connection.lengths.slice(before)).toEqual([length, statSync(`${file}-wal`).size]);
    ledger.close();
  });

  it('is overtaken by a promise that waits at once, whose number stays noted', async () => {
    const { scene, second, one, opened } = await waiting();
    const { file, ledger } = scene;
    send(scene, second.id);
    const last = ledger.promises.last();
    expect(notedBeside(file)?.number).toBe(last);
    opened.resolve();
    await one;
    expect(notedBeside(file)?.number).toBe(last);
    ledger.close();
  });

  it('is told if the disk refuses, and nothing is noted as made before it does not', async () => {
    const scene = watched();
    const { add, connection, file, ledger } = scene;
    const { id } = add('a.pdf');
    const noted = notedBeside(file)?.number;
    connection.failure = new Error('no disk');
    connection.owing(() => send(scene, id));
    await expect(connection.synced()).rejects.toThrow('no disk');
    expect(notedBeside(file)?.number).toBe(noted);
    await expect(connection.synced()).rejects.toThrow('no disk');
    connection.failure = undefined;
    await connection.synced();
    expect(notedBeside(file)?.number).toBe(ledger.promises.last());
    ledger.close();
  });

  it('waits for nothing where nothing was promised', async () => {
    const { add, connection, ledger } = watched();
    await connection.synced();
    const before = connection.lengths.length;
    connection.owing(() => add('a.pdf'));
    await connection.synced();
    expect(connection.lengths).toHaveLength(before);
    ledger.close();
  });
});

it('What is done durably is done at once, and is on disk when that resolves', async () => {
  const { add, connection, ledger } = watched();
  const { id } = add('a.pdf');
  const before = connection.lengths.length;
  const done = ledger.durably(() => become(ledger, id, { state: { kind: 'uploading' } }));
  expect(ledger.documents.get(id)?.state.kind).toBe('uploading');
  expect(connection.lengths).toHaveLength(before);
  await done;
  expect(connection.lengths).toHaveLength(before + 1);
  await expect(
    ledger.durably(() => {
      throw new Error('no');
    }),
  ).rejects.toThrow('no');
  ledger.close();
});
