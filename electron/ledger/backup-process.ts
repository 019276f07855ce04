/** The script that makes a backup of a large ledger, for `backups.ts`. */
import { setPriority, constants as system } from 'node:os';
import { starter } from '../process.ts';
import { type BackupOrder, copyWhole } from './backups.ts';

const outside = starter();
outside.onMessage((order) => {
  lowerPriority();
  void copyWhole(order as BackupOrder).then(outside.send);
});

function lowerPriority(): void {
  try {
    setPriority(system.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is made all the same.
  }
}
