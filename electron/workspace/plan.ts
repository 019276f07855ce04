import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate as breath } from 'node:timers/promises';
import pLimit from 'p-limit';
import { type BudgetPeriod, Meter, usualUnknownPages } from '../core/account/budget.ts';
import type { Plan, Planned, PlanProgress } from '../core/account/plan.ts';
import { type FolderSettings, nextRoutes } from '../core/config/folder-settings.ts';
import type { Document } from '../core/document/document.ts';
import { isAtService, isReady, stateNames } from '../core/document/states.ts';
import { isCountable } from '../core/intake/file-types.ts';
import { foreign, type Message, say } from '../core/messages/message.ts';
import { defined } from '../core/plain-data.ts';
import { createSharedDisk } from '../engine/disk/shared-disk.ts';
import { type BudgetedFolder, budgetStates } from '../engine/loop/budgets.ts';
import { DiskProblem, type Files, type Log } from '../engine/ports.ts';
import { systemClock } from '../engine/system.ts';
import { copyWhole } from '../ledger/backups.ts';
import { type Ledger, LedgerDamaged, LedgerUnavailable, openLedger, openLedgerReadOnly } from '../ledger/ledger.ts';
import type { StartProcess } from '../process.ts';
import type { Service } from '../service/service.ts';
import { ledgerPath } from '../settings/data-directory.ts';
import { engineOn } from './data-directory-session.ts';
import { type Parser, pageCounter } from './parser/parser.ts';

export interface PlanOptions {
  readonly folder: FolderSettings;
  /**
   * The folders that are watched at the same time: what a watch would do then, with what is found now. What waits already
   * goes out before it. Absent: what `run` would do with all that it sends.
   */
  readonly beside?: readonly FolderSettings[];
  readonly dataDirectory: string;
  /** Never called. */
  readonly service: Service;
  readonly parser: Pick<Parser, 'call'>;
  /** Pages by SHA-256 of contents that were counted before: what is counted now is added. */
  readonly counted?: Map<string, number>;
  readonly startProcess?: StartProcess | undefined;
  readonly onProgress?: (progress: PlanProgress) => void;
  /** Ends it soon; the plan is not whole then. */
  readonly signal?: AbortSignal;
}

/** How many are read at once to count their pages; each has up to 25 MB. */
const filesInMemory = 3;
/** Documents that are read from the ledger in one go, which others wait for. */
const documentsAtOnce = 200;
/** Milliseconds between two reports of how many files were read. */
const reportMs = 200;

/**
 * What Intray would do with a folder, found out by its own engine, which stops where its uploads would begin. It works on
 * a copy of the ledger, so it may be made while Intray runs; the folder and the data directory stay as they are.
 * @throws LedgerDamaged, LedgerOfOtherVersion, LedgerUnavailable
 */
