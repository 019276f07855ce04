import { win32 } from 'node:path';
import { systemClock } from '../system.ts';
import { mountTable, placesIn } from './mounts.ts';

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

interface Mounted extends Volume {
  /** With a slash at its end. */
  readonly within: string;
}

let mounts: readonly Mounted[] = [];
let readAt = Number.NEGATIVE_INFINITY;

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
  return mountsNow().find(({ name, within }) => path.startsWith(within) || path === name) ?? unknown;
}

/** Whether others may write to a path without this system noticing. Asked right after a mount, so an older table does not do. */
export function isNetworkPath(path: string): boolean {
  readAt = Number.NEGATIVE_INFINITY;
  return volumeOf(path).isNetwork;
}

/** The longest first; of two at one place the later. The kernel answers this from its memory. */
function mountsNow(): readonly Mounted[] {
  const now = systemClock.elapsed();
  if (now - readAt < believedMs) return mounts;
  readAt = now;
  mounts = longestFirst(mountTable() ?? '').map(({ at, type }) => mounted(at, type));
  return mounts;
}

/** Everything about a volume that is asked of it many times for each document. */
function mounted(name: string, type: string): Mounted {
  const isLocal = localTypes.test(type) && !pluggedIn.test(`${name}/`);
  return { name, within: name === '/' ? '/' : `${name}/`, isNetwork: networkTypes.test(type), isLocal };
}

const unknown = mounted('/', 'unknown');

export function longestFirst(table: string): { readonly at: string; readonly type: string }[] {
  return placesIn(table)
    .reverse()
    .sort((one, other) => other.at.length - one.at.length);
}
