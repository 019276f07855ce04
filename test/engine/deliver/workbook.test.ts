import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import type { Cells } from '../../../electron/core/document/table.ts';
import { type BookLooks, xlsxBytes } from '../../../electron/engine/deliver/tables/xlsx.ts';

const info = { route: { kind: 'extraction', id: 'e-1' }, name: 'Invoices', fields: ['total', 'note'], seenAt: 1 } as const;
const columns: BookLooks['columns'] = [
  { name: 'file', heading: 'A long heading' },
  { name: 'total', heading: 'total' },
  { name: 'note', heading: 'note' },
  { name: 'delivered_at', heading: 'at' },
];

const amount = (value: string) => [`${value} €`, 'amount', value] as const;
const looks = { info, columns, values: 'typed' } as const;

async function bookOf(rows: readonly Cells[]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes(looks, rows)) pieces.push(piece);
  const { sheets } = await readXlsx(Buffer.concat(pieces));
  return sheets[0];
}

it('A workbook has columns as wide as what stands in them, within reason', async () => {
  const row = { file: 'a.pdf', total: amount('1234567.5'), note: 'x'.repeat(500), delivered_at: '2026-03-14T09:30:00Z' };
  const book = await bookOf([row]);
  expect(book?.columns?.map(({ width }) => width)).toEqual([16, 14, 48, 21]);
  expect((await bookOf([]))?.columns?.map(({ width }) => width)).toEqual([16, 8, 8, 8]);
});

it.each([99, 100, 101, 250])('A workbook has all of %i rows, in their order', async (count) => {
  const book = await bookOf(Array.from({ length: count }, (_, index) => ({ file: `${index}.pdf`, total: amount(`${index}`) })));
  expect(book?.rows.slice(1).map(([file]) => file)).toEqual(Array.from({ length: count }, (_, index) => `${index}.pdf`));
});

it('A cell of a workbook has its own format: in a mixed column a date stays a date, an amount an amount, and text text', async () => {
  const pieces: Uint8Array[] = [];
  const rows: Cells[] = [
    { total: amount('5464.37'), note: amount('12') },
    { total: ['14.3.2026', 'date', '2026-03-14'], note: '00012' },
    { total: '46,095.00', delivered_at: '2026-03-14T09:30:00Z' },
  ];
  for await (const piece of xlsxBytes(looks, rows)) pieces.push(piece);
  const { sheets } = await readXlsx(Buffer.concat(pieces), { readStyles: true });
  const cells = sheets[0]?.cells;
  const formatOf = (row: number, column: number) => cells?.get(`${row},${column}`)?.style?.numFmt;
  expect([1, 2, 3].map((row) => formatOf(row, 1))).toEqual(['#,##0.00##', 'yyyy-mm-dd', undefined]);
  expect([1, 2].map((row) => formatOf(row, 2))).toEqual(['#,##0.00##', undefined]);
  expect(formatOf(3, 3)).toBe('yyyy-mm-dd hh:mm:ss');
  expect(sheets[0]?.rows[2]?.[1]).toEqual(new Date('2026-03-14T00:00:00Z'));
  expect(sheets[0]?.rows.slice(1).map((row) => row[2])).toEqual([12, '00012', null]);
});
