import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { promisify } from 'node:util';
import { streamXlsxRows } from 'hucre/xlsx';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { putMissingRows } from '../../../electron/engine/deliver/tables/carry-table.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { filledRoute, fillLedger, imagined } from '../../bench/kit/filled-ledger.ts';
import { Scene } from '../../support/scene.ts';

let scene: Scene;
beforeEach(() => {
  scene = new Scene();
});
afterEach(() => scene.end());

const times = 900;

/** Rows of fifty documents, and each of them nine hundred times more, with another file and number. @returns how many */
function fillRows(file: string, path: string): number {
  fillLedger(file, path, imagined(50));
  const ledger = openLedger(file);
  const settings = folderSettingsSchema.parse({ path, route: filledRoute, outputs: { xlsx: 'folder' } });
  putMissingRows(ledger, { id: ledger.folders.ensure(path).id, path, settings }, 0, 50);
  ledger.close();
  const database = new DatabaseSync(file, { enableForeignKeyConstraints: false });
  database.exec(`
    WITH RECURSIVE more (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM more WHERE n < ${times})
    INSERT INTO rows (table_id, position, document_id, csv, cells)
      SELECT table_id, position + 50 * n, document_id + 50 * n, csv,
        replace(replace(cells, 'scan-', 'scan-' || n || '-'), 'R-', 'R-' || n || '-') FROM rows, more`);
  const row = database.prepare('SELECT count(*) AS count FROM rows').get();
  database.close();
  return Number(row?.count);
}

describe('a workbook beside 40,000 documents', () => {
  it('is written in less than 100 MB beyond what the program has anyway, and has all of them', async () => {
    const [file, folder] = [join(scene.root, 'ledger.sqlite'), join(scene.root, 'many')];
    mkdirSync(folder, { recursive: true });
    const count = fillRows(file, folder);
    // Of every ten documents one has failed.
    expect(count).toBe(45 * (times + 1));
    const script = join(import.meta.dirname, 'write-long-sheet.ts');
    const { stdout } = await promisify(execFile)(process.execPath, ['--no-warnings', script, file, folder]);
    console.info(stdout);
    const facts = JSON.parse(stdout) as {
      readonly path: string;
      readonly rows: number;
      readonly baseMb: number;
      readonly peakMb: number;
    };
    expect(facts.peakMb - facts.baseMb).toBeLessThan(100);
    expect(facts.rows).toBe(count);
    let rows = -1;
    for await (const _ of streamXlsxRows(readFileSync(facts.path))) rows += 1;
    expect(rows).toBe(count);
  });
});
