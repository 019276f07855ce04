/** Thousands of files at once, distinct ones for a slow service, or copies of one: how close Intray gets to the shortest possible time. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { atMost, type Benchmark, type Context } from './benchmark.ts';
import { type FileSet, fileSet, linkInto } from './kit/files.ts';
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
  async run(context) {
    const set = await fileSet(context.quick ? 40 : 5_000, 2_000);
    const answerSeconds = context.quick ? 0.2 : 2;
    const { count } = set;
    const { seconds, uploads, linked, ...used } = await lastResult(context, 'scans', set, answerSeconds);
    const turns = Math.ceil(Math.ceil(count / batch) / inFlight);
    const floor = settleSeconds + turns * answerSeconds + firstPollSeconds;
    const {
      seconds: copySeconds,
      uploads: copyUploads,
      linked: _,
      ...copyUsed
    } = await lastResult(context, 'copies', await fileSet(context.quick ? 40 : 5_000, 2_000, 'equal'), 0);
    return {
      rows: [
        {
          what: `${count.toLocaleString('en')} files, ${batch} a request, answer after ${answerSeconds} s: to the last result`,
          unit: 's',
          ours: seconds,
          limit: { name: 'by arithmetic', value: floor },
          runs: 1,
          ...used,
          goal: atMost('1.3× the floor', seconds / floor, 1.3),
        },
        {
          what: `${count.toLocaleString('en')} copies of one content: to the last result`,
          unit: 's',
          ours: copySeconds,
          runs: 1,
          ...copyUsed,
          goal: atMost('5 s after it has settled', copySeconds - settleSeconds, 5),
        },
      ],
      notes: [
        `The floor: ${settleSeconds} s to settle, ${turns} turns of ${inFlight} requests at ${answerSeconds} s, ${firstPollSeconds} s until a batch may be asked for. ${uploads} requests were made; the files were there within ${(linked / 1_000).toFixed(2)} s.`,
        `Of the copies one was sent, in ${copyUploads} request.`,
      ],
    };
  },
};

/** Drops the files at once and waits for the last result on disk. */
async function lastResult({ scratch, say }: Context, name: string, set: FileSet, answerSeconds: number) {
  const sandbox = await startBenchSandbox({ answerMs: answerSeconds * 1_000, processingMs: 0 });
  const place = join(scratch, name);
  const folder = join(place, 'scans');
  mkdirSync(folder, { recursive: true });
  const all = Promise.withResolvers<number>();
  const delivered = new Set<unknown>();
  const route = { kind: 'extraction', id: sandbox.extraction };
  const intray = await startWatch({
    url: sandbox.url,
    key: sandbox.key,
    folders: [{ path: folder, route, settleSeconds, batchSize: batch, askAbove: 0 }],
    scratch: place,
    onSaid({ event, delivered: isDelivered, id, at }) {
      if (event !== 'document' || isDelivered !== true) return;
      delivered.add(id);
      if (delivered.size === set.count) all.resolve(at);
    },
  });
  const cpuBefore = intray.usage().cpuSeconds ?? 0;
  say(`${set.count} files: ${name}`);
  const droppedAt = moment();
  linkInto(set, folder);
  const linked = moment() - droppedAt;
  const seconds = ((await all.promise) - droppedAt) / 1_000;
  const { uploads } = await sandbox.counts();
  const cpuSeconds = (intray.usage().cpuSeconds ?? Number.NaN) - cpuBefore;
  const { peakBytes } = await intray.stop();
  await sandbox.stop();
  return { seconds, uploads, linked, cpuSeconds, ...(peakBytes !== undefined && { peakBytes }) };
}
