import type { Document } from '../../core/document/document.ts';
import type { CsvRecord } from '../../core/document/records.ts';
import { given } from '../../core/plain-data.ts';
import { sameRoute } from '../../core/protocol/route.ts';
import { DiskProblem } from '../ports.ts';
import { isOpenElsewhere, lookAtCsv } from './csv-file.ts';
import { forgetRow, journalCsv, recordCsv, writeCsv } from './csv-outputs.ts';
import { recoverCsvWrite } from './csv-recovery.ts';
import { checkReachable, type DeliveryTarget, type DeliveryWorld } from './delivery-target.ts';
import { isHere } from './file-away.ts';

/**
 * Takes rows of documents out of the tables of extractions that they have left. A table that a person has edited stays as it is, and
 * the row is theirs.
 * @param withoutSource documents whose file a person has removed: that it is not there tells nothing of the share
 * @throws DiskProblem
 */
export async function removeLeftRows(
  world: DeliveryWorld,
  target: DeliveryTarget,
  documents: readonly Document[],
  withoutSource: ReadonlySet<number>,
): Promise<void> {
  const left = documents.flatMap((document) => {
    const routes = [document.route, ...(document.verdict === undefined ? [] : [document.verdict.route])];
    const tables = world.ledger.csv.withRowOf(target.folder.id, document.id);
    const stale = tables.filter((table) => !routes.some((route) => sameRoute(route, table.route)));
    return stale.map((table) => ({ table, document }));
  });
  for (const rows of Map.groupBy(left, ({ table }) => table.id).values()) {
    const [first] = rows;
    if (first === undefined) continue;
    await removeRows(
      world,
      target,
      first.table,
      rows.map(({ document }) => document),
      withoutSource,
    );
  }
}

async function removeRows(
  world: DeliveryWorld,
  target: DeliveryTarget,
  table: CsvRecord,
  documents: readonly Document[],
  withoutSource: ReadonlySet<number>,
): Promise<void> {
  const { ledger } = world;
  const { folder } = target;
  await recoverCsvWrite(world, folder.id);
  const removed = documents.map(({ id }) => id);
  const onDisk = await lookAtCsv(world, table);
  if (onDisk.kind === 'deleted') {
    const known = documents.filter(({ id }) => !withoutSource.has(id));
    if (known.length > 0 || !(await isHere(world, folder))) await checkReachable(world, folder, known);
  }
  if (onDisk.kind !== 'ours') {
    ledger.transaction(() => {
      for (const id of removed) forgetRow(world, table, id);
    });
    return;
  }
  if (await isOpenElsewhere(world, table.path)) throw new DiskProblem('locked', table.path, 'write');
  const { record: ours } = onDisk;
  const { path, columns, shown, delimiter } = ours;
  const looks = { path, columns, ...given({ shown }), delimiter };
  const journalled = ledger.transaction(() =>
    journalCsv(world, target, { how: 'rewrite', record: ours, ...looks, rows: [], removed }),
  );
  const { record, facts } = await writeCsv(world, target, journalled);
  ledger.transaction(() => recordCsv(world, folder.id, { ...journalled, record }, facts));
}
