import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { Route } from '../../../electron/core/protocol/route.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../electron/settings/data-directory.ts';
import { become, putDocument } from '../../support/jobs.ts';
import { intray } from '../intray.ts';
import { testHost } from '../test-host.ts';

const origin = 'https://a.example';
const invoices = { kind: 'extraction', id: 'e' } as const;
const sorter = { kind: 'classification', id: 'c' } as const;
const now = Date.parse('2026-11-23T12:00:00Z');
const result = { kind: 'extraction', status: 'processed', extractedData: { total: '1.00' }, extra: {} } as const;
let root: string;
let dataDir: string;
let scans: string;
beforeEach(async () => {
  vi.useFakeTimers({ now, toFake: ['Date'] });
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-costs-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await mkdir(dataDir);
  const ledger = openLedger(ledgerPath(dataDir));
  const folderId = ledger.folders.ensure(scans).id;
  // A day that begins ten hours before the one of UTC.
  ledger.meta.write('budget', { day: 10, month: 1_000, timeZone: 'Pacific/Kiritimati' });
  const settings = { path: scans, route: invoices };
  ledger.meta.write('folder-settings', folderSettingsSchema.parse(settings), folderId);
  const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } } as const;
  const send = (path: string, day: string, pages: number, route: Route = invoices) => {
    const { id, job = 0 } = putDocument(ledger, folderId, { path, origin, route, state: ready, dueAt: 1 });
    const batchId = ledger.batches.add({ origin, route, madeAt: 1, files: 1 }).id;
    ledger.charges.add([{ job, batch: batchId, folder: folderId, day, pages, guessed: route === sorter, approved: false }]);
    become(ledger, id, { batchId, state: { kind: 'queued', status: 'queued' }, from: id });
    return id;
  };
  const done = (id: number, at: number) =>
    become(ledger, id, { state: { kind: 'processed' }, result, delivery: { kind: 'done', at } });
  for (let day = 1; day <= 23; day += 1) done(send(`${day}.pdf`, `2026-11-${String(day).padStart(2, '0')}`, 2), now);
  send('sorted.pdf', '2026-11-24', 7, sorter);
  send('october.pdf', '2026-10-31', 50);
  const of = send('first.pdf', '2026-11-24', 4);
  done(of, now);
  const { hash } = ledger.documents.get(of) ?? {};
  const delivery = { kind: 'done', at: now } as const;
  putDocument(ledger, folderId, { path: 'copy.pdf', origin, route: invoices, hash, state: { kind: 'duplicate', of }, delivery });
  putDocument(ledger, folderId, { path: 'waits.docx', origin, route: invoices, state: ready, dueAt: 1 });
  ledger.close();
});
afterEach(async () => {
  vi.useRealTimers();
  await rm(root, { recursive: true, force: true });
});

it('shows pages sent, saved and held, and the forecast, in tables by day, folder, route and outcome', async () => {
  const host = testHost();
  expect(await intray(['costs'], { dataDir }, host)).toBe(0);
  const shown = host.output.text.replaceAll(root, '').replaceAll(/ {2,}/g, '  ');
  expect(shown.replaceAll(/^2026-11-(?!01|24).*\n/gm, '')).toMatchInlineSnapshot(`
    "2026-11-01 to 2026-11-24 (time zone Pacific/Kiritimati): 57 pages sent, 25 documents, 1 of them estimated because its pages were not counted.
    Saved: 4 pages, by 1 copy that took a result at no cost.
    Held back by budgets now: about 3 pages, 1 document.
    This month: 57 pages so far, about 81 pages by its end; the budget is 1,000 pages.

    By day  Documents  Pages
    2026-11-01  1  2
    2026-11-24  2  11

    By folder  Documents  Pages
    /scans  25  57

    By route  Documents  Pages
    e  24  50
    c  1  7

    By outcome  Documents  Pages
    Done  24  50
    On the way  1  7
    "
  `);
});

it('gives machines the rows, of the days or months of their choice', async () => {
  const lines = async (flags: object) => {
    const host = testHost();
    await intray(['costs'], { dataDir, json: true, ...flags }, host);
    return host.output.text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>);
  };
  const all = await lines({ from: '2026-11-24' });
  expect(all).toEqual([
    {
      ...{ event: 'cost', day: '2026-11-24', folder: scans, route: invoices, outcome: 'done' },
      ...{ documents: 1, pages: 4, guessed: 0 },
    },
    {
      ...{ event: 'cost', day: '2026-11-24', folder: scans, route: sorter, outcome: 'on-the-way' },
      ...{ documents: 1, pages: 7, guessed: 1 },
    },
    { event: 'saved', day: '2026-11-24', folder: scans, documents: 1, pages: 4, guessed: 0 },
    {
      ...{ event: 'costs', from: '2026-11-24', to: '2026-11-24', timeZone: 'Pacific/Kiritimati' },
      ...{ documents: 2, pages: 11, guessed: 1, saved: { documents: 1, pages: 4, guessed: 0 }, held: { documents: 1, pages: 3 } },
      month: { month: '2026-11', spent: 57, forecast: expect.any(Number), budget: 1_000 },
    },
  ]);
  expect((await lines({ from: '2026-10', to: '2026-10' })).map(({ event, pages }) => [event, pages])).toEqual([
    ['cost', 50],
    ['costs', 50],
  ]);
  // However far back: the days before the first cost are not gone through.
  expect((await lines({ from: '1970-01' })).map(({ event }) => event).slice(-2)).toEqual(['saved', 'costs']);
  for (const wrong of ['2026-13', '2026-02-30', 'monday'])
    await expect(intray(['costs'], { dataDir, from: wrong }, testHost())).rejects.toThrow(/^--from must be a day or a month/);
  const backwards = intray(['costs'], { dataDir, from: '2026-12', to: '2026-11' }, testHost());
  await expect(backwards).rejects.toThrow('The first day, 2026-12-01, is after the last one, 2026-11-30.');
});
