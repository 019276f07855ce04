import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { type BudgetPeriod, type BudgetState, type HoursState, Meter } from '../core/account/budget.ts';
import type { FolderSettings } from '../core/config/folder-settings.ts';
import type { Document } from '../core/document/document.ts';
import { isAtService, stateNames } from '../core/document/states.ts';
import { type Message, say } from '../core/messages/message.ts';
import { given } from '../core/plain-data.ts';
import type { LeftOut } from '../core/watch/left-out.ts';
import { createSharedDisk } from '../engine/disk/shared-disk.ts';
import { type BudgetedFolder, budgetStates, unknownPagesOf } from '../engine/loop/budgets.ts';
import { hoursStates } from '../engine/loop/hours.ts';
import { DiskProblem, type Files, type Log } from '../engine/ports.ts';
import { type Ledger, openLedger, openLedgerReadOnly } from '../ledger/ledger.ts';
import type { Service } from '../service/service.ts';
import { ledgerPath } from '../settings/data-directory.ts';
import { engineOn } from './data-directory-session.ts';
import { type Parser, pageCounter } from './parser/parser.ts';

/** What a run would do with one file. */
export interface Planned {
  /** Below the folder. */
  readonly path: string;
  /**
   * `send`: it would be uploaded. `known`: its content is known or sent by this run under another name, and costs nothing.
   * `rejected`: it cannot be sent. `held`: a person would be asked first, or a budget leaves too few pages. `unsettled`: another program is still writing it.
   */
  readonly outcome: 'send' | 'known' | 'rejected' | 'held' | 'unsettled';
  readonly bytes: number;
  /** Of one that would be sent. Absent for DOCX, whose pages the service counts by a rule of its own, and for an unreadable PDF. */
  readonly pages?: number;
  /** Why it would not be sent. */
  readonly message?: Message;
  /** The budget that would hold it back until its next period. */
  readonly budget?: BudgetPeriod;
}

export interface Plan {
  readonly files: readonly Planned[];
  /** The budgets that would hold files back: `waiting` has how many, and their pages. */
  readonly budgets: readonly BudgetState[];
  /** The hours in which uploads go out, where it is none of them now: they do not hold a run. */
  readonly hours?: HoursState;
  /** What is not taken for a document, by reason. */
  readonly leftOut: readonly LeftOut[];
}

export interface PlanOptions {
  readonly folder: FolderSettings;
  readonly dataDirectory: string;
  /** Never called. */
  readonly service: Service;
  readonly parser: Pick<Parser, 'call'>;
  /** Files whose pages have been counted, of how many. */
  readonly onProgress?: (counted: number, of: number) => void;
  readonly signal?: AbortSignal;
}

/** How many are read at once to count their pages; each has up to 25 MB. */
const filesInMemory = 3;

/**
 * What a run of a folder would do, found out by the run's own engine, which stops where its uploads would begin. It works on
 * a copy of the ledger, so it may be made while Intray runs; the folder and the data directory stay as they are.
 * @throws LedgerDamaged, LedgerNewer, LedgerUnavailable
 */
export async function planRun({ folder, dataDirectory, service, parser, onProgress, signal }: PlanOptions): Promise<Plan> {
  const scratch = await mkdtemp(join(tmpdir(), 'intray-plan-'));
  const disk = createSharedDisk();
  let ledger: Ledger | undefined;
  try {
    ledger = openLedger(await copyOfLedger(ledgerPath(dataDirectory), join(scratch, 'ledger.sqlite')));
    const begun = Date.now();
    const { locale } = Intl.DateTimeFormat().resolvedOptions();
    const engine = engineOn({ files: { ...disk, ...readOnly }, ledger, log: silent }, service, {
      folders: [folder],
      mode: 'plan',
      locale,
    });
    const stop = () => void engine.stop();
    signal?.addEventListener('abort', stop, { once: true });
    await engine.start();
    await engine.ended;
    signal?.removeEventListener('abort', stop);
    const id = ledger.folders.byPath(folder.path)?.id ?? 0;
    const { documents } = ledger;
    const inFolder = stateNames.flatMap((state) => documents.inState(state).filter(({ folderId }) => folderId === id));
    const planned = inFolder
      .toSorted((a, b) => a.id - b.id)
      .flatMap((document) => plannedOf(document, begun).map((file) => ({ file, document })));
    const toCount = planned.filter(({ file }) => file.outcome === 'send').length;
    const countPages = pageCounter(parser);
    const limit = pLimit(filesInMemory);
    let counted = 0;
    const files = await Promise.all(
      planned.map(async ({ file, document }): Promise<Planned> => {
        if (file.outcome !== 'send' || signal?.aborted === true) return file;
        const pages = await limit(() => pagesOf(join(folder.path, file.path), document, documents, disk, countPages));
        counted += 1;
        onProgress?.(counted, toCount);
        return { ...file, ...given({ pages }) };
      }),
    );
    const within = keepToBudgets(files, { id, path: folder.path, settings: folder }, ledger, service.origin);
    within.files.sort((a, b) => (a.path < b.path ? -1 : 1));
    const budgeted = { id, path: folder.path, settings: folder };
    const shut = hoursStates(ledger, ledger.meta.read('budget') ?? {}, [budgeted], Date.now()).filter(({ isOpen }) => !isOpen);
    const [hours] = shut.toSorted((one, other) => other.until - one.until);
    return { ...within, ...given({ hours }), leftOut: ledger.meta.read('left-out', id) ?? [] };
  } finally {
    ledger?.close();
    disk.close();
    await rm(scratch, { recursive: true, force: true });
  }
}

