import { parse } from 'csv-parse/sync';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { TableValues } from '../../../electron/core/config/table-profile.ts';
import { delimiterFor } from '../../../electron/core/config/table-profile.ts';
import { textIn } from '../../../electron/core/document/table.ts';
import { safeToOpen } from '../../../electron/core/values/safe-to-open.ts';
import type { Delivered } from '../../../electron/engine/deliver/delivered.ts';
import { cellsOf, columnsFor, sameCells } from '../../../electron/engine/deliver/tables/cells.ts';
import { csvHeader, csvRows } from '../../../electron/engine/deliver/tables/csv.ts';
import { extracted, invoices, origin } from './delivery.ts';

const at = '2026-05-01T08:00:00.000Z';
const invoice: Delivered = {
  file: 'invoice.pdf',
  sha256: 'ab12',
  size: 1,
  origin,
  info: invoices,
  batchId: 'b-1',
  fileId: 'f-1',
  result: extracted({ total: '12.50', invoice_number: 'R-1' }),
  possibleDuplicate: false,
  isReplaced: false,
};
const withFields = (fields: string[], data: Record<string, unknown>): Delivered => ({
  ...invoice,
  info: { ...invoices, fields },
  result: extracted(data),
});
const columnsOf = (delivered: Delivered) => columnsFor(delivered.info, [cellsOf(delivered, at)]).map(({ name }) => name);
const looksWith = (names: readonly string[], delimiter: string) =>
  ({ columns: names.map((name) => ({ name, heading: name })), values: 'printed', delimiter }) as const;
const text = (delivered: Delivered, values: TableValues = 'printed') => {
  const cells = cellsOf(delivered, at);
  return Object.fromEntries(columnsOf(delivered).map((name) => [name, textIn(cells, name, values)]));
};

describe('the columns', () => {
  it('are ours around the fields in the order of the extraction, then what came beyond them', () => {
    expect(columnsOf(withFields(['b', 'a'], { extra: '1', a: '2', b: '3' }))).toEqual([
      'file',
      'status',
      'b',
      'a',
      'extra',
      'review',
      'duplicate_of',
      'possible_duplicate',
      'model_used',
      'batch_id',
      'file_id',
      'sha256',
      'delivered_at',
    ]);
  });

  it('hold values as they were read where the folder wants that, and the currency, which would be lost', () => {
    const data = { due: '14. März 2026', from: '03/04/2026', total: '(1.234,50 €)', vendor: 'Harbour & Finch' };
    const delivered = withFields(['vendor', 'due', 'from', 'total'], data);
    expect(columnsOf(delivered).slice(2, 7)).toEqual(['vendor', 'due', 'from', 'total', 'total_currency']);
    expect(columnsFor(delivered.info, [cellsOf(delivered, at)])[6]).toEqual({ name: 'total_currency', typed: true });
    expect(text(delivered, 'typed')).toMatchObject({
      vendor: 'Harbour & Finch',
      due: '2026-03-14',
      from: '03/04/2026',
      total: '-1234.50',
      total_currency: 'EUR',
    });
    const own = withFields(['total', 'total_currency'], { total: '5 €', total_currency: 'euro' });
    expect(text(own, 'typed')).toMatchObject({ total: '5', total_currency: 'EUR' });
    expect(text(delivered)).toMatchObject({ due: '14. März 2026', total: '(1.234,50 €)', total_currency: '' });
  });

  it('of a classification hold its verdict', () => {
    const info = { ...invoices, route: { kind: 'classification', id: 'c-1' }, fields: [] } as const;
    const result = { kind: 'classification', status: 'processed', extra: {} } as const;
    const columns = columnsOf({ ...invoice, info, result });
    expect(columns.slice(0, 5)).toEqual(['file', 'status', 'category', 'confidence', 'reasoning']);
  });

  it('leave a field its name, and give ours another', () => {
    const delivered = withFields(['Status', 'intray_status', 'file'], { Status: 'paid', intray_status: 'x', file: 'folder 7' });
    expect(columnsOf(delivered).slice(0, 5)).toEqual(['intray_file', 'intray_intray_status', 'Status', 'intray_status', 'file']);
    expect(cellsOf(delivered, at)).toMatchObject({
      intray_file: 'invoice.pdf',
      file: 'folder 7',
      Status: 'paid',
      intray_intray_status: 'processed',
    });
  });

  it('keep a value beyond the fields apart from ours', () => {
    const delivered = withFields(['total'], { file: 'other', field_file: 'third', total: '1' });
    expect(columnsOf(delivered).slice(0, 5)).toEqual(['file', 'status', 'total', 'field_file', 'field_field_file']);
    expect(cellsOf(delivered, at)).toMatchObject({ file: 'invoice.pdf', field_file: 'other', field_field_file: 'third' });
  });

  it('may have names that are special in JavaScript', () => {
    const data = JSON.parse('{"__proto__": "a", "constructor": "b"}') as Record<string, unknown>;
    const cells = cellsOf(withFields(['__proto__', 'toString'], data), at);
    const names = ['__proto__', 'constructor', 'toString'];
    expect(names.map((column) => textIn(cells, column, 'printed'))).toEqual(['a', 'b', '']);
  });
});

