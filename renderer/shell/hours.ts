import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { countsOf, type StandingCounts } from '../../electron/core/document/standing.ts';

/** What became of the documents of a folder that last changed within an hour. */
export interface Hour {
  /** When the newest of them did, in ms since the epoch. */
  readonly at: number;
  readonly folderId: number;
  readonly counts: StandingCounts;
}

const hourMs = 3_600_000;

/** The newest first. Pure. @param documents the newest change first */
export function hoursOf(documents: readonly Pick<DocumentSummary, 'changedAt' | 'folderId' | 'standing'>[]): Hour[] {
  const groups = Map.groupBy(documents, ({ changedAt, folderId }) => `${Math.floor(changedAt / hourMs)} ${folderId}`);
  return [...groups.values()].map((group) => ({
    at: group[0]?.changedAt ?? 0,
    folderId: group[0]?.folderId ?? 0,
    counts: countsOf(group.map(({ standing }) => ({ standing, count: 1 }))),
  }));
}
