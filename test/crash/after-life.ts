/** What must hold of folders whose engine was killed: at once, and after another one has done its work. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import { inWords, type SeenFile } from '../support/seen.ts';
import { categoryOf, extractedDataOf } from '../support/strict/values.ts';
import { delimiterOf, readTable } from '../support/table.ts';

export const isLeftover = (name: string): boolean => /(^|\/)\.intray-[^/]*\.tmp$/.test(name);

/** Every file below, relative, with `/`. */
export function namesBelow(directory: string): string[] {
  return readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(directory.length + 1))
    .sort();
}

export function sha256(path: string): string {
  return createHash('sha256').update(readFileSync(path)).digest('hex');
}

/** Right after the process died: nothing half written can be seen, but for the tail of a table. @returns what is wrong */
export function seenHalfWritten(folder: string): string[] {
  const names = namesBelow(folder).filter((name) => !isLeftover(name));
  return names.flatMap((name) => {
    try {
      if (name.endsWith('.json')) JSON.parse(readFileSync(join(folder, name), 'utf8'));
      if (name.endsWith('.csv')) wholeRows(join(folder, name));
      return [];
    } catch (error) {
      return [`${name} is half written: ${String(error)}`];
    }
  });
}

/** All rows but the last one must be whole; the header always. */
function wholeRows(path: string): void {
  const text = readFileSync(path, 'utf8');
  const whole = text.slice(0, text.lastIndexOf('\r\n') + 2);
  if (whole === '') throw new Error('it has no header');
  const rows: string[][] = parse(whole, {
    bom: true,
    delimiter: delimiterOf(whole),
    relax_column_count: true,
    relax_quotes: true,
  });
  const width = rows[0]?.length ?? 0;
  const short = rows.slice(0, -1).find((row) => row.length !== width);
  if (short !== undefined) throw new Error(`a row in its middle: ${short.join('|')}`);
}

export interface Afterwards {
  readonly folder: string;
  /** Those that are known of in it. */
  readonly files: readonly SeenFile[];
  /** How often the service accepted a content. */
  readonly uploads: ReadonlyMap<string, number>;
  readonly unresolved: 'hold' | 'resend';
}

/** Delivered, or held and saying why. */
const isSettled = ({ isGone, outputs, says, stage }: SeenFile): boolean =>
  outputs === 'done' || (!isGone && (stage === 'held' || stage === 'in doubt') && says !== undefined);

/** After another life has done its work. @returns what is wrong */
export function wrongAtRest({ folder, files, uploads, unresolved }: Afterwards): string[] {
  const names = namesBelow(folder);
  const wrong: string[] = names.filter(isLeftover).map((name) => `${name} was left behind`);
  for (const file of files) {
    const { hash, outputs, path } = file;
    if (!isSettled(file)) wrong.push(`${path} is ${inWords(file)}, ${outputs}`);
    if (hash === undefined) continue;
    const times = uploads.get(hash) ?? 0;
    const isMarked = files.some((other) => other.hash === hash && other.possibleDuplicate);
    if (times > (isMarked && unresolved === 'resend' ? 2 : 1)) wrong.push(`${path} was sent ${times} times`);
    if (outputs === 'done' && times === 0) wrong.push(`${path} was never sent`);
  }
  const delivered = files.filter(({ outputs }) => outputs === 'done');
  // The earlier content of a path keeps its row, and its JSON until the later one is delivered.
  const isReplacedBy = (id: number, others: readonly SeenFile[]) => others.some(({ replaces }) => replaces === id);
  const current = delivered.filter(({ id }) => !isReplacedBy(id, files));
  for (const file of current) wrong.push(...wrongBeside(folder, file));
  const expected = new Set(delivered.map(({ path }) => `${path}.json`));
  for (const name of names) if (name.endsWith('.json') && !expected.has(name)) wrong.push(`${name} belongs to nothing`);
  const replaced = delivered.filter(({ id }) => isReplacedBy(id, delivered));
  return [...wrong, ...wrongTable(folder, names, delivered, replaced)];
}

/** The source holds the content that was sent, and its JSON what was found in it. */
function wrongBeside(folder: string, file: SeenFile): string[] {
  const path = join(folder, file.path);
  try {
    const hash = sha256(path);
    if (hash !== file.hash) return [`${file.path} has another content`];
    const json = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Record<string, unknown>;
    const right =
      file.route.kind === 'extraction'
        ? JSON.stringify(json.extracted_data) === JSON.stringify(extractedDataOf(hash))
        : JSON.stringify(json).includes(String(categoryOf(hash, ['Letters', 'Bills'])));
    const mark = (json.possible_duplicate === true) === file.possibleDuplicate;
    return [...(right ? [] : [`${file.path}.json has other values`]), ...(mark ? [] : [`${file.path}.json is marked wrongly`])];
  } catch (error) {
    return [`${file.path}: ${String(error)}`];
  }
}

/** One table, with one row for each of these, which says so where another content has come to its path. */
function wrongTable(
  folder: string,
  names: readonly string[],
  shown: readonly SeenFile[],
  replaced: readonly SeenFile[],
): string[] {
  const tables = names.filter((name) => name.endsWith('.csv'));
  if (shown.length === 0 && tables.length === 0) return [];
  if (tables.length !== 1) return [`there are ${tables.length} tables: ${tables.join(', ')}`];
  const rows: Record<string, string>[] = readTable(readFileSync(join(folder, tables[0] ?? '')));
  const said = (row: Record<string, string>) => (row.status === 'replaced' ? 'replaced' : '');
  const hashes = rows.map((row) => `${row.sha256} ${row.duplicate_of === '' ? 'first' : 'copy'} ${said(row)}`).sort();
  const expected = shown
    .map((file) => `${file.hash} ${file.stage === 'copied' ? 'copy' : 'first'} ${replaced.includes(file) ? 'replaced' : ''}`)
    .sort();
  return JSON.stringify(hashes) === JSON.stringify(expected)
    ? []
    : [`the table has ${JSON.stringify(hashes)} instead of ${JSON.stringify(expected)}`];
}
