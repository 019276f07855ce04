import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Backup, listBackups, makeBackup, outdated, stampOf } from '../../electron/ledger/backups.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { temporaryDirectory } from './fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 4, 4, 13, 2, 7, 123);

/** What is left when backups are made at these times, each followed by the removal of what is outdated; oldest first. */
function keptOf(times: readonly number[]): number[] {
  let kept: Backup[] = [];
  for (const at of times) {
    kept = [{ path: String(at), at }, ...kept].sort((a, b) => b.at - a.at);
    const gone = new Set(outdated(kept));
    kept = kept.filter((backup) => !gone.has(backup));
  }
  return kept.map(({ at }) => at).sort((a, b) => a - b);
}

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
    const ledger = openLedger(join(temporaryDirectory(), 'ledger.sqlite'));
    onTestFinished(() => ledger.close());
    ledger.folders.ensure('/scans');
    const backup = await makeBackup(ledger, directory, start);
    expect(readdirSync(directory)).toEqual([`ledger-${stampOf(start)}.sqlite`]);
    const copy = openLedger(backup.path);
    onTestFinished(() => copy.close());
    expect(copy.folders.byPath('/scans')).toBeDefined();
  });

  it('can be made of changes: a chain that lacks a part is not one', () => {
    const directory = temporaryDirectory();
    const changes = (at: number, after: number) => `ledger-${stampOf(at)}.after-${stampOf(after)}.pages`;
    const whole = `ledger-${stampOf(start)}.sqlite`;
    for (const name of [whole, changes(start + hour, start), changes(start + 3 * hour, start + 2 * hour)])
      writeFileSync(join(directory, name), '');
    expect(listBackups(directory).map(({ at, after }) => [at, after])).toEqual([
      [start + hour, start],
      [start, undefined],
    ]);
  });

  it('are kept five at most: the newest, and before it some that are an hour apart', () => {
    const hourly = Array.from({ length: 12 }, (_, index) => start + index * hour);
    expect(keptOf(hourly)).toEqual(hourly.slice(-5));
  });

  it('are not pushed out by an hour of crashes, or by a run every minute', () => {
    const before = [start, start + hour, start + 2 * hour];
    const crashes = Array.from({ length: 50 }, (_, index) => start + 2 * hour + (index + 1) * minute);
    expect(keptOf([...before, ...crashes])).toEqual([...before, crashes.at(-1)]);
    const minutes = Array.from({ length: 6 * 60 }, (_, index) => start + index * minute);
    expect(keptOf(minutes)).toEqual([start + 2 * hour, start + 3 * hour, start + 4 * hour, start + 5 * hour, minutes.at(-1)]);
  });

  it('stay when the clock is set back: the newest by its time is one of them', () => {
    expect(keptOf([start, start + 5 * hour, start + hour])).toEqual([start, start + hour, start + 5 * hour]);
  });
});
