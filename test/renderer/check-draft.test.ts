import { expect, it } from 'vitest';
import { checkRulesSchema } from '../../electron/core/checks/rules.ts';
import { checkDraftOf, ruleOf } from '../../renderer/folders/form/draft.ts';

it('The form of checks gives back what it was given, of every kind', () => {
  const rules = checkRulesSchema.parse([
    { check: 'required', field: 'a' },
    { check: 'pattern', field: 'a', pattern: ' \\d+', name: 'digits' },
    { check: 'one-of', field: 'a', values: ['x', 'y z'] },
    { check: 'date', field: 'a', from: 'today-3' },
    { check: 'amount', field: 'a', from: '-1.50', to: '2' },
    { check: 'sum', parts: ['a', 'b'], total: 'c' },
    { check: 'iban', field: 'a' },
    { check: 'vat-id', field: 'a' },
    { check: 'second-scan', vendor: 'a', number: 'b', date: 'c', days: 7 },
  ]);
  expect(rules.map(checkDraftOf).map(ruleOf)).toEqual(rules);
});
