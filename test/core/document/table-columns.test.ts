import { describe, expect, it } from 'vitest';
import {
  bookFileSchema,
  boundedColumns,
  type Cell,
  cellIn,
  cellsOfEntries,
  columnOf,
  columnProblem,
  columnsInOrder,
  csvFileSchema,
  csvsOf,
  inOrder,
  isCell,
  knownColumns,
  leftCsvSchema,
  mostColumns,
  ownColumn,
  ownColumns,
  printedIn,
  type TableRecord,
  textIn,
  timeColumns,
} from '../../../electron/core/document/table.ts';
import { say } from '../../../electron/core/messages/message.ts';

const extraction = { kind: 'extraction', id: 'e' } as const;
const classification = { kind: 'classification', id: 'c' } as const;
const after = ['review', 'duplicate_of', 'possible_duplicate', 'model_used', 'batch_id', 'file_id', 'sha256', 'delivered_at'];
const reviewed = ['reviewed_by', 'reviewed_at', 'reviewed_changes'];

describe('A cell of a table', () => {
  it.each<[unknown, boolean]>([
    ['text', true],
    ['', true],
    [null, true],
    [['1,50', 'amount', '1.5'], true],
    [['1. May', 'date', '2026-05-01'], true],
    [['yes', 'text', 'true'], true],
    [undefined, false],
    [7, false],
    [{ 0: 'a', 1: 'text', 2: 'b', length: 3 }, false],
    [['1,50', 'amount'], false],
    [['1,50', 'amount', '1.5', ''], false],
    [['1,50', 'money', '1.5'], false],
    [[1.5, 'amount', '1.5'], false],
    [['1,50', 'amount', 1.5], false],
  ])('is text, with what was read in it, or is not there: %j', (cell, is) => expect(isCell(cell)).toBe(is));

  it('is written as it was printed, or as it was read', () => {
    const cells = { total: ['1,50 €', 'amount', '1.50'] as Cell, name: 'ACME' };
    expect([textIn(cells, 'total', 'printed'), textIn(cells, 'total', 'typed')]).toEqual(['1,50 €', '1.50']);
    expect([textIn(cells, 'name', 'printed'), textIn(cells, 'name', 'typed')]).toEqual(['ACME', 'ACME']);
    expect([textIn(cells, 'none', 'typed'), printedIn(undefined)]).toEqual(['', '']);
    expect(cellIn(cells, 'toString')).toBeUndefined();
  });

  it('is left out of its row where it is empty, and may be called anything', () => {
    const cells = cellsOfEntries([
      ['a', ''],
      ['__proto__', 'x'],
      ['b', ['', 'text', '']],
    ]);
    expect(Object.entries(cells)).toEqual([
      ['__proto__', 'x'],
      ['b', ['', 'text', '']],
    ]);
  });
});

describe('Our own columns of a table', () => {
  it('stand before and after the values, and say of a classification what its verdict is', () => {
    expect(ownColumns('extraction', [])).toEqual(['file', 'status', ...after]);
    expect(ownColumns('classification', [])).toEqual(['file', 'status', 'category', 'confidence', 'reasoning', ...after]);
  });

  it('give way to fields of the extraction, however those are written', () => {
    expect(ownColumn('status', ['Status'])).toBe('intray_status');
    expect(ownColumn('status', ['status', 'INTRAY_STATUS'])).toBe('intray_intray_status');
    expect(ownColumn('status', ['state'])).toBe('status');
    expect(timeColumns(['Delivered_At'])).toEqual(['intray_delivered_at', 'reviewed_at']);
  });

  it.each(['file', 'status', 'category', 'confidence', 'reasoning', ...after, ...reviewed, 'checks', 'further_fields'])(
    'keep their name from a value that is no field: %s',
    (name) => {
      expect(columnOf(name, [])).toBe(`field_${name}`);
      expect(columnOf(name.toUpperCase(), [])).toBe(`field_${name.toUpperCase()}`);
      expect(columnOf(`field_${name}`, [])).toBe(`field_field_${name}`);
      expect(columnOf(name, [name])).toBe(name);
      expect(columnOf(name, [`field_${name}`])).toBe(`field_field_${name}`);
    },
  );

  it('leave any other value its name', () => {
    expect(['total', 'a field_status', 'field_total'].map((key) => columnOf(key, []))).toEqual([
      'total',
      'a field_status',
      'field_total',
    ]);
  });
});

