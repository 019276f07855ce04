import { describe, expect, it } from 'vitest';
import { reasonOf401, reasonOf403, retryAfterMs } from '../../electron/service/classify.ts';

describe('the reason of a 401', () => {
  it.each([
    ['Rate limit exceeded', 'rate'],
    ['This API key is rate-limited: too many requests. Slow down and try again.', 'rate'],
    ['rate_limited', 'rate'],
    ['Request was throttled', 'rate'],
    ['Too Many Requests', 'rate'],
    ['You have reached the limit', 'rate'],
    ['Missing or invalid API key', 'invalid'],
    ['Invalid API key: it was generated elsewhere', 'invalid'],
    ['Key not found', 'invalid'],
    ['No API key provided', 'missing'],
    ['Authorization header required', 'missing'],
    ['Key was revoked', 'revoked'],
    ['Your key has expired', 'revoked'],
    ['Unauthorized', 'unclear'],
    ['Operation not permitted', 'unclear'],
    ['Unlimited access needs another key', 'unclear'],
    ['Key revoked or rate-limited', 'unclear'],
    ['', 'unclear'],
  ])('%j is %s', (words, reason) => {
    expect(reasonOf401(words)).toBe(reason);
  });
});

describe('the reason of a 403', () => {
  it.each([
    ['Out of pages: 3 needed, 0 left this month.', 'pages'],
    ['Monthly page limit reached', 'pages'],
    ['Quota exceeded', 'pages'],
    ['Not enough credits', 'pages'],
    ['Upgrade your plan', 'pages'],
    ['This API key has been revoked.', 'revoked'],
    ['Key disabled', 'revoked'],
    ['Forbidden', 'unclear'],
    ['Key revoked or out of pages', 'unclear'],
  ])('%j is %s', (words, reason) => {
    expect(reasonOf403(words)).toBe(reason);
  });
});

describe('the words of a refusal', () => {
  it.each([
    ...[
      'Rate',
      'rates',
      'ratelimit',
      'rate limit',
      'rate-limited',
      'rate_limit',
      'too-many',
      'too many',
      'TOO_MANY',
      'throttling',
    ],
    ...['limit', 'limits', 'limited', 'limiting', 'Slow down'],
  ])('401: the rate: %s', (words) => expect(reasonOf401(words)).toBe('rate'));

  it.each(['accurate', 'separate', 'rated', 'unlimited', 'limitless', 'slowdown'])('401: not the rate: %s', (words) =>
    expect(reasonOf401(words)).toBe('unclear'),
  );

  const revoked = ['revoked', 'Revocation: revoke', 'disabled', 'deactivated', 'expired', 'suspended', 'blocked', 'deleted'];
  it.each(revoked)('401 and 403: the key is revoked: %s', (words) => {
    expect([reasonOf401(words), reasonOf403(words), reasonOf401(`${words}: invalid`)]).toEqual(['revoked', 'revoked', 'revoked']);
    expect([reasonOf401(`${words}: rate`), reasonOf403(`${words}: quota`)]).toEqual(['unclear', 'unclear']);
  });

  const invalid = [
    'invalid',
    'Incorrect',
    'wrong',
    'not valid',
    'malformed',
    'unknown',
    'unrecognized',
    'unrecognised',
    'not recognized',
  ];
  it.each([...invalid, 'not recognised', 'not found', 'does not exist', 'no such'])('401: the key is invalid: %s', (words) => {
    expect([reasonOf401(words), reasonOf401(`${words}: missing`), reasonOf401(`${words}: rate`)]).toEqual([
      'invalid',
      'invalid',
      'unclear',
    ]);
    expect(reasonOf403(words)).toBe('unclear');
  });

  it.each([
    ...['missing', 'not provided', 'not given', 'required', 'absent', 'no key', 'No API key', 'without key', 'without a key'],
    ...['without an api key', 'without api key'],
  ])('401: the key is missing: %s', (words) => expect(reasonOf401(words)).toBe('missing'));

  it.each(['wrongly', 'absently', 'no keys', 'without permission'])('401: none of these: %s', (words) =>
    expect(reasonOf401(words)).toBe('unclear'),
  );

  it.each([
    ...['page', 'pages', 'quota', 'credits', 'allowance', 'balance', 'plan', 'free tier', 'billing', 'Payment', 'upgrade'],
    ...['exhausted', 'limit', 'limits', 'limited'],
  ])('403: the account is out of pages: %s', (words) => expect(reasonOf403(words)).toBe('pages'));

  it.each(['pageant', 'planned', 'unlimited'])('403: not the pages: %s', (words) => expect(reasonOf403(words)).toBe('unclear'));
});

describe('Retry-After', () => {
  const now = Date.UTC(2025, 0, 1, 12, 0, 0);
  const day = 86_400_000;

  it.each([
    ['0', undefined, 0],
    ['12', undefined, 12_000],
    [' 1.5 ', undefined, 1_500],
    ['999999', undefined, day],
    ['86400', undefined, day],
    ['86399', undefined, day - 1_000],
    ['1e3', undefined, undefined],
    ['12 s', undefined, undefined],
    ['2025', undefined, 2_025_000],
    ['0.0004', undefined, 0],
    ['0.0005', undefined, 1],
    ['Wed, 01 Jan 2025 12:01:00 GMT', 'soon', 60_000],
    ['-5', undefined, undefined],
    ['soon', undefined, undefined],
    ['', undefined, undefined],
    [undefined, undefined, undefined],
    ['Wed, 01 Jan 2025 12:01:00 GMT', undefined, 60_000],
    ['Wed, 01 Jan 2025 11:00:00 GMT', undefined, 0],
    ['Thu, 01 Jan 2026 00:00:00 GMT', undefined, day],
    // The service's clock is an hour ahead of this computer's.
    ['Wed, 01 Jan 2025 13:00:10 GMT', 'Wed, 01 Jan 2025 13:00:00 GMT', 10_000],
  ])('%j (Date: %j) is %j ms', (value, date, expected) => {
    expect(retryAfterMs(value, date, now)).toBe(expected);
  });
});
