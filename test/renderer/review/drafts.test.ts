import { describe, expect, it } from 'vitest';
import { Kept } from '../../../renderer/host/kept.ts';
import { correctionsOf, emptyDraft, isEmptyDraft, withCategory, withValue } from '../../../renderer/review/drafts.ts';

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
    const stored = new Map<string, string>();
    const storage = {
      getItem: (name: string) => stored.get(name) ?? null,
      setItem: (name: string, text: string) => void stored.set(name, text),
      removeItem: (name: string) => void stored.delete(name),
    };
    const draft = { values: { total: '1' }, category: { kind: 'known', id: 'c' } } as const;
    new Kept(storage).set('7', draft);
    expect(new Kept(storage).of('7')).toEqual(draft);
    for (const text of ['{', '1', 'null']) {
      for (const name of stored.keys()) stored.set(name, text);
      expect(new Kept(storage).of('7')).toBeUndefined();
    }
  });

  it('is kept per document, stays the same until it changes, and notifies listeners', () => {
    const stored = new Map<string, string>();
    const kept = new Kept({
      getItem: (name) => stored.get(name) ?? null,
      setItem: (name, text) => void stored.set(name, text),
      removeItem: (name) => void stored.delete(name),
    });
    let notified = 0;
    const end = kept.onChange(() => {
      notified += 1;
    });
    kept.set('1', { values: { total: '1' } });
    expect(kept.of('1')).toEqual({ values: { total: '1' } });
    expect(kept.of('1')).toBe(kept.of('1'));
    expect(kept.of('2')).toBeUndefined();
    end();
    kept.set('1', undefined);
    expect(kept.of('1')).toBeUndefined();
    expect(notified).toBe(1);
  });
});
