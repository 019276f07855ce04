import type { Document } from '../../core/document/document.ts';
import { say } from '../../core/messages/message.ts';
import type { EngineOptions, GuardRule, Limits } from '../api.ts';
import type { World } from '../ports.ts';
import type { DocumentWriter } from './document-writer.ts';
import type { WatchedFolder } from './watched-folders.ts';

const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const usualGuard: GuardRule = { documents: 100, times: 10, withinMs: 30 * dayMs, pages: 100, bytes: 2_000_000 };

interface GuardContext {
  readonly world: Pick<World, 'ledger' | 'clock'>;
  readonly writer: Pick<DocumentWriter, 'apply' | 'together'>;
  readonly options: Pick<EngineOptions, 'mode'>;
  readonly limits: Pick<Limits, 'guard'>;
}

/**
 * The guard against an odd day. If far more new documents than usual come to a watched folder within an hour, the folder's
 * question (`Questions`) is opened: all that have come by themselves since then are held, and more that come with them. One
 * document of unusually many pages is held for it too. What a person has sent, or sends, goes its way.
 */
export class Guard {
  readonly #context: GuardContext;
  /** By folder: the busiest hour, and until which hour it was looked for. */
  readonly #busiest = new Map<number, { readonly count: number; readonly until: number }>();

  constructor(context: GuardContext) {
    this.#context = context;
  }

  /** Opens the question if it has to be. To be asked in the transaction in which documents are found. */
  look({ id, settings }: WatchedFolder): void {
    const { limits, world } = this.#context;
    const { clock, ledger } = world;
    if (!this.#asksAbout(settings)) return;
    const above = settings.askAbove ?? limits.guard.documents;
    const now = clock.now();
    const after = now - hourMs;
    if (!ledger.arrivals.isAbove(id, above, after)) return;
    const kept = ledger.meta.read('question', id);
    if (kept?.why === 'many' || kept?.answer !== undefined) return;
    const { count, first } = ledger.arrivals.between(id, ledger.meta.read('answered-many', id) ?? 0, after, now);
    if (first === undefined || count <= Math.max(above, limits.guard.times * this.#busiestHour(id, now))) return;
    // Where all were sent before, there is nothing to ask about.
    if (ledger.arrivals.open(id, first).length === 0) return;
    ledger.meta.write('question', { since: kept?.since ?? now, why: 'many', first }, id);
  }

  /** Holds what is ready to be sent in a folder, if a question about it is open, or has to be: a document may have come back. */
  hold(folder: WatchedFolder): void {
    const { world, writer } = this.#context;
    this.look(folder);
    const first = this.#first(folder.id);
    const ready = first === undefined ? [] : world.ledger.arrivals.ready(folder.id, first);
    if (ready.length === 0) return;
    writer.together(() => {
      const event = { kind: 'held', why: 'asked', message: say('outcome.heldMany') } as const;
      writer.apply(ready.map((id) => ({ id, event })));
    });
  }

  /** Those whose pages decide whether a person is asked: they are counted before they are sent. */
  toCount({ settings }: WatchedFolder, documents: readonly Document[]): Document[] {
    const { limits, world } = this.#context;
    const large: Document[] = [];
    if (!this.#asksAbout(settings)) return large;
    for (const document of documents) {
      const { id, facts, pages } = document;
      if (pages === undefined && facts.size > limits.guard.bytes && world.ledger.arrivals.isOwn(id)) large.push(document);
    }
    return large;
  }

  /** Holds those of unusually many pages. @returns the others */
  withoutLarge(folder: WatchedFolder, documents: readonly Document[]): Document[] {
    const { limits, world, writer } = this.#context;
    const { arrivals, charges, meta } = world.ledger;
    const others: Document[] = [];
    for (const document of documents) {
      const { id, pages = 0 } = document;
      const isLarge =
        pages > limits.guard.pages &&
        this.#asksAbout(folder.settings) &&
        arrivals.isOwn(id) &&
        // With all that came then.
        id > (meta.read('answered-many', folder.id) ?? 0) &&
        pages > charges.most(folder.id);
      if (!isLarge) others.push(document);
      else writer.apply([{ id, event: { kind: 'held', why: 'pages', message: say('outcome.heldPages', { count: pages }) } }]);
    }
    return others;
  }

  /** What a person runs goes out. */
  #asksAbout({ askAbove }: WatchedFolder['settings']): boolean {
    return this.#context.options.mode === 'watch' && askAbove !== 0;
  }

  /** Whether a question is open about one of the documents that are about to be sent. */
  holdsAny(items: readonly { readonly document: Document }[]): boolean {
    const firsts = new Map<number, number | undefined>();
    for (const { document } of items) {
      const { id, folderId } = document;
      if (!firsts.has(folderId)) firsts.set(folderId, this.#first(folderId));
      const first = firsts.get(folderId);
      if (first !== undefined && id >= first && this.#context.world.ledger.arrivals.isOwn(id)) return true;
    }
    return false;
  }

  /** From which document on all are held. */
  #first(folderId: number): number | undefined {
    const kept = this.#context.world.ledger.meta.read('question', folderId);
    return kept?.answer === 'send' ? undefined : kept?.first;
  }

  #busiestHour(folderId: number, now: number): number {
    const until = Math.floor((now - hourMs) / hourMs);
    const known = this.#busiest.get(folderId);
    if (known?.until === until) return known.count;
    const from = now - this.#context.limits.guard.withinMs;
    const count = this.#context.world.ledger.arrivals.busiestHour(folderId, from, now - hourMs);
    this.#busiest.set(folderId, { count, until });
    return count;
  }
}
