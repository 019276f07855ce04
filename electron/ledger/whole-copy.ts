import { closeSync, fsyncSync, openSync } from 'node:fs';
import { backup, DatabaseSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { errorText } from '../core/plain-data.ts';
import { makePrivateDatabase } from './private-files.ts';
import { findingIn } from './sound.ts';

export interface BackupOrder {
  readonly source: string;
  readonly target: string;
}

/** `damaged`: what is wrong with the copy, and so with the ledger. */
export type BackupAnswer = { readonly kind: 'made' } | { readonly kind: 'damaged' | 'failed'; readonly message: string };

/** All pages in one pass: the source may be written to meanwhile. */
const everyPage = 2 ** 31 - 1;
const busyTimeoutMs = 5_000;

/** Copies a ledger, which may be in use, and checks the copy: of a large one both take a while. */
export async function copyWhole({ source, target }: BackupOrder): Promise<BackupAnswer> {
  try {
    makePrivateDatabase(target);
    const database = new DatabaseSync(source, { readOnly: true, timeout: busyTimeoutMs });
    try {
      await backup(database, target, { rate: everyPage });
    } finally {
      database.close();
    }
    const finding = findingInFile(target);
    if (finding !== undefined) return { kind: 'damaged', message: finding };
    const file = openSync(target, 'r+');
    fsyncSync(file);
    closeSync(file);
    return { kind: 'made' };
  } catch (error) {
    return { kind: 'failed', message: errorText(error) };
  }
}

/** Nobody else opens the copy, and it has no log. */
function findingInFile(path: string): string | undefined {
  const url = pathToFileURL(path);
  url.searchParams.set('immutable', '1');
  const database = new DatabaseSync(url, { readOnly: true });
  try {
    return findingIn((sql) => database.prepare(sql).all());
  } catch (error) {
    return errorText(error);
  } finally {
    database.close();
  }
}
