/** How often the service is polled for results, and how late they are learned. */
import { linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { atMost, type Benchmark } from './benchmark.ts';
import { fileSet, pathsOf } from './kit/files.ts';
import { startWatch } from './kit/intray.ts';
import { startBenchSandbox } from './kit/sandbox.ts';
import { largest, median, sum } from './kit/statistics.ts';

/** New batches per second; given their average duration, under 100 are open at a time. */
const batchesPerSecond = 8;
/** Requests per second that the service allows: somewhat more than needed. */
const allowedPerSecond = 60;
/** The service advises "2 to 5 seconds"; this is the slowest pace that follows the advice. */
const slowestMs = 5_000;
const quickestMs = 2_000;

export const pollEconomy: Benchmark = {
  name: 'poll-economy',
  about: 'requests for 1,000 batches of mixed duration against the fewest that are possible, and how late each is learned',
  maxSeconds: 300,
  async run({ quick, scratch, say }) {
    const count = quick ? 20 : 1_000;
    const processingMs = quick ? ([200, 3_000] as const) : ([500, 15_000] as const);
    const sandbox = await startBenchSandbox({ answerMs: 0, processingMs, perSecond: allowedPerSecond });
    const folder = join(scratch, 'scans');
    mkdirSync(folder);
    const all = Promise.withResolvers<void>();
    const delivered = new Set<unknown>();
    const intray = await startWatch({
      url: sandbox.url,
      key: sandbox.key,
      folders: [{ path: folder, route: { kind: 'extraction', id: sandbox.extraction }, settleSeconds: 0.1, batchSize: 1 }],
      scratch,
      onSaid({ event, delivered: isDelivered, id }) {
        if (event !== 'document' || isDelivered !== true) return;
        delivered.add(id);
        if (delivered.size === count) all.resolve();
      },
    });
    say(`${count} batches`);
    for (const [index, path] of pathsOf(await fileSet(count, 2_000)).entries()) {
      linkSync(path, join(folder, `scan-${index}.pdf`));
      await pause(1_000 / batchesPerSecond);
    }
    await all.promise;
    const [batches, counts] = await Promise.all([sandbox.batches(), sandbox.counts()]);
    const end = await intray.stop();
    await sandbox.stop();
    if (batches.length !== count) throw new Error(`The sandbox had ${batches.length} batches instead of ${count}.`);

    const duration = batches.map(({ takenAt, doneAt }) => Math.max(0, doneAt - takenAt));
    const needed = (interval: number) => sum(duration.map((milliseconds) => Math.max(1, Math.ceil(milliseconds / interval))));
    const late = batches.map(({ doneAt, asked }) => Math.min(...asked.filter((at) => at >= doneAt)) - doneAt);
    const worst = largest(late) / 1_000;
    const open = batches.map(
      ({ takenAt }) => batches.filter((other) => other.takenAt <= takenAt && other.doneAt > takenAt).length,
    );
    return {
      rows: [
        {
          what: `${count.toLocaleString('en')} batches of ${processingMs[0] / 1_000} to ${processingMs[1] / 1_000} s: requests for results`,
          unit: 'requests',
          ours: counts.polls,
          peer: { name: 'every 2 s', value: needed(quickestMs) },
          limit: { name: 'every 5 s', value: needed(slowestMs) },
          ...(end.peakBytes !== undefined && { peakBytes: end.peakBytes }),
          ...(end.cpuSeconds !== undefined && { cpuSeconds: end.cpuSeconds }),
          goal: atMost('no 429', counts.refused, 0),
        },
        { what: 'learned after it was done: median', unit: 's', ours: median(late) / 1_000 },
        { what: 'learned after it was done: the latest', unit: 's', ours: worst, goal: atMost('5 s', worst, 5) },
      ],
      notes: [
        `At most ${largest(open)} batches were open at once; the service allowed ${allowedPerSecond} requests a second and refused ${counts.refused}. Who asks every 5 s makes the fewest requests, and learns up to 5 s late.`,
      ],
    };
  },
};
