import { constants, type Dirent, watch } from 'node:fs';
import { access, lstat, opendir, readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import type { Check } from '../../core/contract/status.ts';
import { say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import { errorText } from '../../core/plain-data.ts';
import { isNetworkPath } from '../../engine/disk/volumes.ts';
import { DiskProblem, type Files } from '../../engine/ports.ts';
import { createFilter } from '../../engine/watch/filter.ts';
import { overlapProblem } from '../../settings/config.ts';
import { codeOf, fine, problem, warning } from './machine-check.ts';

/** A folder to check. Without settings, no engine has ever worked for it. */
export interface DoctorFolder {
  /** Absolute. */
  readonly path: string;
  readonly settings: FolderSettings | undefined;
}

/**
 * Whether a folder is there, and can be read and written: a file is created in it and removed, as only that shows it.
 * @returns `real`: its path with links resolved, if it is there
 */
export async function checkFolder(
  files: Files,
  { path, settings }: DoctorFolder,
): Promise<{ readonly check: Check; readonly real?: string }> {
  const missing = { check: problem('folder', say('health.folder.missing', { path }), say('health.folder.missingRemedy')) };
  try {
    const real = await files.realPath(path);
    const found = await files.stat(real);
    if (found === undefined) return missing;
    if (found.kind !== 'directory')
      return { check: problem('folder', say('health.folder.isFile', { path }), say('health.folder.isFileRemedy')) };
    await files.list(real, 1);
    const message = writes(settings) ? await files.probeWrite(real).then(() => undefined, messageOf) : undefined;
    if (message !== undefined) {
      const seen = say('health.folder.readOnly', { path, message });
      return { real, check: problem('folder', seen, say('health.folder.readOnlyResults')) };
    }
    // Other users may create files in it, and replace those of its owner.
    if (found.openToOthers === true)
      return { real, check: warning('folder', say('health.folder.shared', { path }), say('health.folder.sharedRemedy')) };
    const seen = real === path ? say('health.folder.fine', { path }) : say('health.folder.fineLinked', { path, real });
    return { real, check: fine('folder', seen) };
  } catch (error) {
    if (error instanceof DiskProblem && error.kind === 'missing') return missing;
    const seen = say('health.folder.unreadable', { path, message: messageOf(error) });
    return { check: problem('folder', seen, say('health.folder.unreadableRemedy')) };
  }
}

function writes(settings: FolderSettings | undefined): boolean {
  if (settings === undefined) return true;
  return settings.outputs.json || settings.outputs.csv !== 'off' || settings.fileAway.kind === 'move';
}

/** Whether these folders can be watched together. Pure. @param real their paths with links resolved */
export function judgeOverlap(real: readonly string[], platform: NodeJS.Platform): Check[] {
  if (real.length < 2) return [];
  const overlap = overlapProblem(real, platform);
  return overlap === undefined
    ? [fine('folder', say('health.folder.apart', { count: real.length }))]
    : [problem('folder', overlap, say('health.folder.overlapRemedy'))];
}

/** How a folder that is there can be watched. Times are milliseconds. */
export interface WatchFacts {
  readonly path: string;
  /** 'polling': a network path, where the system does not report changes. */
  readonly by: 'events' | 'polling';
  /** Why the system refused to watch it. */
  readonly refused: string | undefined;
  /** Directories to watch; `more`: there are more, and counting them all would have taken too long. */
  readonly directories: number;
  readonly more: boolean;
  /** Directories, absolute, that cannot be read or entered. */
  readonly unread: readonly string[];
  /** How long one access to its disk takes: the median of several. */
  readonly latencyMs: number;
}

/** A local disk answers well within this. */
const slowMs = 20;

/** Pure. */
export function judgeWatch({ path, by, refused, directories: count, more, latencyMs }: WatchFacts): Check {
  const values = {
    path,
    directories: more ? say('health.watch.manyDirectories', { count }) : say('health.watch.directories', { count }),
    latency: latencyMs < 1 ? say('health.watch.latencyTiny') : say('health.watch.latency', { ms: Math.round(latencyMs) }),
  };
  if (refused !== undefined && by === 'events') {
    const seen = say('health.watch.refused', { ...values, reason: refused });
    return warning('watch', seen, say('health.watch.refusedRemedy'));
  }
  if (latencyMs >= slowMs) {
    const seen = by === 'polling' ? say('health.watch.slowNetwork', values) : say('health.watch.slow', values);
    return warning('watch', seen, say('health.watch.slowRemedy'));
  }
  return fine('watch', by === 'events' ? say('health.watch.events', values) : say('health.watch.network', values));
}

const namedPaths = 3;

/** Pure. */
export function judgeUnread({ unread }: Pick<WatchFacts, 'unread'>): Check[] {
  if (unread.length === 0) return [];
  const paths = unread.slice(0, namedPaths);
  const seen = say('health.folder.unread', { paths: paths.join(', '), more: unread.length - paths.length });
  return [problem('folder', seen, say('health.folder.unreadableRemedy'))];
}

/** Linux's limits for all programs of a user. */
interface WatchLimits {
  readonly watches: number;
  readonly instances: number;
}

/** Pure. @param count directories to watch by events, in all folders */
export function judgeLimits(limits: WatchLimits | undefined, count: number): Check[] {
  if (limits === undefined) return [];
  const { watches, instances } = limits;
  if (count <= watches / 2) return [fine('watch', say('health.watch.limits', { count, watches, instances }))];
  const values = { count, watches };
  const seen = count > watches ? say('health.watch.overLimit', values) : say('health.watch.nearLimit', values);
  const wanted = String(Math.max(524_288, 2 ** Math.ceil(Math.log2(count * 4))));
  return [warning('watch', seen, say('health.watch.limitRemedy', { wanted }))];
}

const maxDirectories = 50_000;
const timeoutMs = 5_000;
const looks = 8;

/** Examines an existing folder without changing anything. @param elapsed a monotonic clock, in milliseconds */
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

/** Reads the facts of a few files, each once: a second read may be answered from memory. */
async function measureLatency(path: string, elapsed: () => number): Promise<number> {
  const names: string[] = [];
  for await (const entry of await opendir(path, { bufferSize: looks })) {
    names.push(entry.name);
    if (names.length >= looks) break;
  }
  const times: number[] = [];
  for (const each of [path, ...names.map((name) => join(path, name))]) {
    const begun = elapsed();
    await lstat(each).catch(() => undefined);
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
    return codeOf(error) ?? errorText(error);
  }
}

async function countDirectories(
  { path, settings }: DoctorFolder,
  elapsed: () => number,
): Promise<Pick<WatchFacts, 'directories' | 'more' | 'unread'>> {
  const enters = settings === undefined ? () => true : directoryTest(settings);
  const until = elapsed() + timeoutMs;
  const queue = [''];
  const unread: string[] = [];
  let directories = 0;
  for (let inside = queue.pop(); inside !== undefined; inside = queue.pop()) {
    directories += 1;
    if (directories >= maxDirectories || elapsed() > until) return { directories, more: queue.length > 0, unread };
    const directory = join(path, inside);
    const entries = await readable(directory).catch((error: unknown) => {
      if (codeOf(error) !== 'ENOENT') unread.push(directory);
      return [];
    });
    for (const entry of entries) {
      const below = inside === '' ? entry.name : `${inside}/${entry.name}`;
      if (entry.isDirectory() && enters(below)) queue.push(below);
    }
  }
  return { directories, more: false, unread };
}

async function readable(directory: string): Promise<Dirent[]> {
  await access(directory, constants.R_OK | constants.X_OK);
  return readdir(directory, { withFileTypes: true });
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

/** Everything about these folders: each by itself, how it is watched, and all of them together. */
export async function checkFolders(files: Files, folders: readonly DoctorFolder[], platform: NodeJS.Platform): Promise<Check[]> {
  const checks: Check[] = [];
  const real: string[] = [];
  let directories = 0;
  for (const folder of folders) {
    const checked = await checkFolder(files, folder);
    checks.push(checked.check);
    real.push(checked.real ?? folder.path);
    if (checked.real === undefined) continue;
    const watched = await lookAtWatch({ ...folder, path: checked.real }, () => performance.now());
    checks.push(judgeWatch(watched), ...judgeUnread(watched));
    if (watched.by === 'events') directories += watched.directories;
  }
  return [...checks, ...judgeOverlap(real, platform), ...judgeLimits(await readLimits(platform), directories)];
}
