import { z } from 'zod';
import type { DocumentResult } from '../core/document/result.ts';
import { fold, indexedLength, type SearchTerms } from '../core/values/search-terms.ts';
import { parseRow, Table } from './columns.ts';
import type { Row, Value } from './connection.ts';
import type { Condition } from './document-conditions.ts';
import { IdSet, idsOf } from './id-set.ts';

/** This many texts wait before the index takes them: a transition does not have to wait for it, and a query reads few. */
const pendingTexts = 128;
/** Text beyond this length is not searched. */
const longestText = 20_000;
/** How many texts that are older than the index of parts are added to it with each batch of new ones. */
const broughtTexts = 2_048;
/** And at most this many characters of them: that takes a tenth of a second. */
const broughtLength = 1_000_000;

const textShape = z.object({ id: z.number(), text: z.string() });

/** A document's searchable text: its path, the values found in it and what they mean, its category; one line each. */
export function searchText(path: string, results: readonly DocumentResult[], meant: readonly string[]): string {
  const lines = new Set([path, ...results.flatMap((result) => [...valuesOf(result)]), ...meant]);
  return fold([...lines].join('\n').slice(0, longestText));
}

function valuesOf(result: DocumentResult): Iterable<string> {
  return result.kind === 'extraction' ? leaves(result.extractedData) : leaves(result.categoryName);
}

function* leaves(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number' || typeof value === 'boolean') yield String(value);
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* leaves(member);
}

/**
 * Finds documents by any part of their text: three characters and more by the index of texts, fewer by that of parts. Where
 * neither can tell, it reads the texts from the table in which FTS5 keeps them, which takes a third of the time.
 */
export class Search extends Table {
  /** So many texts can be written before there may be enough for the index; not known before the first one is. */
  #room = 0;

  write(documentId: number, text: string): void {
    this.connection.writing('search text', () => {
      this.connection.run('INSERT OR REPLACE INTO search_pending (document_id, text) VALUES (?, ?)', documentId, text);
      this.#room -= 1;
      if (this.#room > 0) return;
      const pending = this.connection.number('SELECT count(*) FROM search_pending') ?? 0;
      if (pending >= pendingTexts) this.#index();
      this.#room = pending >= pendingTexts ? pendingTexts : pendingTexts - pending;
    });
  }

  remove(documentId: number): void {
    this.connection.run('DELETE FROM search_pending WHERE document_id = ?', documentId);
    this.connection.run('DELETE FROM search WHERE rowid = ?', documentId);
    this.connection.run('DELETE FROM search_parts WHERE rowid = ?', documentId);
  }

  /** How many documents hold the terms. */
  count(terms: SearchTerms): number {
    const queries = indexQueries(terms).map(({ sql, values }) => ({ sql: `SELECT count(*) AS count FROM ${sql}`, values }));
    const [older, pending] = [held('c.c0', terms), held('text', terms)];
    // A text that waits for the index may be in it in an older version.
    const { sql, values } = unionOf([
      ...queries,
      {
        sql: `SELECT -count(*) FROM search_pending p CROSS JOIN search_content c ON c.id = p.document_id WHERE ${older.sql}`,
        values: older.values,
      },
      { sql: `SELECT count(*) FROM search_pending WHERE ${pending.sql}`, values: pending.values },
    ]);
    return this.connection.number(`SELECT sum(count) FROM (${sql})`, ...values) ?? 0;
  }

  /** The ids of the documents that hold the terms. */
  found(terms: SearchTerms): IdSet {
    const found = new IdSet();
    for (const { sql, values } of indexQueries(terms)) {
      for (const id of this.#idsIn(`SELECT id FROM ${sql}`, values)) found.add(id);
    }
    // A text that waits for the index may be in it in an older version.
    for (const id of this.#idsIn('SELECT document_id AS id FROM search_pending', [])) found.remove(id);
    const { sql, values } = held('text', terms);
    for (const id of this.#idsIn(`SELECT document_id AS id FROM search_pending WHERE ${sql}`, values)) found.add(id);
    return found;
  }

  #idsIn(sql: string, values: readonly Value[]): readonly number[] {
    return idsOf(this.connection.get(`SELECT json_group_array(id) AS ids FROM (${sql})`, ...values)?.ids);
  }

  /** True of a document `d` that holds the terms. */
  holds(terms: SearchTerms): Condition {
    const { sql, values } = held('text', terms);
    const text = `coalesce((SELECT text FROM search_pending WHERE document_id = d.id), (SELECT c0 FROM search_content WHERE id = d.id))`;
    return { sql: `EXISTS (SELECT 1 FROM (SELECT ${text} AS text) WHERE ${sql})`, values };
  }

  #index(): void {
    this.connection.transaction(() => {
      const first = this.connection.number('SELECT document_id FROM search_parts_from') ?? 1;
      const pending = this.connection.all('SELECT document_id AS id, text FROM search_pending WHERE document_id >= ?', first);
      this.connection.run('INSERT OR REPLACE INTO search (rowid, text) SELECT document_id, text FROM search_pending');
      this.connection.run('DELETE FROM search_pending');
      this.#indexParts(pending);
      if (first > 1) this.#bringBefore(first);
    });
  }

  /** The newest document that is not in the index of parts yet. */
  #bringBefore(first: number): void {
    const texts = this.connection.all(
      'SELECT id, c0 AS text FROM search_content WHERE id < ? ORDER BY id DESC LIMIT (? + 0)',
      first,
      broughtTexts,
    );
    let length = 0;
    const brought: Row[] = [];
    for (const row of texts) {
      if (length >= broughtLength) break;
      brought.push(row);
      length += String(row.text).length;
    }
    this.#indexParts(brought);
    const last = brought.length === texts.length && texts.length < broughtTexts ? undefined : brought.at(-1);
    this.connection.run(
      'UPDATE search_parts_from SET document_id = ?',
      last === undefined ? 1 : parseRow(textShape, 'search_content', ['id'], last).id,
    );
  }

  #indexParts(texts: readonly Row[]): void {
    for (const row of texts) {
      const { id, text } = parseRow(textShape, 'search_content', ['id'], row);
      this.connection.run('INSERT OR REPLACE INTO search_parts (rowid, parts) VALUES (?, ?)', id, searchParts(text));
    }
  }
}

