import { describe, expect, it } from 'vitest';
import { freshLedger } from './fixture.ts';

describe('meta', () => {
  it('gives back what was last set', () => {
    const { ledger } = freshLedger();
    expect(ledger.meta.get('rate')).toBeUndefined();
    ledger.meta.set('rate', { perSecond: 0.5, list: ['a', null] });
    expect(ledger.meta.get('rate')).toEqual({ perSecond: 0.5, list: ['a', null] });
    ledger.meta.set('rate', false);
    expect(ledger.meta.get('rate')).toBe(false);
    ledger.meta.set('rate', undefined);
    expect(ledger.meta.get('rate')).toBeUndefined();
  });
});
