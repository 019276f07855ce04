import { parse } from 'csv-parse/sync';
import type { CsvRecord } from '../../../core/document/records.ts';
import { type Message, say } from '../../../core/messages/message.ts';
import { messageOf } from '../../../core/messages/message-error.ts';
import { assertNever } from '../../../core/result.ts';
import { orProblem } from '../../../engine/deliver/delivery-target.ts';
import { DiskProblem, type Files } from '../../../engine/ports.ts';
import type { LedgerReader } from '../../../ledger/ledger.ts';
import type { Chosen } from './selection.ts';

interface CheckWorld {
  readonly files: Files;
  readonly ledger: LedgerReader;
}

/** How the tables of a folder compare with the ledger. Counts of rows. */
export interface Balance {
  /** The folder's, absolute. */
  readonly path: string;
  /** Documents that were delivered, and the rows that the ledger has of them. */
  readonly delivered: number;
  readonly rows: number;
  /** Documents that were delivered and whose results are no longer in the ledger: their rows are compared all the same. */
  readonly dropped: number;
  readonly differences: readonly Difference[];
}

/** `table`: absolute. `missing`: the files whose row is not in it; `more`: rows that are nobody's. */
export type Difference =
  | { readonly kind: 'no-row'; readonly files: readonly string[] }
  | { readonly kind: 'unreadable'; readonly table: string; readonly why: Message }
  | { readonly kind: 'table'; readonly table: string; readonly missing: readonly string[]; readonly more: number };

/**
 * Proves that every delivered document has its one row: the ledger is compared with the tables on disk, and nothing is
 * written. A row is known by its SHA-256, however a person has sorted or edited the table.
 */
export async function* checkTables(world: CheckWorld, chosen: readonly Chosen[]): AsyncGenerator<Balance> {
  for (const { folder, ids, dropped } of chosen) {
    if (folder.settings?.outputs.csv === 'off') continue;
    const tables = world.ledger.csv.all(folder.id).filter(({ state }) => state === 'current');
    const differences: Difference[] = [];
    const withRow = new Set<number>();
    for (const table of tables) {
      const rows = [...world.ledger.csv.rows(table.id)].map(({ documentId }) => documentId);
      for (const id of rows) withRow.add(id);
      const difference = await compare(world, table, rows);
      if (difference !== undefined) differences.push(difference);
    }
    const delivered = ids.filter((id) => world.ledger.documents.get(id)?.delivery.kind === 'done');
    const without = delivered.filter((id) => !withRow.has(id));
    if (without.length > 0) differences.push({ kind: 'no-row', files: pathsOf(world, without) });
    yield { path: folder.path, delivered: delivered.length, rows: delivered.length - without.length, dropped, differences };
  }
}

async function compare(world: CheckWorld, table: CsvRecord, rows: readonly number[]): Promise<Difference | undefined> {
  const hashes = await orProblem(() => hashesIn(world.files, table));
  if (hashes instanceof DiskProblem) return { kind: 'unreadable', table: table.path, why: messageOf(hashes) };
  const left = new Map<string, number>();
  for (const hash of hashes) left.set(hash, (left.get(hash) ?? 0) + 1);
  const missing = rows.filter((id) => {
    const hash = world.ledger.documents.get(id)?.hash ?? '';
    const count = left.get(hash) ?? 0;
    if (count > 0) left.set(hash, count - 1);
    return count === 0;
  });
  const more = [...left.values()].reduce((sum, count) => sum + count, 0);
  return missing.length + more === 0 ? undefined : { kind: 'table', table: table.path, missing: pathsOf(world, missing), more };
}

/** The SHA-256 of each row; one of a row that says none is empty. No rows: there is no such file, or it is not a table. */
async function hashesIn(files: Files, { path, delimiter }: CsvRecord): Promise<readonly string[]> {
  const entry = await files.stat(path);
  if (entry?.kind !== 'file') return [];
  const text = Buffer.from(await files.read(path, 0, entry.size)).toString('utf8');
  const rows: string[][] = parse(text, { bom: true, delimiter, relax_column_count: true, relax_quotes: true });
  const heading = rows[0] ?? [];
  const column = heading.findLastIndex((name) => /^(?:intray_)*sha256$/.test(name));
  return rows.slice(1).map((row) => row[column] ?? '');
}

function pathsOf({ ledger }: CheckWorld, ids: readonly number[]): readonly string[] {
  return ids.map((id) => ledger.documents.get(id)?.path ?? '');
}

/** For people: a line for a folder whose books balance, else what differs and what to do. Pure. */
export function balanceMessages({ path, delivered, dropped, differences }: Balance): readonly Message[] {
  const noLonger = dropped === 0 ? [] : [say('answers.export.dropped', { path, count: dropped })];
  if (differences.length === 0) return [say('answers.export.balanced', { path, count: delivered }), ...noLonger];
  return [
    ...noLonger,
    ...differences.map((difference) => {
      switch (difference.kind) {
        case 'no-row':
          return say('answers.export.noRow', { path, count: difference.files.length, first: difference.files[0] ?? '' });
        case 'unreadable':
          return say('answers.export.not', { path: difference.table, message: difference.why });
        case 'table':
          return say('answers.export.rowsDiffer', {
            path: difference.table,
            missing: difference.missing.length,
            more: difference.more,
          });
        default:
          return assertNever(difference);
      }
    }),
    say('answers.export.rebalance', { path }),
  ];
}
