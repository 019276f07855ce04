import { type Document, sameFacts } from '../../core/document/document.ts';
import type { EngineContext } from '../loop/engine-context.ts';
import { absolutePath } from '../loop/folder.ts';
import { DiskProblem } from '../ports.ts';

/** More copies of one content are not looked for. */
const most = 50;

/** Which of these documents still have their content at their path. A disk that cannot be asked counts as yes. */
export async function checkPresence(
  { folders, world }: Pick<EngineContext, 'folders' | 'world'>,
  documents: readonly Document[],
): Promise<Map<number, boolean>> {
  const here = new Map<number, boolean>();
  for (const document of documents.slice(0, most)) {
    const folder = folders.get(document.folderId);
    if (folder === undefined) continue;
    try {
      const now = await world.files.stat(absolutePath(folder, document.path));
      here.set(document.id, now !== undefined && sameFacts(now, document.facts));
    } catch (problem) {
      if (!(problem instanceof DiskProblem)) throw problem;
    }
  }
  return here;
}
