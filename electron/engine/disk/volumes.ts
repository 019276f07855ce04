import { statfsSync } from 'node:fs';

/** File system numbers of Linux: NFS, SMB, CIFS, SMB2, AFS, Ceph, 9P, FUSE (sshfs and the like). */
const networkTypes: ReadonlySet<number> = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x5346414f, 0x00c36400, 0x01021997, 0x65735546,
]);

/** Whether others may write to a path without this system noticing. */
export function isNetworkPath(path: string): boolean {
  if (process.platform === 'win32') return path.startsWith('\\\\');
  if (process.platform === 'darwin') return path.startsWith('/Volumes/');
  try {
    return networkTypes.has(statfsSync(path).type >>> 0);
  } catch {
    // The path is not there: the scans say what is wrong.
    return false;
  }
}
