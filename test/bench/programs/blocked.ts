/**
 * Loaded into a program before its own code (`node --import blocked.ts?to=FILE`). At the end FILE.<process id> has the longest
 * time for which the main thread did nothing else (ms), without the first second, in which the program's own code is loaded.
 */
import { writeFileSync } from 'node:fs';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { isMainThread } from 'node:worker_threads';

const startMs = 1_000;
/** The interval that is measured, which is part of each delay. */
const resolution = 1;

const to = new URL(import.meta.url).searchParams.get('to');
if (isMainThread && to !== null) {
  const delays = monitorEventLoopDelay({ resolution });
  setTimeout(() => delays.enable(), startMs).unref();
  process.once('exit', () => writeFileSync(`${to}.${process.pid}`, String(Math.max(0, delays.max / 1e6 - resolution))));
}
