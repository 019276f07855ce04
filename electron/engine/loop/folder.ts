import { join } from 'node:path';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { type Document, directoryOf, fileNameOf } from '../../core/document/document.ts';
import type { FileRecord } from '../../core/document/records.ts';
import type { World } from '../ports.ts';

/** The clock of a share is at most this far ahead, in milliseconds. */
export const maxSkewMs = 10 * 60_000;

/** A folder that the engine works for: its ledger id, its real path, its settings. */
export interface Folder {
  readonly id: number;
  /** Absolute, links resolved. */
  readonly path: string;
  readonly settings: FolderSettings;
}

/** The absolute path of something that is relative to a folder with `/`. */
export function absolutePath(folder: Pick<Folder, 'path'>, relative: string): string {
  return join(folder.path, relative);
}

/** The ledger's record of the file at a document's path. */
export function fileRecordOf(document: Document, facts = document.facts): FileRecord {
  const { id, folderId, path } = document;
  return { folderId, directory: directoryOf(path), name: fileNameOf(path), facts, documentId: id };
}

/** Whether the folder is the one that was scanned: only then does a single file in it mean anything. */
export async function isRootAsKnown({ files, ledger }: Pick<World, 'files' | 'ledger'>, folder: Folder): Promise<boolean> {
  const root = await files.stat(folder.path);
  if (root?.kind !== 'directory' || ledger.meta.read('root', folder.id) !== root.ino) return false;
  return !isOtherVolume(ledger.meta.read('volume', folder.id), root.volume);
}

const born = /^([^\n]*) born \d+/;

/** Whether these are two volumes, as far as is known of both: when its root was made is not told of every one. */
export function isOtherVolume(before: string | undefined, now: string | undefined): boolean {
  if (before === undefined || now === undefined || before === now) return false;
  return (born.test(before) && born.test(now)) || before.replace(born, '$1') !== now.replace(born, '$1');
}
