import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { boundedColumns, mostColumns } from '../../electron/core/document/table-columns.ts';
import { resultView } from '../../electron/core/review/result-view.ts';
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
      await scene.until(`${name} is delivered`, () => run.has(name) && run.document(name).delivery.kind === 'done');
    }
    const rows = scene.tablesOf(folder);
    expect(rows.map(({ file }) => file)).toEqual(names);
    for (const row of rows) {
      const columns = Object.keys(row);
      expect(columns.at(-1)).toBe('further_fields');
      expect(columns.length).toBeLessThan(mostColumns + 30);
      const further = JSON.parse(row.further_fields || '{}') as Record<string, string>;
      const text = `content of ${row.file}`;
      for (const index of [0, each - 1])
        expect(row[`${text} ${index}`] ?? further[`${text} ${index}`]).toBe(`${index} of ${text}`);
      expect(row.number).toBe(text);
    }
    const notes = names.flatMap((name) => run.history(name)).filter((line) => line.includes('further_fields'));
    expect(notes).toHaveLength(1);
    expect(run.ledger.values.columns().length).toBeLessThanOrEqual(1_000);
    const sheet = run.ledger.sheets.all(run.document('a.pdf').folderId)[0];
    expect(sheet?.columns.length).toBeLessThan(mostColumns + 30);
    await scene.until('there is a workbook', () => scene.names(folder).includes('intray-Invoices.xlsx'));
    // Nothing is written again because of it.
    const before = scene.names(folder).map((name) => [name, scene.facts(`${folder.path}/${name}`).mtimeMs]);
    await scene.pass(3 * 60_000);
    expect(scene.names(folder).map((name) => [name, scene.facts(`${folder.path}/${name}`).mtimeMs])).toEqual(before);
  });

  it('keep the columns that a person has chosen', () => {
    const columns = Array.from({ length: 3_000 }, (_, index) => `column ${index}`);
    const bounded = boundedColumns(['file', ...columns, 'sha256'], [], ['column 2999']);
    expect(bounded).toHaveLength(mostColumns + 3);
    expect(bounded).toContain('column 2999');
    expect(bounded.slice(-2)).toEqual(['sha256', 'further_fields']);
    expect(boundedColumns(bounded, [])).toEqual(bounded);
    expect(boundedColumns(columns.slice(0, mostColumns), [])).toHaveLength(mostColumns);
  });

  it('are shown in the window as far as anybody reads, and what needs a look first of all', () => {
    const extractedData = Object.fromEntries(Array.from({ length: 45_000 }, (_, index) => [`field ${index}`, 'x']));
    const view = resultView(
      { kind: 'extraction', status: 'processed', extractedData, extra: {} },
      {
        fields: [],
        categories: [],
        possibleDuplicate: false,
        findings: [
          {
            rule: 'my rule',
            field: 'field 44999',
            outcome: 'breach',
            message: { code: 'plain', values: { text: 'no' } } as never,
          },
        ],
      },
    );
    if (view.kind !== 'extraction') throw new Error('It is an extraction.');
    expect(view.fields).toHaveLength(1_000);
    expect(view.furtherFields).toBe(44_000);
    expect(view.fields.at(-1)).toMatchObject({ key: 'field 44999', reasons: [expect.anything()] });
  });
});
