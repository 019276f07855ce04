import { expect, it } from 'vitest';
import { shownValueOf } from '../../../electron/core/values/main-values.ts';

it.each([
  ['119.00', undefined, 'EUR'],
  ['-0.50', undefined, 'EUR'],
  ['3', undefined, undefined],
  ['0.0125', undefined, undefined],
  ['3', 'GBP', 'GBP'],
] as const)('The currency of a document is that of its amounts, not of its counts: %s %s', (value, own, currency) => {
  const typed = { kind: 'amount', value, assumed: [], ...(own !== undefined && { currency: own }) } as const;
  expect(shownValueOf(typed, 'EUR')).toEqual({ kind: 'amount', value, ...(currency !== undefined && { currency }) });
});