/**
 * Where the indexes find the documents that hold the terms, as their `id`; each document is found in only one of these places.
 * Terms that are too short for the index of texts are looked for in what the others found.
 */
function indexQueries(terms: SearchTerms): readonly Condition[] {
  const [long, short] = [terms.filter(isLong), terms.filter((forms) => !isLong(forms))];
  const rest = held('c0', short);
  if (long.length > 0) {
    const words = long.map((forms) => `(${forms.map((form) => `"${form.replaceAll('"', '""')}"`).join(' OR ')})`).join(' AND ');
    if (short.length === 0) return [{ sql: '(SELECT rowid AS id FROM search WHERE search MATCH ?) WHERE true', values: [words] }];
    const found = '(SELECT rowid AS found FROM search WHERE search MATCH ?) CROSS JOIN search_content c ON c.id = found';
    return [{ sql: `(SELECT id FROM ${found} WHERE ${rest.sql}) WHERE true`, values: [words, ...rest.values] }];
  }
  const words = short.map(([form = '']) => `"${partWord(form)}"`).join(' ');
  return [
    { sql: '(SELECT rowid AS id FROM search_parts WHERE search_parts MATCH ?) WHERE true', values: [words] },
    {
      sql: `(SELECT id, c0 FROM search_content) WHERE id < (SELECT document_id FROM search_parts_from) AND ${rest.sql}`,
      values: rest.values,
    },
  ];
}

function isLong(forms: SearchTerms[number]): boolean {
  return forms.every((form) => [...form].length >= indexedLength);
}

/** True of a text that holds every term in one of its forms. */
function held(text: string, terms: SearchTerms): Condition {
  const each = terms.map((forms) => `(${forms.map(() => `instr(${text}, ?) > 0`).join(' OR ')})`);
  return { sql: ['true', ...each].join(' AND '), values: terms.flat() };
}

function unionOf(queries: readonly Condition[]): Condition {
  return { sql: queries.map(({ sql }) => sql).join(' UNION ALL '), values: queries.flatMap(({ values }) => values) };
}

/**
 * Every part of one or two characters that a text holds, as one word each, separated by spaces. Parts with white space are
 * left out: a search text has none at its ends.
 */
export function searchParts(text: string): string {
  const words = new Set<string>();
  let before: string | undefined;
  for (const character of text) {
    const word = isSpace(character) ? undefined : wordOf(character);
    if (word !== undefined) {
      words.add(word);
      if (before !== undefined) words.add(pairOf(before, word));
    }
    before = word;
  }
  return [...words].join(' ');
}

/** The word of a part of one or two characters. */
function partWord(part: string): string {
  const [first = '', second] = [...part].map(wordOf);
  return second === undefined ? first : pairOf(first, second);
}

/** The character's number in digits and the letters before w: a tokenizer treats that as a word, whatever the character is. */
function wordOf(character: string): string {
  return (character.codePointAt(0) ?? 0).toString(32);
}

function pairOf(first: string, second: string): string {
  return `${first}z${second}`;
}

function isSpace(character: string): boolean {
  return character.trim() === '';
}
