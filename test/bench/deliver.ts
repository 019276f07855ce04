/** How fast results are written to disk, safe against power loss. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark, Context, Row } from './benchmark.ts';
import { median } from './kit/statistics.ts';
import { startWorker, type Worker } from './kit/worker.ts';

export const deliver: Benchmark = {
  name: 'deliver',
  about: 'rows a second into a CSV that has 100,000 already, and JSON files a second, against bare fsync',
  maxSeconds: 300,
  async run(context) {
    const rows: Row[] = [];
    for (const length of context.quick ? [1_000] : [0, 100_000]) rows.push(await intoCsv(context, length));
    rows.push(await jsonFiles(context));
    return {
      rows,
      notes: ['50 documents at a time, as the engine does, with what the ledger has to know before and after each write.'],
    };
  },
};

interface Series {
  readonly perSecond: number;
  readonly bare: number;
  readonly peakBytes: number;
  readonly cpuSeconds: number;
}

async function series(worker: Worker, { runs, count, work, bare, directory }: SeriesOrder): Promise<Series> {
  const perSecond: number[] = [];
  const alone: number[] = [];
  let [peakBytes, cpuSeconds] = [0, 0];
  for (let run = 0; run < runs; run += 1) {
    const done = await worker.ask<number>(work, count);
    perSecond.push(count / (done.value / 1_000));
    peakBytes = done.peakBytes;
    cpuSeconds = done.cpuSeconds;
    alone.push(count / ((await worker.ask<number>(bare, { directory, count })).value / 1_000));
  }
  return { perSecond: median(perSecond), bare: median(alone), peakBytes, cpuSeconds };
}

interface SeriesOrder {
  readonly runs: number;
  readonly count: number;
  readonly work: string;
  readonly bare: string;
  readonly directory: string;
}

async function intoCsv({ quick, scratch, say }: Context, length: number): Promise<Row> {
  say(`rows into a CSV of ${length.toLocaleString('en')}`);
  const directory = join(scratch, `csv-${length}`);
  mkdirSync(directory);
  const worker = startWorker('deliverer');
  await worker.ask('begin', { directory, rows: length });
  const [runs, count] = quick ? [1, 100] : [5, 2_000];
  const { perSecond, bare, ...used } = await series(worker, { runs, count, work: 'csv', bare: 'bareAppend', directory });
  await worker.ask('end');
  await worker.stop();
  return {
    what: `rows into a CSV that has ${length.toLocaleString('en')}`,
    unit: 'rows/s',
    ours: perSecond,
    limit: { name: 'append + fsync alone', value: bare },
    runs,
    ...used,
  };
}

async function jsonFiles({ quick, scratch, say }: Context): Promise<Row> {
  say('JSON files');
  const directory = join(scratch, 'json');
  mkdirSync(directory);
  const worker = startWorker('deliverer');
  await worker.ask('begin', { directory, rows: 0 });
  const [runs, count] = quick ? [1, 50] : [5, 1_000];
  const { perSecond, bare, ...used } = await series(worker, { runs, count, work: 'json', bare: 'bareFiles', directory });
  await worker.ask('end');
  await worker.stop();
  return {
    what: 'JSON files, each whole on disk',
    unit: 'files/s',
    ours: perSecond,
    limit: { name: 'file + directory fsync alone', value: bare },
    runs,
    ...used,
  };
}
