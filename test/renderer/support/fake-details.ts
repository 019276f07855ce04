import { openGate } from '../../../electron/core/account/gate.ts';
import type { DocumentDetails, DocumentSummary } from '../../../electron/core/contract/documents.ts';
import type { RouteView } from '../../../electron/core/contract/folders.ts';
import type { FolderHealth } from '../../../electron/core/contract/status.ts';
import type { Holds } from '../../../electron/core/document/hold.ts';
import type { Batch, HistoryEntry } from '../../../electron/core/document/records.ts';
import { countsOf } from '../../../electron/core/document/standing.ts';
import { traitsOf } from '../../../electron/core/document/states.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { type Route, routeKey } from '../../../electron/core/protocol/route.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { type DocumentFacts, detailsOf, summaryOf } from '../../../electron/workspace/documents/documents.ts';
import { rememberRoute } from '../../../electron/workspace/service/routes.ts';
import type { WorkspaceContext } from '../../../electron/workspace/workspace-context.ts';
import { type FakeDocument, origin } from './fake-document.ts';

/** What the fake host knows beside a document. */
export interface Known {
  /** What people have confirmed in a folder. */
  readonly confirmed: (folderId: number | undefined) => readonly FakeDocument[];
  readonly find: (id: number) => FakeDocument | undefined;
  readonly folderPath: (id: number) => string;
  readonly health: (folderId: number) => FolderHealth | undefined;
  readonly holds: () => Holds;
  readonly route: (route: Route) => RouteView | undefined;
}

/** Of a ledger, as much as the fake answers by itself: what is renamed there does not compile here. */
type PartOfLedger = { [Table in keyof Ledger]?: Partial<Ledger[Table]> };

/** A document as the workspace describes it: the fake gives the facts that a ledger and an engine would. */
export class FakeDetails {
  readonly #known: Known;
  /** Knows routes and their categories. */
  readonly #ledger = openLedger(':memory:');

  constructor(known: Known) {
    this.#known = known;
  }

  summary(document: FakeDocument): DocumentSummary {
    return summaryOf(withJson(document, this.#known.folderPath), this.#facts(document));
  }

  details(document: FakeDocument): DocumentDetails {
    for (const each of [document, ...(document.verdict === undefined ? [] : [document.verdict])]) {
      const view = this.#known.route(each.route);
      if (view === undefined) continue;
      const { route, name, description, fields } = view;
      const described = { fields: [...fields], ...(description !== undefined && { description }) };
      rememberRoute(this.#ledger, origin, { route, name, ...described, now: 0 });
      const categories = view.categories.flatMap(({ id, name }) => (id === undefined ? [] : [{ id, name }]));
      this.#ledger.categories.setTyped(origin, route.id, categories);
    }
    return detailsOf(withJson(document, this.#known.folderPath), this.#facts(document));
  }

  #facts(document: FakeDocument): DocumentFacts {
    const { confirmed, find, folderPath, health } = this.#known;
    const { routes, meta, categories } = this.#ledger;
    const ledger = {
      routes,
      meta,
      categories,
      documents: {
        get: find,
        replacing: () => undefined,
        page: ({ folderId }) => ({ documents: [...confirmed(folderId)], total: 0, counts: countsOf([]) }),
      },
      // No budgets here.
      folders: { get: (id) => ({ id, path: folderPath(id) }), all: () => [] },
      batches: { get: (id) => batchOf(id, find(id)) },
      history: { of: (id) => historyOf(find(id)) },
      unmatched: { offeredTo: () => [...(document.unmatched ?? [])] },
      tables: { csvOf: ({ id }) => csvOf(find(id), folderPath) },
    } satisfies PartOfLedger;
    const context = {
      folders: { all: [] as const },
      keeper: {
        uploads: {
          of: () =>
            document.state.kind === 'uploading'
              ? { sent: document.sent, total: document.facts.size, files: 1 + (document.id % 5) }
              : undefined,
          current: () => [],
          note: () => undefined,
        },
      },
    } satisfies { [Part in keyof WorkspaceContext]?: Partial<WorkspaceContext[Part]> };
    return {
      ledger: ledger as unknown as Ledger,
      context: context as unknown as WorkspaceContext,
      holds: this.#known.holds(),
      now: Date.now(),
      gate: openGate,
      folder: (id) => ({ settleSeconds: 60, health: health(id) }),
    };
  }
}

/** Each document is a batch of its own, of the same id. */
function batchOf(id: number, document: FakeDocument | undefined): Batch | undefined {
  if (document === undefined) return undefined;
  const { origin, route, changedAt, fileId } = document;
  return {
    id,
    origin,
    route,
    state: 'open',
    ...(fileId !== undefined && { serviceBatchId: `b-${7_000 + Math.floor(id / 10)}`, acceptedAt: changedAt }),
    madeAt: changedAt,
    polls: 1,
    nextPollAt: changedAt + 5_000,
  };
}

function withJson(document: FakeDocument, folderPath: (id: number) => string): FakeDocument {
  if (document.delivery.kind !== 'done') return document;
  return { ...document, json: { path: `${folderPath(document.folderId)}/${document.path}.json`, hash: '' } };
}

function csvOf(document: FakeDocument | undefined, folderPath: (id: number) => string): string | undefined {
  if (document?.delivery.kind !== 'done') return undefined;
  return `${folderPath(document.folderId)}/intray-${routeKey(document.route).slice(-1)}.csv`;
}

const steps = ['found', 'ready', 'sent', 'accepted', 'reported', 'delivered'] as const;
/** How many of them lie behind a document that waits, is sent, is at the service. */
const stepsBehind = { waiting: 2, uploading: 3, atService: 4 } as const;

function historyOf(document: FakeDocument | undefined): HistoryEntry[] {
  if (document === undefined) return [];
  const { id: documentId, state, foundAt, changedAt, path } = document;
  const { progress, result } = traitsOf[state.kind];
  const count = result === 'own' ? steps.length : progress === 'none' ? 2 : stepsBehind[progress];
  const lines = steps.slice(0, count).map((event, position) => ({
    documentId,
    at: Math.round(foundAt + ((changedAt - foundAt) * (position + 1)) / (count + 1)),
    event,
    ...(event === 'reported' && { note: foreign(state.kind) }),
    ...(event === 'delivered' && { note: say('notes.written', { paths: [`${path}.json`] }) }),
  }));
  const last = { unresolved: 'lost', failed: 'reported', rejected: 'refused', duplicate: 'result-taken', gone: 'vanished' };
  const event = last[state.kind as keyof typeof last];
  return event === undefined ? lines : [...lines, { documentId, at: changedAt, event }];
}
