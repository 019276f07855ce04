import { z } from 'zod';
import { usualUnknownPages } from '../core/account/budget.ts';
import type { DeliveryName } from '../core/document/document.ts';
import type { Holds } from '../core/document/hold.ts';
import type { DocumentQuery } from '../core/document/records.ts';
import {
  askingIn,
  type Balance,
  balanceOf,
  bucketOf,
  countsOf,
  type Standing,
  type StandingCounts,
  standingNames,
  sumOf,
} from '../core/document/standing.ts';
import type { StateName } from '../core/document/states.ts';
import type { WaitName } from '../core/document/wait.ts';
import { defined } from '../core/plain-data.ts';
import type { Connection, Value } from './connection.ts';
import { type CountedDocuments, DocumentCounts } from './document-row.ts';
import { rowReader, Table } from './table-base.ts';

/** How many documents have this state, delivery and wait. */
export interface DocumentCount {
  readonly state: StateName;
  readonly delivery: DeliveryName;
  readonly wait?: WaitName;
  readonly count: number;
}

/** How many documents of a folder and standing last changed within an hour; `at`: when the last of them did. */
export interface CountedInHour {
  readonly folderId: number;
  readonly standing: Standing;
  readonly at: number;
  readonly count: number;
}

const readHour = rowReader('documents', ['at'], { at: z.number(), count: z.number() });

/** Which documents of a list, and which part of it; whatever is asked for beyond that, the view knows. */
export type ListQuery = Omit<DocumentQuery, 'text' | 'values' | 'sort'>;

/** Documents that something was found in. */
export interface FoundDocuments {
  readonly counts: StandingCounts;
  /** Undefined if it was found in every one, or in none. */
  readonly ids: IdSet | undefined;
}

export interface IdPage {
  readonly ids: readonly number[];
  readonly total: number;
  /** The documents of the folder, whatever standings were asked for. */
  readonly counts: StandingCounts;
}

const defaultLimit = 100;

/** So many ids more are read than should be enough for a page, to be compared with those that are wanted. */
const someIds = 1_000;

/** Which documents, and which part of the list. */
export interface Selection {
  readonly standings: readonly Standing[];
  readonly folderId: number | undefined;
  readonly offset: number;
  readonly limit: number;
  /** How many documents that is in all; of those standings, and of these that were found. */
  readonly selected: number;
  readonly total: number;
  readonly counts: StandingCounts;
  /** Undefined: each one of those standings. */
  readonly found: IdSet | undefined;
}

/** Whether a document with this id is wanted; undefined if each one is. */
export type Filter = ((id: number) => boolean) | undefined;

/** Lists and counts documents: pages, numbers by standing and state, the balance. Nothing here reads every document. */
export class DocumentList extends Table {
  protected readonly counted = new DocumentCounts(this.connection);

  /** Numbers by state, delivery and wait, of one folder or of all; none of them is 0. */
  counts(folderId?: number): DocumentCount[] {
    const counts = new Map<string, DocumentCount>();
    for (const { state, delivery, wait, count } of this.#of(folderId)) {
      const key = `${state} ${delivery} ${wait ?? ''}`;
      const sum = count + (counts.get(key)?.count ?? 0);
      counts.set(key, { state, delivery, ...defined({ wait }), count: sum });
    }
    return [...counts.values()];
  }

