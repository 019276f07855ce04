import { join } from 'node:path';
import type { Gate } from '../../core/account/gate.ts';
import type { DocumentDetails, DocumentSummary, PreviewKind, Progress } from '../../core/contract/documents.ts';
import { needsPerson } from '../../core/document/attention.ts';
import type { Document } from '../../core/document/document.ts';
import { explain } from '../../core/document/explain.ts';
import type { Batch } from '../../core/document/records.ts';
import { transition } from '../../core/document/transition.ts';
import { resultView } from '../../core/review/result-view.ts';
import type { FolderHealth } from '../../engine/api.ts';
import type { Ledger } from '../../ledger/ledger.ts';
import { routeView } from '../service/routes.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** What is known around documents when a list of them is made. */
export interface Around {
  readonly context: WorkspaceContext;
  readonly ledger: Ledger;
  /** Milliseconds since the epoch. */
  readonly now: number;
  readonly gate: Gate;
  readonly health: ReadonlyMap<number, FolderHealth>;
}

export function aroundNow(context: WorkspaceContext, ledger: Ledger): Around {
  const engine = context.keeper.running?.engine.status();
  return {
    context,
    ledger,
    now: context.clock.now(),
    gate: engine?.gate ?? { kind: 'open' },
    health: new Map(engine?.folders.map(({ id, health }) => [id, health])),
  };
}

/** A row of the queue. */
export function summaryOf(document: Document, around: Around): DocumentSummary {
  const { id, folderId, path, facts, state, delivery, foundAt, changedAt } = document;
  const batch = document.batchId === undefined ? undefined : around.ledger.batches.get(document.batchId);
  const progress = progressOf(document, batch, around);
  return {
    id,
    folderId,
    path,
    size: facts.size,
    state: state.kind,
    delivery: delivery.kind,
    attention: needsPerson(document),
    dismissed: document.dismissed === true,
    ...(progress !== undefined && { progress }),
    why: whyOf(document, batch, around),
    sendAgain: sendAgainOf(document, around.now),
    foundAt,
    changedAt,
  };
}

/** Everything about one document. */
export function detailsOf(document: Document, around: Around): DocumentDetails {
  const { ledger, context } = around;
  const { origin, route, contentType, hash, fileId, result, review, possibleDuplicate } = document;
  const folder = ledger.folders.get(document.folderId)?.path ?? '';
  const batch = document.batchId === undefined ? undefined : ledger.batches.get(document.batchId);
  const known = routeView(context, ledger, origin, route);
  const first = document.state.kind === 'duplicate' ? ledger.documents.get(document.state.of) : undefined;
  return {
    ...summaryOf(document, around),
    file: join(folder, document.path),
    folder,
    route,
    routeName: known.name,
    ...(contentType !== undefined && { contentType }),
    ...(hash !== undefined && { sha256: hash }),
    ...(batch?.serviceBatchId !== undefined && { serviceBatchId: batch.serviceBatchId }),
    ...(fileId !== undefined && { serviceFileId: fileId }),
    history: ledger.history.of(document.id).map(({ at, event, note }) => ({ at, event, ...(note !== undefined && { note }) })),
    outputs: ledger.outputs.of(document.id).flatMap(({ kind, path, state }) => (state === 'written' ? [{ kind, path }] : [])),
    possibleDuplicate,
    ...(first !== undefined && { duplicateOf: { id: first.id, path: first.path } }),
    ...(result !== undefined && {
      result: resultView(result, {
        fields: known.fields,
        categories: known.categories,
        possibleDuplicate,
        ...(review !== undefined && { review }),
      }),
    }),
    preview: previewKind(document),
  };
}

export const docxType = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

/** What a window can show of a document's page, by what its content is. */
export function previewKind({ contentType, state }: Pick<Document, 'contentType' | 'state'>): PreviewKind {
  if (state.kind === 'gone') return 'none';
  switch (contentType) {
    case 'application/pdf':
      return 'pdf';
    case 'image/png':
    case 'image/jpeg':
      return 'image';
    case docxType:
      return 'text';
    default:
      return 'none';
  }
}

/** What sending it again would do. Where the answer to an upload was lost, its pages may be paid twice. */
export function sendAgainOf({ state }: Pick<Document, 'state'>, at: number): DocumentSummary['sendAgain'] {
  if (transition(state, { kind: 'send-again', at }) === undefined) return 'no';
  const held = state.kind === 'waiting' && state.wait.kind === 'held' ? state.wait.why : undefined;
  return state.kind === 'unresolved' || held === 'unresolved' || held === 'unverified' ? 'paid' : 'yes';
}

function progressOf({ state, batchId, folderId }: Document, batch: Batch | undefined, around: Around): Progress | undefined {
  switch (state.kind) {
    case 'settling':
      return { kind: 'settling', since: state.since, until: state.since + settleSeconds(folderId, around) * 1_000 };
    case 'uploading': {
      const upload = batchId === undefined ? undefined : around.context.uploads.of(batchId);
      return upload === undefined ? undefined : { kind: 'upload', ...upload };
    }
    case 'queued':
    case 'processing':
      return batch?.acceptedAt === undefined ? undefined : { kind: 'service', since: batch.acceptedAt };
    default:
      return undefined;
  }
}

function whyOf(document: Document, batch: Batch | undefined, around: Around): DocumentSummary['why'] {
  const { ledger, now, gate, health } = around;
  const { state } = document;
  const routePaused = ledger.routes.paused(document.origin, document.route)?.message;
  const folderHealth = health.get(document.folderId);
  const first =
    state.kind === 'duplicate'
      ? state.of
      : state.kind === 'waiting' && state.wait.kind === 'behind'
        ? state.wait.first
        : undefined;
  const firstPath = first === undefined ? undefined : ledger.documents.get(first)?.path;
  return explain(document, {
    now,
    settleSeconds: settleSeconds(document.folderId, around),
    gate,
    outputs: ledger.outputs.of(document.id).flatMap(({ path, state: written }) => (written === 'written' ? [path] : [])),
    ...(routePaused !== undefined && { routePaused }),
    ...(folderHealth?.kind === 'resting' && { resting: true }),
    ...(folderHealth?.kind === 'unreachable' && { unreachable: folderHealth.message }),
    ...(batch !== undefined && { batch }),
    ...(firstPath !== undefined && { firstPath }),
  });
}

function settleSeconds(folderId: number, { context }: Around): number {
  return context.folders.byId(folderId)?.settings.settleSeconds ?? 2;
}
