import {
  type Answer,
  answerRequest,
  type CheckedInput,
  type Handlers,
  type Notice,
  type RequestName,
} from '../../../electron/core/contract/contract.ts';
import type { DocumentList, Totals } from '../../../electron/core/contract/documents.ts';
import type { About, Check, FolderHealth, FolderQuestion, Line, Status } from '../../../electron/core/contract/status.ts';
import { type Holds, holdsOf, shownStanding } from '../../../electron/core/document/hold.ts';
import { balanceOf, bucketOf, countsOf, standingOf } from '../../../electron/core/document/standing.ts';
import type { StateName } from '../../../electron/core/document/states.ts';
import { foreign, type Message, say } from '../../../electron/core/messages/message.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { err, ok } from '../../../electron/core/result.ts';
import { columnsOf, extras, holds as hasText, hasValues, mainOf, sorted } from './fake-columns.ts';
import { FakeDetails } from './fake-details.ts';
import { type FakeDocument, type FakeFolder, makeDocument, makeDocuments } from './fake-document.ts';
import { documentHandlers } from './fake-document-handlers.ts';
import { FakeFilings } from './fake-filings.ts';
import { FakeFolders } from './fake-folders.ts';
import { FakeHooks } from './fake-hooks.ts';
import { insightsOf } from './fake-insights.ts';
import { FakePreferences } from './fake-preferences.ts';

export interface FakeHostOptions {
  /** How many documents there are; 1,200 if not said. */
  readonly documents?: number;
  /** No service was chosen yet: the window begins with its first run. */
  readonly firstRun?: boolean;
  /** Set up, but no folder is watched. */
  readonly withoutFolders?: boolean;
  readonly host?: About['host'];
  readonly sandbox?: boolean;
}

/**
 * A host in memory that answers every request of the contract with plausible data, and remembers what it is asked to do:
 * confirm, dismiss, add a folder, pause … A test may change `documents`, `line` and the like and then `emit` a notice.
 */
export class FakeHost {
  readonly documents: FakeDocument[];
  readonly folders: FakeFolders;
  readonly preferences: FakePreferences;
  readonly details: FakeDetails;
  readonly hooks: FakeHooks;
  readonly filings: FakeFilings;
  /** Every request that came, oldest first. */
  readonly asked: { readonly name: string; readonly input: unknown }[] = [];
  /** Requests that are refused: name → message; or of which no answer ever comes: `'silence'` rejects. */
  readonly refuse = new Map<RequestName, string | Message>();
  /** Requests that are carried out at once, but answered only when the promise is settled. */
  readonly answerAfter = new Map<RequestName, Promise<void>>();
  readonly host: About['host'];
  line: Line;
  warnings: (string | Message)[] = [];
  unverified: Status['unverified'];
  budgets: Status['budgets'] = [];
  /** By folder. */
  readonly questions = new Map<number, FolderQuestion>();
  /** What the doctor sees. */
  checks: readonly Check[] = [
    { status: 'ok', area: 'program', seen: say('health.program.seen', { version: '1.2.3', node: '24.1.0' }) },
    {
      status: 'warning',
      area: 'data',
      seen: say('health.data.shared', { path: '/home/mara/.local/share/intray' }),
      remedy: say('health.data.makePrivate', { path: '/home/mara/.local/share/intray' }),
    },
    {
      status: 'problem',
      area: 'folder',
      seen: say('health.folder.missing', { path: '/home/mara/Scans/Receipts' }),
      remedy: say('health.folder.missingRemedy'),
    },
  ];
  readonly now = Date.now();
  /** The program behind the window has ended: nothing is answered. */
  isGone = false;
  readonly #listeners = new Set<(notice: Notice) => void>();
  readonly #newestFirst: FakeDocument[];
  readonly #byId = new Map<number, FakeDocument>();

  constructor(options: FakeHostOptions = {}) {
    const empty = options.firstRun === true || options.withoutFolders === true;
    this.host = options.host ?? 'desktop';
    this.folders = new FakeFolders(this, empty);
    this.hooks = new FakeHooks(this.now);
    this.filings = new FakeFilings(this.now);
    this.preferences = new FakePreferences(
      this,
      options.firstRun === true ? 'nothing' : options.sandbox === true ? 'sandbox' : 'service',
    );
    this.documents = empty
      ? []
      : makeDocuments(
          options.documents ?? 1_200,
          this.now,
          this.folders.all.map((each) => each.fake),
        );
    this.#newestFirst = [...this.documents];
    for (const document of this.documents) this.#byId.set(document.id, document);
    this.details = new FakeDetails({
      confirmed: (folderId) =>
        this.documents.filter((document) => document.folderId === folderId && document.review !== undefined),
      find: (id) => this.find(id),
      folderPath: (id) => this.folderOf(id).path,
      health: (id) => this.folders.all.find(({ fake }) => fake.id === id)?.health,
      holds: () => this.#holds(),
      route: (route) => this.folders.routes.find((each) => routeKey(each.route) === routeKey(route)),
    });
    this.line = options.firstRun === true ? { kind: 'first-run' } : { kind: 'watching' };
  }

