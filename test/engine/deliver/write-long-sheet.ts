/** Writes a folder's workbook from the rows in the ledger, in a process of its own: says what that took. */

import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { writeBook } from '../../../electron/engine/deliver/tables/workbook.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { systemClock } from '../../../electron/engine/system.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';

const [file = '', path = ''] = process.argv.slice(2);
const ledger = openLedger(file);
const folder = ledger.folders.byPath(path);
const [table] = folder === undefined ? [] : ledger.tables.all(folder.id);
if (folder === undefined || table === undefined) throw new Error('There is no table.');
const settings = folderSettingsSchema.parse({ path, route: table.route, outputs: { xlsx: 'folder' } });
/** Node reads TypeScript here, which takes memory of its own. */
const baseMb = Math.round(process.resourceUsage().maxRSS / 1024);
const begun = performance.now();
const written = await writeBook({ files: createFiles(), ledger, clock: systemClock }, { id: folder.id, path, settings }, table);
const facts = {
  path: written?.path,
  rows: ledger.tables.rowCount(table.id),
  baseMb,
  peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  seconds: (performance.now() - begun) / 1_000,
};
ledger.close();
console.log(JSON.stringify(facts));
