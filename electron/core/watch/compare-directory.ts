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

export function pathIn(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

/** Whether a directory is the other one, or lies in it. */
export function isWithin(directory: string, ancestor: string): boolean {
  return ancestor === '' || directory === ancestor || directory.startsWith(`${ancestor}/`);
}
