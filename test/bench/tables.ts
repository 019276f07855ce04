/** Exporting a ledger that has grown for years. */
import { mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { tableFormats } from '../../electron/headless/commands/export/tables.ts';
import type { Benchmark, Row } from './benchmark.ts';
import { fillLedger, imagined } from './kit/filled-ledger.ts';
import { startIntray } from './kit/intray.ts';

/** The memory that an export may take, in bytes. */
const memory = 200 * 1024 * 1024;

export const tables: Benchmark = {
  name: 'tables',
  about: 'intray export of 100,000 documents as CSV, Excel workbook and JSON Lines',
  maxSeconds: 600,
  async run({ quick, scratch, say }) {
    const count = quick ? 1_000 : 100_000;
    const dataDirectory = join(scratch, 'data');
    mkdirSync(dataDirectory, { mode: 0o700 });
    say('filling a ledger');
    fillLedger(join(dataDirectory, 'ledger.sqlite'), join(scratch, 'scans'), imagined(count));
    const rows: Row[] = [];
    for (const format of tableFormats) {
      say(format);
      const to = join(scratch, format);
      const intray = startIntray({
        args: ['export', '--data-dir', dataDirectory, '--to', to, '--format', format],
        scratch,
      });
      const { code, stderr, milliseconds, peakBytes, cpuSeconds } = await intray.ended;
      if (code !== 0) throw new Error(`intray export ended with ${code}: ${stderr}`);
      const megabytes = statSync(join(to, `intray-Bench.${format}`)).size / 1e6;
      rows.push({
        what: `${count.toLocaleString('en')} documents as ${format} (${megabytes.toFixed(1)} MB), one run`,
        unit: 's',
        ours: milliseconds / 1_000,
        ...(peakBytes !== undefined && { peakBytes }),
        ...(cpuSeconds !== undefined && { cpuSeconds }),
        ...(format === 'xlsx' && { goal: { text: 'less than 200 MB of memory', met: (peakBytes ?? 0) < memory } }),
      });
    }
    return { rows };
  },
};
