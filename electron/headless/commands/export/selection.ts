import type { Document } from '../../../core/document/document.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import { type RecordedFolder, recordedFolders } from '../../../workspace/engine/engine-snapshot.ts';
import { locate } from '../status/why/location.ts';
import type { TableFormat } from './tables.ts';

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
  if (paths.length === 0) return { chosen: folders.map((folder) => wholeOf(folder, ledger)), not: [] };
  const chosen = new Map<number, { folder: RecordedFolder; whole: boolean; ids: Set<number>; dropped: Set<number> }>();
  const not: Exported[] = [];
  for (const path of paths) {
    const location = await locate(path, folders);
    if (location.kind === 'outside') {
      not.push({ state: 'not', path, why: say('answers.export.notInFolder') });
      continue;
    }
    const { folder, inside } = location;
    const { ids, dropped } = inside === '' ? idsIn(folder.id, ledger, () => true) : idsAt(folder.id, inside, ledger);
    if (ids.length + dropped.length === 0) not.push({ state: 'not', path, why: whyNone(folder, inside, ledger) });
    const before = chosen.get(folder.id) ?? { folder, whole: false, ids: new Set<number>(), dropped: new Set<number>() };
    chosen.set(folder.id, {
      folder,
      whole: before.whole || inside === '',
      ids: new Set([...before.ids, ...ids]),
      dropped: new Set([...before.dropped, ...dropped]),
    });
  }
  return {
    chosen: [...chosen.values()].map(({ ids, dropped, ...rest }) => ({
      ...rest,
      ids: [...ids].sort((a, b) => a - b),
      dropped: dropped.size,
    })),
    not,
  };
}

function wholeOf(folder: RecordedFolder, ledger: LedgerReader): Chosen {
  const { ids, dropped } = idsIn(folder.id, ledger, () => true);
  return { folder, whole: true, ids, dropped: dropped.length };
}

/** Ids of documents with a result, and of those whose result is no longer in the ledger. */
interface Found {
  readonly ids: readonly number[];
  readonly dropped: readonly number[];
}

/** The contents that are and were at this path, else those below it. */
function idsAt(folderId: number, inside: string, ledger: LedgerReader): Found {
  const own = ledger.documents.atPath(folderId, inside).filter(hadResult);
  const idsWhere = (isDropped: boolean) =>
    own.flatMap(({ id, droppedAt }) => ((droppedAt !== undefined) === isDropped ? [id] : []));
  if (own.length > 0) return { ids: idsWhere(false), dropped: idsWhere(true) };
  return idsIn(folderId, ledger, ({ path }) => path.startsWith(`${inside}/`));
}

function whyNone({ id }: RecordedFolder, inside: string, ledger: LedgerReader): Message {
  if (inside === '') return say('answers.export.noneYet');
  return ledger.documents.atPath(id, inside).length > 0 ? say('answers.export.noResult') : say('answers.export.noneKnown');
}

/**
 * An engine may be running: a document that changes meanwhile moves to the front of the list, so the list is read again
 * until it brings nothing new.
 */
function idsIn(folderId: number, ledger: LedgerReader, wanted: (document: Document) => boolean): Found {
  const seen = new Set<number>();
  const ids: number[] = [];
  const dropped: number[] = [];
  for (let offset = 0, fresh = 0; ; offset += pageLength) {
    const { documents } = ledger.documents.page({ folderId, offset, limit: pageLength });
    for (const document of documents) {
      if (seen.has(document.id)) continue;
      seen.add(document.id);
      fresh += 1;
      if (wanted(document) && hadResult(document)) (document.droppedAt === undefined ? ids : dropped).push(document.id);
    }
    if (documents.length === pageLength) continue;
    if (fresh === 0) return { ids: ids.sort((a, b) => a - b), dropped };
    offset = -pageLength;
    fresh = 0;
  }
}

function hadResult({ result, droppedAt }: Document): boolean {
  return result !== undefined || droppedAt !== undefined;
}

/** Documents of one folder and one route: what one table holds. */
export interface Group {
  readonly origin: string;
  readonly info: RouteInfo;
  readonly ids: readonly number[];
}

/** The documents of a folder by route, in the order in which each route first appears. */
export function groupByRoute(ids: readonly number[], ledger: LedgerReader): readonly Group[] {
  const groups = new Map<string, { origin: string; info: RouteInfo; ids: number[] }>();
  for (const id of ids) {
    const document = ledger.documents.get(id);
    if (document === undefined) continue;
    const { origin, route } = document;
    const key = JSON.stringify([origin, route.kind, route.id]);
    const group = groups.get(key) ?? { origin, info: infoOf(ledger, document), ids: [] };
    group.ids.push(id);
    groups.set(key, group);
  }
  return [...groups.values()];
}

function infoOf(ledger: LedgerReader, { origin, route }: Document): RouteInfo {
  return ledger.routes.info(origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 };
}
