import { watch } from 'node:fs';
import { lstat, opendir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createFilter } from '../../engine/watch/filter.ts';
import { isNetworkPath } from '../../engine/watch/watcher.ts';
import { plural, printable } from '../words.ts';
import { type Check, codeOf, fine, reasonOf, warning } from './check.ts';
import type { DoctorFolder } from './folder-check.ts';

/** How a folder that is there can be watched. Times are milliseconds. */
export interface WatchFacts {
  readonly path: string;
  /** 'polling': a network path, where the system does not tell of changes. */
  readonly by: 'events' | 'polling';
  /** Why the system gave no watch when it was asked for one. */
  readonly refused: string | undefined;
  /** Directories that are to be watched; `more`: counting them all would have taken long. */
  readonly directories: number;
  readonly more: boolean;
  /** What one question to its disk takes: the middle one of several. */
  readonly latencyMs: number;
}

/** A local disk answers in well under this. */
const slowMs = 20;

/** Pure. */
export function judgeWatch({ path, by, refused, directories, more, latencyMs }: WatchFacts): Check {
  const size = `${more ? 'more than ' : ''}${plural(directories, 'directory', 'directories')}`;
  const speed = `${latencyMs < 1 ? 'under 1' : Math.round(latencyMs)} ms a look`;
  const seen = `${printable(path)}: ${size}, ${speed}`;
  if (refused !== undefined && by === 'events') {
    return warning(
      'watch',
      `${seen}; the system gives no watch (${refused}), so it is looked through every few seconds.`,
      'Raise fs.inotify.max_user_watches and fs.inotify.max_user_instances, or end programs that hold many watches.',
    );
  }
  if (latencyMs >= slowMs) {
    return warning(
      'watch',
      `${seen}: that is slow${by === 'polling' ? ', and it is looked through every few seconds' : ''}.`,
      'Expect a look through it to take long; watch fewer subfolders, or run Intray on the machine that has the files.',
    );
  }
  return fine(
    'watch',
    by === 'events'
      ? `${seen}; the system tells of changes.`
      : `${seen}; on a network the system tells nothing of changes, so it is looked through every few seconds.`,
  );
}

/** Linux's limits for all programs of a user; undefined elsewhere. */
export interface WatchLimits {
  readonly watches: number;
  readonly instances: number;
}

/** Pure. @param directories that are to be watched by events, in all folders */
export function judgeLimits(limits: WatchLimits | undefined, directories: number): Check[] {
  if (limits === undefined) return [];
  const seen = `${plural(directories, 'directory', 'directories')} to watch; this user may watch ${limits.watches}, with ${limits.instances} programs.`;
  if (directories > limits.watches / 2) {
    return [
      warning(
        'watch',
        `${seen} ${directories > limits.watches ? 'What is over the limit is' : 'Other programs need some too; if they run out, folders are'} looked through instead, every few seconds.`,
        `Raise the limit: sudo sysctl fs.inotify.max_user_watches=${Math.max(524_288, 2 ** Math.ceil(Math.log2(directories * 4)))}`,
      ),
    ];
  }
  return [fine('watch', seen)];
}

const maxDirectories = 50_000;
const timeoutMs = 5_000;
const looks = 8;

/** Looks at a folder that is there, without changing anything. @param elapsed milliseconds that have passed since some moment */
export async function lookAtWatch(folder: DoctorFolder, elapsed: () => number): Promise<WatchFacts> {
  const { path } = folder;
  const by = isNetworkPath(path) ? 'polling' : 'events';
  return {
    path,
    by,
    refused: by === 'events' ? await whyNoWatch(path) : undefined,
    ...(await countDirectories(folder, elapsed)),
    latencyMs: await measureLatency(path, elapsed),
  };
}

/** Asks for a few files' facts, each once: what was asked before may be answered from memory. */
async function measureLatency(path: string, elapsed: () => number): Promise<number> {
  const names: string[] = [];
  for await (const entry of await opendir(path, { bufferSize: looks })) {
    names.push(entry.name);
    if (names.length >= looks) break;
  }
  const times: number[] = [];
  for (const place of [path, ...names.map((name) => join(path, name))]) {
    const begun = elapsed();
    await lstat(place).catch(() => undefined);
    times.push(elapsed() - begun);
  }
  return times.sort((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;
}

async function whyNoWatch(path: string): Promise<string | undefined> {
  try {
    const watcher = watch(path, { persistent: false });
    watcher.on('error', () => undefined);
    watcher.close();
    return undefined;
  } catch (error) {
    return codeOf(error) ?? reasonOf(error);
  }
}

async function countDirectories(
  { path, settings }: DoctorFolder,
  elapsed: () => number,
): Promise<{ readonly directories: number; readonly more: boolean }> {
  const enters = settings === undefined ? () => true : directoryTest(settings);
  const until = elapsed() + timeoutMs;
  const queue = [''];
  let directories = 0;
  for (let inside = queue.pop(); inside !== undefined; inside = queue.pop()) {
    directories += 1;
    if (directories >= maxDirectories || elapsed() > until) return { directories, more: queue.length > 0 };
    const entries = await readdir(join(path, inside), { withFileTypes: true }).catch(() => []);
    for (const entry of entries) {
      const below = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory() && enters(below)) queue.push(below);
    }
  }
  return { directories, more: false };
}

function directoryTest(settings: NonNullable<DoctorFolder['settings']>): (inside: string) => boolean {
  const filter = createFilter(settings);
  return (inside) => filter.directory(inside) === undefined;
}

export async function readLimits(platform: NodeJS.Platform, root = '/proc/sys/fs/inotify'): Promise<WatchLimits | undefined> {
  if (platform !== 'linux') return undefined;
  const read = async (name: string) => Number(await readFile(join(root, name), 'utf8').catch(() => 'unknown'));
  const [watches, instances] = [await read('max_user_watches'), await read('max_user_instances')];
  return Number.isNaN(watches) || Number.isNaN(instances) ? undefined : { watches, instances };
}
