/** How fast files reach a service that accepts everything: with our client, and with `intray run` as a whole. */

import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { usualPerSecond } from '../../electron/core/account/rate.ts';
import { atLeast, atMost, type Benchmark, type Context, type Outcome, type Row } from './benchmark.ts';
import { curlUploads, hasCurl } from './kit/curl.ts';
import { type FileSet, fileSet, linkInto, pathsOf } from './kit/files.ts';
import { findAll } from './kit/find.ts';
import { findImmich, type Immich, immichUpload } from './kit/immich.ts';
import { memoryFlags, startIntray } from './kit/intray.ts';
import type { ProcessEnd } from './kit/processes.ts';
import { type Sink, startSink } from './kit/sink.ts';
import { largest, median, sum } from './kit/statistics.ts';
import { moment } from './kit/usage.ts';
import { startWorker } from './kit/worker.ts';

export const upload: Benchmark = {
  name: 'upload',
  about: 'files to a plain sink: the client against curl and FormData, the whole run against the Immich CLI',
  maxSeconds: 1_200,
  async run(context) {
    const immich: Immich = context.quick ? { kind: 'missing', why: 'not fetched with --quick' } : await findImmich();
    const sink = await startSink();
    const rows: Row[] = [];
    const notes: string[] = [];
    for (const set of await sets(context.quick)) {
      for (const batch of context.quick ? [10] : [1, 10, 30]) {
        context.say(`${nameOf(set)}, ${batch} a request`);
        rows.push(...(await clients({ context, sink, set, batch })));
      }
      const whole = await wholeRuns({ context, sink, set, immich });
      rows.push(...whole.rows);
      notes.push(...(whole.notes ?? []));
    }
    await sink.stop();
    const missing = [
      ...(hasCurl() ? [] : ['curl: not on this machine']),
      ...(immich.kind === 'here' ? [] : [`Immich CLI (@immich/cli, npm): ${immich.why}`]),
    ];
    return { rows, missing, notes };
  },
};

interface Work {
  readonly context: Context;
  readonly sink: Sink;
  readonly set: FileSet;
}

function sets(quick: boolean): Promise<readonly FileSet[]> {
  return Promise.all(quick ? [fileSet(20, 100_000)] : [fileSet(1_000, 100_000), fileSet(40, 24_000_000)]);
}

function nameOf({ count, bytes }: FileSet): string {
  return `${count.toLocaleString('en')} × ${bytes >= 1e6 ? `${bytes / 1e6} MB` : `${bytes / 1e3} KB`}`;
}

/** Small files are measured in files per second, large ones in bytes. */
function rateOf({ count, bytes }: FileSet, milliseconds: number): number {
  return (bytes >= 1e6 ? (count * bytes) / 1e6 : count) / (milliseconds / 1_000);
}

function batchesOf(set: FileSet, batch: number): string[][] {
  const paths = pathsOf(set);
  return Array.from({ length: Math.ceil(paths.length / batch) }, (_, index) => paths.slice(index * batch, (index + 1) * batch));
}

/** All contenders take turns, so that a slow phase of the machine affects them all. */
async function clients({ context, sink, set, batch }: Work & { readonly batch: number }): Promise<Row[]> {
  const runs = context.quick ? 1 : set.bytes >= 1e6 ? 3 : 7;
  const batches = batchesOf(set, batch);
  const order = { url: sink.url, batches, bytes: set.bytes };
  const [client, formData] = [startWorker('uploader', memoryFlags()), startWorker('uploader')];
  const times = { curl: [] as number[], client: [] as number[], formData: [] as number[] };
  let peakBytes = 0;
  const cpu: number[] = [];
  await client.ask('prepare', order);
  // The first round only warms up and is not counted.
  for (let run = context.quick ? 1 : 0; run <= runs; run += 1) {
    const curl = hasCurl() ? await curlUploads(sink.url, batches, context.scratch) : undefined;
    await expectAll(sink, set, curl === undefined ? 0 : 1);
    const ours = await client.ask('client', order);
    await expectAll(sink, set, 1);
    const theirs = await formData.ask('formData', order);
    await expectAll(sink, set, 1);
    if (run === 0) continue;
    if (curl !== undefined) times.curl.push(curl.milliseconds);
    times.client.push(ours.milliseconds);
    times.formData.push(theirs.milliseconds);
    peakBytes = Math.max(peakBytes, ours.peakBytes);
    cpu.push(ours.cpuSeconds);
  }
  await Promise.all([client.stop(), formData.stop()]);
  const ours = rateOf(set, median(times.client));
  const limit = rateOf(set, median(times.curl));
  return [
    {
      what: `${nameOf(set)}, ${batch} a request: client`,
      unit: set.bytes >= 1e6 ? 'MB/s' : 'files/s',
      ours,
      peer: { name: 'undici FormData', value: rateOf(set, median(times.formData)) },
      ...(hasCurl() && { limit: { name: 'curl', value: limit }, goal: atLeast('80% of curl', ours / limit, 0.8) }),
      runs,
      peakBytes,
      cpuSeconds: median(cpu),
    },
  ];
}

async function expectAll(sink: Sink, set: FileSet, times: number): Promise<void> {
  const { files } = await sink.totals();
  if (files !== set.count * times) throw new Error(`The sink took ${files} files instead of ${set.count * times}.`);
  await sink.reset();
}

