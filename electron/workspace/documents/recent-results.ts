import type { LedgerReader } from '../../ledger/ledger.ts';

const withResults = ['done', 'confirmed', 'needs-you', 'dismissed'] as const;

export type RecentResult = ReturnType<typeof recentResults>[number];

/** The most results that a list of the recent ones has. */
const maxResults = 5;

/** Documents that changed last; among these are the ones that were delivered last. */
const pageLength = 50;

/** The results that were delivered last, newest first; `path`: relative to the folder, `at`: when, ms since the epoch. */
export function recentResults(ledger: Pick<LedgerReader, 'documents'>) {
  return ledger.documents
    .page({ standings: withResults, limit: pageLength })
    .documents.flatMap(({ id, folderId, path, state, delivery }) =>
      delivery.kind === 'done' ? [{ id, folderId, path, state: state.kind, at: delivery.at }] : [],
    )
    .sort((a, b) => b.at - a.at)
    .slice(0, maxResults);
}