describe('the cells', () => {
  it('hold text as printed, nothing for null, JSON for what has parts', () => {
    const data = { a: ' 007 ', b: null, c: { d: [1] }, e: 12.5, f: true, g: [] };
    expect(text(withFields([], data))).toMatchObject({ a: ' 007 ', b: '', c: '{"d":[1]}', e: '12.5', f: 'true', g: '[]' });
  });

  it('hold no NUL, at which many programs stop reading the table', () => {
    expect(cellsOf(withFields([], { a: 'before\0after' }), at)).toMatchObject({ a: 'before\ufffdafter' });
    // Nor does a heading, under the name of a field.
    expect(Buffer.from(csvHeader(looksWith(['a\0b', 'c'], ','))).toString()).toBe('\ufeffa\ufffdb,c\r\n');
  });

  it('say what to look at, and whose copy it is', () => {
    const delivered = { ...invoice, result: extracted({ total: '' }, 'needs_review'), possibleDuplicate: true };
    const cells = text({ ...delivered, duplicateOf: { file: 'a/b.pdf', folder: '/scans/mail' } });
    expect(cells.review?.split('; ')).toHaveLength(5);
    expect(cells).toMatchObject({ status: 'needs_review', possible_duplicate: 'true', duplicate_of: '/scans/mail/a/b.pdf' });
  });

  it('are the same row whenever they were delivered', () => {
    const [one, later] = [cellsOf(invoice, at), cellsOf(invoice, '2027-01-01T00:00:00.000Z')];
    expect(sameCells(one, later, invoices.fields)).toBe(true);
    expect(sameCells(one, { ...later, total: '12.51' }, invoices.fields)).toBe(false);
    expect(sameCells(one, { ...later, more: '' }, invoices.fields)).toBe(true);
  });
});

describe('the bytes', () => {
  it('begin with a byte order mark and end each row with CR LF', () => {
    const bytes = Buffer.concat([
      csvHeader(looksWith(['a', 'b;c'], ';')),
      csvRows([{ a: 'ä', 'b;c': '1,5' }], looksWith(['a', 'b;c'], ';')),
    ]);
    expect(bytes.toString()).toBe('\ufeffa;"b;c"\r\nä;1,5\r\n');
  });

  it('come back as they went in, whatever the values are', () => {
    const any = fc.string({
      unit: fc.constantFrom('a', '"', ',', ';', '\t', '\n', '\r', ' ', 'ü', '👍', '\u0000', '\ufeff', "'"),
    });
    fc.assert(
      fc.property(fc.array(fc.tuple(any, any), { minLength: 1 }), fc.constantFrom(',', ';', '\t'), (table, delimiter) => {
        const rows = table.map(([a, b]) => ({ a: `x${a}`, b: `x${b}` }));
        const bytes = Buffer.concat([
          csvHeader(looksWith(['a', 'b'], delimiter)),
          csvRows(rows, looksWith(['a', 'b'], delimiter)),
        ]);
        expect(parse(bytes, { bom: true, columns: true, delimiter, record_delimiter: '\r\n' })).toEqual(rows);
      }),
    );
  });

  it('hold names of columns that are safe to open', () => {
    expect(Buffer.from(csvHeader(looksWith(['=cmd', 'a'], ','))).toString()).toBe("\ufeff'=cmd,a\r\n");
  });
});

