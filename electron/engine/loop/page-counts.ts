import { usualUnknownPages } from '../../core/account/budget.ts';
import { dayName } from '../../core/calendar.ts';
import type { Document } from '../../core/document/document.ts';
import { isCountable, plainContentType } from '../../core/intake/file-types.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import type { GuessedCharge } from '../../ledger/charges.ts';
import { DiskProblem, type PageCount, type World } from '../ports.ts';
import type { Stage } from './control-loop.ts';
import type { Tasks } from './tasks.ts';
import { absolutePath, type Folder, type WatchedFolders } from './watched-folders.ts';

interface PageCountsContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock' | 'countPages'>;
  readonly tasks: Pick<Tasks, 'isResting' | 'launch'>;
  readonly stopping: AbortSignal;
}

/** What of a document says how many pages it has; without its hash, no other document of the same content is looked for. */
type Counted = Pick<Document, 'path' | 'facts' | 'hash' | 'job' | 'contentType' | 'pages'>;

/** Files whose pages are counted at once, each in a process that holds it whole, with up to 25 MB. */
const atOnce = 2;
/** So many files that a person is asked about are counted one after the other before others are looked for. */
const askedAtOnce = 200;
/** A file that could not be read is tried again after this time, in milliseconds. */
export const retryMs = 2_000;

/**
 * Counts the pages of what is ready to be sent, once for each content, where a budget asks for them, or its
 * size may lead to a question (`Guard`), and of what a person is asked about: else nobody waits for a parser to open every file.
 */
export class PageCounts {
  readonly #context: PageCountsContext;
  readonly #underway = new Set<number>();
  /** Nothing tells how many pages these have: the content by document. */
  readonly #unknown = new Map<number, string | undefined>();
  /** By document: when it may be read again, in elapsed milliseconds. */
  readonly #retryAt = new Map<number, number>();
  /** Folders in which what a person is asked about is being counted. */
  readonly #asked = new Set<number>();

  constructor(context: PageCountsContext) {
    this.#context = context;
  }

