import { describe, expect, it } from 'vitest';
import { correctionsOf, Drafts, emptyDraft, isEmptyDraft, withCategory, withValue } from '../../../renderer/review/drafts.ts';

describe('A draft', () => {
  const fields = [
    { key: 'total', value: '180,00', reasons: [] },
    { key: 'due', reasons: [] },
  ];

  it('holds only what differs from the current value', () => {
    const typed = withValue(emptyDraft, 'total', '181,00', '180,00');
    expect(typed.values).toEqual({ total: '181,00' });
    expect(isEmptyDraft(withValue(typed, 'total', '180,00', '180,00'))).toBe(true);
    expect(isEmptyDraft(withValue(emptyDraft, 'due', '', undefined))).toBe(true);
  });

  it('drops a correction once the service says the same', () => {
    const draft = { values: { total: '180,00', due: '2026-05-01' } };
    expect(correctionsOf(draft, fields)).toEqual({ due: '2026-05-01' });
  });

  it('sends an empty value for a field the person cleared', () => {
    expect(correctionsOf(withValue(emptyDraft, 'total', '', '180,00'), fields)).toEqual({ total: '' });
  });

  it('forgets a category that is no longer chosen', () => {
    const chosen = withCategory(emptyDraft, { kind: 'known', id: 'c' });
    expect(isEmptyDraft(chosen)).toBe(false);
    expect(withCategory(chosen, undefined)).toEqual(emptyDraft);
  });

  it('survives a reload of the window, and nothing that is stored wrongly', () => {
    const kept = new Map<string, string>();
    const storage = {
      getItem: (name: string) => kept.get(name) ?? null,
      setItem: (name: string, text: string) => void kept.set(name, text),
    };
    const draft = { values: { total: '1' }, category: { kind: 'known', id: 'c' } } as const;
    new Drafts(storage).set(7, draft);
    expect(new Drafts(storage).of(7)).toEqual(draft);
    for (const name of kept.keys()) kept.set(name, '{');
    expect(new Drafts(storage).of(7)).toBe(emptyDraft);
  });

  it('is kept per document, and notifies listeners', () => {
    const drafts = new Drafts();
    let notified = 0;
    const end = drafts.onChange(() => {
      notified += 1;
    });
    drafts.set(1, { values: { total: '1' } });
    expect(drafts.of(1).values).toEqual({ total: '1' });
    expect(drafts.of(2)).toBe(emptyDraft);
    end();
    drafts.set(1, emptyDraft);
    expect(drafts.of(1)).toBe(emptyDraft);
    expect(notified).toBe(1);
  });
});
