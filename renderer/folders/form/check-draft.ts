import { type CheckKind, type CheckRule, checkRuleSchema } from '../../../electron/core/checks/rules.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { linesOf, numberOf, type Problems } from './typed-text.ts';

/** A check of the folder's own, as it was typed; what a kind does not need is empty. */
export interface CheckDraft {
  readonly check: CheckKind;
  readonly name: string;
  /** The field that is checked: of a sum the total, of a second scan the number. */
  readonly field: string;
  readonly pattern: string;
  /** Lines. */
  readonly values: string;
  readonly from: string;
  readonly to: string;
  /** Lines. */
  readonly parts: string;
  readonly vendor: string;
  readonly date: string;
  readonly days: string;
}

export const emptyCheck: CheckDraft = {
  check: 'required',
  name: '',
  field: '',
  pattern: '',
  values: '',
  from: '',
  to: '',
  parts: '',
  vendor: '',
  date: '',
  days: '30',
};

export function checkDraftOf(rule: CheckRule): CheckDraft {
  const draft = { ...emptyCheck, check: rule.check, name: rule.name ?? '' };
  switch (rule.check) {
    case 'required':
    case 'iban':
    case 'vat-id':
      return { ...draft, field: rule.field };
    case 'pattern':
      return { ...draft, field: rule.field, pattern: rule.pattern };
    case 'one-of':
      return { ...draft, field: rule.field, values: rule.values.join('\n') };
    case 'date':
    case 'amount':
      return { ...draft, field: rule.field, from: rule.from ?? '', to: rule.to ?? '' };
    case 'sum':
      return { ...draft, field: rule.total, parts: rule.parts.join('\n') };
    case 'second-scan': {
      const { number, vendor, date, days } = rule;
      return { ...draft, field: number, vendor, date, days: String(days) };
    }
    default:
      return assertNever(rule);
  }
}

type Rule = ReturnType<typeof checkRuleSchema.parse>;

/** The rule for the host; one with problems is not one (`checkProblems`). */
export function ruleOf(draft: CheckDraft): Rule {
  const { check, field } = draft;
  const named = draft.name.trim() === '' ? {} : { name: draft.name.trim() };
  const bounds = <Bound extends 'from' | 'to'>(bound: Bound, text: string) =>
    (text.trim() === '' ? {} : { [bound]: text.trim() }) as { [Name in Bound]?: string };
  switch (check) {
    case 'required':
    case 'iban':
    case 'vat-id':
      return { check, field: field.trim(), ...named };
    case 'pattern':
      return { check, field: field.trim(), pattern: draft.pattern, ...named };
    case 'one-of':
      return { check, field: field.trim(), values: linesOf(draft.values), ...named };
    case 'date':
      return { check, field: field.trim(), ...bounds('from', draft.from), ...bounds('to', draft.to), ...named };
    case 'amount': {
      const amount = (text: string) => text.trim().replace(',', '.');
      return { check, field: field.trim(), ...bounds('from', amount(draft.from)), ...bounds('to', amount(draft.to)), ...named };
    }
    case 'sum':
      return { check, parts: linesOf(draft.parts), total: field.trim(), ...named };
    case 'second-scan': {
      const { vendor, date, days } = draft;
      const fields = { vendor: vendor.trim(), number: field.trim(), date: date.trim() };
      return { check, ...fields, days: numberOf(days), ...named };
    }
    default:
      return assertNever(check);
  }
}

/** The rules of a draft without problems; undefined: none. */
export function rulesOf(drafts: readonly CheckDraft[]): Rule[] | undefined {
  return drafts.length === 0 ? undefined : drafts.map(ruleOf);
}

/** What is wrong with them, by member: `checks.2.pattern`. */
export function checkProblems(drafts: readonly CheckDraft[]): Problems {
  const found: Record<string, Problems[string]> = {};
  for (const [index, draft] of drafts.entries()) {
    for (const { path } of checkRuleSchema.safeParse(ruleOf(draft)).error?.issues ?? []) {
      const member = memberOf(path[0], draft);
      found[`checks.${index}.${member}`] ??= wrongOf(member, draft);
    }
    const isSecond = draft.check === 'second-scan' && drafts.findIndex(({ check }) => check === draft.check) < index;
    if (isSecond) found[`checks.${index}.check`] = 'checkTwice';
  }
  return found;
}

/** What the form calls a member of a rule. */
function memberOf(member: PropertyKey | undefined, { from, to }: CheckDraft): keyof CheckDraft {
  if (member === 'total' || member === 'number') return 'field';
  // Both bounds together: neither is there, or they are in the wrong order.
  if (member === undefined) return from.trim() === '' || to.trim() === '' ? 'from' : 'to';
  return member as keyof CheckDraft;
}

function wrongOf(member: keyof CheckDraft, { check, from, to }: CheckDraft): NonNullable<Problems[string]> {
  switch (member) {
    case 'pattern':
      return 'checkPattern';
    case 'values':
      return 'checkValues';
    case 'parts':
      return 'checkParts';
    case 'days':
      return 'checkDays';
    case 'name':
      return 'checkName';
    case 'from':
    case 'to': {
      if (from.trim() === '' && to.trim() === '') return 'checkBounds';
      const isSound = checkRuleSchema.safeParse(
        ruleOf({ ...emptyCheck, check, field: 'f', [member]: member === 'from' ? from : to }),
      );
      return isSound.success ? 'checkOrder' : check === 'amount' ? 'checkAmount' : 'checkDay';
    }
    case 'check':
    case 'field':
    case 'vendor':
    case 'date':
      return 'checkField';
    default:
      return assertNever(member);
  }
}
