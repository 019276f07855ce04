import type { DocumentSummary } from '../../electron/core/contract/documents.ts';

/** The selected documents by id, as they were when selected. At most as many as one request takes. */
export type Selection = ReadonlyMap<number, DocumentSummary>;

export const noSelection: Selection = new Map();
export const maxSelection = 10_000;

export function toggled(selection: Selection, row: DocumentSummary): Selection {
  const next = new Map(selection);
  if (!next.delete(row.id) && next.size < maxSelection) next.set(row.id, row);
  return next;
}

export function selectionOf(rows: readonly DocumentSummary[]): Selection {
  return new Map(rows.slice(0, maxSelection).map((row) => [row.id, row]));
}

/** The same documents in their current state, where known. */
export function refreshed(selection: Selection, newer: (id: number) => DocumentSummary | undefined): DocumentSummary[] {
  return [...selection.values()].map((row) => newer(row.id) ?? row);
}
