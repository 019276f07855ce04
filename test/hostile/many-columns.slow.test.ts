import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startInFront } from '../engine/support/in-front.ts';
import { sandboxOf } from '../engine/support/sandbox.ts';
import { Timeline } from '../engine/support/timeline.ts';

let scene: Timeline;
beforeEach(() => {
  scene = new Timeline();
});
afterEach(() => scene.end());

const each = 400;

/** Every result gets hundreds of values under names of its own. */
function withMore(text: string): string {
  return text.replace(/"extracted_data":\{"number":"([^"]*)"/g, (whole, name) => {
    const more = Array.from({ length: each }, (_, index) => `"${name} ${index}":"${index} of ${name}"`);
    return `${whole},${more.join(',')}`;
  });
}

describe('Results with values under ever new names', () => {
  it('stay in one table of at most a thousand columns of values, with all others as JSON in the last one', async () => {
    const sandbox = await sandboxOf(scene);
    const url = await startInFront(scene, sandbox.url, withMore);
    const folder = scene.folder('scans', sandbox.extraction, {
      outputs: { json: true, csv: 'folder', xlsx: 'folder' },
    });
    const names = ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf'];
    const run = scene.prepare({ url, key: sandbox.key, folders: [folder] });
    await run.engine.start();
    for (const name of names) {
      await scene.put(folder, name);
      await scene.until(`${name} is delivered`, () => run.has(name) && run.file(name).outputs === 'done');
    }
    const rows = scene.tablesOf(folder);
    expect(rows.map(({ file }) => file)).toEqual(names);
    for (const row of rows) {
      const columns = Object.keys(row);
      expect(columns.at(-1)).toBe('further_fields');
      expect(columns.length).toBeLessThan(1_030);
      const further = JSON.parse(row.further_fields || '{}') as Record<string, string>;
      const text = `content of ${row.file}`;
      for (const index of [0, each - 1])
        expect(row[`${text} ${index}`] ?? further[`${text} ${index}`]).toBe(`${index} of ${text}`);
      expect(row.number).toBe(text);
    }
    const notes = names.flatMap((name) => run.history(name)).filter((line) => line.includes('further_fields'));
    expect(notes).toHaveLength(1);
    expect(run.seen.columns().length).toBeLessThanOrEqual(1_000);
    for (const { columns } of run.seen.sheets()) expect(columns).toBeLessThan(1_030);
    const hasWorkbook = () =>
      scene.names(folder).includes('intray-Invoices.xlsx') && run.seen.sheets().every(({ isDue }) => !isDue);
    await scene.until('the workbook has every document', hasWorkbook);
    // Nothing is written again because of it.
    const before = scene.names(folder).map((name) => [name, scene.facts(`${folder.path}/${name}`).mtimeMs]);
    await scene.pass(3 * 60_000);
    expect(scene.names(folder).map((name) => [name, scene.facts(`${folder.path}/${name}`).mtimeMs])).toEqual(before);
  });
});
