import { type FileFacts, sameFacts } from '../../core/document/document.ts';
import type { CsvRecord } from '../../core/document/records.ts';
import type { Entry } from '../ports.ts';
import { csvRows } from './csv.ts';
import { csvContent, factsOf, hasContent } from './csv-file.ts';
import { namesIn, recordCsv } from './csv-outputs.ts';
import type { DeliveryWorld } from './delivery-target.ts';
import { type CsvJournal, readCsvJournal, writeCsvJournal } from './write-journal.ts';

/**
 * Finds out what became of a CSV write that is in the journal and was not recorded, because the program or the disk failed.
 * Rows that are whole on disk are recorded, part of a row is cut off, and a write that was not begun is forgotten: its
 * documents are still to be delivered. Content that is neither the old nor the new is a person's; `lookAtCsv` finds that.
 * @param missing what to do if there is no such file: `wait`, its share may be disconnected; `go-on`, the same is found out once
 *   there is one, because it may be on the volume that was here before
 * @returns whether the journal is empty now
 * @throws DiskProblem
 */
export async function recoverCsvWrite(
  world: DeliveryWorld,
  folderId: number,
  missing: 'go-on' | 'wait' = 'go-on',
): Promise<boolean> {
  const { ledger } = world;
  const journal = readCsvJournal(world, folderId);
  if (journal === undefined) {
    await recoverElsewhere(world, folderId);
    return true;
  }
  const record = ledger.csv.all(folderId).find((csv) => csv.id === journal.csvId);
  const entry = record === undefined ? undefined : await world.files.stat(record.path);
  if (record !== undefined && entry === undefined && missing === 'wait') return false;
  const facts = record === undefined || entry === undefined ? undefined : await factsIfWhole(world, record, journal, entry);
  ledger.transaction(() => {
    if (record !== undefined && facts !== undefined) recordCsv(world, folderId, { record, journal }, facts);
    else {
      if (record !== undefined && entry === undefined) ledger.meta.write('delivery-csv-elsewhere', journal, folderId);
      writeCsvJournal(world, folderId, undefined);
    }
  });
  return true;
}

/** What became of a write whose CSV was not there when the journal was looked at. */
async function recoverElsewhere(world: DeliveryWorld, folderId: number): Promise<void> {
  const { files, ledger } = world;
  const journal = ledger.meta.read('delivery-csv-elsewhere', folderId);
  if (journal === undefined) return;
  const record = ledger.csv.all(folderId).find((csv) => csv.id === journal.csvId && csv.state === 'current');
  const entry = record === undefined ? undefined : await files.stat(record.path);
  if (record !== undefined && entry === undefined) return;
  const facts = record === undefined || entry === undefined ? undefined : await factsIfWhole(world, record, journal, entry);
  ledger.transaction(() => {
    if (record !== undefined && facts !== undefined) recordCsv(world, folderId, { record, journal }, facts);
    ledger.meta.write('delivery-csv-elsewhere', undefined, folderId);
  });
}

async function factsIfWhole(
  world: DeliveryWorld,
  record: CsvRecord,
  journal: CsvJournal,
  entry: Omit<Entry, 'name'>,
): Promise<FileFacts | undefined> {
  if (entry.kind !== 'file' || sameFacts(entry, record.facts)) return undefined;
  if (journal.how === 'append') return recoverAppend(world, record, journal, entry);
  const { rows, removed, ...looks } = journal;
  const content = csvContent(world, { id: record.id, ...looks }, rows, removed);
  return (await hasContent(world, record.path, entry.size, content)) ? factsOf(entry) : undefined;
}

async function recoverAppend(
  world: DeliveryWorld,
  record: CsvRecord,
  journal: CsvJournal,
  entry: FileFacts,
): Promise<FileFacts | undefined> {
  const cells = journal.rows.map((row) => row.cells);
  const bytes = csvRows(cells, namesIn(journal), journal.delimiter);
  const end = record.facts.size;
  const length = entry.size - end;
  if (length <= 0 || length > bytes.length) return undefined;
  const tail = await world.files.read(record.path, end, length);
  if (Buffer.compare(tail, bytes.subarray(0, length)) !== 0) return undefined;
  // The rows before it may have been edited since: then our row is the person's too.
  if (!(await hasContent(world, record.path, end, csvContent(world, record, [])))) return undefined;
  // Writing nothing at a position truncates the file there, and makes sure that everything before is on disk.
  const whole = length === bytes.length;
  const facts = await world.files.writeAt(record.path, entry, whole ? entry.size : end, new Uint8Array());
  if (whole) return facts;
  world.ledger.csv.update(record.id, { facts });
  return undefined;
}
