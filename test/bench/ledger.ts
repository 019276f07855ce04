/** How many durable transitions per second the ledger makes, and how long a window waits for an answer. */
import { copyFileSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { schema } from '../../electron/ledger/schema.ts';
import { atMost, type Benchmark, type Context, type Outcome, type Row } from './benchmark.ts';
import { kept } from './kit/files.ts';
import { largest, median, percentile } from './kit/statistics.ts';
import { startWorker, type Worker } from './kit/worker.ts';
import type { BackupCost, Question } from './programs/ledger.ts';

const asking = ['needs-you', 'failed'] as const;
const byText = { by: 'field:supplier', descending: false } as const;

export const ledger: Benchmark = {
  name: 'ledger',
  about: 'durable transitions a second, backups, and the queries of a window at 100,000 and 1,000,000 documents',
  maxSeconds: 600,
  async run(context) {
    const worker = startWorker('ledger');
    const rows: Row[] = [];
    const notes = ['A query is a page of 100 documents, whole, with the number of all that it finds.'];
    for (const count of context.quick ? [2_000] : [100_000, 1_000_000]) {
      const file = await filled(context, worker, count);
      if (rows.length === 0) rows.push(await transitions(context, worker, file), await texts(context, worker, file));
      rows.push(...(await backups(context, worker, file, count)));
      const asked = await queries(context, worker, file, count);
      rows.push(...asked.rows);
      notes.push(...(asked.notes ?? []));
    }
    await worker.stop();
    return { rows, notes };
  },
};

/** Filling a ledger takes a while, so it is kept; each ledger format has its own file. */
async function filled({ say }: Context, worker: Worker, count: number): Promise<string> {
  const name = `ledger-${count}-format-${schema.length}`;
  const directory = await kept(name, async (fresh) => {
    say(`filling a ledger of ${count.toLocaleString('en')} documents`);
    await worker.ask('fill', { file: join(fresh, 'ledger.sqlite'), count });
  });
  return join(directory, 'ledger.sqlite');
}

async function transitions({ quick, scratch, say }: Context, worker: Worker, file: string): Promise<Row> {
  const copy = join(scratch, 'copy.sqlite');
  copyFileSync(file, copy);
  const count = quick ? 500 : 10_000;
  const perSecond: number[] = [];
  const bare: number[] = [];
  let [peakBytes, cpuSeconds] = [0, 0];
  const runs = quick ? 1 : 5;
  for (let run = 0; run < runs; run += 1) {
    say(`transitions, ${run + 1} of ${runs}`);
    const done = await worker.ask<number>('transitions', { file: copy, count });
    perSecond.push(count / (done.value / 1_000));
    peakBytes = done.peakBytes;
    cpuSeconds = done.cpuSeconds;
    bare.push(count / ((await worker.ask<number>('bare', { directory: scratch, count })).value / 1_000));
  }
  return {
    what: 'transitions, each on disk before the next',
    unit: '1/s',
    ours: median(perSecond),
    limit: { name: 'one row, SQLite alone', value: median(bare) },
    runs,
    peakBytes,
    cpuSeconds,
  };
}

async function texts({ quick, scratch, say }: Context, worker: Worker, file: string): Promise<Row> {
  const copy = join(scratch, 'texts.sqlite');
  copyFileSync(file, copy);
  const count = quick ? 300 : 2_000;
  const runs = quick ? 1 : 5;
  const perSecond: number[] = [];
  for (let run = 0; run < runs; run += 1) {
    say(`documents with a result, ${run + 1} of ${runs}`);
    perSecond.push(count / ((await worker.ask<number>('texts', { file: copy, count })).value / 1_000));
  }
  return { what: 'documents added and given a result, both searchable', unit: '1/s', ours: median(perSecond), runs };
}

/** A hundred documents an hour, with a backup after each hour. */
async function backups({ quick, scratch, say }: Context, worker: Worker, file: string, count: number): Promise<Row[]> {
  say(`backups of ${count.toLocaleString('en')} documents`);
  const directory = mkdtempSync(join(scratch, 'backups-'));
  const copy = join(directory, 'ledger.sqlite');
  copyFileSync(file, copy);
  const times = quick ? 2 : 5;
  const { value, peakBytes } = await worker.ask<BackupCost[]>('backup', { file: copy, changed: 100, times });
  const whole = statSync(copy).size;
  rmSync(directory, { recursive: true });
  const blocked = largest(value.map(({ blockedMs }) => blockedMs));
  const what = `${count.toLocaleString('en')} documents, a backup after 100 of them changed`;
  const rest = { runs: times, peakBytes };
  return [
    {
      what: `${what}: written`,
      unit: 'MB',
      ours: median(value.map(({ bytes }) => bytes)) / 1e6,
      limit: { name: 'the whole ledger', value: whole / 1e6 },
      ...rest,
    },
    { what: `${what}: time`, unit: 'ms', ours: median(value.map(({ milliseconds }) => milliseconds)), ...rest },
    {
      what: `${what}: the loop was blocked at most for`,
      unit: 'ms',
      ours: blocked,
      ...rest,
      goal: atMost('under 50 ms', blocked, 50),
    },
  ];
}

async function queries({ quick, say }: Context, worker: Worker, file: string, count: number): Promise<Outcome> {
  say(`queries at ${count.toLocaleString('en')} documents`);
  const questions: readonly (readonly [string, Question])[] = [
    ['first page', page({})],
    ['page in the middle', page({ offset: count / 2 })],
    ['first page of one standing', page({ standings: ['needs-you'] })],
    ['page in the middle of a folder', page({ folderId: 1, offset: count / 2 })],
    ['first page of what needs a person', page({ standings: asking })],
    ['first page by amount', page({ sort: { by: 'field:total', descending: true } })],
    ['page in the middle by amount', page({ sort: { by: 'field:total', descending: true }, offset: count / 2 })],
    ['page in the middle by date', page({ sort: { by: 'field:date', descending: false }, offset: count / 2 })],
    ['page in the middle by name', page({ sort: { by: 'name', descending: false }, offset: count / 2 })],
    ['page in the middle of a standing by text', page({ standings: ['done'], sort: byText, offset: count / 4 })],
    ['search: a number printed otherwise', page({ text: '5.464,37' })],
    ['search: two words', page({ text: '123 supplier' })],
    ['counts by state', { kind: 'counts' }],
    ['search: one document', page({ text: `r-${count - 7}` })],
    ['search: one of a thousand', page({ text: 'supplier 123' })],
    ['search: every document', page({ text: 'scan' })],
    ['search: every document, page in the middle', page({ text: 'scan', offset: count / 2 })],
    ['search: every document of a standing', page({ text: 'scan', standings: ['done'] })],
    ['search: every document that needs a person', page({ text: 'scan', standings: asking })],
    ['search: every document, a long word', page({ text: 'supplier' })],
    ['search: two letters', page({ text: '77' })],
    ['search: two letters, of a standing', page({ text: '77', standings: ['done'] })],
    ['search: two letters that every document has', page({ text: 'sc' })],
    ['search: two letters that none has', page({ text: 'qq' })],
    ['search: one letter', page({ text: '7' })],
  ];
  const rows: Row[] = [];
  const slowest: number[] = [];
  for (const [what, question] of questions) {
    const { value, peakBytes } = await worker.ask<number[]>('ask', { file, question, times: quick ? 5 : 100 });
    const middle = median(value);
    rows.push({
      what: `${count.toLocaleString('en')} documents, ${what}`,
      unit: 'ms',
      ours: middle,
      runs: value.length,
      peakBytes,
      ...(count <= 100_000 && { goal: atMost('under 20 ms', middle, 20) }),
    });
    slowest.push(percentile(value, 0.99));
  }
  const worst = largest(slowest);
  return {
    rows,
    notes: [
      `At ${count.toLocaleString('en')} documents 99 of 100 answers came within ${worst.toFixed(1)} ms, whatever was asked.`,
    ],
  };
}

function page(query: Extract<Question, { kind: 'page' }>['query']): Question {
  return { kind: 'page', query };
}