  /** Answers as a host does: what arrives is checked first. */
  async answer(name: unknown, input: unknown): Promise<unknown> {
    if (this.isGone) throw new Error('The host is gone.');
    this.asked.push({ name: String(name), input });
    const refusal = this.refuse.get(name as RequestName);
    if (refusal !== undefined) return err({ kind: 'unavailable', message: asMessage(refusal) });
    const answer = await answerRequest(this.handlers, name, input, (request, fault) => console.error(request, fault));
    await this.answerAfter.get(name as RequestName);
    return answer;
  }

  onNotice(listener: (notice: Notice) => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Tells the window that something may be different. */
  emit(notice: Partial<Notice>): void {
    for (const listener of this.#listeners) listener({ documents: [], progress: [], status: false, settings: false, ...notice });
  }

  /** These documents changed. */
  changed(...documents: readonly FakeDocument[]): void {
    for (const document of documents) document.changedAt = Date.now();
    this.emit({ documents: documents.length > 200 ? 'many' : documents.map(({ id }) => id), status: true });
  }

  find(id: number): FakeDocument | undefined {
    return this.#byId.get(id);
  }

  /** The first document in a state: for a test to look at. */
  first(state: StateName, isWanted: (document: FakeDocument) => boolean = () => true): FakeDocument {
    const found = this.documents.find((document) => document.state.kind === state && isWanted(document));
    if (found === undefined) throw new Error(`There is no document that is ${state}.`);
    return found;
  }

  /** A new document lands in a folder; nothing is said of it yet. */
  land(state: StateName, folderId?: number): FakeDocument {
    const folder = this.folders.all.find(({ fake }) => folderId === undefined || fake.id === folderId)?.fake;
    const document = makeDocument(this.documents.length + 1, state, Date.now(), folder);
    document.foundAt = Date.now();
    document.changedAt = document.foundAt;
    this.documents.push(document);
    this.#newestFirst.unshift(document);
    this.#byId.set(document.id, document);
    return document;
  }

  folderOf(folderId: number): FakeFolder {
    return this.folders.all.find(({ fake }) => fake.id === folderId)?.fake ?? { id: folderId, path: '/gone', kind: 'invoices' };
  }

  /** Of the newest first: those with what is searched, and of these the ones of the standings that are asked for. */
  #found({ standings, folderId, text, values }: CheckedInput<'totals'>) {
    const holds = this.#holds();
    // Kept in order, so that the next look at it finds little to do.
    this.#newestFirst.sort((a, b) => b.changedAt - a.changedAt || b.id - a.id);
    const among = this.#newestFirst.filter(
      (document) =>
        (folderId === undefined || folderId === document.folderId) &&
        (text === undefined || hasText(document, text)) &&
        (values === undefined || hasValues(document, values)),
    );
    return { holds, among, matching: among.filter((document) => standings?.includes(shownStanding(document, holds)) !== false) };
  }

  totals(input: CheckedInput<'totals'>): Totals {
    const counted = this.#found(input).matching.filter(({ state }) => state.kind !== 'duplicate' && state.kind !== 'gone');
    const amounts = counted.flatMap((document) => {
      const { amount } = mainOf(document);
      return amount === undefined ? [] : [{ ...amount, isReviewed: standingOf(document) === 'confirmed' }];
    });
    const sum = (some: typeof amounts) => some.reduce((total, { value }) => total + Number(value), 0).toFixed(2);
    const sums = [...Map.groupBy(amounts, ({ currency }) => currency)].map(([currency, own]) => ({
      ...(currency !== undefined && { currency }),
      documents: own.length,
      amount: sum(own),
      unreviewed: sum(own.filter(({ isReviewed }) => !isReviewed)),
    }));
    return { sums };
  }

  senders(folderId: number | undefined): readonly string[] {
    const own = this.documents.filter((document) => folderId === undefined || folderId === document.folderId);
    return [...new Set(own.flatMap((document) => mainOf(document).sender ?? []))];
  }

