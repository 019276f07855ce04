/** `Seen`, read from the ledger: what changes when the ledger's inside does. */
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import {
  awaitsValues,
  type Document,
  deliveryProblem,
  directoryOf,
  fileNameOf,
  type Job,
  unfiledBecause,
} from '../../../electron/core/document/document.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { asksPerson, concernsPerson, needsPerson } from '../../../electron/core/document/standing.ts';
import { type DocumentState, presentState } from '../../../electron/core/document/states.ts';
import { type Cells, csvsOf, printedIn } from '../../../electron/core/document/table.ts';
import { shownValues } from '../../../electron/core/poll/poll-outcome.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { filledFor, isAt } from '../../../electron/engine/deliver/place.ts';
import { isBookBehind } from '../../../electron/engine/deliver/tables/workbook.ts';
import { questionOf } from '../../../electron/engine/loop/questions.ts';
import { classificationOf } from '../../../electron/engine/review/classified-document.ts';
import { filingBatches, movesIn } from '../../../electron/engine/review/filing-batches.ts';
import { listAttention } from '../../../electron/headless/output/summary.ts';
import type { Ledger } from '../../../electron/ledger/ledger.ts';
import { View } from '../../../electron/view/view.ts';
import type {
  Seen,
  SeenEvent,
  SeenFile,
  SeenFolder,
  SeenJob,
  SeenOutput,
  SeenPlace,
  SeenResult,
  SeenStep,
  Stage,
} from '../seen.ts';

const all = { limit: 100_000 };

export class SeenInLedger implements Seen {
  readonly #ledger: Ledger;
  readonly #origin: string;

  /** @param origin of the service in use */
  constructor(ledger: Ledger, origin: string) {
    this.#ledger = ledger;
    this.#origin = origin;
  }

  get folders(): readonly SeenFolder[] {
    return this.#ledger.folders.all().map(({ id, path }) => new FolderInLedger(this.#ledger, id, path));
  }

  folder(path: string): SeenFolder | undefined {
    const folder = this.#ledger.folders.byPath(path);
    return folder && new FolderInLedger(this.#ledger, folder.id, path);
  }

  files(folder?: string): readonly SeenFile[] {
    const folderId = folder === undefined ? undefined : (this.#ledger.folders.byPath(folder)?.id ?? 0);
    return this.#all(this.#ledger.documents.page({ ...all, ...(folderId !== undefined && { folderId }) }).documents);
  }

  file(id: number): SeenFile | undefined {
    const document = this.#ledger.documents.get(id);
    return document && this.seen(document);
  }

  /** A row of the ledger, as a person sees it. */
  seen(document: Document): SeenFile {
    return new FileInLedger(this.#ledger, document);
  }

  filesAt(path: string): readonly SeenFile[] {
    const [folderId, relative] = this.#within(path);
    return this.#all(this.#ledger.documents.atPath(folderId, relative));
  }

  withContent(route: Route, hash: string): readonly SeenFile[] {
    return this.#all(this.#ledger.documents.withContent(this.#origin, route, hash));
  }

  at(path: string) {
    const [folderId, relative] = this.#within(path);
    const row = this.#ledger.files.get(folderId, directoryOf(relative), fileNameOf(relative));
    return row && { facts: row.facts, file: row.documentId, leftAlone: row.skipped };
  }

  requested() {
    return this.#ledger.jobs.uploading().flatMap((job) => {
      const file = job.from === undefined ? undefined : this.file(job.from);
      return file === undefined ? [] : [{ file, step: this.#step(job) }];
    });
  }

  jobs(hash: string): readonly SeenJob[] {
    return this.#ledger.jobs.ofContent(this.#origin, hash).map((job) => ({
      ...this.#step(job),
      ...{ tries: job.tries, isResultDropped: job.droppedAt !== undefined },
      files: this.#ledger.documents.ofJob(job.id).map(({ id }) => id),
    }));
  }

  outputs(id: number): readonly SeenOutput[] {
    const document = this.#ledger.documents.get(id);
    const csv = document && this.#ledger.tables.csvOf(document);
    const written = csv === undefined ? [] : [{ file: id, kind: 'csv' as const, path: csv, isWritten: true }];
    const more = written.map((each) => ({ ...each, hash: undefined }));
    return [...(document === undefined ? [] : jsonOf(document)), ...more];
  }

