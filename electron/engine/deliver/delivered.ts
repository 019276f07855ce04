import type { Finding } from '../../core/checks/rules.ts';
import type { FolderSettings } from '../../core/config/folder-settings.ts';
import { type Document, foundPath } from '../../core/document/document.ts';
import type { DocumentResult } from '../../core/document/result.ts';
import { defined } from '../../core/plain-data.ts';
import type { RouteInfo } from '../../core/protocol/route.ts';
import { type Review, reviewedResult } from '../../core/review/local-review.ts';
import { type DateOrder, type TypedValue, typedResult } from '../../core/values/typed-value.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

/** Everything that the outputs say about a document: `json.ts` turns it into bytes, `tables/cells.ts` into the row of a table. */
export interface Delivered {
  /** The document's path when it was delivered, relative to the folder, with `/`. */
  readonly file: string;
  readonly sha256: string;
  /** Bytes. */
  readonly size: number;
  /** The service's origin. */
  readonly origin: string;
  readonly info: RouteInfo;
  /** The service's own ids; for a copy that was never sent, those of the document whose result it took. */
  readonly batchId?: string;
  readonly fileId?: string;
  /** As the service gave it. */
  readonly result: DocumentResult;
  /** What people made of it here. */
  readonly review?: Review;
  /** The classification that it came from. */
  readonly earlier?: EarlierDelivered;
  /** What the folder's own checks said of it. */
  readonly findings?: readonly Finding[];
  readonly possibleDuplicate: boolean;
  /** Another content has come to its path since, and has its own result. */
  readonly isReplaced: boolean;
  /** The folder's order of dates. */
  readonly dates?: DateOrder;
  /** The document whose result this copy took. `folder`: the absolute path of its folder, if that is another one. */
  readonly duplicateOf?: { readonly file: string; readonly folder?: string };
}

/** A step that a document has passed, as the outputs say it: of one whose result was dropped from the ledger, the ids alone. */
export interface EarlierDelivered extends Pick<Delivered, 'info' | 'batchId' | 'fileId' | 'review'> {
  readonly result?: DocumentResult;
}

/** What `gather` reads: an engine's ledger, or one that is opened for reading only. */
type Source = { readonly ledger: Pick<LedgerReader, 'documents' | 'batches' | 'folders' | 'routes'> };

const typed = new WeakMap<Delivered, ReadonlyMap<string, TypedValue>>();

/** The values as they were read, with a person's corrections. Reading them takes long: they are read once. */
export function typedOf(delivered: Delivered): ReadonlyMap<string, TypedValue> {
  const known = typed.get(delivered);
  if (known !== undefined) return known;
  const { result, review, info, dates } = delivered;
  const values = typedResult(reviewedResult(result, review), {
    ...(info.descriptions !== undefined && { descriptions: info.descriptions }),
    ...(dates !== undefined && { dates }),
  });
  typed.set(delivered, values);
  return values;
}

/** Gathers what the ledger knows for the outputs; undefined while there is no result to write. */
export function gather(
  world: Source,
  info: RouteInfo,
  document: Document,
  settings: Pick<FolderSettings, 'route' | 'dates' | 'outputs'> | undefined,
  isReplaced = false,
): Delivered | undefined {
  const { result, review, findings } = document;
  if (result === undefined || document.hash === undefined) return undefined;
  const { ledger } = world;
  const first = document.state.kind === 'duplicate' ? ledger.documents.get(document.state.of) : undefined;
  const batchId = document.batchId === undefined ? undefined : ledger.batches.get(document.batchId)?.serviceBatchId;
  let earlier: EarlierDelivered | undefined;
  if (document.verdict !== undefined) {
    const { batchId: batch, fileId, result: was, review: word, route } = document.verdict;
    const known = ledger.routes.info(document.origin, route) ?? { route, name: route.id, fields: [], seenAt: 0 };
    const id = batch === undefined ? undefined : ledger.batches.get(batch)?.serviceBatchId;
    earlier = { info: known, ...defined({ batchId: id, fileId, result: was, review: word }) };
  }
  return {
    file: document.path,
    sha256: document.hash,
    size: document.facts.size,
    origin: document.origin,
    info,
    result,
    possibleDuplicate: document.possibleDuplicate,
    isReplaced,
    ...defined({ batchId, fileId: document.fileId, review, earlier, findings, dates: settings?.dates }),
    ...(first !== undefined && { duplicateOf: locationOf(world, first, document.folderId) }),
  };
}

/** Whether a document has a file of its own, also where another one replaces it: it was renamed or filed away before. */
export function hasOwnFile({ files }: Pick<LedgerReader, 'files'>, document: Document): boolean {
  return files.has(document) || foundPath(document) !== document.path;
}

/** Whether another content has come to the path of a document since, and has or had its own result. */
export function isReplaced(ledger: Pick<LedgerReader, 'documents' | 'files'>, document: Document): boolean {
  const later = ledger.documents.replacing(document.id);
  return (later?.result !== undefined || later?.droppedAt !== undefined) && !hasOwnFile(ledger, document);
}

/** The same document as it was when it had passed that step: what the table of its classification says. */
export function atEarlierStep(delivered: Delivered): Delivered | undefined {
  const { earlier, findings: _, batchId: __, fileId: ___, review: ____, ...rest } = delivered;
  if (earlier?.result === undefined) return undefined;
  return { ...rest, ...earlier, result: earlier.result };
}

function locationOf(world: Source, document: Document, seenFrom: number): { file: string; folder?: string } {
  if (document.folderId === seenFrom) return { file: document.path };
  const folder = world.ledger.folders.get(document.folderId)?.path;
  return { file: document.path, ...(folder !== undefined && { folder }) };
}
