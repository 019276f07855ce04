/** How long the program takes to start watching. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Benchmark } from './benchmark.ts';
import { tree } from './kit/files.ts';
import { filesOf, fillLedger } from './kit/filled-ledger.ts';
import { findAll } from './kit/find.ts';
import { startIntray, startWatch } from './kit/intray.ts';
import { startSink } from './kit/sink.ts';
import { largest, median } from './kit/statistics.ts';
import { startWorker } from './kit/worker.ts';

export const start: Benchmark = {
  name: 'start',
  about: 'process start to the first watch, with 100,000 documents in the ledger',
  // The first time, most of it is creating 100,000 files and a ledger, which takes minutes on a busy machine.
  maxSeconds: 900,
  async run({ quick, scratch, say }) {
    const shape = await tree(quick ? 200 : 100_000, quick ? 10 : 1_000);
    const dataDirectory = join(scratch, 'data');
    mkdirSync(dataDirectory, { mode: 0o700 });
    say('filling a ledger');
    fillLedger(join(dataDirectory, 'ledger.sqlite'), shape.directory, filesOf(shape));
    const sink = await startSink();
    const runs = quick ? 1 : 5;
    const [ours, program, find, chokidar]: [number[], number[], number[], number[]] = [[], [], [], []];
    const peaks: number[] = [];
    const cpu: number[] = [];
    for (let run = 0; run < runs; run += 1) {
      say(`start ${run + 1} of ${runs}`);
      const folders = [{ path: shape.directory, route: { kind: 'extraction', id: 'bench' } }];
      const intray = await startWatch({ url: sink.url, folders, scratch, dataDirectory });
      const { peakBytes, cpuSeconds } = intray.usage();
      ours.push(intray.watchingAt - intray.startedAt);
      peaks.push(peakBytes ?? 0);
      cpu.push(cpuSeconds ?? Number.NaN);
      await intray.stop();
      program.push((await startIntray({ args: ['--version'], scratch }).ended).milliseconds);
      find.push((await findAll(shape.directory)).milliseconds);
      const begun = performance.now();
      const watcher = startWorker('chokidar');
      await watcher.ask('watch', { directories: [shape.directory] });
      chokidar.push(performance.now() - begun);
      await watcher.stop();
    }
    await sink.stop();
    const count = shape.files.toLocaleString('en');
    return {
      rows: [
        {
          what: `process start to the first watch, ${count} documents in ${shape.folders.toLocaleString('en')} folders`,
          unit: 's',
          ours: median(ours) / 1_000,
          peer: { name: 'chokidar', value: median(chokidar) / 1_000 },
          limit: { name: 'program start + find', value: (median(program) + median(find)) / 1_000 },
          runs,
          peakBytes: largest(peaks),
          cpuSeconds: median(cpu),
        },
      ],
      notes: [
        `A start that does nothing (intray --version) takes ${Math.round(median(program))} ms. The ledger is checked page by page at every start.`,
      ],
    };
  },
};
