import { z } from 'zod';
import type { World } from '../ports.ts';

/**
 * What a delivery was about to do, committed before it touches the disk and forgotten in the transaction that records
 * what it did. After a crash it tells what is ours on disk and what is a person's. One for each folder, whose
 * deliveries follow one another.
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

export type JournalledRow = Readonly<z.infer<typeof rowSchema>>;
export type CsvJournal = Readonly<z.infer<typeof csvSchema>>;

type Ledger = Pick<World, 'ledger'>;

const csvKey = (folderId: number) => `delivery-csv:${folderId}`;
const jsonKey = (folderId: number) => `delivery-json:${folderId}`;

// An journal that cannot be read is as none: what is on disk and not in the ledger is then taken for a person's, and
// kept.

export function journalledCsv({ ledger }: Ledger, folderId: number): CsvJournal | undefined {
  return csvSchema.safeParse(ledger.meta.get(csvKey(folderId))).data;
}

/** To be called within the transaction that it belongs to; undefined forgets it. */
export function setJournalledCsv({ ledger }: Ledger, folderId: number, csv: CsvJournal | undefined): void {
  ledger.meta.set(csvKey(folderId), csv);
}

export function replacedJson({ ledger }: Ledger, folderId: number, documentId: number): string | undefined {
  return replacingSchema.safeParse(ledger.meta.get(jsonKey(folderId))).data?.[documentId];
}

/** To be called within the transaction that it belongs to; an undefined hash forgets it. */
export function setReplacedJson({ ledger }: Ledger, folderId: number, documentId: number, hash: string | undefined): void {
  const { [documentId]: before, ...others } = replacingSchema.safeParse(ledger.meta.get(jsonKey(folderId))).data ?? {};
  if (before === hash) return;
  const all = hash === undefined ? others : { ...others, [documentId]: hash };
  ledger.meta.set(jsonKey(folderId), Object.keys(all).length === 0 ? undefined : all);
}
