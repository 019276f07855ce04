import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { dateHere } from '../../../../electron/core/calendar.ts';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../../electron/core/messages/message.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { putDocument } from '../../../support/jobs.ts';
import { intray } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

const route = { kind: 'extraction', id: 'e' } as const;
const origin = 'https://a.example';
let root: string;
let dataDir: string;
let scans: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-budget-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await Promise.all([mkdir(dataDir), mkdir(scans)]);
  const ledger = openLedger(ledgerPath(dataDir));
  const folderId = ledger.folders.ensure(scans).id;
  ledger.meta.write('budget', { day: 10, timeZone: 'UTC' });
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route, budget: { month: 100 } }), folderId);
  const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } } as const;
  const sent = putDocument(ledger, folderId, { path: 'sent.pdf', origin, route, state: { kind: 'processed' }, pages: 8 });
  putDocument(ledger, folderId, { path: 'waits.docx', origin, route, state: ready, dueAt: 1 });
  const batch = ledger.batches.add({ origin, route, madeAt: 1, files: 1 }).id;
  const { day } = dateHere(Date.now(), 'UTC');
  ledger.charges.add([{ job: sent.job ?? 0, batch, folder: folderId, day, pages: 8, guessed: false, approved: false }]);
  ledger.close();
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('shows how budgets stand, to machines too', async () => {
  const people = testHost();
  expect(await intray(['answer'], { dataDir }, people)).toBe(0);
  expect(people.output.text).toMatch(
    /^All folders, today: 8 of 10 pages used\.\n2 of today’s 10 pages are left\. 1 document \(about 3 pages\) waits until \w+ \d+\.\nFolder .*scans, this month: 8 of 100 pages used\.\n$/,
  );
  const machines = testHost();
  await intray(['answer'], { dataDir, json: true }, machines);
  const lines = machines.output.text.trimEnd().split('\n');
  expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual([
    {
      event: 'budgets',
      budgets: [
        expect.objectContaining({
          period: 'day',
          pages: 10,
          used: 8,
          waiting: { documents: 1, pages: 3 },
          code: 'outcome.budget.left',
        }),
        expect.objectContaining({ folder: scans, period: 'month', pages: 100, used: 8, waiting: { documents: 0, pages: 0 } }),
      ],
    },
  ]);
  const shown = testHost();
  await intray(['status'], { dataDir }, shown);
  expect(shown.output.text).toContain('All folders, today: 8 of 10 pages used.');
});

it('adds pages to the budget that is named, and refuses where there is none', async () => {
  const host = testHost();
  await intray(['answer'], { dataDir, addPages: '5' }, host);
  expect(host.output.text).toContain('All folders, today: 8 of 15 pages used.');
  await intray(['answer', scans], { dataDir, addPages: '20', month: true }, host);
  expect(host.output.text).toContain('this month: 8 of 120 pages used.');
  for (const [paths, flags, why] of [
    [[], { month: true }, /There is no budget for a month/],
    [[scans], {}, /There is no budget for a day and the folder/],
    [[root], {}, /is not a folder that Intray has watched/],
  ] as const)
    await expect(intray(['answer', ...paths], { dataDir, addPages: '5', ...flags })).rejects.toThrow(why);
});

it('shows that the service is out of pages, in its own words, as it shows a budget', async () => {
  const ledger = openLedger(ledgerPath(dataDir));
  ledger.meta.write('budget', { timeZone: 'UTC' });
  const until = Date.now() + 3_600_000;
  ledger.meta.write('gate', { kind: 'forbidden', reason: 'pages', message: foreign('Out of pages, see your plan.'), until });
  ledger.close();
  const people = testHost();
  await intray(['answer'], { dataDir }, people);
  expect(people.output.text).toMatch(
    /The service has no pages left: Out of pages, see your plan\. 1 document \(at least 1 page\) waits\. Intray tries again at .*\./,
  );
  const machines = testHost();
  await intray(['answer'], { dataDir, json: true }, machines);
  expect(JSON.parse(machines.output.text)).toMatchObject({
    budgets: expect.arrayContaining([
      expect.objectContaining({ period: 'service', code: 'outcome.budget.service', until: new Date(until).toISOString() }),
    ]) as unknown,
  });
});
