/** A log that is lost or damaged, or an older copy in the ledger's place, never rolls a ledger back in silence. */
import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '../../electron/ledger/backups.ts';
import { type Ledger, LedgerDamaged, openLedger, openLedgerReadOnly } from '../../electron/ledger/ledger.ts';
import { backupsOf, openKeptLedger } from '../../electron/ledger/safekeeping.ts';
import { become } from '../support/jobs.ts';
import { found, temporaryDirectory } from './fixture.ts';

const at = Date.UTC(2026, 4, 4, 13);

/** Adds documents and says of each that it was sent: that is a promise. */
function send(ledger: Ledger, ...names: readonly string[]): void {
  const folderId = ledger.folders.ensure('/scans').id;
  for (const path of names) {
    const { id } = ledger.documents.add(found(folderId, { path }));
    become(ledger, id, { state: { kind: 'uploading' } });
  }
}

/** What a crash leaves of a ledger: the files as they are while it is open. */
function crashed(ledger: Ledger, file: string): string {
  const left = join(temporaryDirectory(), 'ledger.sqlite');
  for (const ending of ['', '-wal', '-promise']) copyFileSync(`${file}${ending}`, `${left}${ending}`);
  ledger.close();
  return left;
}

/** `first.pdf` is in the ledger's file, and `second.pdf` and `third.pdf` only in its log. */
function lived(): string {
  const file = join(temporaryDirectory(), 'ledger.sqlite');
  const before = openLedger(file);
  send(before, 'first.pdf');
  before.close();
  const ledger = openLedger(file);
  send(ledger, 'second.pdf', 'third.pdf');
  return crashed(ledger, file);
}

function change(path: string, change: (bytes: Buffer) => void): void {
  const bytes = readFileSync(path);
  change(bytes);
  writeFileSync(path, bytes);
}

function kept(file: string) {
  const { ledger, recovery } = openKeptLedger(file, at);
  const seen = {
    recovery,
    paths: ledger.documents.page({}).documents.map(({ path }) => path),
    sent: ledger.documents.inState('uploading').map(({ path }) => path),
    note: ledger.meta.read('unverified'),
    promise: ledger.promises.last(),
  };
  ledger.close();
  return seen;
}

const log = (file: string) => `${file}-wal`;

const attacks: readonly (readonly [string, (file: string) => void])[] = [
  ['deleted', (file) => rmSync(log(file))],
  ['emptied', (file) => truncateSync(log(file), 0)],
  ['cut', (file) => truncateSync(log(file), readFileSync(log(file)).length - 2_000)],
  ['with one byte flipped', (file) => change(log(file), (bytes) => bytes.writeUInt8(bytes.readUInt8(5_000) ^ 1, 5_000))],
  ['with a page of zeros', (file) => change(log(file), (bytes) => bytes.fill(0, 4_096, 8_192))],
  [
    'another ledger’s',
    (file) => {
      const other = join(temporaryDirectory(), 'ledger.sqlite');
      const ledger = openLedger(other);
      send(ledger, ...Array.from({ length: 12 }, (_, index) => `${index}.pdf`));
      copyFileSync(log(other), log(file));
      ledger.close();
    },
  ],
];

describe('a ledger whose log is', () => {
  it.each(attacks)('%s counts as damaged: what is left is taken up, with the note, once', (_, attack) => {
    const file = lived();
    attack(file);
    const [before, logBefore] = [file, log(file)].map((path) => (existsSync(path) ? readFileSync(path) : undefined));
    expect(() => openLedgerReadOnly(file)).toThrow(LedgerDamaged);
    expect(() => openLedger(file)).toThrow(LedgerDamaged);
    const noted = Number.parseInt(readFileSync(`${file}-promise`, 'latin1'), 10);
    const { recovery, paths, sent, note, promise } = kept(file);
    expect(recovery).toMatchObject({ message: { code: 'ledger.takenUp', values: { message: { code: 'ledger.damaged' } } } });
    expect(note).toEqual({ since: at, message: recovery?.message });
    // The last promise is lost: which earlier ones are left depends on where the log is whole.
    expect(sent).toContain('first.pdf');
    expect(sent).not.toContain('third.pdf');
    expect(paths.filter((path) => !/first|second|third/.test(path))).toEqual([]);
    const aside = (ending: string) => recovery?.quarantined.find((path) => path.endsWith(ending));
    expect(readFileSync(aside('.sqlite') ?? '')).toEqual(before);
    if (logBefore !== undefined) expect(readFileSync(aside('-wal') ?? '')).toEqual(logBefore);
    // Nor is it behind what was noted of the lost one elsewhere, as in the folders' markers.
    expect(promise).toBeGreaterThan(noted);
    expect(kept(file)).toEqual({ recovery: undefined, paths, sent, note, promise });
  });
});

