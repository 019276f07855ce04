import { readXlsx } from 'hucre/xlsx';
import { expect, it } from 'vitest';
import { type SheetCells, type SheetHeading, xlsxBytes } from '../../../electron/engine/deliver/sheets/xlsx.ts';

const info = { route: { kind: 'extraction', id: 'e-1' }, name: 'Invoices', fields: ['total', 'note'], seenAt: 1 } as const;
const columns: readonly SheetHeading[] = [
  { name: 'file', heading: 'A long heading' },
  { name: 'total', heading: 'total', kind: 'amount' },
  { name: 'note', heading: 'note' },
  { name: 'delivered_at', heading: 'at', kind: 'moment' },
];

async function bookOf(rows: readonly SheetCells[]) {
  const pieces: Uint8Array[] = [];
  for await (const piece of xlsxBytes(info, columns, rows)) pieces.push(piece);
  const { sheets } = await readXlsx(Buffer.concat(pieces));
  return sheets[0];
}

it('A workbook has columns as wide as what stands in them, within reason', async () => {
  const row = { file: 'a.pdf', total: 1_234_567.5, note: 'x'.repeat(500), delivered_at: { moment: '2026-03-14T09:30:00Z' } };
  const book = await bookOf([row]);
  expect(book?.columns?.map(({ width }) => width)).toEqual([16, 14, 48, 21]);
  expect((await bookOf([]))?.columns?.map(({ width }) => width)).toEqual([16, 8, 8, 8]);
});

it.each([99, 100, 101, 250])('A workbook has all of %i rows, in their order', async (count) => {
  const book = await bookOf(Array.from({ length: count }, (_, index) => ({ file: `${index}.pdf`, total: index })));
  expect(book?.rows.slice(1).map(([file]) => file)).toEqual(Array.from({ length: count }, (_, index) => `${index}.pdf`));
});
