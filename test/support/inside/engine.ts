/** What begins an engine, and the ports of the outside world that it is given: for tests that see it from there. */
import { Directories, inTurn, quick } from '../../../electron/engine/disk/directories.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';

export type { Ending, Engine, GuardRule, Notice } from '../../../electron/engine/api.ts';
export { notice } from '../../../electron/engine/disk/read.ts';
export { isTemporary } from '../../../electron/engine/disk/write.ts';
export { createEngine } from '../../../electron/engine/engine.ts';
export { usualGuard } from '../../../electron/engine/loop/guard.ts';
export type {
  Clock,
  Content,
  DiskProblemKind,
  Entry,
  Files,
  HookOutcome,
  HookRunner,
  HookTold,
  Log,
  World,
} from '../../../electron/engine/ports.ts';
export { DiskProblem } from '../../../electron/engine/ports.ts';
export { openLedger } from '../../../electron/ledger/ledger.ts';
export { createFiles };

/** The disk, by how its calls are made. */
export const kindsOfDisk = [
  ['in turn', createFiles()],
  ['at once', createFiles(new Directories(quick))],
  ['without handles of directories', createFiles(new Directories(inTurn, false))],
] as const;
