import { randomUUID } from 'node:crypto';
import { access, constants, mkdir, rmdir, stat, statfs } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import type { Check, CheckArea } from '../../core/contract/status.ts';
import { type Message, say } from '../../core/messages/message.ts';
import { messageOf } from '../../core/messages/message-error.ts';
import type { Result } from '../../core/result.ts';
import { createFiles } from '../../engine/disk/disk.ts';
import type { KeychainProblem } from '../../settings/keychain.ts';

export function fine(area: CheckArea, seen: Message): Check {
  return { status: 'ok', area, seen };
}

export function warning(area: CheckArea, seen: Message, remedy: Message): Check {
  return { status: 'warning', area, seen, remedy };
}

export function problem(area: CheckArea, seen: Message, remedy: Message): Check {
  return { status: 'problem', area, seen, remedy };
}

/** A system error's code. */
export function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : undefined;
}

const othersMode = 0o077;

/** Whether the data directory is usable and private. */
export async function checkData(path: string, platform: NodeJS.Platform): Promise<Check> {
  const unusable = (seen: Message) => problem('data', seen, say('health.data.allow'));
  const refusal = await dataDirectoryProblem(path);
  if (refusal !== undefined) return unusable(refusal);
  try {
    const { mode } = await stat(path);
    const files = createFiles();
    await files.probeWrite(await files.realPath(path));
    return platform !== 'win32' && (mode & othersMode) !== 0
      ? warning('data', say('health.data.shared', { path }), say('health.data.makePrivate', { path }))
      : fine('data', say('health.data.fine', { path }));
  } catch (error) {
    return codeOf(error) === 'ENOENT' ? fine('data', say('health.data.missing', { path })) : unusable(messageOf(error));
  }
}

/** Why the data directory cannot be created or used; undefined if it can. Leaves nothing behind. */
export async function dataDirectoryProblem(directory: string): Promise<Message | undefined> {
  for (let path = directory; ; path = dirname(path)) {
    const found = await lookAt(path);
    if (found === 'missing' && dirname(path) !== path) continue;
    if (found === 'not-a-directory') return say('health.data.partIsFile', { path: directory });
    if (found === 'denied') return say('health.data.hidden', { path: directory, part: path });
    if (found === 'a-file') return say('health.data.isFile', { path: directory, part: path });
    const isUsable = path === directory ? access(path, constants.W_OK | constants.X_OK) : probeDirectory(path);
    return isUsable.then(
      () => undefined,
      () => say('health.data.readOnly', { path: directory, part: path }),
    );
  }
}

/** Makes a directory in another one and removes it: only that shows whether one can be made there. In /proc nobody can. */
async function probeDirectory(path: string): Promise<void> {
  const probe = join(path, `.intray-${randomUUID()}.partial`);
  await mkdir(probe, { mode: 0o700 });
  await rmdir(probe);
}

async function lookAt(path: string): Promise<'missing' | 'not-a-directory' | 'denied' | 'a-file' | 'directory'> {
  try {
    return (await stat(path)).isDirectory() ? 'directory' : 'a-file';
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return 'missing';
    return code === 'ENOTDIR' ? 'not-a-directory' : 'denied';
  }
}

/** What this computer's clock is compared with. Times are milliseconds since the epoch. */
interface ClockFacts {
  readonly now: number;
  /** The latest change in the ledger. */
  readonly lastChange: number | undefined;
  /** What the service's Date header said, and when it arrived here. */
  readonly service: { readonly said: number; readonly at: number } | undefined;
}

/** No correct clock shows an earlier time: Intray did not exist then. */
const earliest = Date.UTC(2025, 0, 1);
const latest = Date.UTC(2100, 0, 1);

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** Whether the clock is plausible, and agrees with the service's. Pure. */
export function judgeClock({ now, lastChange, service }: ClockFacts): Check[] {
  const time = new Date(now).toISOString();
  if (now < earliest || now > latest)
    return [problem('clock', say('health.clock.impossible', { time }), say('health.clock.remedy'))];
  // With nothing to compare it with, nothing is said of it.
  return [...judgeLastChange(now, lastChange), ...(service === undefined ? [] : [judgeDifference(time, service)])];
}

function judgeLastChange(now: number, lastChange: number | undefined): Check[] {
  if (lastChange === undefined || lastChange - now < minuteMs) return [];
  const time = new Date(lastChange).toISOString();
  return [warning('clock', say('health.clock.setBack', { time }), say('health.clock.setBackRemedy'))];
}

function judgeDifference(time: string, service: NonNullable<ClockFacts['service']>): Check {
  const difference = service.said - service.at;
  const differenceMs = Math.abs(difference);
  if (differenceMs < minuteMs) return fine('clock', say('health.clock.agrees', { time }));
  const seen = difference > 0 ? say('health.clock.behind', { differenceMs }) : say('health.clock.ahead', { differenceMs });
  return differenceMs < hourMs
    ? warning('clock', seen, say('health.clock.remedy'))
    : problem('clock', seen, say('health.clock.farRemedy'));
}

const megabyte = 1024 * 1024;
/** Below this, results and the ledger will soon fail to be written. */
const tooLittle = 20 * megabyte;
const little = 500 * megabyte;

/**
 * Free space of the disk that holds these places. Pure.
 * @param names paths, or what else a place is called @param free bytes; undefined if the system does not tell
 */
export function judgeSpace(names: readonly (string | Message)[], free: number | undefined): Check {
  if (free === undefined) return fine('disk', say('health.disk.unknown', { names }));
  const seen = say('health.disk.free', { names, size: free });
  if (free < tooLittle) return problem('disk', seen, say('health.disk.full'));
  return free < little ? warning('disk', seen, say('health.disk.low')) : fine('disk', seen);
}

/** Bytes that this user may still write on a directory's disk; undefined if the system does not tell. */
export async function freeSpace(directory: string): Promise<number | undefined> {
  try {
    const { bavail, bsize, blocks } = await statfs(directory);
    // Some network file systems report 0 of 0.
    return blocks === 0 ? undefined : bavail * bsize;
  } catch {
    return undefined;
  }
}

/** Places on one disk share its free space: it is reported once, under the names of all of them. */
export async function checkSpace(
  places: readonly { readonly name: string | Message; readonly directory: string }[],
  look: (directory: string) => Promise<number | undefined> = freeSpace,
): Promise<Check[]> {
  const rooms = await Promise.all(places.map(async (place) => ({ ...place, free: await look(place.directory) })));
  const byRoom = Map.groupBy(rooms, ({ free }) => (free === undefined ? 'unknown' : Math.round(free / megabyte)));
  return [...byRoom.values()].map((same) =>
    judgeSpace(
      same.map(({ name }) => name),
      same[0]?.free,
    ),
  );
}

/** Whether keys can be stored here. Pure. @param answer the keychain's, when it was asked for this address's key */
export function judgeKeychain(answer: Result<string | undefined, KeychainProblem>, platform: NodeJS.Platform): Check {
  const store = storeOf(platform);
  if (answer.ok) return fine('keychain', say('health.keychain.fine', { store }));
  const { message } = answer.error;
  return warning('keychain', say('health.keychain.unusable', { store, message }), say('health.keychain.remedy'));
}

function storeOf(platform: NodeJS.Platform): Message {
  if (platform === 'darwin' || platform === 'win32' || platform === 'linux') return say(`health.keychain.stores.${platform}`);
  return say('health.keychain.stores.other');
}
