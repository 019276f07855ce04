import { foreign } from '../../core/messages/message.ts';
import { DiskProblem, type DiskProblemKind } from '../ports.ts';

/** What was being done when the disk refused. `replace`: putting a finished file in the place of an older one. */
export type Doing = 'read' | 'write' | 'replace';

/**
 * Does `work` on `path`, and turns what the operating system refuses into a `DiskProblem`: classified here, once.
 * Anything that is no refusal of the operating system (an AbortSignal, a mistake in the program) passes through.
 */
export async function onDisk<Value>(doing: Doing, path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw asDiskProblem(error, path, doing);
  }
}

export function asDiskProblem(error: unknown, path: string, doing: Doing): unknown {
  if (error instanceof DiskProblem || !isSystemError(error)) return error;
  const kind = kindOf(error.code, doing, process.platform);
  return new DiskProblem(kind, path, foreign(messageOf(kind, path, doing, error)));
}

/** The kind of a system error by its code. Windows says EPERM where a file that is open elsewhere is to be replaced. */
export function kindOf(code: string, doing: Doing, platform: NodeJS.Platform): DiskProblemKind {
  switch (code) {
    case 'ENOENT':
      return 'missing';
    case 'EACCES':
    case 'EPERM':
      return platform === 'win32' && doing === 'replace' ? 'locked' : 'denied';
    case 'EBUSY':
    case 'ETXTBSY':
    case 'EAGAIN':
      return 'locked';
    case 'ENOSPC':
    case 'EDQUOT':
      return 'full';
    case 'EROFS':
      return 'read-only';
    case 'ENOTDIR':
      return 'not-a-directory';
    case 'ENAMETOOLONG':
      return 'name-too-long';
    default:
      return 'other';
  }
}

function messageOf(kind: DiskProblemKind, path: string, doing: Doing, error: Error): string {
  switch (kind) {
    case 'missing':
      return `"${path}" is not there.`;
    case 'denied':
      return `Intray may not ${doing === 'read' ? 'read' : 'write'} "${path}": check the permissions of the file and of its folder.`;
    case 'locked':
      return `"${path}" is in use by another program: close it there.`;
    case 'full':
      return `The disk is full, or your quota is used up: make room for "${path}".`;
    case 'read-only':
      return `The disk can only be read: make it writable for "${path}".`;
    case 'not-a-directory':
      return `A file stands where a folder belongs: move it out of the way of "${path}".`;
    case 'name-too-long':
      return `The name of "${path}" is too long for this disk: give it a shorter one.`;
    case 'other':
      return `The disk could not ${doing === 'read' ? 'read' : 'write'} "${path}": ${error.message}.`;
  }
}

/** What Node throws for a system call that failed. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
