import { expect, it } from 'vitest';
import { defined, isObject, sameJson } from '../../electron/core/plain-data.ts';

it.each<[same: boolean, one: unknown, other: unknown]>([
  [true, { a: 1, b: [1, { c: null }] }, { b: [1, { c: null }], a: 1 }],
  [true, { a: 1, b: undefined }, { a: 1 }],
  [true, [], []],
  [false, [1], [1, 2]],
  [false, [1, 2], [2, 1]],
  [false, [], {}],
  [false, { a: 1 }, { a: 1, b: 2 }],
  [false, { a: 1 }, { b: 1 }],
  [false, { a: null }, {}],
  [false, null, {}],
  [false, '1', 1],
])('Two values are the same JSON (%s): %j and %j', (same, one, other) => {
  expect([sameJson(one, other), sameJson(other, one)]).toEqual([same, same]);
});

it('Members that are given are kept, also those that are empty', () => {
  expect(defined({ a: undefined, b: null, c: 0, d: '' })).toEqual({ b: null, c: 0, d: '' });
  expect([{}, [], null, 'a'].map(isObject)).toEqual([true, false, false, false]);
});
