/** Makes the rows of a folder's workbook (`rows`), or writes it from them (`file`), in a process of its own: says what that took. */

import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { putDueRows, wantedIn } from '../../../electron/engine/deliver/sheets/sheet-rows.ts';
import { writeSheet } from '../../../electron/engine/deliver/sheets/write-sheet.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { systemClock } from '../../../electron/engine/system.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';

const [what, file = '', path = ''] = process.argv.slice(2);
const ledger = openLedger(file);
const folder = ledger.folders.byPath(path);
const [document] = ledger.documents.page({ limit: 1 }).documents;
if (folder === undefined || document === undefined) throw new Error('The ledger is empty.');
const settings = folderSettingsSchema.parse({ path, route: document.route, outputs: { xlsx: 'folder' } });
const own = { id: folder.id, path, settings };
/** Node reads TypeScript here, which takes memory of its own. */
const baseMb = Math.round(process.resourceUsage().maxRSS / 1024);
const begun = performance.now();
if (what === 'rows') {
  ledger.sheets.want(folder.id, wantedIn(settings));
  while (putDueRows(ledger, own, 50));
}
const [sheet] = ledger.sheets.all(folder.id);
if (sheet === undefined) throw new Error('There is no table.');
const world = { files: createFiles(), ledger, clock: systemClock };
const written = what === 'file' ? await writeSheet(world, own, sheet) : undefined;
const facts = {
  path: written?.sheet.path,
  rows: ledger.sheets.rowCount(sheet.id),
  baseMb,
  peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  seconds: (performance.now() - begun) / 1_000,
};
ledger.close();
console.log(JSON.stringify(facts));
