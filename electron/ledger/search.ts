import type { DocumentResult } from '../core/document.ts';
import type { Connection, Value } from './connection.ts';

/** So many texts wait before the index takes them: a transition on disk does not wait for it, and a query reads few. */
const pendingTexts = 256;
/** Of a document with more text than this, the rest is not found. */
const longestText = 20_000;
/** The index knows no shorter part of a text. */
const indexedLength = 3;

/** How text is compared: case does not matter, nor how an umlaut is spelled (NFC or NFD). */
export function fold(text: string): string {
  return text.normalize('NFC').toLowerCase().replaceAll('\0', ' ');
}

/** A document's text: its path, the values found in it, its category; a line each. */
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

/** Finds documents by any part of their text. */
export class Search {
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  write(documentId: number, text: string): void {
    this.#connection.run('INSERT OR REPLACE INTO search_pending (document_id, text) VALUES (?, ?)', documentId, text);
    const pending = this.#connection.number('SELECT count(*) FROM search_pending') ?? 0;
    if (pending >= pendingTexts) this.#index();
  }

  remove(documentId: number): void {
    this.#connection.run('DELETE FROM search_pending WHERE document_id = ?', documentId);
    this.#connection.run('DELETE FROM search WHERE rowid = ?', documentId);
  }

  /** A query whose column `id` is the documents that hold the text. @param text not empty */
  finder(text: string): Condition {
    const part = fold(text);
    const indexed = [...part].length >= indexedLength;
    return {
      sql: `
        SELECT rowid AS id FROM search
          WHERE ${indexed ? 'search MATCH ?' : 'instr(text, ?) > 0'} AND rowid NOT IN (SELECT document_id FROM search_pending)
        UNION ALL
        SELECT document_id AS id FROM search_pending WHERE instr(text, ?) > 0`,
      values: [indexed ? `"${part.replaceAll('"', '""')}"` : part, part],
    };
  }

  /** True of a document `d` that holds the text. */
  holds(text: string): Condition {
    const part = fold(text);
    return {
      sql: `coalesce((SELECT instr(text, ?) FROM search_pending WHERE document_id = d.id),
        (SELECT instr(text, ?) FROM search WHERE rowid = d.id)) > 0`,
      values: [part, part],
    };
  }

  #index(): void {
    this.#connection.transaction(() => {
      this.#connection.run('INSERT OR REPLACE INTO search (rowid, text) SELECT document_id, text FROM search_pending');
      this.#connection.run('DELETE FROM search_pending');
    });
  }
}
