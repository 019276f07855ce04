/** Thousands of files at once and a slow service: how close Intray gets to the shortest possible time. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, type Benchmark } from './benchmark.ts';
import { fileSet, linkInto } from './kit/files.ts';
import { startWatch } from './kit/intray.ts';
import { startBenchSandbox } from './kit/sandbox.ts';
import { moment } from './kit/usage.ts';

const settleSeconds = 2;
const batch = 30;
const inFlight = 4;
/** The earliest first poll of a batch, by the service's own advice. */
const firstPollSeconds = 2;

export const burst: Benchmark = {
  name: 'burst',
  about: '5,000 files dropped at once, uploads answered after 2 s: time to the last result on disk',
  maxSeconds: 300,
  async run({ quick, scratch, say }) {
    const set = await fileSet(quick ? 100 : 5_000, 2_000);
    const answerSeconds = quick ? 0.2 : 2;
    const sandbox = await startBenchSandbox({ answerMs: answerSeconds * 1_000, processingMs: 0 });
    const folder = join(scratch, 'scans');
    mkdirSync(folder);
    const all = Promise.withResolvers<number>();
    const delivered = new Set<unknown>();
    const route = { kind: 'extraction', id: sandbox.extraction };
    const intray = await startWatch({
      url: sandbox.url,
      key: sandbox.key,
      folders: [{ path: folder, route, settleSeconds, batchSize: batch }],
      scratch,
      onSaid({ event, delivered: isDelivered, id, at }) {
        if (event !== 'document' || isDelivered !== true) return;
        delivered.add(id);
        if (delivered.size === set.count) all.resolve(at);
      },
    });
    const cpuBefore = intray.usage().cpuSeconds ?? 0;
    say(`${set.count} files`);
    const droppedAt = moment();
    linkInto(set, folder);
    const linked = moment() - droppedAt;
    const seconds = ((await all.promise) - droppedAt) / 1_000;
    const { uploads } = await sandbox.counts();
    const cpuSeconds = (intray.usage().cpuSeconds ?? Number.NaN) - cpuBefore;
    const end = await intray.stop();
    await sandbox.stop();
    const turns = Math.ceil(Math.ceil(set.count / batch) / inFlight);
    const floor = settleSeconds + turns * answerSeconds + firstPollSeconds;
    return {
      rows: [
        {
          what: `${set.count.toLocaleString('en')} files, ${batch} a request, answer after ${answerSeconds} s: to the last result`,
          unit: 's',
          ours: seconds,
          limit: { name: 'by arithmetic', value: floor },
          runs: 1,
          ...(end.peakBytes !== undefined && { peakBytes: end.peakBytes }),
          cpuSeconds,
          goal: atMost('1.3× the floor', seconds / floor, 1.3),
        },
      ],
      notes: [
        `The floor: ${settleSeconds} s to settle, ${turns} turns of ${inFlight} requests at ${answerSeconds} s, ${firstPollSeconds} s until a batch may be asked for. ${uploads} requests were made; the files were there within ${(linked / 1_000).toFixed(2)} s.`,
      ],
    };
  },
};
