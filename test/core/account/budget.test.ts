import { describe, expect, it } from 'vitest';
import {
  type Allowance,
  accountBudgetSchema,
  type BudgetState,
  budgetMessage,
  budgetPeriods,
  folderBudgetSchema,
  isOfPages,
  Meter,
  serviceMessage,
  usualUnknownPages,
} from '../../../electron/core/account/budget.ts';
import { foreign, type Message, say } from '../../../electron/core/messages/message.ts';

const day: Allowance = { period: 'day', pages: 10, used: 4 };
const folder: Allowance = { period: 'day', folderId: 1, pages: 6, used: 1 };

it('What budgets leave is what each of them leaves, to the last page', () => {
  const meter = new Meter([day, folder]);
  expect([meter.left(1), meter.left(2), meter.most(1), meter.most(2)]).toEqual([5, 6, 6, 10]);
  expect([meter.takes(1, 5), meter.takes(1, 1), meter.takes(2, 2), meter.takes(2, 1)]).toEqual([true, false, false, true]);
  expect([meter.left(1), meter.left(2)]).toEqual([0, 0]);
  expect(new Meter([{ ...day, used: 12 }]).left(1)).toBe(0);
  const unbounded = new Meter([folder]);
  expect([unbounded.left(2), unbounded.most(2), unbounded.takes(2, 1_000)]).toEqual([Infinity, Infinity, true]);
  expect(unbounded.refuses(2, 1_000)).toBeUndefined();
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

describe('What is said of a budget', () => {
  const waiting = { documents: 2, pages: 7 };
  const budget = { period: 'day', pages: 10, used: 4, until: 99, timeZone: 'Europe/Berlin', waiting } as const;
  const held = { count: 2, waiting: 7, unknown: 0 };
  const scope = { scope: 'account', name: '' } as const;

  it.each<[string, BudgetState, Message]>([
    [
      'when its next period begins',
      budget,
      say('outcome.budget.left', { ...scope, period: 'day', pages: 10, ...held, left: 6, untilDay: '1970-01-01' }),
    ],
    [
      'that its pages are used',
      { ...budget, used: 10 },
      say('outcome.budget.used', { ...scope, period: 'day', pages: 10, ...held, untilDay: '1970-01-01' }),
    ],
    [
      'of which folder it is',
      { ...budget, folderId: 1, path: '/scans', period: 'month', waiting: { ...waiting, unknown: 1 } },
      say('outcome.budget.left', {
        ...{ scope: 'folder', name: 'scans', period: 'month', pages: 10, ...held, unknown: 1, left: 6 },
        untilDay: '1970-01-01',
      }),
    ],
    [
      'that nothing is left, where more was sent than it allows',
      { period: 'run', pages: 10, used: 12, timeZone: 'UTC', waiting },
      { code: 'outcome.budget.runUsed', values: { ...scope, period: 'run', pages: 10, ...held, left: 0 } },
    ],
    [
      'what the service says of its own pages',
      { period: 'service', message: foreign('none'), until: 99, timeZone: 'UTC', waiting },
      say('outcome.budget.service', { message: foreign('none'), at: 99, ...held }),
    ],
  ])('which holds documents back: %s', (_, state, message) => expect(budgetMessage(state)).toEqual(message));

  const nothing = { documents: 0, pages: 0 };

  it.each([
    [7, false],
    [8, true],
    [10, true],
  ])('which holds nothing back, with %d of 10 pages used: near its end or not', (used, near) => {
    const said = say('outcome.budget.near', { ...scope, period: 'day', pages: 10 });
    expect(budgetMessage({ ...budget, used, waiting: nothing })).toEqual(near ? said : undefined);
  });

  it('which is the service’s own, and holds nothing back: nothing', () => {
    const service = { period: 'service', message: foreign('none'), until: 99, timeZone: 'UTC', waiting: nothing } as const;
    expect(budgetMessage(service)).toBeUndefined();
    expect([isOfPages(service), isOfPages(budget)]).toEqual([false, true]);
    expect(serviceMessage({ ...service, waiting: { documents: 1, pages: 2, unknown: 1 } }).values).toMatchObject({ unknown: 1 });
  });
});

describe('A budget as people write it', () => {
  it('is for these periods, and says what is no time zone', () => {
    expect(budgetPeriods).toEqual(['run', 'day', 'month']);
    for (const timeZone of [7, 'Mars/Olympus'])
      expect(accountBudgetSchema.safeParse({ timeZone }).error?.issues[0]?.message).toBe('configuration.rule.timeZone');
    expect(usualUnknownPages).toBe(3);
  });

  it.each<[unknown, boolean]>([
    [{}, true],
    [{ run: 1, day: 10_000_000, month: 5, timeZone: 'Europe/Berlin' }, true],
    [{ run: 0 }, false],
    [{ day: 10_000_001 }, false],
    [{ month: 1.5 }, false],
    [{ timeZone: 'Mars/Olympus' }, false],
    [{ year: 5 }, false],
  ])('is of whole pages, in this machine’s or a named time zone: %j', (given, is) => {
    expect(accountBudgetSchema.safeParse(given).success).toBe(is);
  });

  it('of a folder has no time zone of its own', () => {
    expect(folderBudgetSchema.safeParse({ run: 1, day: 2, month: 3 }).success).toBe(true);
    expect(folderBudgetSchema.safeParse({ timeZone: 'UTC' }).success).toBe(false);
  });
});
