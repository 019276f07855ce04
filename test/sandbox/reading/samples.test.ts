import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { FieldDefinition } from '../../../electron/core/protocol/service-shapes.ts';
import { findCategory, findFields } from '../../../electron/sandbox/reading/finding.ts';
import { readDocument } from '../../../electron/sandbox/reading/reader.ts';

interface Expectation {
  readonly kind: string;
  readonly values?: Readonly<Record<string, string | null>>;
  readonly review?: true;
  readonly unreadable?: true;
}

const folder = join(import.meta.dirname, '..', '..', '..', 'resources', 'samples');
const read = <Content>(name: string): Content => JSON.parse(readFileSync(join(folder, name), 'utf8')) as Content;
const expected = Object.entries(read<Record<string, Expectation>>('expected.json'));
const { fields } = read<{ fields: FieldDefinition[] }>('extraction.json');
const { categories } = read<{ categories: { name: string; description: string; keywords: string[] }[] }>('classification.json');
const withText = expected.filter(([, { values }]) => values !== undefined);

const readings = new Map<string, ReturnType<typeof readDocument>>();

async function linesOf(name: string) {
  const pending = readings.get(name) ?? readDocument(readFileSync(join(folder, name)), name);
  readings.set(name, pending);
  const reading = await pending;
  if (reading.kind !== 'text') throw new Error(`${name} was read as ${reading.kind}`);
  return reading.lines;
}

describe('the sample documents', () => {
  it('are at least 18, all listed in expected.json, together under 2.5 MB', () => {
    const names = readdirSync(folder).filter((name) => !name.endsWith('.json'));
    expect(names.map((name) => name.normalize('NFC')).sort()).toEqual(expected.map(([name]) => name.normalize('NFC')).sort());
    expect(names.length).toBeGreaterThanOrEqual(18);
    expect(names.reduce((sum, name) => sum + statSync(join(folder, name)).size, 0)).toBeLessThan(2.5 * 1024 * 1024);
  });

  it.each(withText)('%s yields exactly the values printed on it', async (name, { values = {} }) => {
    const printed = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
    expect(findFields(await linesOf(name), fields)).toEqual(printed);
  });

  it.each(withText)('%s prints the values of expected.json', async (name, { values = {} }) => {
    const text = (await linesOf(name)).map((line) => line.join(' ')).join('\n');
    for (const value of Object.values(values)) if (value !== null) expect(text.replaceAll('\n', ' ')).toContain(value);
  });

  it.each(withText)('%s is put into the right category', async (name, { kind }) => {
    const verdict = findCategory(await linesOf(name), categories);
    expect(categories[verdict.categoryIndex ?? -1]?.name.toLowerCase()).toBe(kind);
    expect(verdict.confidence).toBeGreaterThan(0.5);
  });

  it.each(expected.filter(([, { review }]) => review))('%s is an image, which a person must review', async (name) => {
    expect(await readDocument(readFileSync(join(folder, name)), name)).toEqual({ kind: 'image', pages: 1 });
  });

  it.each(expected.filter(([, { unreadable }]) => unreadable))('%s looks complete but cannot be read', async (name) => {
    const bytes = readFileSync(join(folder, name));
    expect(bytes.subarray(0, 5).toString('latin1')).toBe('%PDF-');
    expect(bytes.subarray(-8).toString('latin1')).toContain('%%EOF');
    expect(await readDocument(bytes, name)).toMatchObject({ kind: 'unreadable', reason: expect.stringContaining('PDF') });
  });
});
