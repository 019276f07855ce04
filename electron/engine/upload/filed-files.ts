import { sameFacts } from '../../core/document/document.ts';
import { isFiledAway } from '../deliver/place.ts';
import type { DocumentWriter } from '../loop/document-writer.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';
import type { UploadItem } from './upload-batch.ts';

interface FiledFilesContext {
  readonly world: Pick<World, 'files' | 'ledger'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
  readonly writer: Pick<DocumentWriter, 'amend'>;
}

/**
 * No scan looks where documents are filed away to. A file there whose facts are others by now, as on a share that came back with new
 * numbers, is read: if it has the document's content, its facts are noted.
 *
 * @returns the items as they are now
 */
export function withFactsNow(context: FiledFilesContext, items: readonly UploadItem[]): Promise<UploadItem[]> {
  return Promise.all(items.map((item) => withFacts(context, item)));
}

async function withFacts({ world, folders, writer }: FiledFilesContext, item: UploadItem): Promise<UploadItem> {
  const { document, path } = item;
  const { id, facts, folderId, hash } = document;
  const folder = folders.get(folderId);
  if (folder === undefined || !isFiledAway(folder, document.path)) return item;
  try {
    const now = await world.files.stat(path);
    if (now?.kind !== 'file' || now.size !== facts.size || sameFacts(now, facts)) return item;
    if ((await world.files.hash(path)).sha256 !== hash) return item;
    const current = world.ledger.documents.get(id);
    if (current?.path !== document.path) return item;
    const { size, mtimeMs, ino } = now;
    // Its place in the list stays the same.
    writer.amend(id, { facts: { size, mtimeMs, ino }, changedAt: current.changedAt });
    return { ...item, document: { ...document, facts: { size, mtimeMs, ino } } };
  } catch (problem) {
    if (problem instanceof DiskProblem) return item;
    throw problem;
  }
}
