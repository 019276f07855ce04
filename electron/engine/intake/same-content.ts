import { type Document, sameFacts } from '../../core/document/document.ts';
import type { SameContent } from '../../core/intake/intake.ts';
import { given } from '../../core/plain-data.ts';
import { absolutePath, fileRecordOf } from '../loop/folder.ts';
import type { WatchedFolders } from '../loop/watched-folders.ts';
import { DiskProblem, type World } from '../ports.ts';

/** What intake asks about other documents of the same folder with the same content as the one that it looks at. */
export interface SameContentContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock'>;
  readonly folders: Pick<WatchedFolders, 'get'>;
}

/** The presence of no more copies than this is checked. */
const maxChecked = 50;

/**
 * Documents as they were when their files were looked at, and whether those were there. `isVacant`: nothing was at its path, not
 * even another file.
 */
export type Presence = ReadonlyMap<number, { readonly was: Document; readonly isPresent: boolean; readonly isVacant: boolean }>;

/** Which of these documents still have their content at their path. One whose disk cannot be asked is missing from the answer. */
export async function checkPresence({ folders, world }: SameContentContext, documents: readonly Document[]): Promise<Presence> {
  const presence = new Map<number, { was: Document; isPresent: boolean; isVacant: boolean }>();
  for (const document of documents.slice(0, maxChecked)) {
    const folder = folders.get(document.folderId);
    if (folder === undefined) continue;
    try {
      const now = await world.files.stat(absolutePath(folder, document.path));
      const isPresent = now !== undefined && sameFacts(now, document.facts);
      presence.set(document.id, { was: document, isPresent, isVacant: now === undefined });
    } catch (problem) {
      if (!(problem instanceof DiskProblem)) throw problem;
    }
  }
  return presence;
}

function isStill(was: Document, now: Document): boolean {
  return was.path === now.path && sameFacts(was.facts, now.facts) && was.state.kind === now.state.kind;
}

/** The facts about another document that `decideIntake` asks for. `current` and `known` ask the ledger only when they are read. */
export function sameContentOf(
  { ledger }: Pick<World, 'ledger'>,
  self: Document,
  other: Document,
  presence: Presence,
): SameContent {
  const looked = presence.get(other.id);
  // One that has been found anew since then, here or at another path, is there.
  const here = looked === undefined || looked.isPresent || !isStill(looked.was, other);
  return {
    id: other.id,
    path: other.path,
    state: other.state,
    delivery: other.delivery.kind,
    here,
    vacant: looked?.isVacant === true && isStill(looked.was, other),
    get current() {
      const [latest] = ledger.documents.atPath(other.folderId, other.path).filter(({ id }) => id !== self.id);
      return latest?.id === other.id;
    },
    get known() {
      const { directory, name } = fileRecordOf(other);
      return ledger.files.get(other.folderId, directory, name)?.documentId === other.id;
    },
    ...given({ file: here ? undefined : whereFileOf({ ledger }, self, other) }),
  };
}

/** Which file has the inode that the document's file had. Another one of that size may be it, as long as nobody has read it. */
function whereFileOf({ ledger }: Pick<World, 'ledger'>, self: Document, other: Document): SameContent['file'] {
  const { ino, size } = other.facts;
  if (ino === 0) return undefined;
  if (ino === self.facts.ino) return 'this';
  const isUnread = ledger.files.withInode(other.folderId, ino).some((record) => {
    const holder = record.documentId === other.id || record.facts.size !== size ? undefined : record.documentId;
    return holder !== undefined && ledger.documents.get(holder)?.hash === undefined;
  });
  return isUnread ? 'unread' : undefined;
}
