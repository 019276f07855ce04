/**
 * A program that writes to a ledger without end and makes one backup of it after another, for `backup-kills.slow.test.ts`. Standard
 * output says how many documents each finished backup has at least.
 */
import { dirname, join } from 'node:path';
import { makeBackup } from '../../electron/ledger/backups.ts';
import { openKeptLedger } from '../../electron/ledger/safekeeping.ts';

const [file = '', begin = '0'] = process.argv.slice(2);
const { ledger } = openKeptLedger(file, Number(begin));
const folderId = ledger.folders.ensure('/scans').id;
let count = ledger.documents.balance().found;

function add(documents: number): void {
  ledger.transaction(() => {
    for (let index = 0; index < documents; index += 1, count += 1)
      ledger.documents.add({
        folderId,
        path: `${count}.pdf`,
        facts: { size: 1_000, mtimeMs: count, ino: count },
        origin: 'https://service.example',
        route: { kind: 'extraction', id: 'e-1' },
        file: { kind: 'settling', since: 5 },
        foundAt: count,
      });
  });
}

if (count === 0) add(3_000);
setInterval(() => add(5), 5);
for (let hour = 0; ; hour += 1) {
  const atLeast = count;
  const { at } = await makeBackup(file, join(dirname(file), 'backups'), Number(begin) + hour * 3_600_000);
  process.stdout.write(`${at} ${atLeast}\n`);
}