  /** Numbers by standing, of one folder or of all. @param holds what waits now; left out: all of that is on the way */
  standings(folderId?: number, holds?: Holds): StandingCounts {
    const counts = countsOf(this.#of(folderId));
    return holds === undefined ? counts : withWaiting(counts, this.#waiting(holds, folderId).size);
  }

  /** How many documents last changed within each hour since then, by folder and standing; `at`: when the last of them did. */
  hours(since: number): CountedInHour[] {
    const kinds = new Map(
      this.counted.all().map(({ folderId, standing }) => [`${folderId} ${standing}`, { folderId, standing }]),
    );
    return [...kinds.values()].flatMap((kind) => {
      const rows = this.connection.all(
        `SELECT max(changed_at) AS at, count(*) AS count FROM documents INDEXED BY documents_by_folder
          WHERE folder_id = ? AND standing = ? AND changed_at >= ? GROUP BY CAST(changed_at / 3600000 AS INTEGER)`,
        kind.folderId,
        kind.standing,
        since,
      );
      return rows.map((row) => ({ ...kind, ...readHour(row) }));
    });
  }

  /** The ids of the folders that have documents. */
  folders(): readonly number[] {
    return [...new Set(this.counted.all().map(({ folderId }) => folderId))];
  }

  /** How many of one folder, or of all, need a person. */
  attention(folderId?: number): number {
    return askingIn(this.standings(folderId));
  }

  balance(folderId?: number): Balance {
    return balanceOf(this.#of(folderId).map(({ state, delivery, count }) => ({ bucket: bucketOf(state, delivery), count })));
  }

  #of(folderId: number | undefined): readonly CountedDocuments[] {
    const all = this.counted.all();
    return folderId === undefined ? all : all.filter((counted) => counted.folderId === folderId);
  }

  /** @param found what a search has found; undefined: there was none */
  select({ folderId, standings, holds, offset = 0, limit = defaultLimit }: ListQuery, found?: FoundDocuments): Selection {
    const all = this.standings(folderId);
    const stored = found?.counts ?? all;
    const waiting = holds === undefined ? new IdSet() : this.#waiting(holds, folderId);
    const waitingFound = found?.ids === undefined ? waiting.size : waiting.sizeWith(found.ids);
    const counts = sumOf(stored) === 0 ? stored : withWaiting(stored, waitingFound);
    const wanted = standingNames.filter((name) => counts[name] > 0 && standings?.includes(name) !== false);
    // In the ledger, what waits is on the way.
    const inLedger = standingNames.filter(
      (name) => wanted.includes(name) || (name === 'on-the-way' && wanted.includes('waiting')),
    );
    const [total, selected] = [sumOf(counts, wanted), sumOf(all, inLedger)];
    const selection = { standings: inLedger.filter((name) => name !== 'waiting'), folderId, offset, limit, total, counts };
    if (sumOf(stored, inLedger) === total) return { ...selection, selected, found: total === selected ? undefined : found?.ids };
    const ids = new IdSet();
    for (const name of selection.standings)
      for (const id of this.#ofStanding(name, folderId)) {
        const shown = name === 'on-the-way' && waiting.has(id) ? 'waiting' : name;
        if (wanted.includes(shown) && found?.ids?.has(id) !== false) ids.add(id);
      }
    return { ...selection, selected, found: ids };
  }

  /** Of what is on the way in a folder, or in all, what waits (`core/document/hold.ts`). */
  #waiting({ now, folders }: Holds, folderId: number | undefined): IdSet {
    const waiting = new IdSet();
    const add = (condition: string, ...values: readonly Value[]) => {
      const row = this.connection.get(`SELECT json_group_array(d.id) AS ids FROM ${condition}`, ...values);
      for (const id of idsOf(row?.ids)) waiting.add(id);
    };
    add(
      `jobs j CROSS JOIN documents d ON d.job = j.id
        WHERE j.state = 'waiting' AND j.due_at > ? AND d.wait = 'ready' ${inFolder(folderId, 'd.').sql}`,
      now,
      ...inFolder(folderId).values,
    );
    const ofFolder = "documents d INDEXED BY documents_counted WHERE d.folder_id = ? AND d.standing = 'on-the-way'";
    for (const [id, hold] of folders) {
      if (folderId !== undefined && folderId !== id) continue;
      if (hold === 'everything') add(ofFolder, id);
      else if (hold === 'unsent') add(`${ofFolder} AND (d.state = 'settling' OR d.wait = 'ready')`, id);
      else {
        const ready = "documents d INDEXED BY documents_ready WHERE d.folder_id = ? AND d.wait = 'ready'";
        add(`${ready} AND coalesce(d.pages, ?) > ?`, id, usualUnknownPages, hold);
      }
    }
    return waiting;
  }

  /** Newest change first, or last. */
  byTime(selection: Selection, descending: boolean): IdPage {
    const { total, counts, offset } = selection;
    if (descending) return { ids: this.#newest(selection), total, counts };
    const limit = Math.min(selection.limit, Math.max(0, total - offset));
    return { ids: this.#newest({ ...selection, offset: total - offset - limit, limit }).toReversed(), total, counts };
  }

  /** By path: the index has each folder's in order, and SQLite merges folders. */
  byName(selection: Selection, descending: boolean): IdPage {
    const { folderId, offset, limit, total, counts } = selection;
    const folders = folderId === undefined ? this.folders() : [folderId];
    const order = descending ? 'DESC' : 'ASC';
    const pieces = folders.map((id) => ({
      sql: 'SELECT path, id FROM documents INDEXED BY documents_by_path WHERE folder_id = ?',
      values: [id],
    }));
    if (pieces.length === 0) return { ids: [], total, counts };
    const { ids } = take(
      this.connection,
      unionOf(pieces, `ORDER BY path ${order}, id ${order}`),
      this.filter(selection),
      offset,
      limit,
    );
    return { ids, total, counts };
  }

  /** Those of a list, newest change first, that are also wanted by this filter. */
  newestThat({ folderId }: Pick<Selection, 'folderId'>, isWanted: Filter, offset: number, limit: number): readonly number[] {
    const { sql, values } = inFolder(folderId);
    const newest = { sql: `SELECT id FROM documents WHERE true ${sql} ORDER BY changed_at DESC, id DESC`, values };
    return take(this.connection, newest, isWanted, offset, limit).ids;
  }

  /** The documents of the selection's standings that were found; all of them, if no search was made. The smaller set is read. */
  filter({ standings, folderId, found }: Selection): Filter {
    const all = this.standings(folderId);
    const others = standingNames.filter((name) => all[name] > 0 && !standings.includes(name));
    if (others.length === 0) return found && ((id) => found.has(id));
    const isMost = sumOf(all, others) * 2 < sumOf(all);
    const read = new IdSet();
    for (const name of isMost ? others : standings) for (const id of this.#ofStanding(name, folderId)) read.add(id);
    return (id) => read.has(id) !== isMost && found?.has(id) !== false;
  }

  /**
   * How many of these there are of each standing, in a folder or in all.
   * @param ids of documents that are there
   */
  among(ids: IdSet, folderId: number | undefined): FoundDocuments {
    const [all, everywhere] = [this.standings(folderId), sumOf(this.standings())];
    if (ids.size === 0 || ids.size === everywhere) return { counts: ids.size === 0 ? countsOf([]) : all, ids: undefined };
    const isWhole = sumOf(all) === everywhere;
    const most = standingNames.reduce((best, name) => (all[name] > all[best] ? name : best));
    const compared = standingNames.filter((name) => all[name] > 0 && (!isWhole || name !== most));
    if (ids.size * lookUpCost < sumOf(all, compared)) return { counts: this.#lookUp(ids, folderId), ids };
    const counts = countsOf(
      compared.map((standing) => ({
        standing,
        count: this.#ofStanding(standing, folderId).reduce((count, id) => (ids.has(id) ? count + 1 : count), 0),
      })),
    );
    // Of all documents, the most frequent standing has what is left.
    return { counts: isWhole ? { ...counts, [most]: ids.size - sumOf(counts) } : counts, ids };
  }

  #lookUp(ids: IdSet, folderId: number | undefined): StandingCounts {
    const rows = this.connection.all(
      `SELECT d.standing, count(*) AS count FROM (SELECT value FROM json_each(?)) found CROSS JOIN documents d ON d.id = found.value
        WHERE true ${inFolder(folderId, 'd.').sql} GROUP BY d.standing`,
      JSON.stringify(ids.list()),
      ...inFolder(folderId).values,
    );
    return countsOf(rows.map(readStanding));
  }

  #ofStanding(standing: Standing, folderId: number | undefined): readonly number[] {
    const { sql, values } = inFolder(folderId);
    const row = this.connection.get(
      `SELECT json_group_array(id) AS ids FROM documents INDEXED BY ${standingIndex(folderId)} WHERE standing = ? ${sql}`,
      standing,
      ...values,
    );
    return idsOf(row?.ids);
  }

  /**
   * An index has each standing's documents in the order of the page, and SQLite merges them, so that it reads no further than
   * the page's end; it starts from the end of the list that is nearer. Few that were found are looked up instead, and sorted.
   */
  #newest(selection: Selection): readonly number[] {
    const { standings, folderId, offset, found, total, selected } = selection;
    const limit = Math.min(selection.limit, total - offset);
    if (limit <= 0) return [];
    const rest = total - offset - limit;
    const backwards = rest < offset;
    const order = `ORDER BY changed_at ${backwards ? 'ASC' : 'DESC'}, id ${backwards ? 'ASC' : 'DESC'}`;
    const isFew = found !== undefined && found.size * lookUpCost < selected;
    const query = isFew ? lookedUp(found, selection, order) : inStandings(standings, folderId, order);
    const isWanted = found === undefined || isFew ? undefined : (id: number) => found.has(id);
    const { ids } = take(this.connection, query, isWanted, backwards ? rest : offset, limit);
    return backwards ? ids.toReversed() : ids;
  }
}

/** The numbers with so many of those on the way waiting. */
function withWaiting(counts: StandingCounts, waiting: number): StandingCounts {
  return { ...counts, waiting, 'on-the-way': counts['on-the-way'] - waiting };
}

/** Takes a part of what is wanted from an ordered query of ids. `passed`: how many that were wanted it has gone past, with those. */
export function take(
  connection: Connection,
  { sql, values }: Condition,
  isWanted: Filter,
  offset: number,
  limit: number,
): { readonly ids: readonly number[]; readonly passed: number } {
  if (isWanted === undefined) {
    const ids = connection.numbers(`SELECT id FROM (${sql} LIMIT (? + 0) OFFSET (? + 0))`, ...values, limit, offset);
    if (ids.length > 0) return { ids, passed: offset + ids.length };
    return { ids, passed: connection.number(`SELECT count(*) FROM (${sql})`, ...values) ?? 0 };
  }
  const ids: number[] = [];
  let passed = 0;
  for (let [start, count] = [0, someIds + offset + limit]; ; ) {
    const row = connection.get(
      `SELECT json_group_array(id) AS ids FROM (SELECT id FROM (${sql}) LIMIT (? + 0) OFFSET (? + 0))`,
      ...values,
      count,
      start,
    );
    const read = idsOf(row?.ids);
    for (const id of read) {
      if (!isWanted(id)) continue;
      passed += 1;
      if (passed > offset) ids.push(id);
      if (ids.length === limit) return { ids, passed };
    }
    if (read.length < count) return { ids, passed };
    start += count;
    // As many as should be enough, if as many of them are wanted as of those before.
    count = Math.min(2 * start, someIds + Math.ceil(((offset + limit - passed) * start) / Math.max(1, passed)));
  }
}

function inStandings(standings: readonly Standing[], folderId: number | undefined, order: string): Condition {
  const { sql, values } = inFolder(folderId);
  const each = `SELECT id, changed_at FROM documents WHERE standing = ? ${sql}`;
  return unionOf(
    standings.map((standing) => ({ sql: each, values: [standing, ...values] })),
    order,
  );
}

function lookedUp(found: IdSet, { standings, folderId }: Selection, order: string): Condition {
  return {
    sql: `SELECT d.id AS id, d.changed_at AS changed_at
      FROM (SELECT value FROM json_each(?)) found CROSS JOIN documents d ON d.id = found.value
      WHERE d.standing IN (SELECT value FROM json_each(?)) ${inFolder(folderId, 'd.').sql} ${order}`,
    values: [JSON.stringify(found.list()), JSON.stringify(standings), ...inFolder(folderId).values],
  };
}

export function unionOf(queries: readonly Condition[], end: string): Condition {
  return { sql: `${queries.map(({ sql }) => sql).join(' UNION ALL ')} ${end}`, values: queries.flatMap(({ values }) => values) };
}

/** A part of a query, and the values it takes. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/** The end of a condition: one folder, or any. */
export function inFolder(folderId: number | undefined, table = ''): Condition {
  return folderId === undefined ? { sql: '', values: [] } : { sql: `AND ${table}folder_id = ?`, values: [folderId] };
}

/** The index that has the documents of each standing in the order of their last change. */
function standingIndex(folderId: number | undefined): string {
  return folderId === undefined ? 'documents_by_standing' : 'documents_by_folder';
}

/** Looking up a document takes this many times as long as reading the id of one from an index. */
const lookUpCost = 16;

/** How many documents have this standing. */
const readStanding = rowReader('documents', ['standing'], { standing: z.enum(standingNames), count: z.number() });

/**
 * A set of row ids, one bit for each id up to the largest. SQLite hands over a hundred thousand ids in one JSON text
 * (`json_group_array`) some ten times faster than in rows.
 */
export class IdSet {
  #bits = new Uint32Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: number): void {
    const word = id >>> 5;
    if (word >= this.#bits.length) this.#grow(word + 1);
    const [bits, bit] = [this.#bits[word] ?? 0, 1 << (id & 31)];
    if ((bits & bit) !== 0) return;
    this.#bits[word] = bits | bit;
    this.#size += 1;
  }

  remove(id: number): void {
    if (!this.has(id)) return;
    const word = id >>> 5;
    this.#bits[word] = (this.#bits[word] ?? 0) & ~(1 << (id & 31));
    this.#size -= 1;
  }

  /** How many are in the other set, too. */
  sizeWith(other: IdSet): number {
    return this.list().reduce((sum, id) => (other.has(id) ? sum + 1 : sum), 0);
  }

  has(id: number): boolean {
    return ((this.#bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  }

  /** In ascending order. */
  list(): readonly number[] {
    const ids: number[] = [];
    for (const [word, bits] of this.#bits.entries()) {
      for (let rest = bits; rest !== 0; rest &= rest - 1) ids.push(32 * word + (31 - Math.clz32(rest & -rest)));
    }
    return ids;
  }

  #grow(words: number): void {
    const bits = new Uint32Array(2 * words);
    bits.set(this.#bits);
    this.#bits = bits;
  }
}

/** @param json what `json_group_array` made of ids */
export function idsOf(json: unknown): readonly number[] {
  const ids: unknown = JSON.parse(String(json));
  return Array.isArray(ids) ? ids.map(Number) : [];
}
