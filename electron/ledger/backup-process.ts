/** The script that makes a backup of a ledger's file while nothing changes it, for `backups.ts`: to read and check it takes a while. */
import { closeSync, constants, copyFileSync, fsyncSync, openSync, rmSync } from 'node:fs';
import { setPriority, constants as system } from 'node:os';
import { DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { starter } from '../process.ts';
import { writeChanges } from './page-changes.ts';
import { findingIn } from './sound.ts';

/** What is to be copied, and where to. `chain`: the backup that is changed least from, if there is one, and what its changes come to. */
export interface BackupOrder {
  readonly source: string;
  readonly target: string;
  readonly chain?: { readonly whole: string; readonly changes: readonly string[]; readonly mostBytes: number };
}

/** `damaged`: what is wrong with the ledger itself. */
export type BackupAnswer =
  | { readonly kind: 'whole' | 'changes' }
  | { readonly kind: 'damaged' | 'failed'; readonly message: string };

const outside = starter();
outside.onMessage((order) => outside.send(made(order as BackupOrder)));

function made({ source, target, chain }: BackupOrder): BackupAnswer {
  try {
    lowerPriority();
    const finding = findingInFile(source);
    if (finding !== undefined) return { kind: 'damaged', message: finding };
    if (chain !== undefined && isChangesMade(source, target, chain)) return { kind: 'changes' };
    rmSync(target, { force: true });
    // Where the file system can, the copy shares its blocks with the ledger.
    copyFileSync(source, target, constants.COPYFILE_FICLONE);
    const file = openSync(target, 'r+');
    fsyncSync(file);
    closeSync(file);
    return { kind: 'whole' };
  } catch (error) {
    return { kind: 'failed', message: error instanceof Error ? error.message : String(error) };
  }
}

function isChangesMade(source: string, target: string, { mostBytes, ...copy }: NonNullable<BackupOrder['chain']>): boolean {
  try {
    writeChanges(source, copy, target, mostBytes);
    return true;
  } catch {
    // Too many changes, or earlier backups that cannot be read: a whole copy is the better one.
    return false;
  }
}

/** The file alone, without the log: all that the backup is to hold is in it. */
function findingInFile(path: string): string | undefined {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    return findingIn((sql) => database.prepare(sql).all());
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  } finally {
    database.close();
  }
}

function lowerPriority(): void {
  try {
    setPriority(system.priority.PRIORITY_BELOW_NORMAL);
  } catch {
    // It is made all the same.
  }
}
