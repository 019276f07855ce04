/** What a whole life costs in syncs, which no machine changes, and what that means on a disk where each takes long. */
import { join } from 'node:path';
import { atMost, type Benchmark, type Context, type Row } from './benchmark.ts';
import { type FileSet, fileSet, linkInto } from './kit/files.ts';
import { startIntray } from './kit/intray.ts';
import { startBenchSandbox } from './kit/sandbox.ts';
import { hasStrace, syncsCounted, syncsIn } from './kit/strace.ts';

/** What a laptop's or a NAS's disk takes for one, in milliseconds. */
const slowMs = 5;

export const syncs: Benchmark = {
  name: 'syncs',
  about: 'fsync a document from found to delivered, counted, and documents a second where each takes 5 ms',
  maxSeconds: 300,
  async run(context) {
    if (!hasStrace()) return { rows: [], missing: ['Syncs cannot be counted without strace.'] };
    const set = await fileSet(context.quick ? 50 : 1_000, 2_000);
    const rows: Row[] = [];
    for (const batch of context.quick ? [10] : [1, 10, 30]) {
      const { documents, count } = await wholeLife(context, set, batch, 0);
      const perDocument = count / documents;
      rows.push({
        what: `${documents.toLocaleString('en')} files, ${batch} a request, found to delivered: syncs a document`,
        unit: 'syncs',
        ours: perDocument,
        runs: 1,
        ...(batch === 10 && { goal: atMost('0.5', perDocument, 0.5) }),
      });
      const slow = await wholeLife(context, set, batch, slowMs);
      rows.push({
        what: `the same where a sync takes ${slowMs} ms: intray run, start to end`,
        unit: 'files/s',
        ours: documents / slow.seconds,
        limit: { name: 'its syncs alone, one after another', value: documents / ((slow.count * slowMs) / 1_000) },
        runs: 1,
      });
    }
    return { rows, notes: ['Counted and delayed by strace, which itself takes time at each sync only.'] };
  },
};

/** `intray run` on a folder with these files, against a service that answers at once. */
async function wholeLife({ scratch, say }: Context, set: FileSet, batch: number, delayMs: number) {
  say(`${set.count} files, ${batch} a request, ${delayMs} ms more a sync`);
  const sandbox = await startBenchSandbox({ answerMs: 0, processingMs: 0 });
  const place = join(scratch, `${batch}-${delayMs}`);
  const [folder, summary] = [join(place, 'scans'), join(place, 'syncs')];
  linkInto(set, folder);
  const flags = ['--url', sandbox.url, '--extraction', sandbox.extraction, '--data-dir', join(place, 'data')];
  const intray = startIntray({
    args: ['run', folder, ...flags, '--settle-seconds', '0.1', '--batch-size', String(batch), '--requests-per-second', '1000'],
    scratch: place,
    key: sandbox.key,
    under: syncsCounted(summary, delayMs),
  });
  const { code, milliseconds, stderr } = await intray.ended;
  await sandbox.stop();
  if (code !== 0) throw new Error(`intray run ended with ${code}: ${stderr}`);
  return { documents: set.count, count: syncsIn(summary), seconds: milliseconds / 1_000 };
}
