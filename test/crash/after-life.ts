/** What must hold of folders whose engine was killed: at once, and after another one has done its work. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';
import type { Document } from '../../electron/core/document/document.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { openLedgerReadOnly } from '../../electron/ledger/ledger.ts';
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
  /** Of the ledger. */
  readonly documents: readonly Document[];
  /** How often the service accepted a content. */
  readonly uploads: ReadonlyMap<string, number>;
  readonly unresolved: 'hold' | 'resend';
}

export function documentsOf(ledgerFile: string, folder: string): Document[] {
  const ledger = openLedgerReadOnly(ledgerFile);
  try {
    const folderId = ledger.folders.byPath(folder)?.id;
    return folderId === undefined ? [] : [...ledger.documents.page({ folderId, limit: 10_000 }).documents];
  } finally {
    ledger.close();
  }
}

/** Delivered, or held and saying why. */
const settled = (document: Document): boolean =>
  document.delivery.kind === 'done' ||
  (document.state.kind === 'waiting' && document.state.wait.kind === 'held' && inEnglish(document.state.wait.message) !== '') ||
  (document.state.kind === 'waiting' && document.state.wait.kind === 'behind') ||
  (document.state.kind === 'unresolved' && inEnglish(document.state.message) !== '');

/** After another life has done its work. @returns what is wrong */
export function wrongAtRest({ folder, documents, uploads, unresolved }: Afterwards): string[] {
  const names = namesBelow(folder);
  const wrong: string[] = names.filter(isLeftover).map((name) => `${name} was left behind`);
  for (const document of documents) {
    if (!settled(document)) wrong.push(`${document.path} is ${JSON.stringify(document.state)}, ${document.delivery.kind}`);
    if (document.hash === undefined) continue;
    const times = uploads.get(document.hash) ?? 0;
    const marked = documents.some(({ hash, possibleDuplicate }) => hash === document.hash && possibleDuplicate);
    if (times > (marked && unresolved === 'resend' ? 2 : 1)) wrong.push(`${document.path} was sent ${times} times`);
    if (document.delivery.kind === 'done' && times === 0) wrong.push(`${document.path} was never sent`);
  }
  const replaced = new Set(documents.map(({ replaces }) => replaces));
  const current = documents.filter((document) => document.delivery.kind === 'done' && !replaced.has(document.id));
  for (const document of current) wrong.push(...wrongBeside(folder, document));
  const expected = current.map(({ path }) => `${path}.json`);
  const replacedButShown = documents
    .filter(({ id, delivery }) => replaced.has(id) && delivery.kind === 'done')
    .map(({ path }) => `${path}.json`);
  for (const name of names.filter((other) => other.endsWith('.json'))) {
    if (!expected.includes(name) && !replacedButShown.includes(name)) wrong.push(`${name} belongs to nothing`);
  }
  wrong.push(...wrongTable(folder, names, documents, replaced));
  return wrong;
}

/** The source holds the content that was sent, and its JSON what was found in it. */
function wrongBeside(folder: string, document: Document): string[] {
  const path = join(folder, document.path);
  try {
    const hash = sha256(path);
    if (hash !== document.hash) return [`${document.path} has another content`];
    const json = JSON.parse(readFileSync(`${path}.json`, 'utf8')) as Record<string, unknown>;
    const right =
      document.route.kind === 'extraction'
        ? JSON.stringify(json.extracted_data) === JSON.stringify(extractedDataOf(hash))
        : JSON.stringify(json).includes(String(categoryOf(hash, ['Letters', 'Bills'])));
    const mark = (json.possible_duplicate === true) === document.possibleDuplicate;
    return [
      ...(right ? [] : [`${document.path}.json has other values`]),
      ...(mark ? [] : [`${document.path}.json is marked wrongly`]),
    ];
  } catch (error) {
    return [`${document.path}: ${String(error)}`];
  }
}

/** One table, with one row for each document that was delivered, and one only for all contents of a path. */
function wrongTable(
  folder: string,
  names: readonly string[],
  documents: readonly Document[],
  replaced: ReadonlySet<number | undefined>,
): string[] {
  const tables = names.filter((name) => name.endsWith('.csv'));
  const delivered = documents.filter(({ delivery }) => delivery.kind === 'done');
  if (delivered.length === 0 && tables.length === 0) return [];
  if (tables.length !== 1) return [`there are ${tables.length} tables: ${tables.join(', ')}`];
  const bytes = readFileSync(join(folder, tables[0] ?? ''));
  const rows: Record<string, string>[] = readTable(bytes);
  const hashes = rows.map((row) => `${row.sha256} ${row.duplicate_of === '' ? 'first' : 'copy'}`).sort();
  // The earlier content of a path has its row until the later one is delivered.
  const successors = (id: number) => documents.filter(({ replaces }) => replaces === id);
  const shown = delivered.filter(
    ({ id }) => !replaced.has(id) || successors(id).every(({ delivery }) => delivery.kind !== 'done'),
  );
  const expected = shown.map(({ hash, state }) => `${hash} ${state.kind === 'duplicate' ? 'copy' : 'first'}`).sort();
  return JSON.stringify(hashes) === JSON.stringify(expected)
    ? []
    : [`the table has ${JSON.stringify(hashes)} instead of ${JSON.stringify(expected)}`];
}
