/** Exporting a ledger that has grown for years. */
import { existsSync, mkdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Benchmark, Context, Row } from './benchmark.ts';
import { tree } from './kit/files.ts';
import { filesOf, fillLedger, imagined } from './kit/filled-ledger.ts';
import { startIntray, startWatch } from './kit/intray.ts';
import { startSink } from './kit/sink.ts';

/** The memory that an export may take, in bytes. */
const memory = 200 * 1024 * 1024;

export const tables: Benchmark = {
  name: 'tables',
  about: 'intray export of 100,000 documents as CSV, Excel workbook and JSON Lines, and the workbook beside them',
  // The first time, most of it is creating 100,000 files and two ledgers.
  maxSeconds: 900,
  async run(context) {
    const { quick, scratch, say } = context;
    const count = quick ? 200 : 100_000;
    const dataDirectory = join(scratch, 'data');
    mkdirSync(dataDirectory, { mode: 0o700 });
    say('filling a ledger');
    fillLedger(join(dataDirectory, 'ledger.sqlite'), join(scratch, 'scans'), imagined(count));
    const rows: Row[] = [];
    for (const format of ['csv', 'xlsx', 'jsonl'] as const) {
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
    rows.push(await beside(context));
    return { rows };
  },
};

/** The workbook that grows beside the documents, written whole by the program that watches them. */
async function beside({ quick, scratch, say }: Context): Promise<Row> {
  const shape = await tree(quick ? 200 : 100_000, quick ? 10 : 1_000);
  const dataDirectory = join(scratch, 'watching');
  mkdirSync(dataDirectory, { mode: 0o700 });
  say('filling the ledger of a watched folder');
  fillLedger(join(dataDirectory, 'ledger.sqlite'), shape.directory, filesOf(shape));
  const sink = await startSink();
  const folder = { path: shape.directory, route: { kind: 'extraction', id: 'bench' }, outputs: { xlsx: 'folder' } };
  const intray = await startWatch({ url: sink.url, folders: [folder], scratch, dataDirectory });
  const before = intray.usage().peakBytes ?? 0;
  say('a workbook beside the documents');
  const path = join(shape.directory, 'intray-Bench.xlsx');
  while (!existsSync(path)) await delay(100);
  const seconds = (performance.timeOrigin + performance.now() - intray.watchingAt) / 1_000;
  const { peakBytes, cpuSeconds } = intray.usage();
  const megabytes = statSync(path).size / 1e6;
  await intray.stop();
  await sink.stop();
  rmSync(path);
  return {
    what: `${shape.files.toLocaleString('en')} documents in the workbook beside them (${megabytes.toFixed(1)} MB), one run`,
    unit: 's',
    ours: seconds,
    goal: {
      text: `less than 100 MB beyond the ${Math.round(before / 1024 ** 2)} MB of watching`,
      met: (peakBytes ?? 0) - before < 100 * 1024 ** 2,
    },
    ...(peakBytes !== undefined && { peakBytes }),
    ...(cpuSeconds !== undefined && { cpuSeconds }),
  };
}
