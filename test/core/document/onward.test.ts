import { describe, expect, it } from 'vitest';
import { type NextStep, nextRoutes, nextStepSchema } from '../../../electron/core/config/folder-settings.ts';
import { onwardOf } from '../../../electron/core/document/onward.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { jobWith } from '../../support/jobs.ts';

const next: NextStep = {
  categories: {
    Invoices: { extraction: 'e-invoices', linked: false },
    Receipts: { extraction: 'e-receipts', linked: true },
    'c-letters': 'leave',
  },
  otherwise: 'review',
  below: 0.6,
};
const known = [
  { id: 'c-invoices', name: 'Invoices' },
  { id: 'c-letters', name: 'Letters' },
];
const review = { confirmations: [{ at: 1, by: 'Anna', corrections: {} }], changes: [] };
const verdict = (categoryName: string | undefined, more: object = {}) => ({
  result: {
    ...{ kind: 'classification' as const, status: 'processed', confidence: 0.9, extra: {} },
    ...(categoryName !== undefined && { categoryName }),
    ...more,
  },
});
const to = (id: string, category?: string) => ({
  kind: 'goes-on',
  route: { kind: 'extraction', id },
  ...(category !== undefined && { category }),
});

describe('A classified document', () => {
  it('goes on by the name of its category, or by the service’s id of it', () => {
    expect(onwardOf(next, verdict('Invoices'), [])).toEqual(to('e-invoices', 'Invoices'));
    expect(onwardOf(next, verdict(undefined, { categoryId: 'c-invoices' }), known)).toEqual(to('e-invoices', 'Invoices'));
    expect(onwardOf(next, verdict('Letters', { categoryId: 'c-letters' }), known)).toEqual({ kind: 'stays' });
  });

  it('stays where nothing was set, in an extraction, once it has gone on, and where the service asks for a review', () => {
    expect(onwardOf(undefined, verdict('Invoices'), [])).toEqual({ kind: 'stays' });
    expect(onwardOf(next, {}, [])).toEqual({ kind: 'stays' });
    expect(onwardOf(next, { ...verdict('Invoices'), verdict: jobWith() }, [])).toEqual({ kind: 'stays' });
    expect(onwardOf(next, verdict('Invoices', { status: 'needs_review' }), [])).toEqual({ kind: 'stays' });
    expect(onwardOf(next, { ...verdict('Invoices'), review: { ...review, conflict: ['category'] } }, [])).toEqual({
      kind: 'stays',
    });
  });

  it('waits for its values where the service passes it on, as the settings say or as is known', () => {
    const receipts = { kind: 'linked', extraction: 'e-receipts', category: 'Receipts' };
    expect(onwardOf(next, verdict('Receipts'), [])).toEqual(receipts);
    const linked = [{ id: 'c-invoices', name: 'Invoices', linkedExtractionId: 'e-invoices' }];
    expect(onwardOf(next, verdict('Invoices', { categoryId: 'c-invoices' }), linked)).toEqual({
      ...{ kind: 'linked', extraction: 'e-invoices', category: 'Invoices' },
    });
  });

  it('asks a person where it is not sure, or in no row, until one has said so', () => {
    const unsure = verdict('Invoices', { confidence: 0.5 });
    expect(onwardOf(next, unsure, [])).toMatchObject({ kind: 'asks', message: { code: 'reasons.unsure' } });
    expect(onwardOf(next, { ...unsure, review }, [])).toEqual(to('e-invoices', 'Invoices'));
    expect(onwardOf(next, verdict('Invoices', { confidence: undefined, status: 'confirmed' }), [])).toMatchObject({
      kind: 'goes-on',
    });
    expect(onwardOf(next, verdict('Faxes'), [])).toMatchObject({ kind: 'asks', message: { code: 'reasons.unlisted' } });
    expect(onwardOf(next, { ...verdict('Faxes'), review }, [])).toEqual({ kind: 'stays' });
    expect(onwardOf({ ...next, otherwise: 'leave' }, verdict('Faxes'), [])).toEqual({ kind: 'stays' });
    expect(onwardOf({ ...next, otherwise: 'leave' }, unsure, [])).toEqual({ kind: 'stays' });
  });

  it('goes to the default without a category, or unsure of one in the table; never where the service may pass it on', () => {
    const byDefault = { ...next, otherwise: { extraction: 'e-any' } };
    expect(onwardOf(byDefault, verdict(undefined), [])).toEqual(to('e-any'));
    expect(onwardOf(byDefault, verdict('Invoices', { confidence: 0.5 }), [])).toEqual(to('e-any', 'Invoices'));
    expect(onwardOf(byDefault, verdict('Faxes'), [])).toMatchObject({ kind: 'asks' });
    expect(onwardOf(byDefault, verdict('Receipts', { confidence: 0.5 }), [])).toMatchObject({ kind: 'asks' });
    expect(onwardOf(next, verdict(undefined), [])).toEqual({ kind: 'stays' });
  });

  it('does not go to the default from a category that is left, unless it is known that the service does not pass it on', () => {
    const byDefault = { ...next, otherwise: { extraction: 'e-any' } };
    const letter = verdict('Letters', { categoryId: 'c-letters', confidence: 0.5 });
    const asks = { kind: 'asks', message: { code: 'reasons.unsure' } };
    expect(onwardOf(byDefault, letter, [])).toMatchObject(asks);
    for (const source of ['result', 'typed'] as const)
      expect(onwardOf(byDefault, letter, [{ id: 'c-letters', name: 'Letters', source }])).toMatchObject(asks);
    const made = { id: 'c-letters', name: 'Letters', source: 'made' } as const;
    expect(onwardOf(byDefault, letter, [made])).toEqual(to('e-any', 'Letters'));
    expect(onwardOf(byDefault, letter, [{ ...made, linkedExtractionId: 'e-letters' }])).toMatchObject(asks);
    expect(onwardOf(byDefault, { ...letter, review }, [])).toEqual({ kind: 'stays' });
  });

  it('is not sent where a category is known to be passed on by its name alone, or is said to be in one of two rows', () => {
    const linked = [{ id: 'c-invoices', name: 'Invoices', linkedExtractionId: 'e-linked', source: 'made' as const }];
    const passedOn = { kind: 'linked', extraction: 'e-linked', category: 'Invoices' };
    expect(onwardOf(next, verdict('Invoices'), linked)).toEqual(passedOn);
    expect(onwardOf(next, verdict('Invoices', { categoryId: 'new id' }), linked)).toEqual(passedOn);
    const twice: NextStep = {
      ...next,
      categories: { Invoices: { extraction: 'e-1', linked: false }, 'c-invoices': { extraction: 'e-2', linked: true } },
    };
    expect(onwardOf(twice, verdict('Invoices', { categoryId: 'c-invoices' }), [])).toEqual({ ...passedOn, extraction: 'e-2' });
  });

  it('is told with what the service says of it, and how sure it should be', () => {
    const asked = onwardOf(next, verdict('Invoices', { confidence: 0.5 }), []);
    expect(asked).toEqual({
      kind: 'asks',
      message: say('reasons.unsure', { category: 'Invoices', confidence: 0.5, below: 0.6 }),
    });
    expect(onwardOf(next, verdict('Invoices', { confidence: undefined }), [])).toMatchObject({
      message: { values: { confidence: 0 } },
    });
    expect(onwardOf(next, verdict('Faxes'), [])).toEqual({
      kind: 'asks',
      message: say('reasons.unlisted', { category: 'Faxes' }),
    });
    expect(onwardOf(next, verdict('Invoices', { confidence: 0.6 }), [])).toEqual(to('e-invoices', 'Invoices'));
    const { below: _, ...anySure } = next;
    expect(onwardOf(anySure, verdict('Invoices', { confidence: 0 }), [])).toEqual(to('e-invoices', 'Invoices'));
  });

  it('is called as the service calls it, or as its category is known, or by the id', () => {
    const id = { categoryId: 'c-letters' };
    expect(onwardOf(next, verdict(undefined, { categoryId: 'c-faxes' }), [])).toMatchObject({
      message: { values: { category: 'c-faxes' } },
    });
    expect(onwardOf(next, verdict(undefined, { categoryId: 'c-faxes' }), [{ id: 'c-faxes', name: 'Faxes' }])).toMatchObject({
      message: { values: { category: 'Faxes' } },
    });
    expect(onwardOf(next, verdict(undefined, id), [])).toEqual({ kind: 'stays' });
    // Its name is known to be that of a category that the table has by its id.
    expect(onwardOf(next, verdict('Letters'), known)).toEqual({ kind: 'stays' });
  });

  it('that a person or the service has confirmed is sure, though the service asks for a review', () => {
    expect(onwardOf(next, { ...verdict('Invoices', { status: 'needs_review' }), review }, [])).toEqual(
      to('e-invoices', 'Invoices'),
    );
    expect(onwardOf(next, verdict('Faxes', { status: 'confirmed' }), [])).toEqual({ kind: 'stays' });
    expect(
      onwardOf({ ...next, otherwise: { extraction: 'e-any' } }, { ...verdict('Invoices', { confidence: 0.1 }), review }, []),
    ).toEqual(to('e-invoices', 'Invoices'));
  });

  it('is not led astray by the names that every object has', () => {
    expect(onwardOf(next, verdict('toString'), [])).toMatchObject({ kind: 'asks' });
    expect(onwardOf(next, verdict('__proto__'), [])).toMatchObject({ kind: 'asks' });
  });
});

describe('The settings of what comes next', () => {
  it('name each extraction once, and none to which the service passes documents on', () => {
    const parsed = nextStepSchema.parse({
      categories: {
        A: { extraction: ' e-1 ', linked: false },
        B: { extraction: 'e-1', linked: false },
        C: { extraction: 'e-2', linked: true },
      },
      otherwise: { extraction: 'e-3' },
    });
    expect(nextRoutes(parsed)).toEqual([
      { kind: 'extraction', id: 'e-1' },
      { kind: 'extraction', id: 'e-3' },
    ]);
    expect(nextStepSchema.parse({ categories: {} }).otherwise).toBe('review');
  });

  it('must say whether a category is linked', () => {
    expect(nextStepSchema.safeParse({ categories: { A: { extraction: 'e-1' } } }).success).toBe(false);
  });
});
