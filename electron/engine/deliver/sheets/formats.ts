import type { SheetColumn, SheetFormat } from '../../../core/document/sheet.ts';
import { boundedColumns } from '../../../core/document/table-columns.ts';
import type { RouteInfo } from '../../../core/protocol/route.ts';
import type { Content } from '../../ports.ts';
import { type Cells, cellsWithin } from '../csv.ts';
import type { Delivered } from '../delivered.ts';
import { jsonLine } from '../json.ts';
import {
  columnsWith,
  type SheetCells,
  type SheetHeading,
  sheetCellsOf,
  sheetCellsOfCsv,
  sheetCellsSchema,
  xlsxBytes,
} from './xlsx.ts';

/** What a format makes of one document. */
interface MadeRow {
  readonly body: string;
  /** The columns that the table has with it; none where each row says its own. */
  readonly columns: readonly SheetColumn[];
}

/** A format of tables that are written whole. */
interface Format {
  /**
   * @param deliveredAt ISO 8601, UTC
   * @param there the columns that the table has
   */
  row(delivered: Delivered, deliveredAt: string, there: readonly string[]): MadeRow;
  /** The row of a document whose result is no longer in the ledger, by its row in the CSV; undefined: that does not say enough. */
  rowOfCsv(cells: Cells, info: RouteInfo, there: readonly string[]): MadeRow | undefined;
  /** The bytes of a file with these rows, which are read once, as the bytes are asked for. The same rows give the same bytes. */
  bytes(info: RouteInfo, columns: readonly SheetHeading[], bodies: Iterable<string>): Content;
  /** The values are typed unless the folder says otherwise. */
  readonly typed: boolean;
}

const linesAtOnce = 500;

export const formats = {
  xlsx: {
    typed: true,
    row(delivered, deliveredAt, there) {
      const columns = columnsWith(delivered, there);
      const cells = sheetCellsOf(delivered, deliveredAt, columns);
      return { body: JSON.stringify(cells), columns: columns.map((name) => ({ name })) };
    },
    rowOfCsv(csv, info, there) {
      const columns = boundedColumns([...there, ...Object.keys(csv)], info.fields);
      const cells = sheetCellsOfCsv(cellsWithin(csv, columns, info.fields), info);
      return { body: JSON.stringify(cells), columns: columns.map((name) => ({ name })) };
    },
    bytes: (info, columns, bodies) => xlsxBytes(info, columns, cellsIn(bodies)),
  },
  /** One line a document, with everything that its JSON has. */
  jsonl: {
    typed: false,
    row: (delivered, deliveredAt) => ({ body: new TextDecoder().decode(jsonLine(delivered, deliveredAt)), columns: [] }),
    rowOfCsv: () => undefined,
    bytes: (_info, _columns, bodies) => lines(bodies),
  },
} satisfies Record<SheetFormat, Format>;

function* cellsIn(bodies: Iterable<string>): Generator<SheetCells> {
  for (const body of bodies) yield sheetCellsSchema.parse(JSON.parse(body));
}

function* lines(bodies: Iterable<string>): Generator<Uint8Array> {
  let piece: string[] = [];
  for (const body of bodies) {
    if (piece.push(body) < linesAtOnce) continue;
    yield Buffer.from(piece.join(''));
    piece = [];
  }
  if (piece.length > 0) yield Buffer.from(piece.join(''));
}