  list(input: CheckedInput<'documents'>): DocumentList {
    const { holds, among, ...found } = this.#found(input);
    const matching = sorted(found.matching, input);
    return {
      documents: matching
        .slice(input.offset, input.offset + input.limit)
        .map((document) => ({ ...this.details.summary(document), ...extras(document, input) })),
      total: matching.length,
      counts: standingsOf(among, holds),
    };
  }

  #routesOf(folderId: number | undefined) {
    return this.folders.all
      .filter(({ fake }) => folderId === undefined || fake.id === folderId)
      .flatMap(({ settings }) => this.folders.routes.find(({ route }) => routeKey(route) === routeKey(settings.route)) ?? []);
  }

  #healthOf({ settings, health }: Pick<FakeFolders['all'][number], 'settings' | 'health'>): FolderHealth {
    return settings.paused ? { kind: 'resting' } : health;
  }

  #holds(): Holds {
    const folders = this.folders.all.map((folder) => ({ id: folder.fake.id, health: this.#healthOf(folder) }));
    return holdsOf({ line: this.line, folders, budgets: this.budgets }, Date.now());
  }

  status(): Status {
    const holds = this.#holds();
    return {
      line: this.line,
      ...counted(this.documents, holds),
      folders: this.folders.all.map(({ fake, settings, health, routeName, openToOthers = false, leftAlone = 0 }) => ({
        id: fake.id,
        path: fake.path,
        route: settings.route,
        routeName,
        health: this.#healthOf({ settings, health }),
        ...counted(
          this.documents.filter(({ folderId }) => folderId === fake.id),
          holds,
        ),
        blocked: this.documents.filter(
          ({ folderId, state }) => folderId === fake.id && state.kind === 'waiting' && state.wait.kind === 'blocked',
        ).length,
        leftAlone,
        leftOut: [],
        ...(this.questions.has(fake.id) && { question: this.questions.get(fake.id) as FolderQuestion }),
        openToOthers,
      })),
      budgets: this.budgets,
      requestsPerSecond: 4,
      sandbox: this.preferences.current.service.sandbox,
      ...(this.unverified !== undefined && { unverified: this.unverified }),
      warnings: this.warnings.map(asMessage),
    };
  }

  readonly #about: About = {
    name: 'Intray',
    version: '0.1.0',
    host: 'desktop',
    platform: 'linux',
    timeZone: 'Europe/Berlin',
    can: { chooseFolder: true, listDirectories: false, openFiles: true, startAtLogin: true, notifications: true },
  };

  get about(): About {
    return this.host === 'desktop'
      ? this.#about
      : {
          ...this.#about,
          host: 'headless',
          can: { chooseFolder: false, listDirectories: true, openFiles: false, startAtLogin: false, notifications: false },
        };
  }

  get handlers(): Handlers {
    const done = async (act: () => void): Promise<Answer<'lookNow'>> => {
      act();
      this.emit({ status: true });
      return ok({});
    };
    return {
      about: async () => ok(this.about),
      status: async () => ok(this.status()),
      lookNow: () => done(() => {}),
      answerQuestion: ({ folderId }) => done(() => void this.questions.delete(folderId)),
      liftBudget: () => done(() => (this.budgets = [])),
      doctor: async () => ok({ checks: this.checks }),
      makeDataPrivate: () => done(() => (this.checks = this.checks.filter(({ area }) => area !== 'data'))),
      decideUnverified: () => done(() => (this.unverified = undefined)),
      totals: async (input) => ok(this.totals(input)),
      senders: async ({ folderId }) => ok({ senders: this.senders(folderId) }),
      columns: async ({ folderId }) => ok(columnsOf(this.#routesOf(folderId))),
      ...documentHandlers(this),
      ...this.folders.handlers(),
      ...this.preferences.handlers(),
      ...this.hooks.handlers(),
      ...this.filings.handlers(),
      insights: async (input) =>
        ok(
          insightsOf(
            input,
            this.folders.all.map((each) => each.fake),
            this.now,
          ),
        ),
    };
  }
}

function asMessage(said: string | Message): Message {
  return typeof said === 'string' ? foreign(said) : said;
}

/** What a status counts of these. */
function counted(documents: readonly FakeDocument[], holds: Holds) {
  const buckets = documents.map(({ state, delivery }) => ({ bucket: bucketOf(state.kind, delivery.kind), count: 1 }));
  return { balance: balanceOf(buckets), standings: standingsOf(documents, holds) };
}

function standingsOf(documents: readonly FakeDocument[], holds: Holds) {
  return countsOf(documents.map((document) => ({ standing: shownStanding(document, holds), count: 1 })));
}
