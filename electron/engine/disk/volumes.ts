import { readdirSync, readFileSync, realpathSync, type Stats } from 'node:fs';
import { join, win32 } from 'node:path';
import type { Clock } from '../ports.ts';
import { systemClock } from '../system.ts';
import type { Awaitable } from './directories.ts';

interface Mount {
  /** Where it is mounted. */
  readonly at: string;
  readonly type: string;
  /** Says which volume it is, also after it was mounted again. */
  readonly identity: string;
}

/** Their source may be any word: the number that the kernel gave them tells two of them apart that are there at once. */
const withoutSource = /^(tmpfs|ramfs|overlay|rootfs)$/;
const identifiers = '/dev/disk/by-uuid';
/** How often the table of mounts is compared, in milliseconds. */
const compareMs = 2_000;

/** The kernel's table of mounts (Linux), which it answers from memory; undefined on other systems. */
function mountTable(): string | undefined {
  try {
    return readFileSync('/proc/self/mountinfo', 'utf8');
  } catch {
    return undefined;
  }
}

/**
 * Which volume a directory is on, and which are mounted below it: another text, another volume. Undefined if that is not known
 * now, as for an automatic mount that is yet to come.
 *
 * @param device the directory's device number, which is all that other systems tell
 */
export function volumeAt(path: string, device?: number, table = mountTable()): string | undefined {
  if (table === undefined) return device?.toString();
  const all = mountsIn(table);
  const automatic = new Set(all.filter(({ type }) => type === 'autofs').map(({ at }) => at));
  // Of two at one place the later one counts.
  const mounts = [...new Map(all.map((mount) => [mount.at, mount])).values()];
  const around = aroundOf(path, mounts);
  if (around === undefined || around.type === 'autofs') return undefined;
  const below = mounts.filter(({ at }) => at !== path && isWithin(at, path) && !automatic.has(at));
  return [around.identity, ...below.map(({ at, identity }) => `${at} ${identity}`).sort()].join('\n');
}

/**
 * The same, but of a disk of which only the device's name is known, as without udev, with when its root directory was made: what
 * is plugged in next may get its name.
 *
 * @param lstat may wait for the disk that the directory is on
 */
export async function exactVolumeAt(
  path: string,
  device: number,
  lstat: (root: string) => Awaitable<Pick<Stats, 'birthtimeMs' | 'ctimeMs'>>,
  table = mountTable(),
): Promise<string | undefined> {
  const volume = volumeAt(path, device, table);
  const around = aroundOf(path, placesIn(table ?? '').reverse());
  if (volume === undefined || around?.root !== '/' || !around.source.startsWith('/dev/')) return volume;
  if (identifierOf(around.source) !== around.source) return volume;
  const { birthtimeMs, ctimeMs } = await lstat(around.at);
  // Where the system knows of no such time, it is none, or that of the last change.
  return birthtimeMs <= 0 || birthtimeMs === ctimeMs ? volume : volume.replace(/$|(?=\n)/, ` born ${Math.trunc(birthtimeMs)}`);
}

/** Calls `onChange` when another volume is mounted at a path, above or below it. The answer ends that. */
export function watchMounts(path: string, onChange: () => void, clock: Pick<Clock, 'after'>, read = mountTable): () => void {
  let table = read();
  if (table === undefined) return () => {};
  let volume = volumeAt(path, undefined, table);
  const compare = () => {
    cancel = clock.after(compareMs, compare);
    const now = read();
    if (now === table) return;
    table = now;
    const before = volume;
    volume = volumeAt(path, undefined, now);
    if (volume !== before) onChange();
  };
  let cancel = clock.after(compareMs, compare);
  return () => cancel();
}

/** The mount that a path is in; of two at one place the first. */
function aroundOf<Place extends { readonly at: string }>(path: string, places: readonly Place[]): Place | undefined {
  return places.filter(({ at }) => isWithin(path, at)).sort((one, other) => other.at.length - one.at.length)[0];
}

function mountsIn(table: string): Mount[] {
  return placesIn(table).map(({ at, type, source, device, root }) => {
    const volume = withoutSource.test(type) ? `${source} ${device}` : identifierOf(source);
    return { at, type, identity: `${type} ${volume} ${root}` };
  });
}

