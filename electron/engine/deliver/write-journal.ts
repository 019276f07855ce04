import { createHash } from 'node:crypto';
import type { OutputRecord } from '../../core/document/records.ts';
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

/** Whether the machine has died since an output was created without waiting for the disk. */
export function mayBeLost({ files }: Pick<World, 'files'>, { path, unsynced }: OutputRecord): boolean {
  return unsynced !== undefined && unsynced !== files.boot?.(path);
}

/** How every JSON of ours begins. */
const beginning = '{\n  "intray": ';

/**
 * Whether this is what is left of a JSON of ours that was not on disk yet when the machine died: nothing, its beginning, or
 * either with zeros after it. What a person has put in its place is none of that.
 *
 * @param hash of the JSON, hex: one that lacks nothing but its last line break can be read
 */
export function isTorn(bytes: Uint8Array, hash?: string): boolean {
  if (hash !== undefined && createHash('sha256').update(bytes).update('\n').digest('hex') === hash) return true;
  const zero = bytes.indexOf(0);
  if (zero >= 0 && bytes.subarray(zero).some((byte) => byte !== 0)) return false;
  const text = new TextDecoder().decode(zero < 0 ? bytes : bytes.subarray(0, zero));
  if (text.length <= beginning.length) return beginning.startsWith(text);
  return text.startsWith(beginning) && (zero >= 0 || !isWhole(text));
}

function isWhole(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
