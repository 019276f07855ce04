import type { Document } from '../../electron/core/document/document.ts';
import type { SheetRecord } from '../../electron/core/document/sheet.ts';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { rowsInWorkbook } from './instant-compression.ts';
import { folderOf, resultText } from './outputs-at-the-end.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** The tables whose files lack something that their folders want. */
export function unsavedSheets({ ledger, plan }: Pick<SimulatedWorld, 'ledger' | 'plan'>): readonly SheetRecord[] {
  return ledger.folders.all().flatMap(({ id, path }) => {
    const isWanted = plan.folders.some((folder) => folder.path === path && folder.outputs.xlsx === 'folder');
    return isWanted ? ledger.sheets.all(id).filter(({ revision, saved }) => revision > saved) : [];
  });
}

/** Every delivered document has its one row in the workbook of its route, and every workbook is whole on disk. */
export function sheetsRight(simulated: SimulatedWorld, delivered: readonly Document[]): string[] {
  const { disk, ledger, belongings } = simulated;
  const complaints: string[] = [];
  const all = new Map<string, { readonly id: number; readonly body: string }[]>();
  for (const sheet of ledger.folders.all().flatMap(({ id }) => ledger.sheets.all(id))) {
    const rows = [...ledger.sheets.rows(sheet.id)].map(({ documentId: id, body }) => ({ id, body }));
    all.set(`${sheet.folderId} ${routeKey(sheet.route)}`, rows);
    const { path = 'a table', written } = sheet;
    if (belongings.wasClaimed(path)) continue;
    if (written === undefined) complaints.push(`${path} was never written`);
    else if (
      !hasRows(
        disk.get(path),
        rows.map(({ id }) => ledger.documents.get(id)?.hash ?? ''),
      )
    )
      complaints.push(`${path} does not have the rows that the ledger has`);
  }
  for (const document of delivered) {
    if (folderOf(simulated, document)?.outputs.xlsx !== 'folder') continue;
    const name = `${document.path} (#${document.id})`;
    const its = all.get(`${document.folderId} ${routeKey(document.route)}`) ?? [];
    const own = its.filter(({ id }) => id === document.id);
    if (own.length !== 1) complaints.push(`${name} is delivered and has ${own.length} rows`);
    else if (!own[0]?.body.includes(document.hash ?? '') || !own[0].body.includes(resultText(document)))
      complaints.push(`the row of ${name} is not that of its content`);
  }
  return complaints;
}

function hasRows(bytes: Uint8Array | undefined, hashes: readonly string[]): boolean {
  const rows = bytes === undefined ? [] : rowsInWorkbook(bytes);
  return rows.length === hashes.length && rows.every((row, at) => row.includes(hashes[at] ?? ''));
}
