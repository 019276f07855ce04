import { z } from 'zod';
import type { DocumentResult } from '../core/document/result.ts';
import { parseRow, Table } from './columns.ts';
import type { Row, Value } from './connection.ts';

/** This many texts wait before the index takes them: a transition does not have to wait for it, and a query reads few. */
const pendingTexts = 256;
/** Text beyond this length is not searched. */
const longestText = 20_000;
/** The index of texts finds no shorter part. */
const indexedLength = 3;
/** How many texts that are older than the index of parts are added to it with each batch of new ones. */
const broughtTexts = 2_048;
/** And at most this many characters of them: that takes a tenth of a second. */
const broughtLength = 1_000_000;

const textShape = z.object({ id: z.number(), text: z.string() });

/** Text as it is compared: without case, and with umlauts in one spelling (NFC or NFD). */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\0', ' ').toWellFormed();
}

/** A document's searchable text: its path, the values found in it, its category; one line each. */
export function searchText(path: string, results: readonly DocumentResult[]): string {
  const lines = [path, ...results.flatMap((result) => [...valuesOf(result)])];
  return fold(lines.join('\n').slice(0, longestText));
}

function valuesOf(result: DocumentResult): Iterable<string> {
  return result.kind === 'extraction' ? leaves(result.extractedData) : leaves(result.categoryName);
}

function* leaves(value: unknown): Iterable<string> {
  if (typeof value === 'string') yield value;
  else if (typeof value === 'number' || typeof value === 'boolean') yield String(value);
  else if (typeof value === 'object' && value !== null) for (const member of Object.values(value)) yield* leaves(member);
}

/** A part of a query, and the values it takes. */
export interface Condition {
  readonly sql: string;
  readonly values: readonly Value[];
}

/**
 * Finds documents by any part of their text: three characters and more by the index of texts, fewer by that of parts. Where
 * neither can tell, it reads the texts from the table in which FTS5 keeps them, which takes a third of the time.
 */
export class Search extends Table {
  write(documentId: number, text: string): void {
    this.connection.writing('search text', () => {
      this.connection.run('INSERT OR REPLACE INTO search_pending (document_id, text) VALUES (?, ?)', documentId, text);
      const pending = this.connection.number('SELECT count(*) FROM search_pending') ?? 0;
      if (pending >= pendingTexts) this.#index();
    });
  }

  remove(documentId: number): void {
    this.connection.run('DELETE FROM search_pending WHERE document_id = ?', documentId);
    this.connection.run('DELETE FROM search WHERE rowid = ?', documentId);
    this.connection.run('DELETE FROM search_parts WHERE rowid = ?', documentId);
  }

  /** A query whose column `id` lists the documents that hold the text. @param text not empty */
  finder(text: string): Condition {
    const part = fold(text);
    const queries = indexQueries(part).map(({ from, values }) => ({
      sql: `SELECT id FROM ${from} AND id NOT IN (SELECT document_id FROM search_pending)`,
      values,
    }));
    const pending = { sql: 'SELECT document_id AS id FROM search_pending WHERE instr(text, ?) > 0', values: [part] };
    return unionOf([...queries, pending]);
  }

  /** How many documents hold the text. @param text not empty */
  count(text: string): number {
    const part = fold(text);
    const queries = indexQueries(part).map(({ from, values }) => ({ sql: `SELECT count(*) AS count FROM ${from}`, values }));
    // A text that waits for the index may be in it in an older version.
    const { sql, values } = unionOf([
      ...queries,
      {
        sql: `SELECT -count(*) FROM search_pending p CROSS JOIN search_content c ON c.id = p.document_id WHERE instr(c.c0, ?) > 0`,
        values: [part],
      },
      { sql: 'SELECT count(*) FROM search_pending WHERE instr(text, ?) > 0', values: [part] },
    ]);
    return this.connection.number(`SELECT sum(count) FROM (${sql})`, ...values) ?? 0;
  }

  /** True of a document `d` that holds the text. */
  holds(text: string): Condition {
    const part = fold(text);
    return {
      sql: `coalesce((SELECT instr(text, ?) FROM search_pending WHERE document_id = d.id),
        (SELECT instr(c0, ?) FROM search_content WHERE id = d.id)) > 0`,
      values: [part, part],
    };
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

/** Where an index finds the documents that hold a part, as their `id`; each document is found in only one of these places. */
function indexQueries(part: string): readonly { readonly from: string; readonly values: readonly Value[] }[] {
  if ([...part].length >= indexedLength) {
    const from = '(SELECT rowid AS id FROM search WHERE search MATCH ?) WHERE true';
    return [{ from, values: [`"${part.replaceAll('"', '""')}"`] }];
  }
  const word = partWord(part);
  if (word === undefined) return [{ from: '(SELECT id, c0 FROM search_content) WHERE instr(c0, ?) > 0', values: [part] }];
  return [
    { from: '(SELECT rowid AS id FROM search_parts WHERE search_parts MATCH ?) WHERE true', values: [`"${word}"`] },
    {
      from: `(SELECT id, c0 FROM search_content) WHERE id < (SELECT document_id FROM search_parts_from) AND instr(c0, ?) > 0`,
      values: [part],
    },
  ];
}

function unionOf(queries: readonly Condition[]): Condition {
  return { sql: queries.map(({ sql }) => sql).join(' UNION ALL '), values: queries.flatMap(({ values }) => values) };
}

/** The longest part in the index of parts, in characters. */
const longestPart = 2;

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

/** The word of a part; undefined for a part that the index of parts cannot hold. */
function partWord(part: string): string | undefined {
  const characters = [...part];
  if (characters.length > longestPart || characters.some(isSpace)) return undefined;
  const [first, second] = characters.map(wordOf);
  return first === undefined || second === undefined ? first : pairOf(first, second);
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
