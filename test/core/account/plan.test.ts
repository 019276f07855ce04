import { expect, it } from 'vitest';
import { type Planned, planSums } from '../../../electron/core/account/plan.ts';

const file = (path: string, outcome: Planned['outcome'], more: Partial<Planned> = {}): Planned => ({
  ...{ path, outcome, bytes: 1 },
  ...more,
});

it('A plan says what becomes of each file, and what those that would be sent may cost', () => {
  const send = [
    file('a.pdf', 'send', { pages: 3, later: 1 }),
    file('b.pdf', 'send', { pages: 4, later: 2 }),
    file('c.docx', 'send'),
    file('d.docx', 'send'),
    file('e.docx', 'send'),
  ];
  const others = (['known', 'rejected', 'held', 'unsettled'] as const).map((outcome) =>
    file(outcome, outcome, { pages: 9, later: 9 }),
  );
  const [known, rejected, held, unsettled] = others.map((each) => [each]);
  expect(planSums([...others, ...send])).toEqual({ send, known, rejected, held, unsettled, pages: 7, later: 3, unknownPages: 3 });
  expect(planSums([])).toMatchObject({ send: [], pages: 0, later: 0, unknownPages: 0 });
});
