import { z } from 'zod';
import type { DayCount, DeliveredFact, InsightFacts } from '../core/insights.ts';
import { boolean, rowReader, Table } from '../ledger/table-base.ts';

const readCount = rowReader('moments', ['folder_id'], { folderId: z.number(), count: z.number() });

const readDelivered = rowReader('moments', ['folder_id'], {
  folderId: z.number(),
  at: z.string(),
  duplicate: boolean,
  asked: boolean,
});

const numbers = z.string().transform((text) => (JSON.parse(text) as unknown[]).map(Number));

/** The data of the plots (`core/insights.ts`): three ranges of three indices, whatever else the ledger holds. */
export class InsightQuery extends Table {
  /** @param starts where each day begins, and where the one after the last begins; ms since the epoch */
  facts(starts: readonly number[], folderId?: number): InsightFacts {
    return {
      found: this.#counts('found_at', starts, folderId),
      failed: this.#counts('failed_at', starts, folderId),
      delivered: this.#delivered(starts, folderId),
    };
  }

  /** One day at a time: each is one range of an index, and is only counted. */
  #counts(column: 'found_at' | 'failed_at', starts: readonly number[], folderId: number | undefined): DayCount[] {
    const sql = `SELECT folder_id, count(*) AS count FROM moments
      WHERE ${column} >= ? AND ${column} < ? ${folderId === undefined ? '' : 'AND folder_id = ?'} GROUP BY folder_id`;
    return starts.slice(0, -1).flatMap((start, day) => {
      const rows = this.connection.all(sql, start, starts[day + 1] ?? start, ...(folderId === undefined ? [] : [folderId]));
      return rows.map((row) => ({ day, ...readCount(row) }));
    });
  }

  /** One row for each folder and kind, with all its numbers in one text: a row for each document would take three times as long. */
  #delivered(starts: readonly number[], folderId: number | undefined): DeliveredFact[] {
    const rows = this.connection.all(
      `SELECT folder_id, json_group_array(CAST(delivered_at AS INTEGER)) AS at,
          duplicate, asked
        FROM moments INDEXED BY moments_delivered
        WHERE delivered_at >= ? AND delivered_at < ? ${folderId === undefined ? '' : 'AND folder_id = ?'}
        GROUP BY folder_id, duplicate, asked`,
      starts[0] ?? 0,
      starts.at(-1) ?? 0,
      ...(folderId === undefined ? [] : [folderId]),
    );
    return rows.flatMap((row) => {
      const { folderId: folder, at, duplicate, asked } = readDelivered(row);
      return numbers.parse(at).map((deliveredAt) => ({
        folderId: folder,
        deliveredAt,
        duplicate,
        straightThrough: !asked,
      }));
    });
  }
}
