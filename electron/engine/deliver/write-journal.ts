import { z } from 'zod';
import type { World } from '../ports.ts';

/**
 * The write-ahead journal of deliveries: what a delivery is about to do, committed before it touches the disk and removed in
 * the transaction that records what it did. After a crash it tells which files on disk are ours and which are a person's.
 * Each folder has one, because its deliveries follow one another.
 */
const rowSchema = z.object({
  documentId: z.number(),
  /** The earlier document whose row this one takes over. */
  replaces: z.number().optional(),
  cells: z.record(z.string(), z.string()),
});

const csvSchema = z.object({
  csvId: z.number(),
  /** `create` makes the file whole, `append` adds at its end, `rewrite` replaces it whole. */
  how: z.enum(['create', 'append', 'rewrite']),
  columns: z.array(z.string()),
  delimiter: z.string(),
  rows: z.array(rowSchema),
});

/** By document: the SHA-256 of our own earlier JSON that its new one replaces. */
const replacingSchema = z.record(z.string(), z.string());

export type CsvJournalRow = Readonly<z.infer<typeof rowSchema>>;
export type CsvJournal = Readonly<z.infer<typeof csvSchema>>;

type Ledger = Pick<World, 'ledger'>;

const csvKey = (folderId: number) => `delivery-csv:${folderId}`;
const jsonKey = (folderId: number) => `delivery-json:${folderId}`;

// A journal that cannot be read counts as none: files that the ledger does not know are then a person's, and are kept.

export function readCsvJournal({ ledger }: Ledger, folderId: number): CsvJournal | undefined {
  return csvSchema.safeParse(ledger.meta.get(csvKey(folderId))).data;
}

/** To be called within the transaction that the journal belongs to. */
export function writeCsvJournal({ ledger }: Ledger, folderId: number, journal: CsvJournal | undefined): void {
  ledger.meta.set(csvKey(folderId), journal);
}

/** The SHA-256 of our own earlier JSON that the document's new one is about to replace. */
export function readJsonJournal({ ledger }: Ledger, folderId: number, documentId: number): string | undefined {
  return replacingSchema.safeParse(ledger.meta.get(jsonKey(folderId))).data?.[documentId];
}

/** To be called within the transaction that the journal belongs to. */
export function writeJsonJournal({ ledger }: Ledger, folderId: number, documentId: number, hash: string | undefined): void {
  const { [documentId]: before, ...others } = replacingSchema.safeParse(ledger.meta.get(jsonKey(folderId))).data ?? {};
  if (before === hash) return;
  const all = hash === undefined ? others : { ...others, [documentId]: hash };
  ledger.meta.set(jsonKey(folderId), Object.keys(all).length === 0 ? undefined : all);
}
