import type { Document } from '../../electron/core/document/document.ts';
import type { SheetRecord } from '../../electron/core/document/sheet.ts';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { textOf } from './memory-disk.ts';
import { folderOf, resultText } from './outputs-at-the-end.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** The tables whose files lack something that their folders want. */
export function unsavedSheets({ ledger, plan }: Pick<SimulatedWorld, 'ledger' | 'plan'>): readonly SheetRecord[] {
  return ledger.folders.all().flatMap(({ id, path }) => {
    const isWanted = plan.folders.some((folder) => folder.path === path && folder.outputs.jsonl === 'folder');
    return isWanted ? ledger.sheets.all(id).filter(({ revision, saved }) => revision > saved) : [];
  });
}

/** Every delivered document has its one line in the table of its route, and every table is whole on disk. */
export function sheetsRight(simulated: SimulatedWorld, delivered: readonly Document[]): string[] {
  const { disk, ledger, belongings } = simulated;
  const complaints: string[] = [];
  const lines = new Map<string, { readonly id: number; readonly body: string }[]>();
  for (const sheet of ledger.folders.all().flatMap(({ id }) => ledger.sheets.all(id))) {
    const rows = [...ledger.sheets.rows(sheet.id)].map(({ documentId: id, body }) => ({ id, body }));
    lines.set(`${sheet.folderId} ${routeKey(sheet.route)}`, rows);
    const { path = 'a table', written } = sheet;
    if (belongings.wasClaimed(path)) continue;
    if (written === undefined) complaints.push(`${path} was never written`);
    else if (textOf(disk.get(path) ?? new Uint8Array()) !== rows.map(({ body }) => body).join(''))
      complaints.push(`${path} does not have the lines that the ledger has`);
  }
  for (const document of delivered) {
    if (folderOf(simulated, document)?.outputs.jsonl !== 'folder') continue;
    const name = `${document.path} (#${document.id})`;
    const its = lines.get(`${document.folderId} ${routeKey(document.route)}`) ?? [];
    const own = its.filter(({ id }) => id === document.id);
    if (own.length !== 1) complaints.push(`${name} is delivered and has ${own.length} lines`);
    else if (!own[0]?.body.includes(document.hash ?? '') || !own[0].body.includes(resultText(document)))
      complaints.push(`the line of ${name} is not that of its content`);
  }
  return complaints;
}
