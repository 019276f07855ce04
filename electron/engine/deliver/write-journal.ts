import type { World } from '../ports.ts';

/**
 * The write-ahead journal of deliveries: what a delivery is about to do, committed before it touches the disk and removed in
 * the transaction that records what it did. After a crash it tells which files on disk are ours and which are a person's.
 * Each folder has one, because its deliveries follow one another.
 */

type Ledger = Pick<World, 'ledger'>;

// A journal that cannot be read counts as none: files that the ledger does not know are then a person's, and are kept.

/** The SHA-256 of our own earlier JSON that the document's new one is about to replace. */
export function readJsonJournal({ ledger }: Ledger, folderId: number, documentId: number): string | undefined {
  return ledger.meta.read('delivery-json', folderId)?.[documentId];
}

/** To be called within the transaction that the journal belongs to. */
export function writeJsonJournal({ ledger }: Ledger, folderId: number, documentId: number, hash: string | undefined): void {
  const { [documentId]: before, ...others } = ledger.meta.read('delivery-json', folderId) ?? {};
  if (before === hash) return;
  const all = hash === undefined ? others : { ...others, [documentId]: hash };
  ledger.meta.write('delivery-json', Object.keys(all).length === 0 ? undefined : all, folderId);
}