  outputAt(path: string): SeenOutput | undefined {
    const document = this.#ledger.documents.withJsonAt(path);
    return document && jsonOf(document)[0];
  }

  tables() {
    return this.folders.flatMap((folder) =>
      csvsOf(this.#ledger.tables.all(folder.id)).map((csv) => this.#table(csv, folder.path)),
    );
  }

  tablesWith({ folder, id }: SeenFile) {
    const folderId = this.#ledger.folders.byPath(folder)?.id ?? 0;
    const { tables } = this.#ledger;
    const inCsv = tables.withRowsOf(folderId, [id]).flatMap(({ table }) => {
      const number = tables.rowsOf(table, [id]).get(id)?.csv;
      return csvsOf([table]).filter((csv) => csv.number === number && !csv.isLeft);
    });
    return inCsv.map((csv) => this.#table(csv, folder));
  }

  sheets() {
    const { tables } = this.#ledger;
    return this.folders.flatMap(({ id: folderId, path: folder }) => {
      const settings = this.#ledger.meta.read('folder-settings', folderId);
      if (settings === undefined) return [];
      const shown = tables.all(folderId).filter(({ book }) => book !== undefined || settings.outputs.xlsx === 'folder');
      return shown.map((table) => ({
        ...{ path: table.book?.path, folder, route: table.route, isWritten: table.book?.written !== undefined },
        isDue: isBookBehind(this.#ledger, { settings }, table),
        columns: table.columns.length,
        rows: [...tables.rows(table)].map(({ documentId, cells }) => ({ file: documentId, body: bodyOf(cells) })),
      }));
    });
  }

  columns() {
    const view = new View(':memory:', this.#ledger);
    while (view.readOn());
    const columns = view.columns();
    view.close();
    return columns;
  }

  log(id: number) {
    return this.#ledger.history.of(id).map(({ event, note }) => ({ event, says: note }));
  }

  offered({ id }: SeenFile) {
    const document = this.#ledger.documents.get(id);
    const results = document === undefined ? [] : this.#ledger.unmatched.offeredTo(document);
    return results.map(({ fileId, fileName, result }) => ({
      ...{ fileId, name: fileName, values: shownValues(result).map(({ value }) => value) },
    }));
  }

  awaiting(extraction: string): readonly SeenFile[] {
    const passedOn = this.#ledger.jobs.passedOn(this.#origin, { kind: 'extraction', id: extraction });
    return this.#all(passedOn.flatMap((job) => this.#ledger.documents.awaiting(job.id)).filter(awaitsValues));
  }

  asked({ id }: SeenFolder): readonly SeenFile[] {
    return this.#ledger.documents.asked(id).flatMap((each) => this.file(each) ?? []);
  }

  filings() {
    return [...filingBatches(this.#ledger)].map((batch) => ({
      id: batch.id,
      files: batch.filings.map(({ documentId }) => documentId),
      moves: [...movesIn(batch)].map(([file, move]) => ({ file, ...move })),
    }));
  }

  place(settings: FolderSettings, file: SeenFile): SeenPlace {
    const document = this.#ledger.documents.get(file.id);
    const filled = document === undefined ? 'waits' : filledFor(this.#ledger, settings, document);
    if (document === undefined || filled === 'waits' || settings.fileAway.kind !== 'move') return 'waits';
    if (filled.kind === 'stays') return 'stays';
    const path = `/${filled.path}`;
    const directory = `${settings.path}/${settings.fileAway.to}${path.slice(0, path.lastIndexOf('/'))}`;
    const folder = { id: document.folderId, path: settings.path, settings };
    return { path: filled.path, isThere: isAt(folder, document.path, { kind: 'there', directory, name: fileNameOf(path) }) };
  }

  classifiedAs(id: number): string | undefined {
    const document = this.#ledger.documents.get(id);
    return document && classificationOf(this.#ledger, document)?.fileId;
  }

  categories(classification: string) {
    return this.#ledger.categories.of(this.#origin, classification);
  }

  wishes() {
    return this.#ledger.requests.calls().map(({ documentId, act }) => ({ file: documentId, wish: act.kind }));
  }

  isPaused(route: Route): boolean {
    return this.#ledger.routes.paused(this.#origin, route) !== undefined;
  }

  spent(date: string, folder?: string): number {
    return this.#ledger.charges.spent(date, folder === undefined ? undefined : this.#ledger.folders.byPath(folder)?.id);
  }

  lifted(date: string): number {
    return this.#ledger.meta.read('lifts')?.[` ${date}`] ?? 0;
  }

  events(states: readonly SeenEvent['state'][] = ['pending', 'done', 'given-up']) {
    return this.#ledger.hookEvents
      .list(states, all.limit)
      .map(({ id: revision, eventId: id, name, documentId: file, folderId, state, nextAt }) => ({
        ...{ id, name, file, revision, state, nextAt, folder: this.#ledger.folders.get(folderId)?.path ?? '' },
      }));
  }

  listedForPeople() {
    const { documents } = this.#ledger.documents.page({ ...all, standings: ['needs-you', 'dismissed'] });
    return new Set(documents.map(({ id }) => id));
  }

  attention() {
    const folders = this.#ledger.folders.all().map(({ id }) => id);
    const { total, items, undelivered } = listAttention(this.#ledger, folders, all.limit);
    return { total, needs: items, undelivered };
  }

  balance() {
    return this.#ledger.documents.balance();
  }

  #all(documents: readonly Document[]): readonly SeenFile[] {
    return documents.map((document) => this.seen(document));
  }

  /** The folder of an absolute path, and the path in it. */
  #within(path: string): [number, string] {
    const folder = this.#ledger.folders.all().find((each) => path.startsWith(`${each.path}/`));
    return folder === undefined ? [0, ''] : [folder.id, path.slice(folder.path.length + 1)];
  }

  #step(job: Job): SeenStep {
    return stepOf(this.#ledger, job);
  }

  #table({ written, isLeft, number, path, table: { id, route } }: ReturnType<typeof csvsOf>[number], folder: string) {
    return { path, folder, route, size: written?.size ?? 0, rows: this.#ledger.tables.rowCount(id, number), isLeft };
  }
}

class FolderInLedger implements SeenFolder {
  readonly #ledger: Ledger;
  readonly id: number;
  readonly path: string;

  constructor(ledger: Ledger, id: number, path: string) {
    this.#ledger = ledger;
    this.id = id;
    this.path = path;
  }

  get firstWatched() {
    return this.#ledger.meta.read('first-watched', this.id) ?? 0;
  }

  get baselineAt() {
    return this.#ledger.folders.get(this.id)?.baselineAt ?? Number.POSITIVE_INFINITY;
  }

  get place() {
    const { meta } = this.#ledger;
    return { ino: meta.read('root', this.id), volume: meta.read('volume', this.id) };
  }

  get isUnreachable() {
    return this.#ledger.meta.read('folder-health', this.id)?.kind === 'unreachable';
  }

  get question() {
    const kept = this.#ledger.meta.read('question', this.id);
    return kept && { since: kept.since, answer: kept.answer, first: kept.first, isCounted: kept.counted === true };
  }

  get another() {
    const kept = this.#ledger.meta.read('other-intray', this.id);
    return kept && { answer: kept.answer };
  }

  get asksSince() {
    return questionOf(this.#ledger, this).question?.since;
  }

  get answeredUpTo() {
    return this.#ledger.meta.read('answered-many', this.id) ?? 0;
  }
}

class FileInLedger implements SeenFile {
  readonly #ledger: Ledger;
  readonly #document: Document;

  constructor(ledger: Ledger, document: Document) {
    this.#ledger = ledger;
    this.#document = document;
  }

  get id() {
    return this.#document.id;
  }

  get folder() {
    return this.#ledger.folders.get(this.#document.folderId)?.path ?? '';
  }

  get path() {
    return this.#document.path;
  }

  get facts() {
    return this.#document.facts;
  }

  get foundAt() {
    return this.#document.foundAt;
  }

  get hash() {
    return this.#document.hash;
  }

  get pages() {
    return this.#document.pages;
  }

  get isGone() {
    return this.#document.state.kind === 'gone';
  }

  get stage() {
    return stageOf(this.#document.state);
  }

  get route() {
    return this.#document.route;
  }

  get batch() {
    return batchOf(this.#ledger, this.#document);
  }

  get fileId() {
    return this.#document.fileId;
  }

  get sentAs() {
    return this.#document.sentAs;
  }

  get result() {
    return resultOf(this.#document.result);
  }

  get review() {
    return reviewOf(this.#document);
  }

  get earlier() {
    const { verdict } = this.#document;
    return verdict === undefined ? [] : [stepOf(this.#ledger, verdict)];
  }

  get held() {
    const state = presentState(this.#document.state);
    return state.kind === 'waiting' && state.wait.kind === 'held' ? state.wait.why : undefined;
  }

  get by() {
    const state = presentState(this.#document.state);
    return 'by' in state ? state.by : undefined;
  }

  get status() {
    const state = presentState(this.#document.state);
    return 'status' in state ? state.status : undefined;
  }

  get says() {
    const state = presentState(this.#document.state);
    if (state.kind !== 'waiting') return 'message' in state ? state.message : undefined;
    return 'message' in state.wait ? state.wait.message : 'reason' in state.wait ? state.wait.reason : undefined;
  }

  get first() {
    return this.#document.duplicateOf;
  }

  get outputs() {
    return ({ none: 'none', pending: 'due', written: 'follow', done: 'done' } as const)[this.#document.delivery.kind];
  }

  get hindrance() {
    return deliveryProblem(this.#document.delivery);
  }

  get isUnfiled() {
    return unfiledBecause(this.#document.delivery) !== undefined;
  }

  get takenBack() {
    const { undone } = this.#document;
    return undone && { to: undone.to };
  }

  get possibleDuplicate() {
    return this.#document.possibleDuplicate;
  }

  get isResultDropped() {
    return this.#document.droppedAt !== undefined;
  }

  get awaits() {
    const { passedOn } = this.#document;
    return passedOn && { from: passedOn.route.id, isOverdue: passedOn.state.asked === true };
  }

  get replaces() {
    return this.#document.replaces;
  }

  get needsPerson() {
    return needsPerson(this.#document);
  }

  get concernsPerson() {
    return concernsPerson(this.#document);
  }

  get asksForReview() {
    return asksPerson({ ...this.#document, state: presentState(this.#document.state) });
  }
}

function stageOf(state: DocumentState): Stage {
  const present = presentState(state);
  switch (present.kind) {
    case 'waiting':
      return present.wait.kind === 'ready' ? 'waiting' : present.wait.kind;
    case 'uploading':
      return 'sent';
    case 'unresolved':
      return 'in doubt';
    case 'duplicate':
      return 'copied';
    case 'settling':
    case 'queued':
    case 'processing':
    case 'processed':
    case 'needs_review':
    case 'confirmed':
    case 'failed':
    case 'rejected':
      return present.kind;
    default:
      return assertNever(present);
  }
}

function stepOf(ledger: Ledger, job: Job): SeenStep {
  const { route, fileId, result, sentAs, state } = job;
  const batch = batchOf(ledger, job);
  // What the service passes on itself it may have, and nobody can tell where.
  return {
    route,
    stage: state.kind === 'passed-on' ? 'in doubt' : stageOf(state),
    batch,
    fileId,
    sentAs,
    result: resultOf(result),
    review: reviewOf(job),
  };
}

function batchOf(ledger: Ledger, { batchId }: Pick<Document, 'batchId'>): string | undefined {
  return batchId === undefined ? undefined : ledger.batches.get(batchId)?.serviceBatchId;
}

function reviewOf({ review }: Pick<Document, 'review'>): SeenStep['review'] {
  return review && { isConfirmed: review.confirmations.length > 0, words: review };
}

function resultOf(result: DocumentResult | undefined): SeenResult | undefined {
  if (result?.kind !== 'classification') return result && { kind: 'extraction', values: result.extractedData };
  const { status, categoryId: id, categoryName: name, confidence, reasoning } = result;
  return { kind: 'classification', status, confidence, reasoning, category: { id, name } };
}

function jsonOf({ id, json }: Document): readonly SeenOutput[] {
  if (json === undefined) return [];
  const { hash, from, path, was } = json;
  return [{ file: id, kind: 'json', path: from ?? path, hash, isWritten: was === undefined }];
}

/** As JSON, printed. */
function bodyOf(cells: Cells): string {
  return JSON.stringify(Object.fromEntries(Object.entries(cells).map(([name, cell]) => [name, printedIn(cell)])));
}