/** From the start of the program to the last accepted byte: the Immich CLI and `intray run` in turn, and their lower bounds. */
async function wholeRuns({ context, sink, set, immich }: Work & { readonly immich: Immich }): Promise<Outcome> {
  const runs = context.quick ? 1 : 3;
  const sizes = context.quick ? [10] : [1, 10, 30];
  const ours = new Map(sizes.map((size) => [size, [] as { milliseconds: number; end: ProcessEnd }[]]));
  const theirs: number[] = [];
  const floors = {
    walk: [] as number[],
    hash: [] as number[],
    ledger: new Map<number, number[]>(),
    curl: new Map<number, number[]>(),
  };
  const programs: number[] = [];
  const worker = startWorker('floors');
  for (let run = 0; run < runs; run += 1) {
    context.say(`${nameOf(set)}: whole run ${run + 1} of ${runs}`);
    for (const size of sizes) ours.get(size)?.push(await wholeRun({ context, sink, set }, size));
    if (immich.kind === 'here') {
      const startedAt = moment();
      await immichUpload(immich.program, sink.url, set.directory, context.scratch);
      theirs.push((await sink.totals()).lastByteAt - startedAt);
      await expectAll(sink, set, 1);
    }
    const paths = pathsOf(set);
    floors.walk.push((await findAll(set.directory)).milliseconds);
    floors.hash.push((await worker.ask('hash', paths)).milliseconds);
    programs.push((await startIntray({ args: ['--version'], scratch: context.scratch }).ended).milliseconds);
    for (const size of sizes) {
      const directory = join(context.scratch, 'floor');
      mkdirSync(directory);
      push(floors.ledger, size, (await worker.ask('ledger', { directory, documents: set.count, batch: size })).milliseconds);
      rmSync(directory, { recursive: true });
      if (hasCurl()) push(floors.curl, size, (await curlUploads(sink.url, batchesOf(set, size), context.scratch)).milliseconds);
      await sink.reset();
    }
  }
  await worker.stop();
  const rows = sizes.map((size): Row => {
    const mine = ours.get(size) ?? [];
    const seconds = median(mine.map(({ milliseconds }) => milliseconds)) / 1_000;
    const peer = median(theirs) / 1_000;
    const parts = [
      median(floors.walk),
      median(floors.hash),
      median(floors.ledger.get(size) ?? []),
      median(floors.curl.get(size) ?? []),
    ];
    const floor = sum(parts) / 1_000;
    const twice = immich.kind === 'here' ? [atMost('half of Immich', seconds / peer, 0.5)] : [];
    const near = hasCurl() ? [atMost('1.3× its floors', seconds / floor, 1.3)] : [];
    const peakBytes = largest(mine.map(({ end }) => end.peakBytes ?? 0));
    const goals = [...twice, ...near, atMost('under 200 MB', peakBytes, 200 * 1024 * 1024)];
    return {
      what: `${nameOf(set)}, ${size} a request: intray run, start to last byte`,
      unit: 's',
      ours: seconds,
      ...(immich.kind === 'here' && { peer: { name: 'Immich CLI', value: peer } }),
      ...(hasCurl() && { limit: { name: 'walk + hash + ledger + curl', value: floor } }),
      runs,
      peakBytes,
      cpuSeconds: median(mine.map(({ end }) => end.cpuSeconds ?? Number.NaN)),
      goal: { text: goals.map(({ text, met }) => `${text}${met ? '' : ' (no)'}`).join(', '), met: goals.every(({ met }) => met) },
    };
  });
  const middle = sizes.includes(10) ? 10 : 1;
  const ms = (values: readonly number[]) => `${Math.round(median(values))} ms`;
  return {
    rows,
    notes: [
      `${nameOf(set)}: with --requests-per-second 1000 (usual: ${usualPerSecond}). Of a run's time, ${ms(programs)} are the start of a program that does nothing (intray --version) and 100 ms the shortest settle time; its floors at ${middle} a request: walk ${ms(floors.walk)}, hash ${ms(floors.hash)}, ledger ${ms(floors.ledger.get(middle) ?? [])}, curl ${ms(floors.curl.get(middle) ?? [])}.`,
    ],
  };
}

function push(lists: Map<number, number[]>, key: number, value: number): void {
  lists.set(key, [...(lists.get(key) ?? []), value]);
}

async function wholeRun({ context, sink, set }: Work, batch: number): Promise<{ milliseconds: number; end: ProcessEnd }> {
  const space = join(context.scratch, 'run');
  const folder = join(space, 'scans');
  linkInto(set, folder);
  const flags = ['--url', sink.url, '--extraction', 'bench', '--data-dir', join(space, 'data')];
  const intray = startIntray({
    args: ['run', folder, ...flags, '--settle-seconds', '0.1', '--batch-size', String(batch), '--requests-per-second', '1000'],
    scratch: space,
  });
  const end = await intray.ended;
  if (end.code !== 0) throw new Error(`intray run ended with ${end.code}: ${end.stderr}`);
  const { lastByteAt } = await sink.totals();
  await expectAll(sink, set, 1);
  rmSync(space, { recursive: true });
  return { milliseconds: lastByteAt - intray.startedAt, end };
}
