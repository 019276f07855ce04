import { z } from 'zod';
import { parseRow, Table, withoutNulls } from './columns.ts';
import type { Connection } from './connection.ts';
import type { Routes } from './routes.ts';

/** A category of a classification. `source`: seen in a result, typed by a person, or created by Intray with its classification. */
export interface KnownCategory {
  readonly id: string;
  readonly name: string;
  readonly source: 'result' | 'typed' | 'made';
  /** The extraction that the service itself passes its files on to: known if Intray made the classification with it. */
  readonly linkedExtractionId?: string;
}

const rowShape = z.object({
  categoryId: z.string(),
  name: z.string(),
  source: z.enum(['result', 'typed', 'made']),
  linked: z.string().nullable(),
});

/** What is known of each classification's categories, by service origin: the service has no call to list them. */
export class Categories extends Table {
  readonly #routes: Routes;

  constructor(connection: Connection, routes: Routes) {
    super(connection);
    this.#routes = routes;
  }

  /** By name. */
  of(origin: string, classificationId: string): KnownCategory[] {
    return this.connection
      .all(
        `SELECT c.category_id, c.name, c.source, c.linked FROM categories c JOIN routes r ON r.id = c.route
          WHERE r.origin = ? AND r.kind = 'classification' AND r.service_id = ? ORDER BY c.name, c.category_id`,
        origin,
        classificationId,
      )
      .map((row) => {
        const { categoryId, linked, ...known } = parseRow(rowShape, 'categories', ['category_id'], row);
        return { id: categoryId, ...known, ...withoutNulls({ linkedExtractionId: linked }) };
      });
  }

  /**
   * The service's name of a category takes precedence over a typed one, and its newest name over an older one. What it is linked
   * to stays known: no result tells.
   */
  learn(
    origin: string,
    classificationId: string,
    categories: readonly Pick<KnownCategory, 'id' | 'name' | 'linkedExtractionId'>[],
    source: 'result' | 'made',
  ): void {
    this.#put(
      origin,
      classificationId,
      categories,
      source,
      "name <> excluded.name OR source = 'typed' OR excluded.linked IS NOT NULL",
    );
  }

  /** Replaces what was typed before; what the service itself said is never overwritten. */
  setTyped(origin: string, classificationId: string, categories: readonly Pick<KnownCategory, 'id' | 'name'>[]): void {
    this.connection.transaction(() => {
      const route = this.#routes.idOf(origin, { kind: 'classification', id: classificationId });
      this.connection.run("DELETE FROM categories WHERE route = ? AND source = 'typed'", route);
      this.#put(origin, classificationId, categories, 'typed', "source = 'typed'");
    });
  }

  #put(
    origin: string,
    classificationId: string,
    categories: readonly Pick<KnownCategory, 'id' | 'name' | 'linkedExtractionId'>[],
    source: KnownCategory['source'],
    over: string,
  ): void {
    if (categories.length === 0) return;
    this.connection.transaction(() => {
      const route = this.#routes.idOf(origin, { kind: 'classification', id: classificationId });
      for (const { id, name, linkedExtractionId } of categories) {
        this.connection.run(
          `INSERT INTO categories (route, category_id, name, source, linked) VALUES (?, ?, ?, ?, ?)
            ON CONFLICT DO UPDATE SET name = excluded.name, source = excluded.source, linked = coalesce(excluded.linked, linked)
            WHERE ${over}`,
          route,
          id,
          name,
          source,
          linkedExtractionId ?? null,
        );
      }
    });
  }
}
