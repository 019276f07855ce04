/** What a whole life costs: in syncs, which no machine changes, on a disk where each takes long, in processor time and in memory. */
import { readFileSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { atMost, type Benchmark, type Context, type Row } from './benchmark.ts';
import { type FileSet, fileSet, linkInto } from './kit/files.ts';
import { startIntray } from './kit/intray.ts';
import { startBenchSandbox } from './kit/sandbox.ts';
import { median } from './kit/statistics.ts';
import { hasStrace, syncsCounted, syncsIn } from './kit/strace.ts';

/** What a laptop's or a NAS's disk takes for one, in milliseconds. */
const slowMs = 5;
const bytes = 2_000;

export const syncs: Benchmark = {
  name: 'syncs',
  about:
    'from found to delivered: fsync, processor time and ledger bytes a document, a slow disk, and 100,000 documents in one run',
  maxSeconds: 1_800,
  async run(context) {
    const set = await fileSet(context.quick ? 20 : 1_000, bytes);
    const { rows, notes } = hasStrace() ? await counted(context, set) : { rows: [], notes: [] };
    return {
      rows: [...rows, ...(await processor(context, set)), ...(await many(context))],
      missing: hasStrace() ? [] : ['Syncs cannot be counted without strace.'],
      notes: [
        ...notes,
        'Syncs are counted and delayed by strace, which itself takes time at each sync only.',
        'Processor time is that of the whole process, its start included. The longest block of the main thread leaves out the first second, in which the program is loaded.',
      ],
    };
  },
};

function nameOf({ count }: FileSet, batch: number): string {
  return `${count.toLocaleString('en')} files, ${batch} a request, found to delivered`;
}

/** What a sync is for, by its path; any other is of the ledger. */
const purposes = { 'JSON files': /\.tmp$/, CSV: /\.csv$/, 'their folder': /\/scans$/ };

async function counted(context: Context, set: FileSet) {
  const rows: Row[] = [];
  const notes: string[] = [];
  for (const batch of context.quick ? [10] : [1, 10, 30]) {
    const summary = (delayMs: number) => join(context.scratch, `${batch}-${delayMs}`);
    await wholeLife(context, set, batch, { under: syncsCounted(summary(0), 0) });
    const paths = syncsIn(summary(0));
    const perDocument = paths.length / set.count;
    const parts = Object.entries(purposes).map(([what, pattern]) => {
      const count = paths.filter((path) => pattern.test(path)).length;
      return `${(count / set.count).toFixed(2)} ${what}`;
    });
    notes.push(
      `Of the ${perDocument.toFixed(2)} syncs a document at ${batch} a request: ${parts.join(', ')}; the rest the ledger.`,
    );
    rows.push({
      what: `${nameOf(set, batch)}: syncs a document`,
      unit: 'syncs',
      ours: perDocument,
      runs: 1,
      ...(batch === 10 && { goal: atMost('0.5', perDocument, 0.5) }),
    });
    const slow = await wholeLife(context, set, batch, { under: syncsCounted(summary(slowMs), slowMs) });
    const syncSeconds = (syncsIn(summary(slowMs)).length * slowMs) / 1_000;
    rows.push({
      what: `the same where a sync takes ${slowMs} ms: intray run, start to end`,
      unit: 'files/s',
      ours: set.count / slow.seconds,
      limit: { name: 'its syncs alone, one after another', value: set.count / syncSeconds },
      runs: 1,
    });
  }
  return { rows, notes };
}

async function processor(context: Context, set: FileSet): Promise<Row[]> {
  const runs = context.quick ? 1 : 5;
  const rows: Row[] = [];
  for (const batch of context.quick ? [10] : [1, 10, 30]) {
    const lives: Life[] = [];
    for (let run = 0; run < runs; run += 1) lives.push(await wholeLife(context, set, batch));
    const perDocument = median(lives.map(({ cpuSeconds }) => (cpuSeconds * 1_000) / set.count));
    rows.push({
      what: `${nameOf(set, batch)}: processor a document`,
      unit: 'ms',
      ours: perDocument,
      runs,
      ...(batch === 10 && { goal: atMost('0.8 ms', perDocument, 0.8) }),
    });
  }
  return rows;
}

/** So many that what grows with them shows. */
async function many(context: Context): Promise<Row[]> {
  const set = await fileSet(context.quick ? 40 : 100_000, bytes);
  const life = await wholeLife(context, set, 30);
  const { peakBytes, blockedMs } = life;
  const [megabytes, ledgerBytes] = [peakBytes / 1e6, life.ledgerBytes / set.count];
  const name = nameOf(set, 30);
  return [
    { what: name, unit: 'files/s', ours: set.count / life.seconds, runs: 1, peakBytes, cpuSeconds: life.cpuSeconds },
    { what: `${name}: memory`, unit: 'MB', ours: megabytes, runs: 1, goal: atMost('200 MB', megabytes, 200) },
    { what: `${name}: ledger a document`, unit: 'bytes', ours: ledgerBytes, runs: 1, goal: atMost('2 KB', ledgerBytes, 2_000) },
    {
      what: `${name}: longest block of the main thread`,
      unit: 'ms',
      ours: blockedMs,
      runs: 1,
      goal: atMost('50 ms', blockedMs, 50),
    },
  ];
}

interface Life {
  readonly seconds: number;
  readonly cpuSeconds: number;
  readonly peakBytes: number;
  readonly ledgerBytes: number;
  readonly blockedMs: number;
}

/** `intray run` on a folder with these files, against a service that answers at once. */
async function wholeLife(
  { scratch, say }: Context,
  set: FileSet,
  batch: number,
  { under = [] }: { readonly under?: readonly string[] } = {},
): Promise<Life> {
  say(`${set.count} files, ${batch} a request${under.length === 0 ? '' : ', its syncs counted'}`);
  const sandbox = await startBenchSandbox({ answerMs: 0, processingMs: 0 });
  const place = join(scratch, 'life');
  const [folder, data, blocked] = [join(place, 'scans'), join(place, 'data'), join(place, 'blocked')];
  linkInto(set, folder);
  const flags = ['--url', sandbox.url, '--extraction', sandbox.extraction, '--data-dir', data];
  const watcher = pathToFileURL(join(import.meta.dirname, 'programs', 'blocked.ts'));
  watcher.searchParams.set('to', blocked);
  const intray = startIntray({
    args: ['run', folder, ...flags, '--settle-seconds', '0.1', '--batch-size', String(batch), '--requests-per-second', '1000'],
    scratch: place,
    key: sandbox.key,
    under,
    flags: under.length === 0 ? ['--import', watcher.href] : [],
  });
  const { code, milliseconds, stderr, cpuSeconds = Number.NaN, peakBytes = Number.NaN } = await intray.ended;
  await sandbox.stop();
  if (code !== 0) throw new Error(`intray run ended with ${code}: ${stderr}`);
  const ledgerBytes = statSync(join(data, 'ledger.sqlite')).size;
  const blockedMs = under.length === 0 ? Number(readFileSync(`${blocked}.${intray.pid}`, 'utf8')) : Number.NaN;
  rmSync(place, { recursive: true });
  return { seconds: milliseconds / 1_000, cpuSeconds, peakBytes, ledgerBytes, blockedMs };
}