  /** Whether its pages will be known soon: until then it is not sent. */
  isAwaited({ id, pages, hash, contentType }: Document): boolean {
    const { countPages } = this.#context.world;
    return (
      pages === undefined &&
      countPages !== undefined &&
      isCountable(contentType) &&
      !(this.#unknown.has(id) && this.#unknown.get(id) === hash)
    );
  }

  /**
   * Begins to count what is ready in a folder.
   * @returns undefined if there is nothing to count; else the document (its id) before which all is counted but for files that
   * cannot be read now
   */
  count(folder: Folder, now: number): { readonly before: number } | undefined {
    const { ledger } = this.#context.world;
    const known = this.#unknown.size + this.underway;
    const uncounted = ledger.documents.uncounted(folder.id, now, known + atOnce).filter((document) => this.isAwaited(document));
    const readable = uncounted.filter(this.#isReadable);
    this.#beginSome(folder, readable);
    return uncounted.length === 0 ? undefined : { before: readable[0]?.id ?? Number.POSITIVE_INFINITY };
  }

  /** Begins to count these where their pages are awaited. @returns those that are counted, as far as they can be */
  countFirst(folder: Folder, documents: readonly Document[]): Document[] {
    const awaited = documents.filter((document) => this.isAwaited(document));
    this.#beginSome(folder, awaited.filter(this.#isReadable));
    return documents.filter((document) => !awaited.includes(document));
  }

  /** How many are being counted, or cannot be read now. */
  get underway(): number {
    return this.#underway.size + this.#retryAt.size;
  }

  /**
   * Begins to count what is held until a person has answered.
   * @returns whether all of it is counted, as far as it can be
   */
  countAsked(folder: Folder): boolean {
    const { tasks, world } = this.#context;
    if (this.#asked.has(folder.id)) return false;
    const uncounted = world.ledger.documents
      .askedUncounted(folder.id, this.#unknown.size + askedAtOnce)
      .filter(({ id, hash }) => !(this.#unknown.has(id) && this.#unknown.get(id) === hash));
    if (uncounted.length === 0 || world.countPages === undefined) return uncounted.length === 0;
    const name = `pages of what is held in ${folder.path}`;
    if (tasks.isResting(name)) return false;
    this.#asked.add(folder.id);
    const work = async () => {
      try {
        for (const document of uncounted) if (!this.#context.stopping.aborted) await this.#count(folder, document);
      } finally {
        this.#asked.delete(folder.id);
      }
    };
    tasks.launch('upload', name, work);
    return false;
  }

  /** Counts the pages of one document wherever it is in its life; undefined if nothing tells, or its file cannot be read now. */
  async pagesOf(folder: Folder, document: Counted): Promise<number | undefined> {
    try {
      const pages = document.pages ?? (await this.#pagesOf(folder, document));
      return typeof pages === 'number' ? pages : undefined;
    } catch (error) {
      if (!(error instanceof DiskProblem)) throw error;
      return undefined;
    }
  }

  readonly #isReadable = ({ id }: Document): boolean =>
    (this.#retryAt.get(id) ?? Number.NEGATIVE_INFINITY) <= this.#context.world.clock.elapsed();

  #beginSome(folder: Folder, documents: readonly Document[]): void {
    for (const document of documents)
      if (this.#underway.size < atOnce && !this.#underway.has(document.id)) this.#begin(folder, document);
  }

  #begin(folder: Folder, document: Document): void {
    const { tasks, world } = this.#context;
    const { id } = document;
    const name = `pages of ${document.path} in ${folder.path}`;
    if (tasks.isResting(name)) return;
    this.#underway.add(id);
    this.#retryAt.delete(id);
    const work = async () => {
      try {
        if ((await this.#count(folder, document)) === 'later') this.#retryAt.set(id, world.clock.elapsed() + retryMs);
      } finally {
        this.#underway.delete(id);
      }
    };
    tasks.launch('upload', name, work);
  }

  /** @returns `later` if the file cannot be read now */
  async #count(folder: Folder, document: Document): Promise<'later' | undefined> {
    const { documents } = this.#context.world.ledger;
    const { id, hash } = document;
    try {
      const pages = await this.#pagesOf(folder, document);
      if (pages === 'later') return 'later';
      if (typeof pages !== 'number') this.#unknown.set(id, hash);
      else if (documents.get(id)?.hash === hash) documents.update(id, { pages });
      return undefined;
    } catch (error) {
      if (!(error instanceof DiskProblem)) throw error;
      return 'later';
    }
  }

  async #pagesOf(folder: Folder, { path, facts, hash, job, contentType }: Counted): Promise<PageCount> {
    const { countPages, files, ledger } = this.#context.world;
    const isOnly = hash === undefined || (job !== undefined && ledger.documents.ofJob(job).length === 1);
    const counted = isOnly ? undefined : ledger.documents.pagesOf(hash);
    if (counted !== undefined || countPages === undefined) return counted;
    if (facts.size > maxFileBytes) return undefined;
    const absolute = absolutePath(folder, path);
    // What is held was not always taken in before.
    const type = contentType ?? plainContentType(await files.contentType(absolute));
    if (isCountable(type)) return countPages({ path: absolute, facts, contentType: type });
    return type?.startsWith('image/') === true ? 1 : undefined;
  }
}

/** So many contents are counted before the ledger is told. */
const sentAtOnce = 20;
/** What was sent longer ago than this, and could not be counted, stays a guess. Milliseconds; a day more or less is no matter. */
const backMs = 2 * 86_400_000;
const sentPagesName = 'pages of what was sent';

interface SentPagesContext {
  readonly world: World;
  readonly folders: WatchedFolders;
  readonly tasks: Tasks;
  readonly pageCounts: PageCounts;
  readonly stopping: AbortSignal;
}

/**
 * Counts the pages of what went out with a guess, so that costs and forecasts stand on pages: one file after the other, while
 * nothing is being taken in or sent, and once for each content. Where a budget asks, `PageCounts` counts them before.
 */
export class SentPages implements Stage {
  readonly #context: SentPagesContext;
  #isRunning = false;
  /** The last one that was looked at. */
  #last: GuessedCharge | undefined;

  constructor(context: SentPagesContext) {
    this.#context = context;
  }

  start(now: number): undefined {
    const { stopping, tasks, world } = this.#context;
    if (this.#isRunning || world.countPages === undefined || stopping.aborted || this.#isBusy() || tasks.isResting(sentPagesName))
      return;
    const charges = world.ledger.charges.guessed(this.#last ?? dayName(now - backMs), sentAtOnce);
    if (charges.length === 0) return;
    this.#isRunning = true;
    tasks.launch('loop', sentPagesName, async () => {
      try {
        await this.#count(charges);
      } finally {
        this.#isRunning = false;
      }
    });
  }

  #isBusy(): boolean {
    const { tasks } = this.#context;
    return tasks.isRunning('intake', 'upload');
  }

  async #count(charges: readonly GuessedCharge[]): Promise<void> {
    const { folders, pageCounts, stopping, world } = this.#context;
    const { ledger } = world;
    const counted: { readonly job: number; readonly pages: number }[] = [];
    const known = new Map<number, number>();
    for (const charge of charges) {
      // What is to be sent goes first.
      if (stopping.aborted || (counted.length > 0 && this.#isBusy())) break;
      this.#last = charge;
      const folder = folders.get(charge.folderId);
      // Its first step may have been counted just now.
      const pages = known.get(charge.document) ?? (folder && (await pageCounts.pagesOf(folder, charge)));
      if (pages === undefined) continue;
      known.set(charge.document, pages);
      // Some count more than once (`Budgets.chargeOf`), and so does the guess.
      counted.push({ job: charge.job, pages: (pages * charge.charged) / usualUnknownPages });
    }
    ledger.transaction(() => {
      for (const [document, pages] of known) ledger.documents.setPages(document, pages);
      ledger.charges.setCounted(counted);
    });
  }
}
