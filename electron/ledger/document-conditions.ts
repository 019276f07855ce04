import { z } from 'zod';
import { standingNames } from '../core/document/standing.ts';
import type { Value } from './connection.ts';

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
export function standingIndex(folderId: number | undefined): string {
  return folderId === undefined ? 'documents_by_standing' : 'documents_by_folder';
}

/** Looking up a document takes this many times as long as reading the id of one from an index. */
export const lookUpCost = 16;

/** How many documents have this standing. */
export const standingShape = z.object({ standing: z.enum(standingNames), count: z.number() });
