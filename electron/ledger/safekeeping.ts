import { randomUUID } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { foreign, type Message, say } from '../core/messages/message.ts';
import { defined, errorText } from '../core/plain-data.ts';
import type { StartProcess } from '../process.ts';
import { type Backup, filesOfDatabase, listBackups, makeBackup, removeDatabase, stampOf } from './backups.ts';
import { classified, LedgerDamaged, LedgerOfOtherVersion, LedgerUnavailable } from './errors.ts';
import { type Ledger, openLedger } from './ledger.ts';
import { makePrivateDirectory, sizeOf } from './private-files.ts';
import { besideLedger, type LastPromise, notedBeside } from './promises.ts';

/** What replaced a ledger that was damaged or missing. */
export interface Recovery {
  /** What happened and what follows. */
  readonly message: Message;
  /** Where the damaged files are now. */
  readonly quarantined: readonly string[];
  /** The backup that was restored; absent if the ledger itself has more, or an empty one was started. */
  readonly backup?: Backup;
}

interface KeptLedger {
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
 * what is there is put aside, never deleted, and the newest sound state of it is taken up, its own or a backup's, or an empty
 * ledger started if there is none. That ledger carries a note (`unverified` in `meta.ts`), so that the engine holds every file without proof of what
 * became of it. Where there is neither a ledger nor any trace of one, a new one is started.
 *
 * After a crash anywhere in between, the next start does the same.
 *
 * @param now milliseconds since the epoch
 * @throws LedgerOfOtherVersion, LedgerUnavailable: then nothing was touched
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
  const traces =
    listBackups(backupsOf(file)).length > 0 ||
    hasEntries(quarantineOf(file)) ||
    sizeOf(`${file}-wal`) > 0 ||
    existsSync(besideLedger(file));
  if (!traces) return undefined;
  return entry === undefined
    ? say('ledger.missing', { path: file })
    : say('ledger.damaged', { path: file, problem: say('ledger.problem.empty') });
}

/** The new ledger is completed beside the old one before anything is moved. */
function recover(file: string, trouble: Message, now: number): KeptLedger {
  try {
    const fresh = `${file}.recovered`;
    const noted = notedBeside(file);
    const newest = copyNewest(file, fresh, noted);
    const message = messageOf(trouble, newest);
    const ledger = openLedger(fresh);
    try {
      ledger.transaction(() => {
        ledger.promises.passOver(noted?.number ?? 0);
        ledger.meta.write('unverified', { since: now, message });
        ledger.meta.write('epoch', randomUUID());
      });
    } finally {
      ledger.close();
    }
    const quarantined = quarantine(file, now);
    // What is noted of the lost one must not stay beside this one.
    rmSync(besideLedger(file), { force: true });
    if (existsSync(besideLedger(fresh))) renameSync(besideLedger(fresh), besideLedger(file));
    renameSync(fresh, file);
    rmSync(suspectMark(file), { force: true });
    return {
      ledger: openLedger(file),
      recovery: { message, quarantined, ...defined({ backup: newest?.backup }) },
    };
  } catch (error) {
    throw asUnavailable(error, file);
  }
}

function messageOf(message: Message, newest: Newest | undefined): Message {
  if (newest === undefined) return say('ledger.begunEmpty', { message });
  if (newest.backup === undefined) return say('ledger.takenUp', { message });
  return say('ledger.restored', { message, backupAt: newest.backup.at });
}

/** What there is of a ledger; of which backup, unless it is the ledger itself. */
interface Newest {
  readonly promise: number;
  readonly backup?: Backup;
}

/**
 * Copies to `fresh` what there is of the ledger that is sound and has the last promise: the ledger with its log, without it, or the
 * newest sound backup. Undefined if there is nothing, and nothing is at `fresh` then.
 *
 * @param noted which ledger it was; another one's log may have been put beside it
 */
function copyNewest(file: string, fresh: string, noted: LastPromise | undefined): Newest | undefined {
  const next = `${fresh}.next`;
  let newest: Newest | undefined;
  const isTakenUp = (copy: () => void, of: Pick<Newest, 'backup'>): boolean => {
    removeDatabase(next);
    try {
      copy();
      if (sizeOf(next) === 0) return false;
      const ledger = openLedger(next, 'always');
      const [promise, id] = [ledger.promises.last(), ledger.promises.ledgerId()];
      ledger.close();
      const isOther = of.backup === undefined && noted !== undefined && id !== noted.ledger;
      if (isOther) return false;
      if (newest !== undefined && newest.promise >= promise) return true;
      removeDatabase(fresh);
      renameSync(next, fresh);
      newest = { promise, ...of };
      return true;
    } catch (error) {
      if (!(error instanceof LedgerDamaged || error instanceof LedgerOfOtherVersion)) throw error;
      return false;
    } finally {
      removeDatabase(next);
    }
  };
  removeDatabase(fresh);
  // What was found damaged in use may look sound now.
  if (!existsSync(suspectMark(file))) {
    for (const endings of [['', '-wal'], ['']]) {
      const copy = () => {
        for (const ending of endings) if (sizeOf(`${file}${ending}`) > 0) copyFileSync(`${file}${ending}`, `${next}${ending}`);
      };
      isTakenUp(copy, {});
    }
  }
  listBackups(backupsOf(file)).some((backup) => isTakenUp(() => copyFileSync(backup.path, next), { backup }));
  return newest;
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
    log.warn('the damaged ledger could not be marked', { error: errorText(error) });
  }
}

function suspectMark(file: string): string {
  return `${file}.suspect`;
}

/** What keeping backups needs of its host. */
interface BackupOptions {
  readonly ledger: Ledger;
  /** The ledger's file. */
  readonly file: string;
  readonly clock: {
    now(): number;
    after(milliseconds: number, work: () => void): () => void;
  };
  readonly log: { warn(message: string, details?: object): void };
  readonly start?: StartProcess | undefined;
}

/** How often it is looked whether a backup is due, and how long after another one it is. Milliseconds. */
const lookMs = 60 * 60_000;
const dueMs = 24 * 60 * 60_000;

/**
 * Makes a backup each day: at the start, at some hour, or at the end, if the newest is a day old by then. One that fails (a full disk)
 * is logged and has no other effect.
 */
export function keepBackups({ ledger, file, clock, log, start }: BackupOptions): {
  end(options: { last: boolean }): Promise<void>;
} {
  let underway = Promise.resolve();
  let cancel = () => {};
  const isDue = (now: number) => {
    const isRecent = listBackups(backupsOf(file)).some(({ at }) => now - dueMs < at && at <= now);
    return !isRecent && ledger.documents.last() > 0;
  };
  const one = () => {
    underway = underway.then(async () => {
      try {
        const now = clock.now();
        if (isDue(now)) await makeBackup(file, backupsOf(file), now, start);
      } catch (error) {
        log.warn('no backup of the ledger could be made', { error: errorText(error) });
      }
    });
  };
  const hourly = () => {
    one();
    cancel = clock.after(lookMs, hourly);
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

/** Turns an error of the file system into one of the ledger. */
function asUnavailable(error: unknown, file: string): unknown {
  if (error instanceof LedgerDamaged || error instanceof LedgerOfOtherVersion || error instanceof LedgerUnavailable) return error;
  const known = classified(error, file);
  if (known !== error || !(error instanceof Error) || !('syscall' in error)) return known;
  return new LedgerUnavailable(file, foreign(error.message), { cause: error });
}
