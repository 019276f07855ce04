/** Makes the rows of a folder's workbook (`rows`), or writes it from them (`file`), in a process of its own: says what that took. */

import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { putMissingRows } from '../../../electron/engine/deliver/tables/table-rows.ts';
import { writeBook } from '../../../electron/engine/deliver/tables/workbook.ts';
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
for (let after: number | undefined = what === 'rows' ? 0 : undefined; after !== undefined; )
  after = putMissingRows(ledger, own, { after, limit: 50 });
const [table] = ledger.tables.all(folder.id);
if (table === undefined) throw new Error('There is no table.');
const world = { files: createFiles(), ledger, clock: systemClock };
const written = what === 'file' ? await writeBook(world, own, table) : undefined;
const facts = {
  path: written?.path,
  rows: ledger.tables.rowCount(table.id),
  baseMb,
  peakMb: Math.round(process.resourceUsage().maxRSS / 1024),
  seconds: (performance.now() - begun) / 1_000,
};
ledger.close();
console.log(JSON.stringify(facts));
