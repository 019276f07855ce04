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
 * @param missing what to do if there is no such file: `wait`, because its share may be disconnected; `go-on` without it, and find
 *   out once it is there again: it may be on the volume that was here before
 * @returns whether the journal is empty now
 * @throws DiskProblem
 */
export async function recoverCsvWrite(
  world: DeliveryWorld,
  folderId: number,
  missing: 'go-on' | 'wait' = 'go-on',
): Promise<boolean> {
  const journal = readCsvJournal(world, folderId);
  if (journal !== undefined) {
    const became = await findOut(world, folderId, journal);
    if (became.kind === 'missing' && missing === 'wait') return false;
    world.ledger.transaction(() => {
      if (became.kind === 'written') recordCsv(world, folderId, { record: became.record, journal }, became.facts);
      if (became.kind === 'missing') setElsewhere(world, folderId, [...elsewhere(world, folderId, journal.csvId), journal]);
      writeCsvJournal(world, folderId, undefined);
    });
  }
  await recoverElsewhere(world, folderId);
  return true;
}

/** What became of writes whose CSV was not there when the journal was looked at; the journal is empty. */
async function recoverElsewhere(world: DeliveryWorld, folderId: number): Promise<void> {
  for (const journal of elsewhere(world, folderId)) {
    const became = await findOut(world, folderId, journal);
    if (became.kind === 'missing') continue;
    world.ledger.transaction(() => {
      if (became.kind === 'written' && became.record.state === 'current')
        recordCsv(world, folderId, { record: became.record, journal }, became.facts);
      setElsewhere(world, folderId, elsewhere(world, folderId, journal.csvId));
    });
  }
}

/** Those that are kept, but for that of one CSV. */
function elsewhere({ ledger }: DeliveryWorld, folderId: number, but?: number): readonly CsvJournal[] {
  return (ledger.meta.read('delivery-csv-elsewhere', folderId) ?? []).filter(({ csvId }) => csvId !== but);
}

function setElsewhere({ ledger }: DeliveryWorld, folderId: number, journals: readonly CsvJournal[]): void {
  ledger.meta.write('delivery-csv-elsewhere', journals.length === 0 ? undefined : [...journals], folderId);
}

type Became =
  | { readonly kind: 'written'; readonly record: CsvRecord; readonly facts: FileFacts }
  /** Its file is not there. */
  | { readonly kind: 'missing' }
  /** Or it is as it was before, or as a person has made it. */
  | { readonly kind: 'not-written' };

async function findOut(world: DeliveryWorld, folderId: number, journal: CsvJournal): Promise<Became> {
  const record = world.ledger.csv.all(folderId).find((csv) => csv.id === journal.csvId);
  if (record === undefined) return { kind: 'not-written' };
  const entry = await world.files.stat(record.path);
  if (entry === undefined) return { kind: 'missing' };
  const facts = await factsIfWhole(world, record, journal, entry);
  return facts === undefined ? { kind: 'not-written' } : { kind: 'written', record, facts };
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
