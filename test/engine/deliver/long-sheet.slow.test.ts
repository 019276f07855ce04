import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { streamXlsxRows } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { fillLedger, imagined } from '../../bench/kit/filled-ledger.ts';
import { Scene } from '../../support/scene.ts';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

describe('a workbook beside 40,000 documents', () => {
  it('is written in less than 100 MB beyond what the program has anyway, and has all of them', { timeout: 600_000 }, async () => {
    const [file, folder] = [join(scene.root, 'ledger.sqlite'), join(scene.root, 'many')];
    mkdirSync(folder, { recursive: true });
    // Of every ten documents one has failed.
    fillLedger(file, folder, imagined(45_000));
    const script = join(import.meta.dirname, 'write-long-sheet.ts');
    const run = async (what: 'rows' | 'file') => {
      const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script, what, file, folder]);
      console.info(`${what}: ${stdout}`);
      return JSON.parse(stdout) as {
        readonly path: string;
        readonly rows: number;
        readonly baseMb: number;
        readonly peakMb: number;
      };
    };
    await run('rows');
    const facts = await run('file');
    expect(facts.peakMb - facts.baseMb).toBeLessThan(100);
    let rows = -1;
    for await (const _ of streamXlsxRows(readFileSync(facts.path))) rows += 1;
    expect(rows).toBe(facts.rows);
    expect(rows).toBeGreaterThanOrEqual(40_000);
  });
});
