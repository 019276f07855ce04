import { expect, it } from 'vitest';
import { checkRulesSchema } from '../../electron/core/checks/rules.ts';
import { checkDraftOf, checkProblems, emptyCheck, rulesOf } from '../../renderer/folders/form/check-draft.ts';

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
  const drafts = rules.map(checkDraftOf);
  expect(checkProblems(drafts)).toEqual({});
  expect(rulesOf(drafts)).toEqual(rules);
  expect(rulesOf([])).toBeUndefined();
});

it('The form of checks says at which field something is wrong', () => {
  const wrong = checkProblems([
    emptyCheck,
    { ...emptyCheck, check: 'amount', field: 'a', from: '10,00', to: '9' },
    { ...emptyCheck, check: 'amount', field: 'a', to: 'much' },
    { ...emptyCheck, check: 'second-scan', field: 'a', vendor: 'b', date: 'c' },
    { ...emptyCheck, check: 'second-scan', field: 'a', vendor: '', date: 'c', days: '1.5' },
  ]);
  expect(wrong).toEqual({
    'checks.0.field': 'checkField',
    'checks.1.to': 'checkOrder',
    'checks.2.to': 'checkAmount',
    'checks.4.vendor': 'checkField',
    'checks.4.days': 'checkDays',
    'checks.4.check': 'checkTwice',
  });
});
