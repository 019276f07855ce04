/**
 * A program that makes one backup after another is killed at moments that are drawn from a seed. Whatever is left, every backup that is listed can be restored, and holds what it was said to hold.
 */
import { type ChildProcess, fork } from 'node:child_process';
import { copyFileSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, it } from 'vitest';
import { listBackups } from '../../electron/ledger/backups.ts';
import { openLedger } from '../../electron/ledger/ledger.ts';
import { backupsOf } from '../../electron/ledger/safekeeping.ts';
import { temporaryDirectory } from './fixture.ts';

const kills = 6;
const hour = 3_600_000;

/** Numbers in [0, 1), always the same ones. */
function dice(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Runs it until its first backup is made, and for some time longer. @returns what it said */
async function live(file: string, begin: number, longer: number): Promise<ReadonlyMap<number, number>> {
  const child: ChildProcess = fork(join(import.meta.dirname, 'backup-life.ts'), [file, String(begin)], {
    execArgv: ['--no-warnings'],
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  const ended = new Promise((resolve) => child.once('close', resolve));
  let said = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout?.on('data', (text: Buffer) => {
      said += text.toString();
      resolve();
    });
    child.once('close', () => reject(new Error('It ended by itself.')));
  });
  await pause(longer);
  child.kill('SIGKILL');
  await ended;
  const lines = said.split('\n').slice(0, -1);
  return new Map(lines.map((line) => line.split(' ').map(Number) as [number, number]));
}

it(`after ${kills} kills in the middle of backups, every backup can be restored`, async () => {
  const directory = temporaryDirectory();
  const file = join(directory, 'ledger.sqlite');
  const random = dice(7);
  const said = new Map<number, number>();
  for (let kill = 0; kill < kills; kill += 1) {
    // The times of later lives are later: each makes fewer backups than there are hours between.
    const life = await live(file, Date.UTC(2026, 0, 1) + kill * 1_000 * hour, random() * 400);
    for (const [at, atLeast] of life) said.set(at, atLeast);
    const backups = listBackups(backupsOf(file));
    expect(backups.length).toBeGreaterThan(0);
    // What was said to be made is there, or was replaced by later ones.
    expect(backups[0]?.at).toBeGreaterThanOrEqual(Math.max(...said.keys()));
    for (const backup of backups) {
      const restored = join(directory, 'restored.sqlite');
      for (const name of readdirSync(directory)) if (name.startsWith('restored')) rmSync(join(directory, name));
      copyFileSync(backup.path, restored);
      const ledger = openLedger(restored, 'always');
      expect(ledger.documents.balance().found).toBeGreaterThanOrEqual(said.get(backup.at) ?? 0);
      expect(ledger.documents.atPath(ledger.folders.all()[0]?.id ?? 0, '2999.pdf').length).toBeGreaterThan(0);
      ledger.close();
    }
  }
  expect(statSync(file).size).toBeGreaterThan(0);
}, 300_000);
