/** What the program costs while idle. */
import { linkSync, mkdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Benchmark } from './benchmark.ts';
import { fileSet, pathsOf } from './kit/files.ts';
import { startWatch } from './kit/intray.ts';
import { startSink } from './kit/sink.ts';
import type { Usage } from './kit/usage.ts';
import { startWorker } from './kit/worker.ts';

const folderCount = 10;

export const idle: Benchmark = {
  name: 'idle',
  about: 'processor time and memory over five minutes with ten folders of 1,000 files, beside chokidar alone',
  maxSeconds: 420,
  async run({ quick, scratch, say }) {
    const seconds = quick ? 3 : 300;
    const sink = await startSink();
    const set = await fileSet(quick ? 20 : 1_000, 2_000);
    const directories = Array.from({ length: folderCount }, (_, index) => join(scratch, `scans-${index}`));
    for (const directory of directories) {
      mkdirSync(directory);
      for (const path of pathsOf(set)) linkSync(path, join(directory, basename(path)));
    }
    const route = { kind: 'extraction', id: 'bench' };
    const intray = await startWatch({ url: sink.url, folders: directories.map((path) => ({ path, route })), scratch });
    const chokidar = startWorker('chokidar');
    await chokidar.ask('watch', { directories });
    // By then the work left over from the start is done.
    await pause(quick ? 500 : 5_000);
    const before = { ours: intray.usage(), theirs: chokidar.usage() };
    say(`${seconds} s of nothing`);
    await pause(seconds * 1_000);
    const after = { ours: intray.usage(), theirs: chokidar.usage() };
    await Promise.all([intray.stop(), chokidar.stop()]);
    await sink.stop();
    const busy = (from: Usage, to: Usage) => (100 * ((to.cpuSeconds ?? Number.NaN) - (from.cpuSeconds ?? 0))) / seconds;
    const resident = (usage: Usage) => (usage.residentBytes ?? Number.NaN) / 1024 / 1024;
    const files = `${folderCount} folders of ${set.count.toLocaleString('en')} files, ${seconds} s`;
    return {
      rows: [
        {
          what: `${files}: processor`,
          unit: '% of a core',
          ours: busy(before.ours, after.ours),
          peer: { name: 'chokidar', value: busy(before.theirs, after.theirs) },
          cpuSeconds: (after.ours.cpuSeconds ?? Number.NaN) - (before.ours.cpuSeconds ?? 0),
        },
        {
          what: `${files}: memory at the end`,
          unit: 'MB',
          ours: resident(after.ours),
          peer: { name: 'chokidar', value: resident(after.theirs) },
          ...(after.ours.peakBytes !== undefined && { peakBytes: after.ours.peakBytes }),
        },
      ],
      notes: [
        'In five minutes each folder is scanned whole once more. The peer does nothing but watch, and is not a program with a ledger.',
      ],
    };
  },
};
