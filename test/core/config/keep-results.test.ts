import { describe, expect, it } from 'vitest';
import { keepResultsSchema, keptForMs } from '../../../electron/core/config/keep-results.ts';

const day = 86_400_000;

describe('how long results are kept', () => {
  it.each([
    ['1 day', day],
    ['90 days', 90 * day],
    ['2 weeks', 14 * day],
    ['4 years', 1_461 * day],
    ['12 months', 365.25 * day],
  ])('%s', (text, length) => {
    expect(keptForMs(text)).toBe(length);
    expect(keepResultsSchema.safeParse(text).success).toBe(true);
  });

  it.each(['', '2', 'years', '0 days', '-1 day', '2  years', '1.5 years', 'for ever', '2 years or so'])('is not “%s”', (text) => {
    expect(keepResultsSchema.safeParse(text).error?.issues[0]?.message).toBe('configuration.rule.keepResults');
  });
});
