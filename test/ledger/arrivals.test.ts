/** How many documents came to a folder by themselves, hour by hour. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';

const hour = 3_600_000;
let ledger: Ledger;
let folderId: number;
beforeEach(() => {
  ledger = openLedger(':memory:');
  folderId = ledger.folders.ensure('/scans').id;
});
afterEach(() => ledger.close());

const find = (path: string, foundAt: number, byHand = false) =>
  ledger.documents.add({
    ...{ folderId, path, foundAt, byHand, facts: { size: 1, mtimeMs: 1, ino: 1 }, origin: 'https://a.example' },
    ...{ route: { kind: 'extraction', id: 'e' }, file: { kind: 'settling', since: foundAt } },
  }).id;

it('counts by hour what came by itself, also after one was left out or sent by hand', () => {
  for (let number = 0; number < 5; number += 1) find(`a${number}`, 2 * hour + number);
  const [left, sent] = [find('b', 5 * hour), find('c', 5 * hour + 1)];
  find('d', 5 * hour + 2, true);
  expect(ledger.arrivals.busiestHour(folderId, 0, 6 * hour)).toBe(5);
  expect(ledger.arrivals.busiestHour(folderId, 3 * hour, 6 * hour)).toBe(2);
  expect(ledger.arrivals.busiestHour(folderId, 3 * hour, 5 * hour)).toBe(0);
  expect(ledger.arrivals.between(folderId, 0, 2 * hour, 5 * hour + 9)).toEqual({ count: 6, first: 2 });
  expect(ledger.arrivals.between(folderId, left, 2 * hour, 5 * hour + 9)).toEqual({ count: 1, first: sent });
  expect([1, 2].map((most) => ledger.arrivals.isAbove(folderId, most, 4 * hour))).toEqual([true, false]);
  ledger.documents.leaveOut(left);
  ledger.arrivals.markByHand(sent);
  expect(ledger.arrivals.isAbove(folderId, 0, 4 * hour)).toBe(false);
  expect(ledger.arrivals.open(folderId, left)).toEqual([]);
});

it('knows what a person has put into a folder, whether it is noted before or after it was found', () => {
  ledger.arrivals.want(folderId, 'sub/a.pdf', 10);
  expect(ledger.arrivals.takeWanted(folderId, 'sub/a.pdf')).toBe(true);
  expect(ledger.arrivals.takeWanted(folderId, 'sub/a.pdf')).toBe(false);
  const id = find('b.pdf', 10);
  expect(ledger.arrivals.isOwn(id)).toBe(true);
  ledger.arrivals.want(folderId, 'b.pdf', 20);
  expect(ledger.arrivals.isOwn(id)).toBe(false);
});

it('takes for wanted what was left alone until a person has it sent', () => {
  ledger.files.put({ folderId, directory: '', name: 'old.pdf', facts: { size: 1, mtimeMs: 1, ino: 1 }, skipped: 'existing' });
  ledger.files.forgetSkipped(folderId);
  expect(ledger.arrivals.takeWanted(folderId, 'old.pdf')).toBe(true);
});
