/** What the acceptance tests look at after the program has run: the files that it left. */
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect } from 'vitest';
import { filesBelow, type IntrayEnd, type JsonLine, jsonLines } from '../support/run-intray.ts';
import { extractedDataOf, fieldKeys } from '../support/strict/values.ts';
import { readTable } from '../support/table.ts';

export async function sha256Of(path: string): Promise<string> {
  return createHash('sha256')
    .update(await readFile(path))
    .digest('hex');
}

/** The JSON beside a source; fails if it is not there or not whole. */
export async function resultOf(folder: string, source: string): Promise<JsonLine> {
  return JSON.parse(await readFile(join(folder, `${source}.json`), 'utf8')) as JsonLine;
}

/** Every source has its JSON beside it, with the values of its own content, and no other JSON is there. */
export async function expectResults(folder: string, sources: readonly string[]): Promise<void> {
  const found = (await filesBelow(folder)).filter((path) => path.endsWith('.json'));
  expect(found).toEqual(sources.map((source) => `${source}.json`).sort());
  for (const source of sources) {
    const { extracted_data: data } = await resultOf(folder, source);
    expect(data, source).toEqual(extractedDataOf(await sha256Of(join(folder, source))));
  }
}

/** The rows of the folder's only table, by column name. It must be UTF-8 with a byte order mark and as regular as RFC 4180. */
export async function tableOf(folder: string, extraction = 'Invoices'): Promise<Record<string, string>[]> {
  const tables = (await filesBelow(folder)).filter((path) => path.endsWith('.csv'));
  expect(tables).toEqual([`intray-${extraction}.csv`]);
  const bytes = await readFile(join(folder, tables[0] ?? ''));
  expect(bytes.subarray(0, 3).toString('hex')).toBe('efbbbf');
  return readTable(bytes);
}

/** One row for each source, with the values of its own content, and one for each content (SHA-256) that was replaced. */
export async function expectTable(
  folder: string,
  sources: readonly string[],
  extraction = 'Invoices',
  replaced: readonly string[] = [],
): Promise<void> {
  const rows = await tableOf(folder, extraction);
  const said = (isReplaced: boolean, data: Readonly<Record<string, unknown>>) =>
    JSON.stringify([isReplaced, ...fieldKeys.map((key) => data[key])]);
  const contents = await Promise.all(sources.map((source) => sha256Of(join(folder, source))));
  const wanted = [
    ...contents.map((hash) => said(false, extractedDataOf(hash))),
    ...replaced.map((hash) => said(true, extractedDataOf(hash))),
  ];
  expect(rows.map((row) => said(row.status === 'replaced', row)).sort()).toEqual(wanted.sort());
}

/** The summary of `--json`, which must be its last line and agree with the exit code; the lines before it are clean. */
export function summaryOf(end: IntrayEnd): JsonLine & { readonly balance: Readonly<Record<string, number>> } {
  const lines = jsonLines(end.stdout);
  const summary = lines.at(-1);
  expect(summary, end.stderr).toMatchObject({
    event: 'summary',
    exit: end.code ?? expect.any(Number),
    balance: expect.any(Object),
  });
  for (const line of lines) expect(line).toHaveProperty('event');
  const { balance } = summary as JsonLine & { balance: Record<string, number> };
  const { found, ...parts } = balance;
  expect(Object.values(parts).reduce((sum, part) => sum + part, 0)).toBe(found);
  return { ...summary, balance };
}

/** The key is in no file below these directories and in no text, in none of the ways in which it could be written. */
export async function expectNoKey(key: string, directories: readonly string[], ...texts: readonly string[]): Promise<void> {
  const spellings = [
    Buffer.from(key),
    Buffer.from(key, 'utf16le'),
    Buffer.from(Buffer.from(key).toString('base64').slice(0, -4)),
  ];
  const check = (bytes: Buffer, where: string): void => {
    expect(
      spellings.some((spelling) => bytes.includes(spelling)),
      `the key is in ${where}`,
    ).toBe(false);
  };
  for (const text of texts) check(Buffer.from(text), 'what the program says');
  for (const directory of directories) {
    for (const path of await filesBelow(directory)) check(await readFile(join(directory, path)), path);
  }
}

/** One clear sentence for a person, and nothing of what the program is made of. */
export function expectOneSentence(text: string): void {
  expect(text).toMatch(/^[^\n]{10,400}[.?]\n$/);
  expect(text).not.toMatch(/^\s*at |node:|\bE[A-Z]{4,}\b|Error:|undefined|\[object|ZodError|\bnull\b|\.(js|ts):\d/m);
}
