import { chmodSync, copyFileSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBackup } from '../../electron/ledger/backups.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { acquireDataDirectory } from '../../electron/ledger/lock.ts';
import { temporaryDirectory } from './fixture.ts';

const modeOf = (path: string): string => (statSync(path).mode & 0o777).toString(8);

describe.skipIf(process.platform === 'win32')('A data directory', () => {
  it.each<[mode: string, what: string, names: readonly string[]]>([
    ['700', 'is empty', []],
    ['700', 'is Intray’s', ['engine.lock', 'note']],
    ['755', 'holds other things', ['note']],
  ])('has the mode %s if it was open to others and %s', (mode, _, names) => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o755);
    for (const name of names) writeFileSync(join(directory, name), '');
    const lock = acquireDataDirectory(directory);
    expect([lock.ok, modeOf(directory)]).toEqual([true, mode]);
    if (lock.ok) lock.value.release();
  });
});

describe.skipIf(process.platform === 'win32')('In a data directory that others can look into', () => {
  it('the ledger, the files beside it and its backups are for their owner alone', async () => {
    const directory = temporaryDirectory();
    chmodSync(directory, 0o755);
    const file = join(directory, 'ledger.sqlite');
    const ledger = openLedger(file);
    ledger.folders.ensure('/scans');
    const backups = join(directory, 'backups');
    const { path } = await makeBackup(file, backups, Date.now());
    const names = readdirSync(directory).filter((name) => name.startsWith('ledger'));
    expect(names.toSorted()).toEqual(['ledger.sqlite', 'ledger.sqlite-promise', 'ledger.sqlite-shm', 'ledger.sqlite-wal']);
    expect(names.map((name) => modeOf(join(directory, name)))).toEqual(names.map(() => '600'));
    expect([modeOf(backups), modeOf(path)]).toEqual(['700', '600']);
    ledger.close();
  });

  it('what an earlier version left when it was killed is made so', () => {
    const directory = temporaryDirectory();
    const [killed, file] = ['killed.sqlite', 'ledger.sqlite'].map((name) => join(directory, name)) as [string, string];
    const first = openLedger(killed);
    first.folders.ensure('/scans');
    const paths = ['', '-wal', '-shm'].map((ending) => {
      copyFileSync(`${killed}${ending}`, `${file}${ending}`);
      chmodSync(`${file}${ending}`, 0o644);
      return `${file}${ending}`;
    });
    first.close();
    const ledger = openLedger(file);
    expect(paths.map(modeOf)).toEqual(['600', '600', '600']);
    ledger.close();
  });

  it('those that an earlier version made are made so', async () => {
    const directory = temporaryDirectory();
    const [made, file, backups] = ['made.sqlite', 'ledger.sqlite', 'backups'].map((name) => join(directory, name));
    openLedger(made!).close();
    copyFileSync(made!, file!);
    chmodSync(file!, 0o644);
    mkdirSync(backups!, { mode: 0o755 });
    writeFileSync(join(backups!, 'note'), '');
    const ledger = openLedger(file!);
    await makeBackup(file!, backups!, Date.now());
    expect([modeOf(file!), modeOf(backups!)]).toEqual(['600', '700']);
    ledger.close();
  });
});
