import { describe, expect, it } from 'vitest';
import { fieldsOf, type Route, routeKey, routeOf, sameRoute } from '../../../electron/core/protocol/route.ts';

describe('A route', () => {
  it('is told from one of the other kind that has the same id', () => {
    expect(routeKey({ kind: 'extraction', id: '7' })).not.toBe(routeKey({ kind: 'classification', id: '7' }));
  });

  it('has one key however often it is named', () => {
    expect(routeKey({ kind: 'extraction', id: '7' })).toBe(routeKey({ kind: 'extraction', id: '7' }));
  });

  it.each<Route>([
    { kind: 'extraction', id: '7' },
    { kind: 'classification', id: '7' },
    { kind: 'extraction', id: 'a:b' },
    { kind: 'classification', id: '' },
  ])('is read from its key: %j', (route) => expect(routeOf(routeKey(route))).toEqual(route));

  it('is the same by its kind and its id', () => {
    const route: Route = { kind: 'extraction', id: '7' };
    expect(sameRoute(route, { ...route })).toBe(true);
    expect(sameRoute(route, { ...route, id: '8' })).toBe(false);
    expect(sameRoute(route, { kind: 'classification', id: '7' })).toBe(false);
  });
});

it('The fields of an extraction are kept in its order, with what it says of them', () => {
  expect(fieldsOf([{ key: 'b', description: 'The second' }, { key: 'a', description: '' }, { key: 'c' }])).toEqual({
    fields: ['b', 'a', 'c'],
    descriptions: { b: 'The second' },
  });
});
