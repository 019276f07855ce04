import { type FileFacts, hasGoneOn } from '../../core/document/document.ts';
import type { CsvRecord, OutputRecord } from '../../core/document/records.ts';
import { given } from '../../core/plain-data.ts';
import { type Route, routeKey, sameRoute } from '../../core/protocol/route.ts';
import { assertNever } from '../../core/result.ts';
import { absolutePath } from '../loop/folder.ts';
import { csvRows, shownIn } from './csv.ts';
import { csvContent, unbegun } from './csv-file.ts';
import { freeCsvPath, type PlannedCsvWrite } from './csv-plan.ts';
import type { DeliveryTarget, DeliveryWorld } from './delivery-target.ts';
import { type CsvJournal, type CsvJournalRow, writeCsvJournal } from './write-journal.ts';

/** A write that is in the journal, and the CSV that it is for. */
export interface CsvWrite {
  readonly record: CsvRecord;
  readonly journal: CsvJournal;
}

/** To be called in the transaction before the write: the ledger has the path, where the CSV ended, and what is to be written. */
export function journalCsv(world: DeliveryWorld, { folder, info }: DeliveryTarget, write: PlannedCsvWrite): CsvWrite {
  const { ledger } = world;
  const { path, columns, delimiter, rows, removed } = write;
  const shown = given({ shown: write.shown });
  if (write.leave !== undefined) ledger.csv.update(write.leave.id, { state: 'left' });
  const fresh = {
    folderId: folder.id,
    route: info.route,
    path,
    columns,
    ...shown,
    delimiter,
    facts: unbegun,
    state: 'current',
  } as const;
  // The columns of a CSV that is rewritten are recorded once they are on disk.
  const record =
    write.record === undefined
      ? ledger.csv.add(fresh)
      : write.how === 'create'
        ? ledger.csv.update(write.record.id, { path, columns, shown: write.shown, delimiter })
        : write.record;
  const journal: CsvJournal = {
    csvId: record.id,
    how: write.how,
    columns: [...columns],
    ...given({ shown: write.shown && [...write.shown] }),
    delimiter,
    rows: [...rows],
    ...given({ removed: removed && [...removed] }),
  };
  writeCsvJournal(world, folder.id, journal);
  putOutputs(world, info.route, rows, { path, state: 'intended' });
  return { record, journal };
}

/**
 * Writes what the journal has. Appending costs the same however long the CSV is.
 * @returns where, and the facts that it has now
 * @throws DiskProblem
 */
export async function writeCsv(
  world: DeliveryWorld,
  target: DeliveryTarget,
  { record, journal }: CsvWrite,
): Promise<{ readonly record: CsvRecord; readonly facts: FileFacts }> {
  const { how: _, csvId: id, rows: __, ...looks } = journal;
  const layout = { id, ...looks };
  switch (journal.how) {
    case 'append': {
      const cells = journal.rows.map((row) => row.cells);
      const bytes = csvRows(cells, namesIn(journal), journal.delimiter);
      return { record, facts: await world.files.writeAt(record.path, record.facts, record.facts.size, bytes) };
    }
    case 'rewrite':
      return {
        record,
        facts: await world.files.replaceWhole(record.path, csvContent(world, layout, journal.rows, journal.removed)),
      };
    case 'create': {
      const bytes = Buffer.concat([...csvContent(world, layout, journal.rows)]);
      const documents = journal.rows.map(({ documentId }) => world.ledger.documents.get(documentId));
      const sources = documents.flatMap((each) => (each === undefined ? [] : [absolutePath(target.folder, each.path)]));
      for (let current = record; ; ) {
        const facts = await world.files.createWhole(current.path, bytes, sources);
        if (facts !== 'taken') return { record: current, facts };
        const path = await freeCsvPath(world, target, record);
        current = world.ledger.transaction(() => {
          putOutputs(world, record.route, journal.rows, { path, state: 'intended' });
          return world.ledger.csv.update(record.id, { path });
        });
      }
    }
    default:
      return assertNever(journal.how);
  }
}

/** The columns that a write has, in their order. */
export function namesIn(journal: CsvJournal): readonly string[] {
  return shownIn(journal).map(({ name }) => name);
}

/** To be called in the transaction after the write. */
export function recordCsv(world: DeliveryWorld, folderId: number, { record, journal }: CsvWrite, facts: FileFacts): void {
  const { ledger } = world;
  for (const { documentId, replaces, cells } of journal.rows) {
    if (replaces === undefined) ledger.csv.putRow(record.id, documentId, cells);
    else {
      ledger.csv.replaceRow(record.id, replaces, documentId, cells);
      if (csvOutputOf(world, replaces)?.path === record.path) ledger.outputs.remove(replaces, 'csv');
    }
  }
  for (const documentId of journal.removed ?? []) forgetRow(world, record, documentId);
  putOutputs(world, record.route, journal.rows, { path: record.path, state: 'written' });
  ledger.csv.update(record.id, { facts, columns: journal.columns, shown: journal.shown, delimiter: journal.delimiter });
  writeCsvJournal(world, folderId, undefined);
}

/** A document's row has been taken out of a table, or is not ours any more: its table is that of its step, if it has a row there. */
export function forgetRow({ ledger }: DeliveryWorld, { id, folderId, path }: CsvRecord, documentId: number): void {
  ledger.csv.removeRow(id, documentId);
  if (csvOutputOf({ ledger }, documentId)?.path !== path) return;
  const route = ledger.documents.get(documentId)?.route;
  const own = ledger.csv.withRowOf(folderId, documentId).find((table) => route !== undefined && sameRoute(table.route, route));
  if (own === undefined) ledger.outputs.remove(documentId, 'csv');
  else ledger.outputs.put({ documentId, kind: 'csv', path: own.path, state: 'written' });
}

/**
 * A row may be there that its document had left, and has come back to: that is the document's table again.
 * @param paths document → path of the table of this route
 */
export function recordTable(world: DeliveryWorld, route: Route, paths: ReadonlyMap<number, string>): void {
  const astray = [...paths].filter(([documentId, path]) => csvOutputOf(world, documentId)?.path !== path);
  if (astray.length === 0) return;
  world.ledger.transaction(() => {
    for (const [documentId, path] of astray) putOutputs(world, route, [{ documentId }], { path, state: 'written' });
  });
}

/** The table of a document is that of its last step, although it has a row in those of the steps before. */
function putOutputs(
  { ledger }: DeliveryWorld,
  route: Route,
  rows: readonly Pick<CsvJournalRow, 'documentId'>[],
  output: Pick<OutputRecord, 'path' | 'state'>,
): void {
  for (const { documentId } of rows) {
    const document = ledger.documents.get(documentId);
    const isEarlier = document !== undefined && hasGoneOn(document) && routeKey(document.route) !== routeKey(route);
    if (!isEarlier) ledger.outputs.put({ documentId, kind: 'csv', ...output });
  }
}

function csvOutputOf({ ledger }: Pick<DeliveryWorld, 'ledger'>, documentId: number): OutputRecord | undefined {
  return ledger.outputs.of(documentId).find(({ kind }) => kind === 'csv');
}
