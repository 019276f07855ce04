/** How a machine's files are called in the register, where they are below an inbox. */
import { relative, sep } from 'node:path';
import type { Document } from '../../core/document/document.ts';
import type { FileKey, SharedJson } from '../../register/register.ts';
import type { Folder } from '../loop/folder.ts';

export function fileKeyOf({ path, hash = '' }: Document): FileKey {
  return { path: path.normalize('NFC'), sha256: hash };
}

/** One text for each. */
export function nameOf({ path, sha256 }: FileKey): string {
  return `${sha256} ${path}`;
}

export function sharedJson(folder: Folder, { path, hash }: SharedJson): SharedJson {
  return { path: below(folder, path), hash };
}

/** Two names that differ only in how they are spelled in Unicode are one in the register. */
export function eachOnce<Key extends FileKey>(keys: readonly Key[]): Key[] {
  return [...new Map(keys.map((key) => [nameOf(key), key])).values()];
}

export function below({ path }: Folder, absolute: string): string {
  return relative(path, absolute).split(sep).join('/');
}
