import { statSync } from 'node:fs';
import { type StartProcess, startNode } from '../process.ts';
import { workApart } from './apart.ts';
import { formatsBehind } from './open.ts';
import type { UpgradeAnswer } from './upgrade-process.ts';

/** A smaller ledger is brought up to date when it is opened, in less than a second. Bytes. */
const smallLedger = 64 * 2 ** 20;

/** How many of the formats that lie between the ledger and this version are behind it, and how many there are. */
export type UpgradeProgress = (done: number, of: number) => void;

export interface UpgradeHow {
  readonly start?: StartProcess | undefined;
  readonly onProgress?: UpgradeProgress | undefined;
  readonly smallBelow?: number;
  /** Ends it in the middle. */
  readonly signal?: AbortSignal | undefined;
}

/**
 * Brings a large ledger of an earlier version up to date in a process of its own, so that this one can say how far it is. Only
 * the holder of the data directory (`lock.ts`) may call it. Whatever stands in the way, `openKeptLedger` finds it next, and says so;
 * what was ended goes on where it was.
 */
export async function upgradeLedger(
  file: string,
  { start = startNode, onProgress, smallBelow = smallLedger, signal }: UpgradeHow = {},
): Promise<void> {
  const behind = isLarge(file, smallBelow) ? behindBy(file) : 0;
  if (behind === 0) return;
  onProgress?.(0, behind);
  await workApart(
    start,
    'upgrade-process',
    file,
    (message) => {
      const answer = message as UpgradeAnswer;
      if (answer.kind === 'progress') onProgress?.(answer.done, answer.of);
      return answer.kind === 'ended' ? 'done' : 'more';
    },
    signal,
  );
}

/** The log counts too: after a crash most of a ledger may be there. */
function isLarge(file: string, smallBelow: number): boolean {
  return [file, `${file}-wal`].some((path) => (statSync(path, { throwIfNoEntry: false })?.size ?? 0) >= smallBelow);
}

function behindBy(file: string): number {
  try {
    return formatsBehind(file);
  } catch {
    // Damaged, of a later version, or not to be read: whoever opens it says so.
    return 0;
  }
}
