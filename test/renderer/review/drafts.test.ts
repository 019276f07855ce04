import { describe, expect, it } from 'vitest';
import { correctionsOf, Drafts, emptyDraft, isEmptyDraft, withCategory, withValue } from '../../../renderer/review/drafts.ts';

describe('A draft', () => {
  const fields = [
    { key: 'total', value: '180,00', reasons: [] },
    { key: 'due', reasons: [] },
  ];

  it('holds only what differs from the value that counts', () => {
    const typed = withValue(emptyDraft, 'total', '181,00', '180,00');
    expect(typed.values).toEqual({ total: '181,00' });
    expect(isEmptyDraft(withValue(typed, 'total', '180,00', '180,00'))).toBe(true);
    expect(isEmptyDraft(withValue(emptyDraft, 'due', '', undefined))).toBe(true);
  });

  it('leaves out what the service has come to say itself', () => {
    const draft = { values: { total: '180,00', due: '2026-05-01' } };
    expect(correctionsOf(draft, fields)).toEqual({ due: '2026-05-01' });
  });

  it('empties a field where a person empties it', () => {
    expect(correctionsOf(withValue(emptyDraft, 'total', '', '180,00'), fields)).toEqual({ total: '' });
  });

  it('forgets a category that was unchosen', () => {
    const chosen = withCategory(emptyDraft, { kind: 'known', id: 'c' });
    expect(isEmptyDraft(chosen)).toBe(false);
    expect(withCategory(chosen, undefined)).toEqual(emptyDraft);
  });

  it('is kept for each document, and told to who listens', () => {
    const drafts = new Drafts();
    let told = 0;
    const end = drafts.onChange(() => {
      told += 1;
    });
    drafts.keep(1, { values: { total: '1' } });
    expect(drafts.of(1).values).toEqual({ total: '1' });
    expect(drafts.of(2)).toBe(emptyDraft);
    end();
    drafts.keep(1, emptyDraft);
    expect(drafts.of(1)).toBe(emptyDraft);
    expect(told).toBe(1);
  });
});
