import type { FileFacts } from '../../core/document.ts';
import type { CsvRecord } from '../../core/records.ts';
import { csvRows } from './csv.ts';
import { csvContent, unbegun } from './csv-file.ts';
import { type CsvWrite, freeCsvPath } from './csv-plan.ts';
import { type CsvIntention, setIntendedCsv } from './intention.ts';
import type { DeliverySubject, DeliveryWorld } from './parts.ts';

export interface IntendedCsv {
  readonly record: CsvRecord;
  readonly intention: CsvIntention;
}

/** Within the transaction before the write: the ledger knows the path, where the CSV ended, and what is to come. */
export function intendCsv(world: DeliveryWorld, { folder, info }: DeliverySubject, write: CsvWrite): IntendedCsv {
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
  const intention = { csvId: record.id, how: write.how, columns: [...columns], delimiter, rows: [...rows] };
  setIntendedCsv(world, folder.id, intention);
  for (const row of rows) ledger.outputs.put({ documentId: row.documentId, kind: 'csv', path, state: 'intended' });
  return { record, intention };
}

/**
 * Writes what was intended. Appending costs the same however long the CSV is.
 * @returns where, and the facts that it has now
 * @throws DiskProblem
 */
export async function writeCsv(
  world: DeliveryWorld,
  subject: DeliverySubject,
  { record, intention }: IntendedCsv,
): Promise<{ readonly record: CsvRecord; readonly facts: FileFacts }> {
  const layout = { id: record.id, columns: intention.columns, delimiter: intention.delimiter };
  switch (intention.how) {
    case 'append': {
      const cells = intention.rows.map((row) => row.cells);
      const bytes = csvRows(cells, intention.columns, intention.delimiter);
      return { record, facts: await world.files.writeAt(record.path, record.facts.size, bytes) };
    }
    case 'rewrite':
      return { record, facts: await world.files.replaceWhole(record.path, csvContent(world, layout, intention.rows)) };
    case 'create': {
      const bytes = Buffer.concat([...csvContent(world, layout, intention.rows)]);
      for (let current = record; ; ) {
        const facts = await world.files.createWhole(current.path, bytes);
        if (facts !== 'taken') return { record: current, facts };
        const path = await freeCsvPath(world, subject, record);
        current = world.ledger.transaction(() => {
          for (const { documentId } of intention.rows)
            world.ledger.outputs.put({ documentId, kind: 'csv', path, state: 'intended' });
          return world.ledger.csv.update(record.id, { path });
        });
      }
    }
  }
}

/** Within the transaction after the write. */
export function recordCsv(world: DeliveryWorld, folderId: number, { record, intention }: IntendedCsv, facts: FileFacts): void {
  const { ledger } = world;
  for (const { documentId, replaces, cells } of intention.rows) {
    if (replaces === undefined) ledger.csv.putRow(record.id, documentId, cells);
    else {
      ledger.csv.replaceRow(record.id, replaces, documentId, cells);
      ledger.outputs.remove(replaces, 'csv');
    }
    ledger.outputs.put({ documentId, kind: 'csv', path: record.path, state: 'written' });
  }
  ledger.csv.update(record.id, { facts, columns: intention.columns, delimiter: intention.delimiter });
  setIntendedCsv(world, folderId, undefined);
}
