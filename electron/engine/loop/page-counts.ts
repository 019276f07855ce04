import { type Document, sameFacts } from '../../core/document/document.ts';
import { DiskProblem, type World } from '../ports.ts';
import { absolutePath, type Folder } from './folder.ts';
import type { Tasks } from './tasks.ts';

interface PageCountsContext {
  readonly world: Pick<World, 'files' | 'ledger' | 'clock' | 'countPages'>;
  readonly tasks: Pick<Tasks, 'isResting' | 'launch'>;
}

/** Files whose pages are counted at once: each is in memory whole, with up to 25 MB. */
const atOnce = 2;
/** A file that could not be read is tried again after this time, in milliseconds. */
export const retryMs = 2_000;

/**
 * Counts the pages of what is ready to be sent, once for each content, where a budget asks for them: without one, nobody waits
 * for a parser to open every file.
 */
export class PageCounts {
  readonly #context: PageCountsContext;
  readonly #underway = new Set<number>();
  /** Nothing tells how many pages these have: the content by document. */
  readonly #unknown = new Map<number, string | undefined>();
  /** By document: when it may be read again, in elapsed milliseconds. */
  readonly #retryAt = new Map<number, number>();

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
    const { clock, ledger } = this.#context.world;
    const known = this.#unknown.size + this.#underway.size + this.#retryAt.size;
    const uncounted = ledger.documents.uncounted(folder.id, now, known + atOnce).filter((document) => this.isAwaited(document));
    const isReadable = ({ id }: Document) => (this.#retryAt.get(id) ?? Number.NEGATIVE_INFINITY) <= clock.elapsed();
    const readable = uncounted.filter(isReadable);
    for (const document of readable)
      if (this.#underway.size < atOnce && !this.#underway.has(document.id)) this.#begin(folder, document);
    return uncounted.length === 0 ? undefined : { before: readable[0]?.id ?? Number.POSITIVE_INFINITY };
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
        const pages = await this.#pagesOf(folder, document);
        if (pages === 'changed') this.#retryAt.set(id, world.clock.elapsed() + retryMs);
        else if (pages === undefined) this.#unknown.set(id, document.hash);
        else if (world.ledger.documents.get(id)?.hash === document.hash) world.ledger.documents.update(id, { pages });
      } catch (error) {
        if (!(error instanceof DiskProblem)) throw error;
        this.#retryAt.set(id, world.clock.elapsed() + retryMs);
      } finally {
        this.#underway.delete(id);
      }
    };
    tasks.launch('upload', name, work);
  }

  async #pagesOf(folder: Folder, { path, facts, hash, contentType = '' }: Document): Promise<number | 'changed' | undefined> {
    const { countPages, files, ledger } = this.#context.world;
    const counted = hash === undefined ? undefined : ledger.documents.pagesOf(hash);
    if (counted !== undefined || countPages === undefined) return counted;
    return files.whileOpen(absolutePath(folder, path), { size: facts.size, toHash: false }, async (file) =>
      sameFacts(file.facts, facts) ? countPages(contentType, await file.read(0, facts.size)) : 'changed',
    );
  }
}

function isCountable(contentType: string | undefined): boolean {
  return contentType === 'application/pdf' || contentType === 'image/tiff';
}
