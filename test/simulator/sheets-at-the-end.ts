import { z } from 'zod';
import { routeKey } from '../../electron/core/protocol/route.ts';
import { nameOfFile, type SeenFile, type SeenSheet } from '../support/seen.ts';
import { readJson } from './disk-referee.ts';
import { rowsInWorkbook } from './instant-compression.ts';
import { folderOf, isOwnRow, resultText } from './outputs-at-the-end.ts';
import type { SimulatedWorld } from './simulated-world.ts';

const foundIn = z.object({ reasoning: z.string().optional(), value: z.string().optional() });

/** The tables whose files lack something that their folders want. */
export function unsavedSheets({ plan, seen }: Pick<SimulatedWorld, 'plan' | 'seen'>): readonly SeenSheet[] {
  const wanted = new Set(plan.folders.filter(({ outputs }) => outputs.xlsx === 'folder').map(({ path }) => path));
  return wanted.size === 0 ? [] : seen.sheets().filter(({ folder, isDue }) => isDue && wanted.has(folder));
}

/** Every delivered file has its one row in the workbook of its route, and every workbook is whole on disk. */
export function sheetsRight(simulated: SimulatedWorld, delivered: readonly SeenFile[]): string[] {
  const { belongings, disk, seen } = simulated;
  const complaints: string[] = [];
  const sheets = seen.sheets();
  for (const { isWritten, path = 'a table', rows } of sheets) {
    if (belongings.wasClaimed(path)) continue;
    const hashes = rows.map(({ file }) => seen.file(file)?.hash ?? '');
    // For a row that left before its workbook was due, none is begun.
    if (!isWritten && rows.length > 0) complaints.push(`${path} was never written`);
    else if (isWritten && !hasRows(disk.get(path), hashes)) complaints.push(`${path} does not have the rows that the ledger has`);
  }
  for (const file of delivered) {
    if (folderOf(simulated, file)?.outputs.xlsx !== 'folder') continue;
    const its = sheets.filter(({ folder, route }) => folder === file.folder && routeKey(route) === routeKey(file.route));
    const own = its.flatMap(({ rows }) => rows).filter((row) => row.file === file.id);
    if (own.length !== 1) complaints.push(`${nameOfFile(file)} is delivered and has ${own.length} rows`);
    else if (own[0] === undefined || !isOfContent(file, own[0].body))
      complaints.push(`the row of ${nameOfFile(file)} is not that of its content`);
  }
  return complaints;
}

/** Of a result that the ledger has no more, only what a row was found to say tells whose it is. */
function isOfContent(file: SeenFile, body: string): boolean {
  if (!body.includes(file.hash ?? '')) return false;
  if (!file.isResultDropped) return body.includes(resultText(file));
  const { reasoning = '', value = '' } = foundIn.parse(readJson(body));
  return isOwnRow(file, file.route.kind === 'classification' ? reasoning : value);
}

function hasRows(bytes: Uint8Array | undefined, hashes: readonly string[]): boolean {
  const rows = bytes === undefined ? [] : rowsInWorkbook(bytes);
  return rows.length === hashes.length && rows.every((row, at) => row.includes(hashes[at] ?? ''));
}
