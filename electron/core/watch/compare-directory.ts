import { type FileFacts, sameFacts } from '../document/document.ts';
import type { FileRecord } from '../document/records.ts';

/** A file as it is in a directory now. */
export interface Found {
  /** Relative to the folder; '' is the folder itself. */
  readonly directory: string;
  readonly name: string;
  readonly facts: FileFacts;
}

/** What is known of a file in a directory. */
export type Known = Pick<FileRecord, 'name' | 'facts'>;

export interface DirectoryDifference<Row extends Known> {
  readonly fresh: readonly Found[];
  readonly changed: readonly { readonly found: Found; readonly row: Row }[];
  readonly vanished: readonly Row[];
}

/** What differs between a directory now and at the last scan. Names are compared exactly. */
export function compareDirectory<Row extends Known>(rows: readonly Row[], found: readonly Found[]): DirectoryDifference<Row> {
  const known = new Map(rows.map((row) => [row.name, row]));
  const fresh: Found[] = [];
  const changed: { found: Found; row: Row }[] = [];
  for (const file of found) {
    const row = known.get(file.name);
    known.delete(file.name);
    if (row === undefined) fresh.push(file);
    else if (!sameFacts(row.facts, file.facts)) changed.push({ found: file, row });
  }
  return { fresh, changed, vanished: [...known.values()] };
}

const quarterMs = 15 * 60_000;
/** FAT gives times in steps of two seconds. */
const stepMs = 2_000;
const maxShiftMs = 26 * 60 * 60_000;

/**
 * Whether a file that was left alone is still the same by its size and time, whatever its inode: a share may have others
 * after it was mounted again. A file system that keeps local time moves all times by whole quarters of an hour, with daylight
 * saving or in another time zone.
 */
export function isSameLeftAlone(before: FileFacts, now: FileFacts): boolean {
  const shift = Math.abs(now.mtimeMs - before.mtimeMs);
  const beside = shift % quarterMs;
  return before.size === now.size && shift <= maxShiftMs && Math.min(beside, quarterMs - beside) <= stepMs;
}

/** Whether a file is still the one that was found, though its share has other inodes now, or other times. */
export function isSameOnReturn(before: FileFacts, now: FileFacts): boolean {
  return sameFacts({ ...before, ino: now.ino }, now) || (before.ino === now.ino && isSameLeftAlone(before, now));
}

/** Whether a directory is the other one, or lies in it. */
export function isWithin(directory: string, ancestor: string): boolean {
  return ancestor === '' || directory === ancestor || directory.startsWith(`${ancestor}/`);
}
