import type { StateName } from '../../core/document/states.ts';
import type { LedgerReader } from '../../ledger/ledger.ts';

const withResults = ['done', 'confirmed', 'needs-you', 'dismissed'] as const;

/** A result that was delivered. */
export interface RecentResult {
  readonly id: number;
  readonly folderId: number;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly state: StateName;
  /** When it was delivered, ms since the epoch. */
  readonly at: number;
}

/** The most results that a list of the recent ones has. */
const maxResults = 5;

/** Documents that changed last; among these are the ones that were delivered last. */
const pageLength = 50;

/** The results that were delivered last, newest first. */
export function recentResults(ledger: Pick<LedgerReader, 'documents'>): readonly RecentResult[] {
  return ledger.documents
    .page({ standings: withResults, limit: pageLength })
    .documents.flatMap(({ id, folderId, path, state, delivery }): RecentResult[] =>
      delivery.kind === 'done' ? [{ id, folderId, path, state: state.kind, at: delivery.at }] : [],
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, maxResults);
}
