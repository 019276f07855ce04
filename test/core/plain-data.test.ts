import { expect, it } from 'vitest';
import { isLoopback } from '../../electron/core/loopback.ts';
import { defined, errorCode, errorText, isObject, sameJson } from '../../electron/core/plain-data.ts';

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

it('What was thrown has a text and perhaps a code', () => {
  const gone = Object.assign(new Error('It is gone.'), { code: 'ENOENT' });
  expect([gone, new Error('No.'), 'No.', 7, undefined].map(errorText)).toEqual(['It is gone.', 'No.', 'No.', '7', 'undefined']);
  expect([gone, new Error('No.'), { code: 'ENOENT' }, 'ENOENT'].map(errorCode)).toEqual([
    'ENOENT',
    ...[undefined, undefined, undefined],
  ]);
});

it.each([
  ...(['localhost', '::1', '[::1]', '127.0.0.1', '127.255.3.44'] as const).map((host) => [host, true] as const),
  ...['127.0.0', '127.0.0.1.example', '127.0.0.1234', '128.0.0.1', '1127.0.0.1', 'localhost.example', '::2', ''].map(
    (host) => [host, false] as const,
  ),
])('"%s" is this computer: %s', (host, is) => expect(isLoopback(host)).toBe(is));
