import { expect, it } from 'vitest';
import { type Allowance, Meter } from '../../../electron/core/account/budget.ts';

const day: Allowance = { period: 'day', pages: 10, used: 4 };
const folder: Allowance = { period: 'day', folderId: 1, pages: 6, used: 1 };

it('What budgets leave is what each of them leaves, to the last page', () => {
  const meter = new Meter([day, folder]);
  expect([meter.left(1), meter.left(2), meter.most(1), meter.most(2)]).toEqual([5, 6, 6, 10]);
  expect([meter.takes(1, 5), meter.takes(1, 1), meter.takes(2, 2), meter.takes(2, 1)]).toEqual([true, false, false, true]);
  expect([meter.left(1), meter.left(2)]).toEqual([0, 0]);
  expect(new Meter([{ ...day, used: 12 }]).left(1)).toBe(0);
});

it('A document that waits in vain is one that has more pages than a budget ever has, and that budget is named', () => {
  const meter = new Meter([day, folder]);
  expect([6, 7, 10, 11].map((pages) => meter.refuses(1, pages))).toEqual([
    undefined,
    { ...folder, left: 5 },
    { ...folder, left: 5 },
    { ...day, left: 6 },
  ]);
  expect([10, 11].map((pages) => meter.refuses(2, pages)?.pages)).toEqual([undefined, 10]);
});
