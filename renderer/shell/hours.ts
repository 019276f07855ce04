import type { DocumentSummary } from '../../electron/core/contract/documents.ts';
import { countsOf, type StandingCounts } from '../../electron/core/document/standing.ts';

/** What became of the documents of a folder that last changed within an hour. */
interface Hour {
  /** When the newest of them did, in ms since the epoch. */
  readonly at: number;
  readonly folderId: number;
  readonly counts: StandingCounts;
}

const hourMs = 3_600_000;

/**
 * The newest first. Pure.
 * @param documents the newest change first
 * @param isCut there are older ones: the last hour is told only if there is no other, because some of its documents may be missing
 */
export function hoursOf(
  documents: readonly Pick<DocumentSummary, 'changedAt' | 'folderId' | 'standing'>[],
  isCut: boolean,
): Hour[] {
  const hourOf = (at: number): number => Math.floor(at / hourMs);
  const last = hourOf(documents.at(-1)?.changedAt ?? 0);
  const whole = documents.filter(({ changedAt }) => !isCut || hourOf(changedAt) !== last);
  const told = whole.length > 0 ? whole : documents;
  const groups = Map.groupBy(told, ({ changedAt, folderId }) => `${hourOf(changedAt)} ${folderId}`);
  return [...groups.values()].map((group) => ({
    at: group[0]?.changedAt ?? 0,
    folderId: group[0]?.folderId ?? 0,
    counts: countsOf(group.map(({ standing }) => ({ standing, count: 1 }))),
  }));
}
