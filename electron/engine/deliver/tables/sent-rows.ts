import { parse } from 'csv-parse/sync';

/** No table that a person works with is larger. Bytes. */
export const maxTableBytes = 64 * 1024 * 1024;

/** What a row says about a content that was sent: its file at that time, relative to the folder, and the service's ids. */
export interface SentRow {
  readonly file: string;
  readonly batchId: string;
  readonly fileId?: string;
  /** People had confirmed or corrected its values. */
  readonly reviewed: boolean;
}

/**
 * The rows of a table of Intray's, by SHA-256; also of one that a person has edited and saved since, as far as it can be read.
 *
 * @param names of columns that have headings of their own, by heading
 */
export function sentRowsIn(bytes: Buffer, names: ReadonlyMap<string, string>): ReadonlyMap<string, SentRow> {
  const rows = new Map<string, SentRow>();
  const delimiter = delimiterIn(bytes);
  if (delimiter === undefined) return rows;
  let columns: ReturnType<typeof columnsIn> | undefined;
  const take = (cells: readonly string[]): undefined => {
    if (columns === undefined) {
      columns = columnsIn(cells.map((heading) => names.get(heading) ?? heading));
      return;
    }
    const [sha256, batchId, fileId, file, by] = columns.map((index) => cells[index] ?? '');
    if (sha256 === undefined || !/^[0-9a-f]{64}$/.test(sha256) || !batchId || !file) return;
    rows.set(sha256, { file, batchId, ...(fileId && { fileId }), reviewed: Boolean(by) });
  };
  try {
    parse(bytes, {
      bom: true,
      delimiter,
      on_record: take,
      relax_column_count: true,
      relax_quotes: true,
      skip_records_with_error: true,
    });
  } catch {
    // What was read before counts.
  }
  return rows;
}

/** Where the columns are that say what was sent. A field of that name comes before ours, which is `intray_sha256` then. */
function columnsIn(headings: readonly string[]): readonly number[] {
  return ['sha256', 'batch_id', 'file_id', 'file', 'reviewed_by'].map((column) => {
    const [longest] = headings
      .filter((name) => name.replace(/^(intray_)*/, '') === column)
      .toSorted((a, b) => b.length - a.length);
    return longest === undefined ? -1 : headings.lastIndexOf(longest);
  });
}

function delimiterIn(bytes: Buffer): string | undefined {
  return /^\u{feff}?"?[^"\r\n,;\t|]*"?([,;\t|])/u.exec(bytes.subarray(0, 1_000).toString())?.[1];
}
