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

describe('Retry-After', () => {
  const now = Date.UTC(2025, 0, 1, 12, 0, 0);
  const day = 86_400_000;

  it.each([
    ['0', undefined, 0],
    ['12', undefined, 12_000],
    [' 1.5 ', undefined, 1_500],
    ['999999', undefined, day],
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