/** What the budgets leave pages for, in the order in which it would be sent. */
function keepToBudgets(
  files: readonly Planned[],
  folder: BudgetedFolder,
  ledger: Ledger,
  origin: string,
): { readonly files: Planned[]; readonly budgets: readonly BudgetState[] } {
  const { id, settings } = folder;
  const account = ledger.meta.read('budget') ?? {};
  const states = budgetStates(ledger, account, [folder], Date.now(), ledger.batches.last() + 1);
  const limits = [account.document, settings.budget?.document].flatMap((pages) => (pages === undefined ? [] : [{ pages }]));
  const meter = new Meter(states, limits);
  const steps = settings.route.kind === 'classification' && ledger.routes.names(origin, settings.route).linked ? 2 : 1;
  const budgets = states.map((state) => ({ ...state, waiting: { documents: 0, pages: 0 } }));
  const kept = files.map((file): Planned => {
    if (file.outcome !== 'send') return file;
    const pages = steps * (file.pages ?? unknownPagesOf(folder));
    const limit = meter.refuses(id, pages);
    if (limit !== undefined) {
      const message = say('outcome.budget.tooLarge', { count: pages, period: limit.period, limit: limit.pages });
      return { ...file, outcome: 'held', message };
    }
    if (meter.takes(id, pages)) {
      for (const budget of budgets) budget.used += pages;
      return file;
    }
    const tightest = budgets.reduce((one, other) => (other.pages - other.used < one.pages - one.used ? other : one));
    tightest.waiting.documents += 1;
    tightest.waiting.pages += pages;
    return { ...file, outcome: 'held', budget: tightest.period };
  });
  return { files: kept, budgets: budgets.filter(({ waiting }) => waiting.documents > 0) };
}

const silent: Log = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

/** Refuses what a run does to a folder before it uploads. */
const readOnly: Pick<
  Files,
  'createWhole' | 'makeDirectory' | 'moveNew' | 'probeWrite' | 'removeLeftover' | 'replaceWhole' | 'writeAt'
> = {
  // That the results can be written is found out by writing.
  probeWrite: async () => {},
  removeLeftover: async () => {},
  createWhole: async (path) => refuse(path),
  makeDirectory: async (path) => refuse(path),
  moveNew: async (path) => refuse(path),
  replaceWhole: async (path) => refuse(path),
  writeAt: async (path) => refuse(path),
};

function refuse(path: string): never {
  throw new DiskProblem('read-only', path, 'write');
}

/** @returns the path of a copy that can be written; of no ledger, `:memory:` */
async function copyOfLedger(file: string, to: string): Promise<string> {
  if (!existsSync(file)) return ':memory:';
  const reader = openLedgerReadOnly(file);
  try {
    await reader.backup(to);
    return to;
  } finally {
    reader.close();
  }
}

/** @param begun what changed since then, the plan's run has found out */
function plannedOf({ path, facts: { size: bytes }, state, changedAt }: Document, begun: number): Planned[] {
  const as = (outcome: Planned['outcome'], message?: Message): Planned[] => [{ path, outcome, bytes, ...given({ message }) }];
  if (state.kind === 'settling') return as('unsettled');
  if (state.kind === 'waiting') {
    const { wait } = state;
    return wait.kind === 'ready' ? as('send') : wait.kind === 'behind' ? as('known') : as('held', wait.message);
  }
  if (changedAt < begun) return [];
  if (state.kind === 'rejected') return as('rejected', state.message);
  // What lies beside its result already is only asked about.
  return state.kind === 'duplicate' || isAtService(state) ? as('known') : [];
}

/** Counted once for each content, as before an upload. */
async function pagesOf(
  path: string,
  { contentType, facts, hash, pages }: Document,
  documents: Ledger['documents'],
  files: Pick<Files, 'read'>,
  countPages: ReturnType<typeof pageCounter>,
): Promise<number | undefined> {
  const known = pages ?? (hash === undefined ? undefined : documents.pagesOf(hash));
  if (known !== undefined || contentType !== 'application/pdf') return known;
  try {
    return await countPages(contentType, await files.read(path, 0, facts.size));
  } catch (problem) {
    // It is gone, or cannot be read any more: its pages are not known.
    if (problem instanceof DiskProblem) return undefined;
    throw problem;
  }
}