describe('a ledger in whose place', () => {
  it('an older copy was put counts as damaged, and the newest backup is taken up', async () => {
    const file = lived();
    const older = readFileSync(file);
    const ledger = openLedger(file);
    await makeBackup(file, backupsOf(file), at);
    send(ledger, 'fourth.pdf');
    ledger.close();
    writeFileSync(file, older);
    const { paths, recovery } = kept(file);
    expect(recovery?.backup?.at).toBe(at);
    expect(paths.toSorted()).toEqual(['first.pdf', 'second.pdf', 'third.pdf']);
  });

  it('a new, empty one was put counts as damaged', () => {
    const file = lived();
    for (const ending of ['', '-wal']) rmSync(`${file}${ending}`);
    const empty = join(temporaryDirectory(), 'ledger.sqlite');
    openLedger(empty).close();
    copyFileSync(empty, file);
    expect(kept(file).recovery?.message.code).toBe('ledger.begunEmpty');
    expect(kept(file).recovery).toBeUndefined();
  });

  it('there is nothing is missing, where only its last promise is still noted', () => {
    const file = lived();
    for (const ending of ['', '-wal']) rmSync(`${file}${ending}`);
    expect(kept(file).recovery?.message.code).toBe('ledger.begunEmpty');
  });
});

describe('a ledger is not taken for damaged', () => {
  it('after a crash that left all of it', () => {
    const { recovery, paths } = kept(lived());
    expect(recovery).toBeUndefined();
    expect(paths).toHaveLength(3);
  });

  it.each<[string, (note: string) => void]>([
    ['is gone', (note) => rmSync(note)],
    ['is empty', (note) => truncateSync(note, 0)],
    ['is older', (note) => change(note, (bytes) => bytes.fill(' 1', 0, 15))],
    ['holds zeros', (note) => change(note, (bytes) => bytes.fill(0))],
  ])('where a power cut took the note beside it: it %s', (_, spoil) => {
    const file = lived();
    spoil(`${file}-promise`);
    expect(kept(file).recovery).toBeUndefined();
  });

  it('where what the log has lost was no promise', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const ledger = openLedger(file);
    send(ledger, 'first.pdf');
    const until = readFileSync(log(file)).length;
    ledger.documents.add(found(1, { path: 'seen.pdf' }));
    const left = crashed(ledger, file);
    truncateSync(log(left), until);
    expect(kept(left)).toMatchObject({ recovery: undefined, paths: ['first.pdf'] });
  });

  it('after a promise that was rolled back', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const ledger = openLedger(file);
    send(ledger, 'first.pdf');
    const failing = () =>
      ledger.transaction(() => {
        ledger.folders.setBaseline(1, 1);
        throw new Error('It fails.');
      });
    expect(failing).toThrow('It fails.');
    expect(kept(crashed(ledger, file)).recovery).toBeUndefined();
  });

  it('while another process makes promises', () => {
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const ledger = openLedger(file);
    send(ledger, 'first.pdf');
    const beside = openLedger(file);
    send(beside, 'second.pdf');
    send(ledger, 'third.pdf');
    beside.close();
    openLedgerReadOnly(file).close();
    ledger.close();
    expect(kept(file)).toMatchObject({ recovery: undefined, paths: { length: 3 } });
  });
});
