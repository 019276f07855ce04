import { say } from '../../core/messages/message.ts';
import { type DiskAction, DiskProblem, type DiskProblemKind } from '../ports.ts';

/**
 * Does `work` on `path`, and turns an error of the operating system into a `DiskProblem`: here, once. Any other error (an
 * AbortSignal, a mistake in the program) passes through.
 */
export async function onDisk<Value>(action: DiskAction, path: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    throw asDiskProblem(error, path, action);
  }
}

export function asDiskProblem(error: unknown, path: string, action: DiskAction): unknown {
  if (error instanceof DiskProblem || !isSystemError(error)) return error;
  const said = error.code === 'ELOOP' ? { said: say('disk.link', { path }) } : undefined;
  return new DiskProblem(kindOf(error.code, action, process.platform), path, action, { error, ...said });
}

const kinds: Readonly<Record<string, DiskProblemKind>> = {
  ENOENT: 'missing',
  EACCES: 'denied',
  EPERM: 'denied',
  EBUSY: 'locked',
  ETXTBSY: 'locked',
  EAGAIN: 'locked',
  ENOSPC: 'full',
  EDQUOT: 'full',
  EROFS: 'read-only',
  ENOTDIR: 'not-a-directory',
  ENAMETOOLONG: 'name-too-long',
};

/** The kind of a system error by its code. Windows says EPERM where a file that is open elsewhere is to be replaced. */
export function kindOf(code: string, action: DiskAction, platform: NodeJS.Platform): DiskProblemKind {
  const kind = Object.hasOwn(kinds, code) ? kinds[code] : undefined;
  return kind === 'denied' && platform === 'win32' && action === 'replace' ? 'locked' : (kind ?? 'other');
}

/** What Node throws for a system call that failed. */
export function isSystemError(error: unknown): error is Error & { readonly code: string } {
  return error instanceof Error && 'syscall' in error && 'code' in error && typeof error.code === 'string';
}
