import { type CheckKind, type CheckRule, checkRuleSchema } from '../../../electron/core/checks/rules.ts';
import { linesOf, numberOf } from './typed-text.ts';

type Keys<Rule> = Rule extends unknown ? keyof Rule : never;
export type CheckMember = Exclude<Keys<CheckRule>, 'check'>;

/** A check of the folder's own, as it was typed, lists as lines; what another kind needs stays for it. */
export type CheckDraft = { readonly check: CheckKind } & { readonly [Member in CheckMember]?: string };

export const emptyCheck: CheckDraft = { check: 'required', days: '30' };

/** What a kind of check needs to know, in the order of its schema. */
export function membersOf(kind: CheckKind): readonly CheckMember[] {
  const shape = checkRuleSchema.options.find((option) => option.shape.check.value === kind)?.shape ?? {};
  return Object.keys(shape).filter((member) => member !== 'check') as CheckMember[];
}

export function isList(member: CheckMember): boolean {
  return member === 'values' || member === 'parts';
}

export function checkDraftOf(rule: CheckRule): CheckDraft {
  const text = (value: unknown) => (Array.isArray(value) ? value.join('\n') : String(value));
  const typed = Object.entries(rule).map(([member, value]) => [member, text(value)]);
  return { ...emptyCheck, ...Object.fromEntries(typed) };
}

/** The rule for the host, as far as it is one. */
export function ruleOf(draft: CheckDraft): object {
  const members = membersOf(draft.check).flatMap((member): [string, unknown][] => {
    const typed = draft[member] ?? '';
    if (isList(member)) return [[member, linesOf(typed)]];
    if (member === 'days') return [[member, numberOf(typed)]];
    if (member === 'pattern') return [[member, typed]];
    const text = typed.trim();
    const isBound = member === 'from' || member === 'to';
    if (text === '' && (isBound || member === 'name')) return [];
    return [[member, isBound && draft.check === 'amount' ? text.replace(',', '.') : text]];
  });
  return { check: draft.check, ...Object.fromEntries(members) };
}
