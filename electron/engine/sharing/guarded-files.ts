import { sep } from 'node:path';
import { say } from '../../core/messages/message.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import { DiskProblem, type Files } from '../ports.ts';
import type { Sharing } from './sharing.ts';

/**
 * The disk as a machine may use it that shares folders with others: before each write it is asked whether this machine is still
 * the one that writes there. One that has stood still for longer than its lease finds out here, and writes nothing.
 */
export function guardedFiles(files: Files, folders: Pick<WatchedFolders, 'all'>, sharing: Pick<Sharing, 'mayWrite'>): Files {
  const check = (path: string) => {
    const folder = folders.all().find((each) => path === each.path || path.startsWith(each.path + sep));
    if (folder === undefined || sharing.mayWrite(folder)) return;
    throw new DiskProblem('locked', path, 'write', { said: say('delivery.otherWrites', { path: folder.path }) });
  };
  return {
    ...files,
    createWhole: async (path, ...rest) => {
      check(path);
      return files.createWhole(path, ...rest);
    },
    replaceWhole: async (path, bytes) => {
      check(path);
      return files.replaceWhole(path, bytes);
    },
    writeAt: async (path, ...rest) => {
      check(path);
      return files.writeAt(path, ...rest);
    },
    moveNew: async (from, to, expected) => {
      check(from);
      check(to);
      return files.moveNew(from, to, expected);
    },
  };
}
