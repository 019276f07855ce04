import { z } from 'zod';
import type { Immutable } from '../plain-data.ts';
import type { Route } from '../protocol/route.ts';

/** A column that rows of a table have. */
export const sheetColumnSchema = z.object({ name: z.string() });

export type SheetColumn = Readonly<z.output<typeof sheetColumnSchema>>;

/** The file as a write left it. `sha256` in hex; `mtimeMs` and `ino` of a write that is about to be put in place are not known. */
export const sheetFileSchema = z.object({
  sha256: z.string(),
  size: z.number(),
  mtimeMs: z.number().exactOptional(),
  ino: z.number().exactOptional(),
});

export type SheetFile = Immutable<z.output<typeof sheetFileSchema>>;

/** The workbook of a folder's route. It is written whole from its rows, which the ledger has. */
export interface SheetRecord {
  readonly id: number;
  readonly folderId: number;
  /** The service's, of the route. */
  readonly origin: string;
  readonly route: Route;
  /** All that its rows have, in the order in which they came. */
  readonly columns: readonly SheetColumn[];
  /** Absolute; absent until it is first written. */
  readonly path?: string;
  /** As the last write left it. */
  readonly written?: SheetFile;
  /** What is about to be put in place: after a crash, the file may be this one already. */
  readonly intended?: SheetFile;
  /** Counts what changes its rows; `saved`: as far as the file has them. */
  readonly revision: number;
  readonly saved: number;
}

/** A row; `body` has its cells as JSON. `position` orders rows. */
export interface SheetRow {
  readonly sheetId: number;
  readonly position: number;
  readonly documentId: number;
  readonly body: string;
}
