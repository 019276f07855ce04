/** How long it takes to scan a folder: the first time, and when nothing has changed. */
import { mkdirSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, type Benchmark, type Context, type Row } from './benchmark.ts';
import { type Tree, tree } from './kit/files.ts';
import { findAll } from './kit/find.ts';
import { type Sink, startSink } from './kit/sink.ts';
import { median } from './kit/statistics.ts';
import { startWorker } from './kit/worker.ts';

export const scan: Benchmark = {
  name: 'scan',
  about: 'first scan into the ledger and a rescan of 10,000 and 100,000 files, against find and chokidar',
  maxSeconds: 600,
  async run(context) {
    const sink = await startSink();
    const rows: Row[] = [];
    const shapes = context.quick
      ? [[1_000, 10] as const]
      : ([
          [10_000, 1],
          [10_000, 1_000],
          [100_000, 1],
          [100_000, 1_000],
        ] as const);
    for (const [files, folders] of shapes) rows.push(...(await rowsOf(context, sink, await tree(files, folders))));
    await sink.stop();
    return {
      rows,
      notes: [
        'A first scan writes each file into the ledger as a document, its history with it; "hash alone" is SHA-256 of the same files, four at once: what follows a first scan anyway.',
      ],
    };
  },
};

async function rowsOf({ quick, scratch, say }: Context, sink: Sink, shape: Tree): Promise<Row[]> {
  const { directory, files, folders } = shape;
  const name = `${files.toLocaleString('en')} files in ${folders === 1 ? 'one folder' : `${folders.toLocaleString('en')} folders`}`;
  const firstRuns = quick || files >= 100_000 ? 1 : 3;
  const runs = quick ? 1 : 5;
  const first: number[] = [];
  const again: number[] = [];
  const find: number[] = [];
  const chokidar: number[] = [];
  const scanner = startWorker('scanner');
  let peakFirst = 0;
  const data = join(scratch, 'data');
  const order = { directory, data, url: sink.url };
  say(`${name}: first scan`);
  // The system's cache of the tree is warm for all contenders.
  await findAll(directory);
  let firstCpu = 0;
  for (let run = 0; run < firstRuns; run += 1) {
    rmSync(data, { recursive: true, force: true });
    mkdirSync(data);
    const { value, peakBytes, cpuSeconds } = await scanner.ask<{ milliseconds: number; documents: number }>('scan', order);
    if (value.documents !== files) throw new Error(`The ledger has ${value.documents} documents instead of ${files}.`);
    first.push(value.milliseconds);
    peakFirst = peakBytes;
    firstCpu = cpuSeconds;
  }
  await scanner.ask('finishAll', data);
  await scanner.stop();

  say(`${name}: rescans`);
  const rescanner = startWorker('scanner');
  let [peakAgain, cpuAgain] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    find.push((await findAll(directory)).milliseconds);
    const done = await rescanner.ask<{ milliseconds: number }>('scan', order);
    again.push(done.value.milliseconds);
    peakAgain = done.peakBytes;
    cpuAgain = done.cpuSeconds;
    // The watcher that lists every file is restarted each time: its start is what can be compared.
    if (run >= 3) continue;
    const watcher = startWorker('chokidar');
    chokidar.push((await watcher.ask('watch', { directories: [directory] })).milliseconds);
    await watcher.stop();
  }
  await rescanner.stop();
  rmSync(data, { recursive: true });

  say(`${name}: hash alone`);
  const hasher = startWorker('floors');
  const paths = readdirSync(directory, { recursive: true, withFileTypes: true });
  const hash = await hasher.ask(
    'hash',
    paths.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  );
  await hasher.stop();
  const peer = { name: 'chokidar', value: median(chokidar) / 1_000 };
  const quickest = median(find) / 1_000;
  return [
    {
      what: `${name}: first scan`,
      unit: 's',
      ours: median(first) / 1_000,
      peer,
      limit: { name: 'hash alone', value: hash.milliseconds / 1_000 },
      runs: firstRuns,
      peakBytes: peakFirst,
      cpuSeconds: firstCpu,
      goal: atMost('not longer than hashing', median(first), hash.milliseconds),
    },
    {
      what: `${name}: rescan, nothing new`,
      unit: 's',
      ours: median(again) / 1_000,
      peer,
      limit: { name: 'find -printf', value: quickest },
      runs,
      peakBytes: peakAgain,
      cpuSeconds: cpuAgain,
      goal: atMost('3× find', median(again) / 1_000 / quickest, 3),
    },
  ];
}