/** Each line: numbers, device, root, place, options, and after a hyphen type, source, options (proc_pid_mountinfo(5)). */
function placesIn(table: string) {
  return table.split('\n').flatMap((line) => {
    const [, , device = '', root = '', at, ...rest] = line.split(' ');
    const [type, source = ''] = rest.slice(rest.indexOf('-') + 1);
    return at === undefined || type === undefined ? [] : [{ at: unescaped(at), type, source, device, root }];
  });
}

/** Of a disk its UUID, if it has one: what is plugged in next may get its name. */
function identifierOf(source: string): string {
  if (!source.startsWith('/dev/')) return source;
  try {
    const disk = realpathSync(source);
    return readdirSync(identifiers).find((uuid) => realpathSync(join(identifiers, uuid)) === disk) ?? source;
  } catch {
    return source;
  }
}

/** Whether a path is a directory or lies in it. */
function isWithin(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? directory : `${directory}/`);
}

/** The table writes spaces and the like as octal numbers. */
function unescaped(path: string): string {
  return path.replace(/\\([0-7]{3})/g, (_, octal: string) => String.fromCharCode(Number.parseInt(octal, 8)));
}

/** What a path is on, as far as its name and the system's table of mounts tell: neither waits for a disk. */
export interface Volume {
  /** What people know it by: where it is mounted. */
  readonly name: string;
  /** A fixed disk of this machine. All others may go away, or hang. */
  readonly isLocal: boolean;
  /** Others may write to it without this system noticing. */
  readonly isNetwork: boolean;
}

/** File systems of fixed disks (Linux). On one that is not known here, waiting for the disk is left to a process. */
const localTypes = /^(ext[234]|xfs|btrfs|zfs|f2fs|bcachefs|jfs|reiserfs|nilfs2|overlay|tmpfs|ramfs|rootfs|devtmpfs|proc|sysfs)$/;
const networkTypes = /^(nfs4?|cifs|smb[23]?|smbfs|afs|ceph|9p|virtiofs|fuse.*|glusterfs|lustre|davfs|ncpfs)$/;
/** Where desktops mount what people plug in. */
const pluggedIn = /^\/(run\/)?media\//;

/** How long the table of mounts is believed, in milliseconds. */
const believedMs = 500;

/** The table that was read last, and what it says. */
let readFrom = '';
let volumeIn = volumesIn('');
let readAt = Number.NEGATIVE_INFINITY;

/** The kernel answers this from its memory, and its table is believed for a moment: much is asked for each document. */
export function volumeOf(path: string, platform: NodeJS.Platform = process.platform): Volume {
  if (platform === 'win32') {
    const name = win32.parse(path).root;
    const isNetwork = name.startsWith('\\\\');
    return {
      name,
      isNetwork,
      isLocal: !isNetwork && name.toLowerCase() === win32.parse(process.env.SystemRoot ?? 'C:\\').root.toLowerCase(),
    };
  }
  if (platform !== 'linux') {
    const name = /^\/Volumes\/[^/]+/.exec(path)?.[0];
    return { name: name ?? '/', isNetwork: name !== undefined, isLocal: name === undefined };
  }
  const now = systemClock.elapsed();
  if (now - readAt >= believedMs) {
    readAt = now;
    const table = mountTable() ?? '';
    if (table !== readFrom) volumeIn = volumesIn(table);
    readFrom = table;
  }
  return volumeIn(path);
}

/** The volume of a path by a table of mounts: the longest of the places that it lies in, and of two mounts at one place the later. */
export function volumesIn(table: string): (path: string) => Volume {
  const volumes = new Map(placesIn(table).map(({ at, type }) => [at, mounted(at, type)]));
  const longestFirst = [...volumes.keys()].map((at) => (at === '/' ? '' : at)).sort((one, other) => other.length - one.length);
  const places = new RegExp(`^(?:${longestFirst.map((at) => at.replaceAll(/[^\w/]/g, '\\$&')).join('|')})(?=/|$)`);
  const unknown = mounted('/', 'unknown');
  return (path) => volumes.get(places.exec(path)?.[0] || '/') ?? unknown;
}

/** Whether others may write to a path without this system noticing. Asked right after a mount, so an older table does not do. */
export function isNetworkPath(path: string): boolean {
  readAt = Number.NEGATIVE_INFINITY;
  return volumeOf(path).isNetwork;
}

function mounted(name: string, type: string): Volume {
  return { name, isNetwork: networkTypes.test(type), isLocal: localTypes.test(type) && !pluggedIn.test(`${name}/`) };
}