describe('The columns of a table', () => {
  const all = { isReviewed: true, isChecked: true };

  it('stand in one order, and each once', () => {
    expect(columnsInOrder('extraction', ['b', 'a'], ['x', 'a'], { isReviewed: false, isChecked: false })).toEqual([
      ...['file', 'status', 'b', 'a', 'x', ...after],
    ]);
    // A field may be called anything.
    expect(columnsInOrder('extraction', ['', '__proto__'], [''], { isReviewed: false, isChecked: false })).toEqual([
      ...['file', 'status', '', '__proto__', ...after],
    ]);
    expect(columnsInOrder('classification', [], ['x'], { ...all, isChecked: false })).toEqual([
      ...['file', 'status', 'category', 'confidence', 'reasoning', 'x', ...after, ...reviewed],
    ]);
    expect(columnsInOrder('extraction', ['checks'], [], { ...all, isReviewed: false })).toEqual([
      ...['file', 'status', 'checks', ...after, 'intray_checks'],
    ]);
  });

  it('are put into that order again, with those of reviews and checks where there are any', () => {
    const info = { route: extraction, fields: ['a', 'b'] };
    expect(inOrder(info, ['x', 'b', 'file'])).toEqual(['file', 'status', 'a', 'b', 'x', ...after]);
    expect(inOrder(info, ['reviewed_by'])).toEqual(['file', 'status', 'a', 'b', ...after, ...reviewed]);
    expect(inOrder(info, ['checks', 'x'])).toEqual(['file', 'status', 'a', 'b', 'x', ...after, 'checks']);
  });

  it('that are known have currencies beside typed values', () => {
    const info = { route: extraction, fields: ['a'] };
    expect(knownColumns(info, false)).toEqual(['file', 'status', 'a', ...after, ...reviewed, 'checks']);
    expect(knownColumns(info, true)).toEqual(['file', 'status', 'a', 'a_currency', ...after, ...reviewed, 'checks']);
  });
});

describe('Columns that a folder’s settings choose', () => {
  const info = { route: extraction, name: 'Invoices', fields: ['a'] };
  const choosing = (...names: string[]) => ({ columns: names.map((name) => ({ name, heading: name })) });

  it('are in its table, or were in a result', () => {
    expect(columnProblem({}, info)).toBeUndefined();
    expect(columnProblem(choosing('a', 'file', 'reviewed_by', 'checks'), info)).toBeUndefined();
    expect(columnProblem(choosing('x'), info, ['x'])).toBeUndefined();
    expect(columnProblem({ ...choosing('a_currency'), values: 'typed' }, info)).toBeUndefined();
    expect(columnProblem({ ...choosing('a_currency'), values: 'printed' }, info)).toBeDefined();
  });

  it('are named where they cannot be in it', () => {
    expect(columnProblem(choosing('x', 'a', 'y'), info, ['z'])).toEqual(
      say('delivery.noColumn', {
        ...{ name: 'Invoices', count: 2, names: 'x, y' },
        columns: [...knownColumns(info, false), 'z'].join(', '),
      }),
    );
  });

  it('are not doubted while nothing is known of the fields of an extraction; a classification has none', () => {
    expect(columnProblem(choosing('x'), { ...info, fields: [] })).toBeUndefined();
    expect(columnProblem(choosing('x'), { route: classification, name: 'Mail', fields: [] })).toBeDefined();
    expect(columnProblem(choosing('category'), { route: classification, name: 'Mail', fields: [] })).toBeUndefined();
  });
});

describe('columns of results with ever new names', () => {
  it('keep the columns that a person has chosen', () => {
    const columns = Array.from({ length: 3_000 }, (_, index) => `column ${index}`);
    const bounded = boundedColumns(['file', ...columns, 'sha256'], [], ['column 2999']);
    expect(bounded).toHaveLength(mostColumns + 3);
    expect(bounded).toContain('column 2999');
    expect(bounded.slice(-2)).toEqual(['sha256', 'further_fields']);
    expect(boundedColumns(bounded, [])).toEqual(bounded);
    expect(boundedColumns(columns.slice(0, mostColumns), [])).toHaveLength(mostColumns);
  });

  it('are a thousand, and then one for all others', () => {
    const columns = Array.from({ length: mostColumns + 1 }, (_, index) => `column ${index}`);
    expect(mostColumns).toBe(1_000);
    expect(boundedColumns(columns.slice(0, -1), [])).not.toContain('further_fields');
    expect(boundedColumns(columns, [])).toEqual([...columns.slice(0, -1), 'further_fields']);
    // A choice of what is not there takes no place.
    expect(boundedColumns(columns, [], ['elsewhere', 'column 1000'])).toEqual([
      ...[...columns.slice(0, mostColumns - 1), 'column 1000', 'further_fields'],
    ]);
    expect(boundedColumns([...columns, 'status'], ['status'])).not.toContain('status');
  });
});

describe('The CSVs of tables', () => {
  const file = { path: '/a.csv', columns: [{ name: 'a', heading: 'A' }], written: { sha256: 'ab', size: 1, mtimeMs: 2, ino: 3 } };
  const csv = { ...file, number: 2, values: 'typed', delimiter: ';', upTo: 4, saved: 5 } as const;
  const left = { ...file, number: 1, path: '/old.csv' };
  const table: TableRecord = { id: 1, folderId: 1, origin: 'o', route: extraction, columns: [], changes: 0, csv, left: [left] };

  it('are those that people have taken over, and ours, if there is one', () => {
    const { csv: _, ...without } = table;
    expect(csvsOf([table, without])).toEqual([
      { ...left, table, isLeft: true },
      { ...csv, table, isLeft: false },
      { ...left, table: without, isLeft: true },
    ]);
  });

  it('are read as they were stored, and so are workbooks', () => {
    const whole = { ...csv, next: 'ab', chosen: true };
    expect(csvFileSchema.parse(whole)).toEqual(whole);
    expect(leftCsvSchema.parse(left)).toEqual(left);
    const book = { path: '/a.xlsx', written: file.written, next: 'cd', looks: 'x', upTo: 1, saved: 2 };
    expect(bookFileSchema.parse(book)).toEqual(book);
    expect(csvFileSchema.safeParse({ ...csv, values: 'other' }).success).toBe(false);
  });
});
