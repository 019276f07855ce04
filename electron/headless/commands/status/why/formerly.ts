import { type Document, directoryOf, fileNameOf } from '../../../../core/document/document.ts';
import { foreign, sameMessage, say } from '../../../../core/messages/message.ts';
import { filedName } from '../../../../engine/deliver/names.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import type { RecordedFolder } from '../../../../workspace/engine/engine-snapshot.ts';

/** At most this many filed-away files of one name are looked for. */
const maxNamesakes = 100;

/**
 * Documents whose file was at this path and is elsewhere now, under another name or filed away, newest first.
 *
 * @param inside relative to the folder, with `/`
 */
export function documentsFormerlyAt(ledger: LedgerReader, folder: RecordedFolder, inside: string): Document[] {
  const renamed = ledger.history
    .whereNoted('renamed', [say('notes.renamed', { path: inside }), foreign(`from ${inside}`)])
    .flatMap((id) => ledger.documents.get(id) ?? [])
    .filter((document) => document.folderId === folder.id && document.path !== inside);
  const all = new Map([...renamed, ...filedAway(ledger, folder, inside)].map((document) => [document.id, document]));
  return [...all.values()].sort((a, b) => b.id - a.id);
}

/** Filing away keeps the directory and the name, or adds a number to it. */
function filedAway(ledger: LedgerReader, { id, settings }: RecordedFolder, inside: string): Document[] {
  if (settings === undefined || settings.fileAway.kind === 'leave') return [];
  const directory = [settings.fileAway.to.replaceAll('\\', '/').replace(/\/+$/, ''), directoryOf(inside)]
    .filter((part) => part !== '')
    .join('/');
  const found: Document[] = [];
  for (let attempt = 1; attempt <= maxNamesakes; attempt += 1) {
    const path = `${directory}/${filedName(fileNameOf(inside), attempt, 255)}`;
    const there = ledger.documents
      .atPath(id, path)
      .filter((document) =>
        ledger.history.of(document.id).some(({ event, note }) => event === 'filed away' && sameMessage(note, foreign(path))),
      );
    // Names are given in order; other people's files may have taken a few.
    if (there.length === 0 && attempt > found.length + 10) break;
    found.push(...there);
  }
  return found;
}