describe('a cell that a spreadsheet would take for a formula', () => {
  it.each([
    '=1+1',
    '+cmd|x',
    '-2+3',
    '@SUM(A1)',
    '\tx',
    '\rx',
    '\nx',
    ' =1',
    '\u00a0=1',
    '\u200b=1',
    '\ufeff=1',
    '＝1+1',
    '＋A1',
    '－A1',
    '＠x',
    '+49-30',
    '-A1',
    '--5',
    '-(5)',
    '+ABC12',
    '-1+A1',
    '+1*2',
    '-5/3',
    '+1e5e5',
    '-'.repeat(9),
  ])('is guarded: %j', (text) => expect(safeToOpen(text)).toBe(`'${text}`));

  it.each([
    '-12.50',
    '1.234,56',
    "-1'234.50",
    '-1’234.50',
    '−5',
    '+49 30 123',
    '-.5',
    '-5.',
    '-1 234,56',
    '-1\u202f234,56',
    '-12,50 €',
    '-€12.50',
    '-12.50 EUR',
    '-EUR 12.50',
    '+3%',
    '-1e-5',
    '－12.50',
    ' -12',
    '-',
    '',
    'a=b',
    "'=1",
    '5-3',
    'ü',
    '0',
  ])('is not, and stays as it is: %j', (text) => expect(safeToOpen(text)).toBe(text));

  it.each([
    ['ACME;=1+41', "ACME;'=1+41"],
    ['ACME,=1+41', "ACME,'=1+41"],
    ['ACME|=1+41', "ACME|'=1+41"],
    ['ACME\t=1+41', "ACME\t'=1+41"],
    ['ACME\r\n=1+41', "ACME\r\n'=1+41"],
    ['ACME; "=1+41"', `ACME; "'=1+41"`],
    ['ACME;\u200b＝1', "ACME;\u200b'＝1"],
    ['a;@b;+c', "a;'@b;'+c"],
    ['=a;=b', "'=a;'=b"],
    ['a; -5', "a; '-5"],
    ['a; -5, 5*B1; b', "a; '-5, 5*B1; b"],
  ])('is guarded where another separator would begin a cell: %j', (text, safe) => {
    expect(safeToOpen(text)).toBe(safe);
    expect(safeToOpen(safe)).toBe(safe);
  });

  it.each(['5,-', '5,--', '-1,234.50', 'a; -1,234.50; b', 'a, b-c; d=e', "a;'=1", 'x@example.org; y@example.org', 'a - b'])(
    'is not, inside a text that can do nothing: %j',
    (text) => expect(safeToOpen(text)).toBe(text),
  );

  it('leaves every plain number alone', () => {
    const grouped = fc.tuple(
      fc.constantFrom('', '-', '+', '−'),
      fc.integer({ min: 0, max: 10 ** 12 }),
      fc.constantFrom('.', ',', "'", ' ', '\u00a0'),
      fc.constantFrom('', ',50', '.5'),
    );
    fc.assert(
      fc.property(grouped, ([sign, number, separator, decimals]) => {
        const text = sign + String(number).replace(/\B(?=(\d{3})+$)/g, separator) + decimals;
        expect(safeToOpen(text)).toBe(text);
      }),
    );
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (number) => {
        expect(safeToOpen(String(number))).toBe(String(number));
      }),
    );
  });

  it('lets no text begin as a formula unless it is a number', () => {
    const risky = fc.string({
      unit: fc.constantFrom(
        '=',
        '+',
        '-',
        '@',
        '\t',
        '\r',
        ' ',
        '1',
        '9',
        '.',
        'A',
        '(',
        ')',
        '|',
        '!',
        '"',
        '＝',
        '\u200b',
        'E',
      ),
    });
    fc.assert(
      fc.property(risky, (text) => {
        const safe = safeToOpen(text);
        const visible = safe.replace(/^[\s\p{Cf}\p{Cc}]+/u, '');
        if (safe === '-' || !/^[=+\-@＝＋－＠]/.test(visible)) return;
        // Only signed numbers: nothing that could name a cell, call or calculate.
        expect(visible).toMatch(/^[+-] ?[.]?\d[\d. ]*(E[+-]?\d+)?( ?[A-Z]{3})?$/);
      }),
      { numRuns: 800 },
    );
  });

  it('is found at once in a long text', () => {
    const start = process.cpuUsage();
    safeToOpen(`-1${' '.repeat(200_000)}x`);
    safeToOpen(`${' '.repeat(200_000)}x`);
    safeToOpen('\t'.repeat(200_000));
    safeToOpen('; -'.repeat(70_000));
    // Of the processor's time, in microseconds: that of others is not counted.
    const { user, system } = process.cpuUsage(start);
    expect(user + system).toBeLessThan(1_000_000);
  });
});

describe('the delimiter of a locale', () => {
  it.each([
    ['en-GB', ','],
    ['en_US.UTF-8', ','],
    ['de-DE', ';'],
    ['de_AT.UTF-8@euro', ';'],
    ['fr', ';'],
    ['de-CH', ';'],
    ['it-CH', ';'],
    ['ja-JP', ','],
    ['C', ','],
    ['', ','],
    ['not a locale', ','],
  ])('%s: %s', (locale, delimiter) => expect(delimiterFor(locale)).toBe(delimiter));
});
