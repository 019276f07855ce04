import { type Message, say } from '../../../core/messages/message.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import type { Files } from '../../../engine/ports.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { type RecordedFolder, recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { locate } from '../status/why/location.ts';

export interface ExportWorld {
  readonly files: Files;
  readonly ledger: LedgerReader;
}

/** Which documents of a folder are to be exported. */
export interface Chosen {
  readonly folder: RecordedFolder;
  /** All of it, so that its tables can be rebuilt. */
  readonly whole: boolean;
  /** Ids of documents with a result, oldest first. */
  readonly ids: readonly number[];
  /** How many more were delivered, whose results are no longer in the ledger. */
  readonly dropped: number;
}

export type TableFormat = 'csv' | 'xlsx' | 'jsonl';

/** A file that an export was to write. */
export type Exported =
  | { readonly state: 'written' | 'there'; readonly kind: 'json' | TableFormat; readonly path: string }
  /** `path`: the document or output that it is about. */
  | { readonly state: 'not'; readonly path: string; readonly why: Message };

/** How many documents are read at a time. */
const pageLength = 500;

/**
 * Which documents lie at these paths (files, directories, watched folders; none: everywhere), folder by folder.
 * @param paths absolute
 */
export async function choose(
  paths: readonly string[],
  ledger: LedgerReader,
): Promise<{ readonly chosen: readonly Chosen[]; readonly not: readonly Exported[] }> {
  const folders = recordedFolders(ledger);
  const not: Exported[] = [];
  const found = new Map<number, { folder: RecordedFolder; whole: boolean; results: Results }>();
  const add = (folder: RecordedFolder, inside: string): boolean => {
    const results = resultsAt(folder.id, inside, ledger);
    const before = found.get(folder.id);
    const whole = inside === '' || before?.whole === true;
    found.set(folder.id, { folder, whole, results: new Map([...(before?.results ?? []), ...results]) });
    return results.size > 0;
  };
  if (paths.length === 0) for (const folder of folders) add(folder, '');
  for (const path of paths) {
    const location = await locate(path, folders);
    if (location.kind === 'outside') not.push({ state: 'not', path, why: say('answers.export.notInFolder') });
    else if (!add(location.folder, location.inside)) not.push({ state: 'not', path, why: whyNone(location, ledger) });
  }
  const chosen = [...found.values()].map(({ folder, whole, results }) => {
    const ids = [...results].flatMap(([id, isDropped]) => (isDropped ? [] : [id])).sort((a, b) => a - b);
    return { folder, whole, ids, dropped: results.size - ids.length };
  });
  return { chosen, not };
}

/** By the ids of documents that have had a result: whether it is no longer in the ledger. */
type Results = ReadonlyMap<number, boolean>;

/** Of the contents that are and were at this path, else of those below it. */
function resultsAt(folderId: number, inside: string, ledger: LedgerReader): Results {
  const results = new Map<number, boolean>();
  const note = ({ id, result, droppedAt }: ReturnType<LedgerReader['documents']['atPath']>[number]) => {
    if (result !== undefined || droppedAt !== undefined) results.set(id, droppedAt !== undefined);
  };
  for (const document of inside === '' ? [] : ledger.documents.atPath(folderId, inside)) note(document);
  if (results.size > 0) return results;
  // An engine may be running: a document that changes meanwhile moves to the front of the list, so the list is read again until it
  // brings nothing new.
  const seen = new Set<number>();
  for (let before = -1; before < seen.size; ) {
    before = seen.size;
    for (let offset = 0, isEnd = false; !isEnd; offset += pageLength) {
      const { documents } = ledger.documents.page({ folderId, offset, limit: pageLength });
      for (const document of documents) {
        if (!seen.has(document.id) && (inside === '' || document.path.startsWith(`${inside}/`))) note(document);
        seen.add(document.id);
      }
      isEnd = documents.length < pageLength;
    }
  }
  return results;
}

function whyNone(
  { folder, inside }: { readonly folder: RecordedFolder; readonly inside: string },
  ledger: LedgerReader,
): Message {
  if (inside === '') return say('answers.export.noneYet');
  const isKnown = ledger.documents.atPath(folder.id, inside).length > 0;
  return say(isKnown ? 'answers.export.noResult' : 'answers.export.noneKnown');
}

/** Documents of one folder and one route: what one table holds. */
export interface Group {
  readonly info: RouteInfo;
  readonly ids: readonly number[];
}

/** The documents of a folder by route, in the order in which each route first appears. */
export function groupByRoute(ids: readonly number[], { documents, routes }: LedgerReader): readonly Group[] {
  const groups = Map.groupBy(ids, (id) => {
    const { origin, route } = documents.get(id) ?? {};
    return JSON.stringify([origin, route?.kind, route?.id]);
  });
  return [...groups.values()].flatMap(([first = 0, ...others]) => {
    const { origin, route } = documents.get(first) ?? {};
    if (origin === undefined || route === undefined) return [];
    return [{ info: routes.info(origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 }, ids: [first, ...others] }];
  });
}
