import { describe, expect, it } from 'vitest';
import { routeKey } from '../../../electron/core/protocol/route.ts';

describe('A route', () => {
  it('is told from one of the other kind that has the same id', () => {
    expect(routeKey({ kind: 'extraction', id: '7' })).not.toBe(routeKey({ kind: 'classification', id: '7' }));
  });

  it('has one key however often it is named', () => {
    expect(routeKey({ kind: 'extraction', id: '7' })).toBe(routeKey({ kind: 'extraction', id: '7' }));
  });
});
