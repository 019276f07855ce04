import { z } from 'zod';
import type { InsightFacts } from '../core/insights.ts';
import type { Connection } from '../ledger/connection.ts';
import { boolean, rowReader } from '../ledger/table-base.ts';

const readCount = rowReader('moments', ['folder_id'], { folderId: z.number(), count: z.number() });

const readDelivered = rowReader('moments', ['folder_id'], {
  folderId: z.number(),
  at: z.string(),
  duplicate: boolean,
  asked: boolean,
});

const numbers = z.string().transform((text) => (JSON.parse(text) as unknown[]).map(Number));

/**
 * The data of the plots (`core/insights.ts`): three ranges of three indices, whatever else the ledger holds.
 * @param starts where each day begins, and where the one after the last begins; ms since the epoch
 */
export function insightFacts(connection: Connection, starts: readonly number[], folderId?: number): InsightFacts {
  const own = folderId === undefined ? [] : [folderId];
  const ofFolder = folderId === undefined ? '' : 'AND folder_id = ?';

  /** One day at a time: each is one range of an index, and is only counted. */
  const counts = (column: 'found_at' | 'failed_at') => {
    const sql = `SELECT folder_id, count(*) AS count FROM moments
      WHERE ${column} >= ? AND ${column} < ? ${ofFolder} GROUP BY folder_id`;
    return starts.slice(0, -1).flatMap((start, day) => {
      const rows = connection.all(sql, start, starts[day + 1] ?? start, ...own);
      return rows.map((row) => ({ day, ...readCount(row) }));
    });
  };

  // One row for each folder and kind, with all its numbers in one text: a row for each document would take three times as long.
  const delivered = connection.all(
    `SELECT folder_id, json_group_array(CAST(delivered_at AS INTEGER)) AS at, duplicate, asked
      FROM moments INDEXED BY moments_delivered
      WHERE delivered_at >= ? AND delivered_at < ? ${ofFolder}
      GROUP BY folder_id, duplicate, asked`,
    ...[starts[0] ?? 0, starts.at(-1) ?? 0, ...own],
  );
  return {
    found: counts('found_at'),
    failed: counts('failed_at'),
    delivered: delivered.flatMap((row) => {
      const { at, asked, ...kind } = readDelivered(row);
      return numbers.parse(at).map((deliveredAt) => ({ ...kind, deliveredAt, straightThrough: !asked }));
    }),
  };
}
