import { expect, it } from 'vitest';
import { plainValue, separated } from '../../renderer/queue/plain-table.ts';

it('A value for a spreadsheet is plain, or as it is printed', () => {
  const row = {
    values: { 'field:total': '5.464,37 €', 'field:vendor': 'Korn' },
    typed: { 'field:total': { kind: 'amount', value: '5464.37', currency: 'EUR' } },
  } as const;
  expect(['field:total', 'field:vendor', 'field:none'].map((column) => plainValue(row, column))).toEqual(['5464.37', 'Korn', '']);
});

it.each([
  [[['a', 'b,c', 'd"e']], ',', 'a,"b,c","d""e"'],
  [[['a\tb', 'c']], '\t', '"a\tb"\tc'],
  [[['=1+1', '-12.50', '@x', '-']], ',', "'=1+1,-12.50,'@x,-"],
  [[['a'], ['b']], ',', 'a\r\nb'],
  [[['1,50', 'a;b']], ';', '1,50;"a;b"'],
] as const)('Rows as text, safe to open: %j', (rows, separator, text) => {
  expect(separated(rows, separator)).toBe(text);
});
