/** Where one unit ends and the next begins. */
import { expect, it } from 'vitest';
import { createFormats } from '../../../electron/core/messages/wording.ts';

const formats = createFormats('en', 'UTC', (code, { value = '' }) => `${value} ${code.replace(/.*\./, '')}`);
const minute = 60_000;
const hour = 60 * minute;

it.each([
  [0, '0 bytes'],
  [1_023, '1,023 bytes'],
  [1_024, '1 kilobytes'],
  [1_024 ** 2 - 1, '1,024 kilobytes'],
  [1_024 ** 2, '1 megabytes'],
  [1_024 ** 3 - 1, '1,024 megabytes'],
  [1_024 ** 3, '1 gigabytes'],
  [2.5 * 1_024 ** 3, '2.5 gigabytes'],
])('%i bytes are %s', (bytes, expected) => {
  expect(formats.size(bytes)).toBe(expected);
});

it.each([
  [999, '999 milliseconds'],
  [1_000, '1 seconds'],
  [9_940, '9.9 seconds'],
  [10_000, '10 seconds'],
  [99_999, '100 seconds'],
  [100_000, '2 minutes'],
  [90 * minute - 1, '90 minutes'],
  [90 * minute, '1.5 hours'],
  [9.94 * hour, '9.9 hours'],
  [10 * hour, '10 hours'],
  [48 * hour - 1, '48 hours'],
  [48 * hour, '2 days'],
])('%i ms are %s', (milliseconds, expected) => {
  expect(formats.duration(milliseconds)).toBe(expected);
});

const noon = Date.UTC(2026, 2, 14, 12, 0, 0);

it.each([
  ['the same day', noon + 1, '12:00:00 PM', '12:00 PM'],
  ['just before midnight', noon + 12 * hour - 1, '12:00:00 PM', '12:00 PM'],
  ['the next day', noon + 12 * hour, 'Mar 14, 2026, 12:00:00 PM', '12:00 PM yesterday'],
  ['the day after', noon + 36 * hour, 'Mar 14, 2026, 12:00:00 PM', 'Mar 14, 2026, 12:00 PM'],
])('noon is told %s', (_, now, at, when) => {
  const told = createFormats('en', 'UTC', (code, { time = '' }) => `${time} ${code.replace(/.*\./, '')}`);
  expect(told.at(noon, now).replaceAll('\u202f', ' ')).toBe(at);
  expect(told.when(noon, now).replaceAll('\u202f', ' ')).toBe(when);
});

it.each([
  ['now', 0, 'now'],
  ['in the past', -1, 'now'],
  ['in a moment', 1, '1 seconds'],
  ['in a second and a bit', 1_001, '2 seconds'],
])('%s', (_, ahead, expected) => {
  const told = createFormats('en', 'UTC', (code, { value, duration }) =>
    code === 'common.time.now' ? 'now' : String(duration ?? `${value} ${code.replace(/.*\./, '')}`),
  );
  expect(told.until(noon + ahead, noon)).toBe(expected);
});

it('Numbers are written as the locale has them', () => {
  const german = createFormats('de', 'Europe/Berlin', (code) => code);
  expect([formats.number(1_234.56), formats.number(1_234.56, { minimumFractionDigits: 2 })]).toEqual(['1,234.6', '1,234.56']);
  expect([german.number(1_234.56), german.decimals('12345678901234567890.10', { minimumFractionDigits: 2 })]).toEqual([
    '1.234,6',
    '12.345.678.901.234.567.890,10',
  ]);
  expect([formats.percent(0.974), formats.percent(1)]).toEqual(['97%', '100%']);
  expect([formats.list(['a']), formats.list(['a', 'b', 'c']), german.list(['a', 'b', 'c'])]).toEqual([
    'a',
    'a, b, and c',
    'a, b und c',
  ]);
});

it('Moments are told in the time zone that is asked for', () => {
  const berlin = createFormats('en', 'Europe/Berlin', (code) => code);
  const told = ({ time, date, moment }: typeof berlin) =>
    [time(noon), date(noon), moment(noon)].map((text) => text.replaceAll('\u202f', ' '));
  expect(told(formats)).toEqual(['12:00:00 PM', 'March 14, 2026', 'Mar 14, 2026, 12:00:00 PM']);
  expect(told(berlin)).toEqual(['1:00:00 PM', 'March 14, 2026', 'Mar 14, 2026, 1:00:00 PM']);
  // Past midnight there, and the day before here.
  const late = Date.UTC(2026, 2, 14, 23, 30);
  expect([berlin.at(late, late + 60_000), berlin.at(late, noon)].map((text) => text.replaceAll('\u202f', ' '))).toEqual([
    '12:30:00 AM',
    'Mar 15, 2026, 12:30:00 AM',
  ]);
});

it.each([
  ['en-GB', '1 December', '9 Mar 2026', '£5,464.37'],
  ['de-DE', '1. Dezember', '09.03.2026', '5.464,37 £'],
  ['fr-FR', '1er décembre', '9 mars 2026', '5 464,37 £GB'],
])('writes days and amounts as %s does', (locale, first, day, amount) => {
  const own = createFormats(locale, 'UTC', () => '');
  const plain = (text: string) => text.replaceAll(/[\u00a0\u202f]/gu, ' ');
  expect([own.dayOf('2026-12-01'), own.shortDay('2026-03-09'), plain(own.amount('5464.37', 'GBP'))]).toEqual([
    first,
    day,
    amount,
  ]);
  expect(plain(own.date(Date.UTC(2026, 11, 1)))).toContain(first);
});

it.each([
  ['0.0125', 'EUR', '€0.0125'],
  ['1234.5', 'EUR', '€1,234.50'],
  ['500', 'JPY', '¥500'],
  ['3', undefined, '3'],
  ['0.00125', undefined, '0.00125'],
  ['1234.50', undefined, '1,234.50'],
])('writes an amount with all decimals that are printed: %s %s', (value, currency, written) => {
  expect(createFormats('en-GB', 'UTC', () => '').amount(value, currency)).toBe(written.replace('¥', 'JP¥'));
});
