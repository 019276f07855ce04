import type { FileFacts } from '../../core/document/document.ts';
import type { CsvRecord } from '../../core/document/records.ts';
import { csvRows } from './csv.ts';
import { csvContent, unbegun } from './csv-file.ts';
import { type CsvWrite, freeCsvPath } from './csv-plan.ts';
import type { DeliverySubject, DeliveryWorld } from './delivery-context.ts';
import { type CsvJournal, setJournalledCsv } from './write-journal.ts';

export interface JournalledCsv {
  readonly record: CsvRecord;
  readonly journal: CsvJournal;
}

/** Within the transaction before the write: the ledger knows the path, where the CSV ended, and what is to come. */
export function intendCsv(world: DeliveryWorld, { folder, info }: DeliverySubject, write: CsvWrite): JournalledCsv {
  const { ledger } = world;
  const { path, columns, delimiter, rows } = write;
  if (write.leave !== undefined) ledger.csv.update(write.leave.id, { state: 'left' });
  const fresh = { folderId: folder.id, route: info.route, path, columns, delimiter, facts: unbegun, state: 'current' } as const;
  // The columns of one that is rewritten are recorded when they are on disk.
  const record =
    write.record === undefined
      ? ledger.csv.add(fresh)
      : write.how === 'create'
        ? ledger.csv.update(write.record.id, { path, columns, delimiter })
        : write.record;
  const journal = { csvId: record.id, how: write.how, columns: [...columns], delimiter, rows: [...rows] };
  setJournalledCsv(world, folder.id, journal);
  for (const row of rows) ledger.outputs.put({ documentId: row.documentId, kind: 'csv', path, state: 'intended' });
  return { record, journal };
}

/**
 * Writes what was journalled. Appending costs the same however long the CSV is.
 * @returns where, and the facts that it has now
 * @throws DiskProblem
 */
export async function writeCsv(
  world: DeliveryWorld,
  subject: DeliverySubject,
  { record, journal }: JournalledCsv,
): Promise<{ readonly record: CsvRecord; readonly facts: FileFacts }> {
  const layout = { id: record.id, columns: journal.columns, delimiter: journal.delimiter };
  switch (journal.how) {
    case 'append': {
      const cells = journal.rows.map((row) => row.cells);
      const bytes = csvRows(cells, journal.columns, journal.delimiter);
      return { record, facts: await world.files.writeAt(record.path, record.facts.size, bytes) };
    }
    case 'rewrite':
      return { record, facts: await world.files.replaceWhole(record.path, csvContent(world, layout, journal.rows)) };
    case 'create': {
      const bytes = Buffer.concat([...csvContent(world, layout, journal.rows)]);
      for (let current = record; ; ) {
        const facts = await world.files.createWhole(current.path, bytes);
        if (facts !== 'taken') return { record: current, facts };
        const path = await freeCsvPath(world, subject, record);
        current = world.ledger.transaction(() => {
          for (const { documentId } of journal.rows)
            world.ledger.outputs.put({ documentId, kind: 'csv', path, state: 'intended' });
          return world.ledger.csv.update(record.id, { path });
        });
      }
    }
  }
}

/** Within the transaction after the write. */
export function recordCsv(world: DeliveryWorld, folderId: number, { record, journal }: JournalledCsv, facts: FileFacts): void {
  const { ledger } = world;
  for (const { documentId, replaces, cells } of journal.rows) {
    if (replaces === undefined) ledger.csv.putRow(record.id, documentId, cells);
    else {
      ledger.csv.replaceRow(record.id, replaces, documentId, cells);
      ledger.outputs.remove(replaces, 'csv');
    }
    ledger.outputs.put({ documentId, kind: 'csv', path: record.path, state: 'written' });
  }
  ledger.csv.update(record.id, { facts, columns: journal.columns, delimiter: journal.delimiter });
  setJournalledCsv(world, folderId, undefined);
}
