/** How soon a new file is sent: the time from its last byte to the request's first, less the settle time. */
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { makeBytes } from '../support/make-files.ts';
import { atMost, type Benchmark, type Context, type Row } from './benchmark.ts';
import { tree } from './kit/files.ts';
import { startWatch } from './kit/intray.ts';
import { type Sink, startSink } from './kit/sink.ts';
import { median, percentile } from './kit/statistics.ts';
import { moment } from './kit/usage.ts';
import { startWorker } from './kit/worker.ts';

const settleMs = 2_000;

export const pickUp: Benchmark = {
  name: 'pick-up',
  about: 'from the last byte of a new file to the first of its request, beyond the settle time',
  maxSeconds: 600,
  async run(context) {
    const { quick, scratch } = context;
    const sink = await startSink();
    const alone = join(scratch, 'alone', 'scans');
    mkdirSync(alone, { recursive: true });
    const rows = [...(await rowsOf(context, sink, 'alone', alone, alone))];
    const files = quick ? 200 : 100_000;
    const many = await tree(files, quick ? 10 : 1_000);
    const among = join(many.directory, 'folder-0007');
    rows.push(...(await rowsOf(context, sink, `among ${files.toLocaleString('en')} files in folders`, many.directory, among)));
    if (!quick) {
      const flat = (await tree(10_000, 1)).directory;
      rows.push(...(await rowsOf(context, sink, 'among 10,000 files in one folder', flat, flat)));
    }
    await sink.stop();
    return {
      rows,
      notes: [
        'One file after another, 200 to 400 ms apart, with the settle time that is the default (2 s); the peer is chokidar with awaitWriteFinish of 2 s, until it says that the file is there.',
      ],
    };
  },
};

/** Files are dropped into `directory`, inside the watched `folder`. */
async function rowsOf(
  { quick, scratch, say }: Context,
  sink: Sink,
  name: string,
  folder: string,
  directory: string,
): Promise<Row[]> {
  const count = quick ? 8 : 200;
  say(`${name}: ${count} files`);
  const space = join(scratch, name.replaceAll(/\W+/g, '-'));
  mkdirSync(space, { recursive: true });
  await sink.reset();
  const outputs = { json: false, csv: 'off' };
  const folders = [
    { path: folder, route: { kind: 'extraction', id: 'bench' }, settleSeconds: settleMs / 1_000, askAbove: 0, outputs },
  ];
  const intray = await startWatch({ url: sink.url, folders, scratch: space });
  const written = await drop(directory, 'scan', count);
  const waits = await waitsOf(written, async () =>
    (await sink.uploads()).flatMap(({ names, firstByteAt }) => names.map((each) => ({ name: each, at: firstByteAt }))),
  );
  const end = await intray.stop();
  remove(directory, written);

  const watcher = startWorker('chokidar');
  await watcher.ask('watch', { directories: [folder], settleMs });
  const theirs = await drop(directory, 'peer', quick ? 4 : 50);
  const seen: { name: string; at: number }[] = [];
  const theirWaits = await waitsOf(theirs, async () => {
    const { value } = await watcher.ask<{ path: string; at: number }[]>('added');
    seen.push(...value.map(({ path, at }) => ({ name: path.slice(path.lastIndexOf('/') + 1), at })));
    return seen;
  });
  await watcher.stop();
  remove(directory, theirs);

  const worst = percentile(waits, 0.99);
  return [
    { what: `${name}: median`, unit: 'ms', ours: median(waits), peer: { name: 'chokidar', value: median(theirWaits) } },
    {
      what: `${name}: 99th of 100`,
      unit: 'ms',
      ours: worst,
      peer: { name: 'chokidar', value: percentile(theirWaits, 0.99) },
      ...(end.peakBytes !== undefined && { peakBytes: end.peakBytes }),
      ...(end.cpuSeconds !== undefined && { cpuSeconds: end.cpuSeconds }),
      goal: atMost('under 150 ms', worst, 150),
    },
  ];
}

/** Writes files as a scanner does, one by one. @returns their names, and when each was closed */
async function drop(directory: string, prefix: string, count: number): Promise<Map<string, number>> {
  const written = new Map<string, number>();
  for (let index = 0; index < count; index += 1) {
    const name = `${prefix}-${process.pid}-${index}.pdf`;
    const bytes = makeBytes('pdf', `${name} of ${moment()}`);
    const file = openSync(join(directory, name), 'w');
    writeSync(file, bytes);
    closeSync(file);
    written.set(name, moment());
    await pause(200 + ((index * 71) % 200));
  }
  return written;
}

function remove(directory: string, written: ReadonlyMap<string, number>): void {
  for (const name of written.keys()) rmSync(join(directory, name), { force: true });
}

/** How long each file took beyond the settle time, in milliseconds. @throws Error if one takes over half a minute */
async function waitsOf(
  written: ReadonlyMap<string, number>,
  arrivals: () => Promise<readonly { readonly name: string; readonly at: number }[]>,
): Promise<number[]> {
  const latest = performance.now() + 30_000;
  for (;;) {
    const came = new Map((await arrivals()).map(({ name, at }) => [name, at]));
    const waits = [...written].flatMap(([name, closedAt]) => {
      const at = came.get(name);
      return at === undefined ? [] : [at - closedAt - settleMs];
    });
    if (waits.length === written.size) return waits;
    if (performance.now() > latest) throw new Error(`${written.size - waits.length} of ${written.size} files did not come.`);
    await pause(200);
  }
}