export async function planRun(options: PlanOptions): Promise<Plan> {
  const { folder, beside, dataDirectory, service, parser, onProgress, signal } = options;
  const scratch = await mkdtemp(join(tmpdir(), 'intray-plan-'));
  const disk = createSharedDisk(options.startProcess);
  let ledger: Ledger | undefined;
  try {
    ledger = openLedger(await copyOfLedger(ledgerPath(dataDirectory), join(scratch, 'ledger.sqlite')));
    const { documents, folders } = ledger;
    const countPages = unlessEnded(pageCounter(parser), signal);
    const begun = Date.now();
    const last = documents.last();
    const { locale } = Intl.DateTimeFormat().resolvedOptions();
    const engine = engineOn({ files: { ...disk, ...readOnly }, clock: systemClock, ledger, log: silent, countPages }, service, {
      folders: [folder, ...(beside ?? [])],
      mode: beside === undefined ? 'plan' : 'preview',
      locale,
    });
    const { id } = folders.ensure(folder.path);
    if (onProgress !== undefined) engine.onNotice(reporter(documents, id, onProgress));
    const stop = () => void engine.stop();
    signal?.addEventListener('abort', stop, { once: true });
    if (signal?.aborted !== true) {
      await engine.start();
      await engine.ended;
    }
    signal?.removeEventListener('abort', stop);
    const found = beside === undefined ? inFolder(documents, id) : await foundSince(documents, id, last);
    const sending = new Set([id, ...(beside ?? []).flatMap(({ path, paused }) => (paused ? [] : folders.ensure(path).id))]);
    const isFirst = ({ id: one, job }: Document) =>
      job === undefined ||
      documents.ofJob(job).find(({ folderId, state }) => sending.has(folderId) && isReady(state))?.id === one;
    const planned = found.flatMap((document) =>
      plannedOf(document, begun, isFirst(document)).map((file) => ({ file, document })),
    );
    const toCount = planned.filter(({ file }) => file.outcome === 'send').length;
    // Where it is gone, or cannot be read any more, its pages are not known.
    const pagesOf = async (path: string, { contentType, facts }: Document): Promise<number | undefined> => {
      const pages = isCountable(contentType) ? await countPages({ path, facts, contentType }) : undefined;
      return typeof pages === 'number' ? pages : undefined;
    };
    const isMixed = nextRoutes(folder.next).length > 0;
    const mayGoOn = (document: Document) => isMixed && document.verdict === undefined;
    const limit = pLimit(filesInMemory);
    let done = 0;
    const files = await Promise.all(
      planned.map(({ file, document }) =>
        file.outcome !== 'send'
          ? file
          : limit(async (): Promise<Planned> => {
              if (signal?.aborted === true) return file;
              const known = document.pages ?? pagesBefore(document, documents, options.counted);
              const pages = known ?? (await pagesOf(join(folder.path, file.path), document));
              if (pages !== undefined && document.hash !== undefined) options.counted?.set(document.hash, pages);
              done += 1;
              onProgress?.({ kind: 'counting', done, of: toCount });
              return { ...file, ...defined({ pages }) };
            }),
      ),
    );
    const budgeted = { id, path: folder.path, settings: folder };
    const mayReachNextStep = new Set(planned.flatMap(({ document }, index) => (mayGoOn(document) ? (files[index] ?? []) : [])));
    const within = await keepToBudgets(
      files,
      { mayReachNextStep, folder: budgeted, last, ...defined({ beside }) },
      ledger,
      service.origin,
    );
    within.files.sort((a, b) => (a.path < b.path ? -1 : 1));
    return { ...within, leftOut: ledger.meta.read('left-out', id) ?? [] };
  } finally {
    ledger?.close();
    disk.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** Says now and then how many files of the folder were found, and how many of them were read. */
function reporter(documents: Ledger['documents'], folderId: number, onProgress: (progress: PlanProgress) => void): () => void {
  const read = () => {
    const all = documents.counts(folderId);
    const sum = (some: typeof all) => some.reduce((total, { count }) => total + count, 0);
    return { all: sum(all), settling: sum(all.filter(({ state }) => state === 'settling')) };
  };
  const before = read();
  let next = 0;
  return () => {
    if (performance.now() < next) return;
    next = performance.now() + reportMs;
    const { all, settling } = read();
    const of = all - before.all + before.settling;
    onProgress({ kind: 'looking', done: Math.max(0, of - settling), of });
  };
}

/** What a run has to do with: all that waits in the folder, and what has changed. */
function inFolder(documents: Ledger['documents'], id: number): Document[] {
  const all = stateNames.flatMap((state) => documents.inState(state).filter(({ folderId }) => folderId === id));
  return all.toSorted((a, b) => a.id - b.id);
}

async function foundSince(documents: Ledger['documents'], folderId: number, last: number): Promise<Document[]> {
  const all: Document[] = [];
  for (let after = last; ; ) {
    const some = documents.foundAfter(folderId, after, documentsAtOnce);
    all.push(...some);
    after = some.at(-1)?.id ?? after;
    if (some.length < documentsAtOnce) return all;
    await breath();
  }
}

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

async function refuse(path: string): Promise<never> {
  throw new DiskProblem('read-only', path, 'write');
}

/** Refuses what a run does to a folder before it uploads. That the results can be written is found out by writing. */
const readOnly = {
  ...{ probeWrite: async () => {}, removeLeftover: async () => {} },
  ...{ createWhole: refuse, makeDirectory: refuse, moveNew: refuse, replaceWhole: refuse, sync: refuse, writeAt: refuse },
} satisfies Partial<Files>;

/** @returns the path of a copy that can be written; of no ledger, `:memory:` */
async function copyOfLedger(file: string, to: string): Promise<string> {
  if (!existsSync(file)) return ':memory:';
  openLedgerReadOnly(file).close();
  const answer = await copyWhole({ source: file, target: to });
  if (answer.kind === 'made') return to;
  throw new (answer.kind === 'damaged' ? LedgerDamaged : LedgerUnavailable)(file, foreign(answer.message));
}

/**
 * @param begun what changed since then, the plan's run has found out
 * @param isFirst no other document would send its content
 */
function plannedOf({ path, facts: { size: bytes }, state, changedAt }: Document, begun: number, isFirst: boolean): Planned[] {
  const as = (outcome: Planned['outcome'], message?: Message): Planned[] => [{ path, outcome, bytes, ...defined({ message }) }];
  if (state.kind === 'settling') return as('unsettled');
  if (state.kind === 'waiting') {
    const { wait } = state;
    if (wait.kind === 'ready') return as(isFirst ? 'send' : 'known');
    return as('held', wait.message);
  }
  if (changedAt < begun) return [];
  if (state.kind === 'rejected') return as('rejected', state.message);
  if (state.kind === 'failed') return as('held', say('sending.sameFailed', { message: state.message }));
  // What lies beside its result already is only asked about.
  return state.kind === 'duplicate' || state.kind === 'unresolved' || isAtService(state) ? as('known') : [];
}

/** Counted once for each content, as before an upload. */
function pagesBefore(
  { hash }: Document,
  documents: Ledger['documents'],
  counted: ReadonlyMap<string, number> | undefined,
): number | undefined {
  return hash === undefined ? undefined : (documents.pagesOf(hash) ?? counted?.get(hash));
}

/** Nobody waits for a document that takes long to read, once the plan has ended. */
function unlessEnded(count: ReturnType<typeof pageCounter>, signal: AbortSignal | undefined): typeof count {
  const ended = Promise.withResolvers<undefined>();
  signal?.addEventListener('abort', () => ended.resolve(undefined), { once: true });
  return (file) => Promise.race([count(file), ended.promise]);
}

/**
 * What all steps cost, and what the budgets leave pages for, in the order in which it would be sent. Beside other folders, what waits in any of them
 * takes its pages first; a run sends nothing but its own folder's.
 * @param last the last document that was known before @param mayReachNextStep may go on to an extraction, as their category says
 */
async function keepToBudgets(
  files: readonly Planned[],
  {
    folder,
    beside,
    last,
    mayReachNextStep,
  }: Pick<PlanOptions, 'beside'> & { folder: BudgetedFolder; last: number; mayReachNextStep: ReadonlySet<Planned> },
  ledger: Ledger,
  origin: string,
): Promise<{ readonly files: Planned[]; readonly budgets: Plan['budgets'] }> {
  const account = ledger.meta.read('budget') ?? {};
  // Nothing goes out of a folder that is paused.
  const others = (beside ?? []).filter(({ paused }) => !paused);
  const folders = [folder, ...others.map((settings) => ({ ...ledger.folders.ensure(settings.path), settings }))];
  const firstBatch = beside === undefined ? ledger.batches.last() + 1 : undefined;
  const states = budgetStates(ledger, account, folders, Date.now(), firstBatch);
  const meter = new Meter(states);
  const budgets = states.map((state) => ({ ...state, waiting: { documents: 0, pages: 0 } }));
  const takes = (of: BudgetedFolder, counted: number | undefined): boolean => {
    const pages = chargeOf(of, counted);
    if (!meter.takes(of.id, pages)) return false;
    for (const budget of budgets) if (budget.folderId === undefined || budget.folderId === of.id) budget.used += pages;
    return true;
  };
  const steps = new Map(
    folders.map(({ id, settings: { route } }) => {
      const isLinked = route.kind === 'classification' && ledger.routes.names(origin, route).linked;
      return [id, isLinked ? 2 : 1];
    }),
  );
  const chargeOf = (of: BudgetedFolder, counted: number | undefined): number =>
    (steps.get(of.id) ?? 1) * (counted ?? usualUnknownPages);

  if (beside !== undefined && budgets.length > 0) {
    for (const each of folders)
      for await (const { pages, state } of waitingIn(ledger, each.id, last)) {
        // What a person let through does not count.
        const isApproved = state.kind === 'waiting' && 'approved' in state.wait && state.wait.approved === true;
        if (!isApproved) takes(each, pages);
      }
  }
  const own = budgets.filter(({ folderId }) => folderId === undefined || folderId === folder.id);
  const times = steps.get(folder.id) ?? 1;
  const hold = (counted: number | undefined): BudgetPeriod => {
    const { period, waiting } = own.reduce((one, other) => (other.pages - other.used < one.pages - one.used ? other : one));
    waiting.documents += 1;
    waiting.pages += chargeOf(folder, counted);
    return period;
  };
  const kept = files.map((file): Planned => {
    if (file.outcome !== 'send') return file;
    const pages = chargeOf(folder, file.pages);
    const limit = meter.refuses(folder.id, pages);
    if (limit !== undefined) {
      const message = say('outcome.budget.tooLarge', { count: pages, period: limit.period, limit: limit.pages });
      return { ...file, outcome: 'held', message };
    }
    return takes(folder, file.pages) ? file : { ...file, outcome: 'held', budget: hold(file.pages) };
  });
  // What has been classified goes on with what the first step leaves.
  const inAllSteps = kept.map((file): Planned => {
    const { pages } = file;
    const isPassedOn = times > 1;
    if (file.outcome !== 'send' || !(isPassedOn || mayReachNextStep.has(file))) return file;
    if (isPassedOn || takes(folder, pages)) return pages === undefined ? file : { ...file, pages: 2 * pages, later: pages };
    hold(pages);
    return file;
  });
  return { files: inAllSteps, budgets: own.filter(({ waiting }) => waiting.documents > 0) };
}

/** What waited in a folder to be sent before the document `last` was found, in the order in which it goes out. */
async function* waitingIn({ documents }: Ledger, folderId: number, last: number) {
  for (let after = 0; after < last; ) {
    const some = documents.foundAfter(folderId, after, documentsAtOnce, 'ready').filter(({ id }) => id <= last);
    yield* some;
    if (some.length < documentsAtOnce) return;
    after = some.at(-1)?.id ?? last;
    await breath();
  }
}
