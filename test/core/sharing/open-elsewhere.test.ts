import { expect, it } from 'vitest';
import { placesOf } from '../../../electron/core/sharing/open-elsewhere.ts';

it('a document is open at each machine once, first where it was opened first', () => {
  const open = [
    { documentId: 1, machine: 'branch', since: 30 },
    { documentId: 2, machine: 'branch', since: 5 },
    { documentId: 1, machine: 'front desk', since: 10 },
    { documentId: 1, machine: 'branch', since: 20 },
  ];
  expect([...placesOf(open)]).toEqual([
    [1, { machines: ['front desk', 'branch'], since: 10 }],
    [2, { machines: ['branch'], since: 5 }],
  ]);
  expect(placesOf([]).size).toBe(0);
});
