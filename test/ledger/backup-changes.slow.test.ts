import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Backup, listBackups, makeBackup, restoreBackup } from '../../electron/ledger/backups.ts';
import { LedgerDamaged } from '../../electron/ledger/errors.ts';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { startNode } from '../../electron/process.ts';
import { found, temporaryDirectory } from './fixture.ts';

const minute = 60_000;
const hour = 60 * minute;
const start = Date.UTC(2026, 4, 4, 13, 2, 7, 123);

describe('backups of a large ledger', () => {
  const large = { smallBelow: 0 };

  function opened(): { readonly ledger: Ledger; readonly directory: string; readonly file: string } {
    const directory = temporaryDirectory();
    const file = join(directory, 'ledger.sqlite');
    const ledger = openLedger(file);
    onTestFinished(() => ledger.close());
    add(ledger, 2_000);
    return { ledger, directory: join(directory, 'backups'), file };
  }

  function add(ledger: Ledger, documents: number): void {
    const folderId = ledger.folders.ensure('/scans').id;
    const before = ledger.documents.balance().found;
    ledger.transaction(() => {
      for (let index = 0; index < documents; index += 1)
        ledger.documents.add(found(folderId, { path: `${before + index}.pdf`, hash: `${before + index}` }));
    });
  }

  /** How many documents there are in it, when it is restored. */
  function documentsIn(backup: Backup): number {
    const path = join(temporaryDirectory(), 'restored.sqlite');
    restoreBackup(backup, path);
    const restored = openLedger(path, 'always');
    try {
      return restored.documents.balance().found;
    } finally {
      restored.close();
    }
  }

  it('write what has changed, and each of them can be restored', async () => {
    const { ledger, directory } = opened();
    const made: Backup[] = [];
    for (let index = 0; index < 4; index += 1) {
      made.push(await makeBackup(ledger, directory, start + index * hour, large));
      add(ledger, 10);
    }
    expect(made.map(({ at, after }) => [at, after])).toEqual([
      [start, undefined],
      [start + hour, start],
      [start + 2 * hour, start + hour],
      [start + 3 * hour, start + 2 * hour],
    ]);
    expect(made.map(documentsIn)).toEqual([2_000, 2_010, 2_020, 2_030]);
    const [whole = 0, ...changes] = made.map(({ path }) => statSync(path).size);
    expect(Math.max(...changes)).toBeLessThan(whole / 5);
    expect(statSync(made[1]?.path ?? '').mode & 0o77).toBe(0);
  });

  it('leave what is still in the log alone, and let the ledger be written meanwhile', async () => {
    const { ledger, directory } = opened();
    const making = makeBackup(ledger, directory, start, large);
    for (let index = 0; index < 50; index += 1) {
      add(ledger, 1);
      await new Promise((resolve) => setImmediate(resolve));
    }
    const backup = await making;
    expect(documentsIn(backup)).toBeGreaterThanOrEqual(2_000);
    expect(ledger.documents.balance().found).toBe(2_050);
    expect(documentsIn(await makeBackup(ledger, directory, start + hour, large))).toBe(2_050);
  });

  it('replace the one before, where that one is not an hour after its own', async () => {
    const { ledger, directory } = opened();
    for (const minutes of [0, 60, 70, 80]) {
      await makeBackup(ledger, directory, start + minutes * minute, large);
      add(ledger, 1);
    }
    const backups = listBackups(directory);
    expect(backups.map(({ at }) => (at - start) / minute)).toEqual([80, 60, 0]);
    expect(backups.map(documentsIn)).toEqual([2_003, 2_001, 2_000]);
  });

  it('begin anew with a whole copy, when the changes come to half of it, and let go of the older one at last', async () => {
    const { ledger, directory } = opened();
    const wholes: number[] = [];
    for (let index = 0; index < 8; index += 1) {
      const { at, after } = await makeBackup(ledger, directory, start + index * hour, large);
      if (after === undefined) wholes.push(at);
      add(ledger, 700);
      const listed = listBackups(directory);
      expect(listed.length).toBeGreaterThanOrEqual(Math.min(index + 1, 5));
    }
    expect(wholes.length).toBeGreaterThan(1);
    const listed = listBackups(directory);
    expect(listed.at(-1)?.at).toBeGreaterThan(start);
    expect(readdirSync(directory)).toHaveLength(listed.length);
    expect(listed.map(documentsIn)).toEqual(listed.map(({ at }) => 2_000 + (700 * (at - start)) / hour));
  });

  it('begin anew where a part of the earlier ones is missing or damaged, and the others stay usable', async () => {
    const { ledger, directory } = opened();
    const [first, second, third] = [
      await makeBackup(ledger, directory, start, large),
      await makeBackup(ledger, directory, start + hour, large),
      await makeBackup(ledger, directory, start + 2 * hour, large),
    ];
    writeFileSync(second.path, readFileSync(second.path).fill(1, 60, 64));
    expect(() => documentsIn(third)).toThrow(LedgerDamaged);
    expect(documentsIn(first)).toBe(2_000);
    const fourth = await makeBackup(ledger, directory, start + 3 * hour, large);
    expect(fourth.after).toBeUndefined();
    expect(documentsIn(fourth)).toBe(2_000);
    rmSync(second.path);
    expect(listBackups(directory).map(({ at }) => at)).toEqual([fourth.at, first.at]);
    await makeBackup(ledger, directory, start + 4 * hour, large);
    expect(existsSync(third.path)).toBe(false);
  });

  it('come to nothing when their process is killed, and the next one is made', async () => {
    const { ledger, directory } = opened();
    const first = await makeBackup(ledger, directory, start, large);
    const killed = makeBackup(ledger, directory, start + hour, {
      ...large,
      start(script, options) {
        const child = startNode(script, options);
        child.kill();
        return child;
      },
    });
    await expect(killed).rejects.toThrow('SIGKILL');
    expect(readdirSync(directory)).toEqual([first.path.slice(directory.length + 1)]);
    expect((await makeBackup(ledger, directory, start + 2 * hour, large)).after).toBe(start);
  });
});
