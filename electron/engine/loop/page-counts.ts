import { usualUnknownPages } from '../../core/account/budget.ts';
import { dayName } from '../../core/calendar.ts';
import type { Document } from '../../core/document/document.ts';
import { isCountable, plainContentType } from '../../core/intake/file-types.ts';
import { maxFileBytes } from '../../core/protocol/service-shapes.ts';
import type { GuessedCharge } from '../../ledger/charges.ts';
import { DiskProblem, type PageCount, type World } from '../ports.ts';
import type { Stage } from './control-loop.ts';
import type { Retries } from './retries.ts';
import type { Tasks } from './tasks.ts';
import { absolutePath, type Folder, type WatchedFolders } from './watched-folders.ts';

interface PageCountsContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock' | 'countPages'>;
  readonly retries: Retries;
  readonly tasks: Pick<Tasks, 'isResting' | 'isUnderWay' | 'launch'>;
  readonly stopping: AbortSignal;
}

/** What of a document says how many pages it has; without its hash, no other document of the same content is looked for. */
type Counted = Pick<Document, 'path' | 'facts' | 'hash' | 'job' | 'contentType' | 'pages'>;

/** Files whose pages are counted at once, each in a process that holds it whole, with up to 25 MB. */
const atOnce = 2;
/** So many files that a person is asked about are counted one after the other before others are looked for. */
const askedAtOnce = 200;
/**
 * Counts the pages of what is ready to be sent, once for each content, where a budget asks for them, or its
 * size may lead to a question (`Guard`), and of what a person is asked about: else nobody waits for a parser to open every file.
 */
export class PageCounts {
  readonly #context: PageCountsContext;
  #underway = 0;
  /** Nothing tells how many pages these have: the content by document. */
  readonly #unknown = new Map<number, string | undefined>();

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
    const readable = uncounted.filter((document) => this.#isReadable(document));
    this.#beginSome(folder, readable);
    return uncounted.length === 0 ? undefined : { before: readable[0]?.id ?? Number.POSITIVE_INFINITY };
  }

  /** Begins to count these where their pages are awaited. @returns those that are counted, as far as they can be */
  countFirst(folder: Folder, documents: readonly Document[]): Document[] {
    const awaited = documents.filter((document) => this.isAwaited(document));
    this.#beginSome(
      folder,
      awaited.filter((document) => this.#isReadable(document)),
    );
    return documents.filter((document) => !awaited.includes(document));
  }

  /** How many are being counted, or cannot be read now. */
  get underway(): number {
    return this.#underway + this.#context.retries.all('uncounted').length;
  }

  /**
   * Begins to count what is held until a person has answered.
   * @returns whether all of it is counted, as far as it can be
   */
  countAsked(folder: Folder): boolean {
    const { tasks, world } = this.#context;
    const name = `pages of what is held in ${folder.path}`;
    if (tasks.isUnderWay(name)) return false;
    const uncounted = world.ledger.documents
      .askedUncounted(folder.id, this.#unknown.size + askedAtOnce)
      .filter(({ id, hash }) => !(this.#unknown.has(id) && this.#unknown.get(id) === hash));
    if (uncounted.length === 0 || world.countPages === undefined) return uncounted.length === 0;
    if (tasks.isResting(name)) return false;
    tasks.launch('upload', name, async () => {
      for (const document of uncounted) if (!this.#context.stopping.aborted) await this.#count(folder, document);
    });
    return false;
  }

  #isReadable({ id }: Document): boolean {
    return !this.#context.retries.rests('uncounted', id);
  }

  #beginSome(folder: Folder, documents: readonly Document[]): void {
    const { tasks } = this.#context;
    for (const document of documents) {
      const name = `pages of ${document.path} in ${folder.path}`;
      if (this.#underway >= atOnce) return;
      if (tasks.isUnderWay(name) || tasks.isResting(name)) continue;
      this.#underway += 1;
      tasks.launch('upload', name, async () => {
        try {
          await this.#count(folder, document);
        } finally {
          this.#underway -= 1;
        }
      });
    }
  }

  async #count(folder: Folder, document: Document): Promise<void> {
    const { retries, world } = this.#context;
    const { documents } = world.ledger;
    const { id, hash } = document;
    const pages = await this.pagesOf(folder, document);
    if (pages === 'later') {
      retries.failed('uncounted', id);
      return;
    }
    retries.done('uncounted', id);
    if (typeof pages !== 'number') this.#unknown.set(id, hash);
    else if (documents.get(id)?.hash === hash) documents.update(id, { pages });
  }

  /** Counts the pages of one document wherever it is in its life. `later`: its file cannot be read now. */
  async pagesOf(folder: Folder, { path, facts, hash, job, contentType, pages }: Counted): Promise<PageCount> {
    const { countPages, files, ledger } = this.#context.world;
    const isOnly = hash === undefined || (job !== undefined && ledger.documents.ofJob(job).length === 1);
    const counted = pages ?? (isOnly ? undefined : ledger.documents.pagesOf(hash));
    if (counted !== undefined || countPages === undefined) return counted;
    if (facts.size > maxFileBytes) return undefined;
    const absolute = absolutePath(folder, path);
    try {
      // What is held was not always taken in before.
      const type = contentType ?? plainContentType(await files.contentType(absolute));
      if (isCountable(type)) return await countPages({ path: absolute, facts, contentType: type });
      return type?.startsWith('image/') === true ? 1 : undefined;
    } catch (error) {
      if (!(error instanceof DiskProblem)) throw error;
      return 'later';
    }
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
  /** The last one that was looked at. */
  #last: GuessedCharge | undefined;

  constructor(context: SentPagesContext) {
    this.#context = context;
  }

  start(now: number): undefined {
    const { stopping, tasks, world } = this.#context;
    // What is to be sent goes first.
    if (world.countPages === undefined || stopping.aborted || tasks.isRunning('intake', 'upload')) return;
    if (tasks.isUnderWay(sentPagesName) || tasks.isResting(sentPagesName)) return;
    const charges = world.ledger.charges.guessed(this.#last ?? dayName(now - backMs), sentAtOnce);
    if (charges.length > 0) tasks.launch('loop', sentPagesName, () => this.#count(charges));
  }

  async #count(charges: readonly GuessedCharge[]): Promise<void> {
    const { folders, pageCounts, stopping, tasks, world } = this.#context;
    const { ledger } = world;
    const counted: { readonly job: number; readonly pages: number }[] = [];
    const known = new Map<number, number>();
    for (const charge of charges) {
      if (stopping.aborted || (counted.length > 0 && tasks.isRunning('intake', 'upload'))) break;
      this.#last = charge;
      const folder = folders.get(charge.folderId);
      // Its first step may have been counted just now.
      const pages = known.get(charge.document) ?? (folder && (await pageCounts.pagesOf(folder, charge)));
      if (typeof pages !== 'number') continue;
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
