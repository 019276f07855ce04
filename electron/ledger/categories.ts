import type { Connection } from './connection.ts';
import type { KnownCategory, Routes } from './routes.ts';

type Told = Pick<KnownCategory, 'id' | 'name' | 'linkedExtractionId'>;

/** What is known of each classification's categories, by service origin: the service has no call to list them. */
export class Categories {
  readonly #connection: Connection;
  readonly #routes: Routes;

  constructor(connection: Connection, routes: Routes) {
    this.#connection = connection;
    this.#routes = routes;
  }

  /** By name. */
  of(origin: string, classificationId: string): readonly KnownCategory[] {
    return this.#routes.categories(origin, { kind: 'classification', id: classificationId });
  }

  /**
   * The service's name of a category takes precedence over a typed one, and its newest name over an older one. What it is linked
   * to stays known: no result tells.
   */
  learn(origin: string, classificationId: string, categories: readonly Told[], source: 'result' | 'made'): void {
    this.#change(origin, classificationId, (known) => {
      for (const { id, name, linkedExtractionId } of categories) {
        const before = known.get(id);
        const isNews = before?.name !== name || before.source === 'typed' || linkedExtractionId !== undefined;
        if (isNews)
          known.set(id, { ...before, id, name, source, ...(linkedExtractionId !== undefined && { linkedExtractionId }) });
      }
    });
  }

  /** Replaces what was typed before; what the service itself said is never overwritten. */
  setTyped(origin: string, classificationId: string, categories: readonly Pick<KnownCategory, 'id' | 'name'>[]): void {
    this.#change(origin, classificationId, (known) => {
      for (const { id, source } of [...known.values()]) if (source === 'typed') known.delete(id);
      for (const { id, name } of categories) if (!known.has(id)) known.set(id, { id, name, source: 'typed' });
    });
  }

  #change(origin: string, classificationId: string, change: (known: Map<string, KnownCategory>) => void): void {
    this.#connection.transaction(() => {
      const known = new Map(this.of(origin, classificationId).map((each) => [each.id, each]));
      change(known);
      const sorted = [...known.values()].sort((one, other) => (key(one) < key(other) ? -1 : 1));
      this.#routes.setCategories(origin, { kind: 'classification', id: classificationId }, sorted);
    });
  }
}

function key({ name, id }: KnownCategory): string {
  return `${name}\0${id}`;
}
