import type { DocumentResult } from '../core/document/result.ts';
import { fold, indexedLength, type SearchTerms } from '../core/values/search-terms.ts';
import { type Condition, IdSet, idsOf } from '../ledger/document-list.ts';
import { Table } from '../ledger/table-base.ts';

/** Text beyond this length is not searched. */
const longestText = 20_000;
/** So many documents show whether a text may be in all of them. */
const sample = 100;

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
 * Finds documents by any part of their text: three characters and more by the index, fewer by reading the texts, from the table in
 * which FTS5 keeps them.
 */
export class Search extends Table {
  /** @returns the documents whose text is another one than before */
  write(texts: ReadonlyMap<number, string>): ReadonlySet<number> {
    const rows = this.connection.all(
      'SELECT id, c0 FROM search_content WHERE id IN (SELECT value FROM json_each(?))',
      JSON.stringify([...texts.keys()]),
    );
    const known = new Map(rows.map(({ id, c0 }) => [Number(id), c0]));
    const others = [...texts].filter(([id, text]) => known.get(id) !== text);
    if (others.length > 0) {
      this.connection.run(
        'INSERT OR REPLACE INTO search (rowid, text) SELECT value ->> 0, value ->> 1 FROM json_each(?)',
        JSON.stringify(others),
      );
    }
    return new Set(others.map(([id]) => id));
  }

  remove(documentId: number): void {
    this.connection.run('DELETE FROM search WHERE rowid = ?', documentId);
  }

  /** Whether so many documents hold the terms, and those that were found last are among them: to count takes less than to list. */
  isInAll(terms: SearchTerms, number: number): boolean {
    const newest = `(SELECT c0 FROM search_content ORDER BY id DESC LIMIT ${sample})`;
    const { sql, values } = held('c0', terms);
    const common = this.connection.number(`SELECT count(*) FROM ${newest} WHERE ${sql}`, ...values) ?? 0;
    if (common < Math.min(number, sample)) return false;
    const all = queryOf(terms);
    return this.connection.number(`SELECT count(*) FROM (${all.sql})`, ...all.values) === number;
  }

  /** The ids of the documents that hold the terms. */
  found(terms: SearchTerms): IdSet {
    const { sql, values } = queryOf(terms);
    const found = new IdSet();
    const row = this.connection.get(`SELECT json_group_array(id) AS ids FROM (${sql})`, ...values);
    for (const id of idsOf(row?.ids)) found.add(id);
    return found;
  }
}

/** Terms that are too short for the index are looked for in what the others found. */
function queryOf(terms: SearchTerms): Condition {
  const [long, short] = [terms.filter(isLong), terms.filter((forms) => !isLong(forms))];
  const rest = held('c0', short);
  if (long.length === 0) return { sql: `SELECT id FROM search_content WHERE ${rest.sql}`, values: rest.values };
  const words = long.map((forms) => `(${forms.map((form) => `"${form.replaceAll('"', '""')}"`).join(' OR ')})`).join(' AND ');
  if (short.length === 0) return { sql: 'SELECT rowid AS id FROM search WHERE search MATCH ?', values: [words] };
  const found = '(SELECT rowid AS found FROM search WHERE search MATCH ?) CROSS JOIN search_content c ON c.id = found';
  return { sql: `SELECT id FROM ${found} WHERE ${rest.sql}`, values: [words, ...rest.values] };
}

function isLong(forms: SearchTerms[number]): boolean {
  return forms.every((form) => [...form].length >= indexedLength);
}

/** True of a text that holds every term in one of its forms. */
function held(text: string, terms: SearchTerms): Condition {
  const each = terms.map((forms) => `(${forms.map(() => `instr(${text}, ?) > 0`).join(' OR ')})`);
  return { sql: ['true', ...each].join(' AND '), values: terms.flat() };
}
