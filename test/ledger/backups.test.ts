import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { listBackups, makeBackup, stampOf } from '../../electron/ledger/backups.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { temporaryDirectory } from './fixture.ts';

const hour = 3_600_000;
const day = 24 * hour;
const start = Date.UTC(2026, 4, 4, 13, 2, 7, 123);

describe('backups of the ledger', () => {
  it('are listed newest first, by the time in their names, and nothing else is', () => {
    const directory = temporaryDirectory();
    for (const at of [start, start + hour, start - hour]) writeFileSync(join(directory, `ledger-${stampOf(at)}.sqlite`), '');
    for (const name of ['ledger.sqlite', 'notes.txt', `ledger-${stampOf(start)}.sqlite.unchecked`])
      writeFileSync(join(directory, name), '');
    expect(listBackups(directory).map(({ at }) => at)).toEqual([start + hour, start, start - hour]);
    expect(listBackups(join(directory, 'not there'))).toEqual([]);
  });

  it('are whole copies, and what a crash left half made goes with the next one', async () => {
    const directory = join(temporaryDirectory(), 'backups');
    mkdirSync(directory);
    writeFileSync(join(directory, `ledger-${stampOf(start - hour)}.sqlite.unchecked`), 'half');
    writeFileSync(join(directory, `ledger-${stampOf(start - hour)}.sqlite.unchecked.partial`), 'half');
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    const ledger = openLedger(file);
    onTestFinished(() => ledger.close());
    ledger.folders.ensure('/scans');
    const backup = await makeBackup(file, directory, start);
    expect(readdirSync(directory)).toEqual([`ledger-${stampOf(start)}.sqlite`]);
    const copy = openLedger(backup.path);
    onTestFinished(() => copy.close());
    expect(copy.folders.byPath('/scans')).toBeDefined();
  });

  it('are the three newest, and the newest by its time stays when the clock is set back', async () => {
    const directory = join(temporaryDirectory(), 'backups');
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    openLedger(file).close();
    for (const days of [0, 1, 9, 2, 3]) await makeBackup(file, directory, start + days * day);
    expect(listBackups(directory).map(({ at }) => (at - start) / day)).toEqual([9, 3, 2]);
  });

  it('do not take the place of one that was made at the same moment', async () => {
    const directory = join(temporaryDirectory(), 'backups');
    const file = join(temporaryDirectory(), 'ledger.sqlite');
    openLedger(file).close();
    for (let made = 0; made < 3; made += 1) await makeBackup(file, directory, start);
    expect(listBackups(directory).map(({ at }) => at)).toEqual([start + 2, start + 1, start]);
  });
});
