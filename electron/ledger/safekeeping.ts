import { existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { foreign, type Message, say } from '../core/messages/message.ts';
import {
  type Backup,
  type BackupHow,
  filesOfDatabase,
  listBackups,
  makeBackup,
  removeDatabase,
  restoreBackup,
  stampOf,
} from './backups.ts';
import { classified, LedgerDamaged, LedgerNewer, LedgerUnavailable } from './errors.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { makePrivateDirectory } from './private-files.ts';

/** What replaced a ledger that was damaged or missing. */
export interface Recovery {
  /** What happened and what follows. */
  readonly message: Message;
  /** Where the damaged files are now. */
  readonly quarantined: readonly string[];
  /** The backup that was restored; absent if there was no sound one, and an empty ledger was started. */
  readonly backup?: Backup;
}

export interface KeptLedger {
  readonly ledger: Ledger;
  readonly recovery?: Recovery;
}

/** Backups and quarantine are beside the ledger. */
export function backupsOf(file: string): string {
  return join(dirname(file), 'backups');
}

export function quarantineOf(file: string): string {
  return join(dirname(file), 'quarantine');
}

/**
 * Opens the ledger as `openLedger` does, but checks every table first and recovers a ledger that is damaged or missing:
 * what is there is put aside, never deleted, and the newest sound backup is restored, or an empty ledger started if there
 * is none. That ledger carries a note (`unverified` in `meta.ts`), so that the engine holds every file without proof of what
 * became of it. Where there is neither a ledger nor any trace of one, a new one is started.
 *
 * After a crash anywhere in between, the next start does the same.
 *
 * @param now milliseconds since the epoch
 * @throws LedgerNewer, LedgerUnavailable: then nothing was touched
 */
export function openKeptLedger(file: string, now: number): KeptLedger {
  try {
    const trouble = troubleOf(file);
    if (trouble === undefined) return { ledger: openLedger(file, 'always') };
    return recover(file, trouble, now);
  } catch (error) {
    if (!(error instanceof LedgerDamaged)) throw asUnavailable(error, file);
    return recover(file, error.said, now);
  }
}

/** What is wrong, as far as it shows without opening the file. */
function troubleOf(file: string): Message | undefined {
  const entry = statSync(file, { throwIfNoEntry: false });
  if (entry?.isDirectory() === true) return undefined;
  if (existsSync(suspectMark(file))) return say('ledger.damagedInUse', { path: file });
  if ((entry?.size ?? 0) > 0) return undefined;
  const traces = listBackups(backupsOf(file)).length > 0 || hasEntries(quarantineOf(file)) || sizeOf(`${file}-wal`) > 0;
  if (!traces) return undefined;
  return entry === undefined
    ? say('ledger.missing', { path: file })
    : say('ledger.damaged', { path: file, problem: say('ledger.problem.empty') });
}

/** The new ledger is completed beside the old one before anything is moved. */
function recover(file: string, trouble: Message, now: number): KeptLedger {
  try {
    const fresh = `${file}.recovered`;
    const backup = takeUp(file, fresh);
    const message =
      backup === undefined
        ? say('ledger.begunEmpty', { message: trouble })
        : say('ledger.restored', { message: trouble, backupAt: backup.at });
    const ledger = openLedger(fresh);
    try {
      ledger.meta.write('unverified', { since: now, message });
    } finally {
      ledger.close();
    }
    const quarantined = quarantine(file, now);
    renameSync(fresh, file);
    rmSync(suspectMark(file), { force: true });
    return {
      ledger: openLedger(file),
      recovery: { message, quarantined, ...(backup !== undefined && { backup }) },
    };
  } catch (error) {
    throw asUnavailable(error, file);
  }
}

/** Copies the newest sound backup to `fresh`; undefined if there is none, and nothing is there then. */
function takeUp(file: string, fresh: string): Backup | undefined {
  for (const backup of listBackups(backupsOf(file))) {
    removeDatabase(fresh);
    try {
      restoreBackup(backup, fresh);
      openLedger(fresh, 'always').close();
      return backup;
    } catch (error) {
      if (!(error instanceof LedgerDamaged || error instanceof LedgerNewer)) throw error;
    }
  }
  removeDatabase(fresh);
  return undefined;
}

/** Moves the log before the file that it belongs to, because it must never meet another one. @returns where the files are now */
function quarantine(file: string, now: number): string[] {
  const directory = quarantineOf(file);
  const there = filesOfDatabase(file).filter((path) => existsSync(path));
  if (there.length === 0) return [];
  makePrivateDirectory(directory);
  return there.map((path) => {
    const name = `${stampOf(now)}-${basename(path)}`;
    let target = join(directory, name);
    for (let number = 2; existsSync(target); number += 1) target = join(directory, `${number}-${name}`);
    renameSync(path, target);
    return target;
  });
}

/** Marks damage that only showed in use, because the next opening may not see it: the next start restores a backup. */
export function markSuspect(file: string, log: BackupOptions['log']): void {
  try {
    writeFileSync(suspectMark(file), '');
  } catch (error) {
    log.warn('the damaged ledger could not be marked', { error: error instanceof Error ? error.message : String(error) });
  }
}

function suspectMark(file: string): string {
  return `${file}.suspect`;
}

/** What keeping backups needs of its host. */
export interface BackupOptions {
  readonly ledger: Ledger;
  /** The ledger's file. */
  readonly file: string;
  readonly clock: {
    now(): number;
    after(milliseconds: number, work: () => void): () => void;
  };
  readonly log: { warn(message: string, details?: object): void };
  readonly how?: BackupHow;
}

const everyMs = 60 * 60_000;

/**
 * Makes a backup now, every hour, and at the end. One that fails (a full disk) is logged and has no other effect.
 */
export function keepBackups({ ledger, file, clock, log, how }: BackupOptions): {
  end(options: { last: boolean }): Promise<void>;
} {
  let underway = Promise.resolve();
  let cancel = () => {};
  const one = () => {
    underway = underway.then(async () => {
      try {
        await makeBackup(ledger, backupsOf(file), clock.now(), how);
      } catch (error) {
        log.warn('no backup of the ledger could be made', { error: error instanceof Error ? error.message : String(error) });
      }
    });
  };
  const hourly = () => {
    one();
    cancel = clock.after(everyMs, hourly);
  };
  hourly();
  return {
    async end({ last }) {
      cancel();
      if (last) one();
      await underway;
    },
  };
}

function hasEntries(directory: string): boolean {
  return existsSync(directory) && readdirSync(directory).length > 0;
}

function sizeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.size ?? 0;
}

/** Turns an error of the file system into one of the ledger. */
function asUnavailable(error: unknown, file: string): unknown {
  if (error instanceof LedgerDamaged || error instanceof LedgerNewer || error instanceof LedgerUnavailable) return error;
  const known = classified(error, file);
  if (known !== error || !(error instanceof Error) || !('syscall' in error)) return known;
  return new LedgerUnavailable(file, foreign(error.message), { cause: error });
}
