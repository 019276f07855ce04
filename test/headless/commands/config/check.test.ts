import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { putDocument } from '../../../support/jobs.ts';
import { intray } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

const origin = 'https://a.example';
const route = { kind: 'extraction', id: 'e' } as const;
let root: string;
let dataDir: string;
let scans: string;

/** A folder with three results, one of them a second scan, and one document that waits. */
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-check-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await Promise.all([mkdir(dataDir), mkdir(scans)]);
  const ledger = openLedger(ledgerPath(dataDir));
  const folderId = ledger.folders.ensure(scans).id;
  const checks = [{ check: 'sum', parts: ['net', 'tax'], total: 'gross' }];
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route, checks }), folderId);
  ledger.routes.setInfo(origin, {
    route,
    name: 'Invoices',
    fields: ['vendor', 'number', 'date', 'net', 'tax', 'gross'],
    seenAt: 1,
  });
  const base = { vendor: 'ACME', number: '17', date: '2026-03-14', net: '100.00', tax: '19.00', gross: '119.00' };
  for (const [path, data] of Object.entries({
    'good.pdf': base,
    'wrong.pdf': { ...base, number: '18', gross: '118.00' },
    'again.pdf': { ...base, tax: '' },
  })) {
    const result = { kind: 'extraction', status: 'processed', extractedData: data, extra: {} } as const;
    putDocument(ledger, folderId, {
      path,
      origin,
      route,
      state: { kind: 'processed' },
      result,
      delivery: { kind: 'done', at: 1 },
    });
  }
  putDocument(ledger, folderId, { path: 'new.pdf', origin, route, state: { kind: 'settling', since: 1 } });
  ledger.close();
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('lists what breaks a check, what cannot be checked, and how many of how many it flags', async () => {
  const host = testHost();
  expect(await intray(['config', 'check', scans], { dataDir }, host)).toBe(1);
  expect(host.output.text.split('\n')).toEqual([
    expect.stringMatching(
      /again\.pdf: check “net \+ tax = gross” cannot say: It cannot be checked, because “tax” has no value\.$/,
    ),
    expect.stringMatching(/wrong\.pdf: check “net \+ tax = gross”: net \(100\.00\) and tax \(19\.00\) add up to 119\.00/),
    '1 of 3 documents would be flagged.',
    '',
  ]);
});

it('says it to machines, and tries the rules of a file', async () => {
  const rules = join(root, 'rules.json');
  await writeFile(rules, '[{ "check": "second-scan", "vendor": "vendor", "number": "number", "date": "date" }]');
  const host = testHost();
  expect(await intray(['config', 'check', scans], { dataDir, json: true, rules }, host)).toBe(1);
  const events = host.output.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(events).toMatchObject([
    {
      event: 'finding',
      path: join(scans, 'again.pdf'),
      standing: 'done',
      rule: 'second-scan: number',
      field: 'number',
      outcome: 'breach',
      code: 'checks.breach.secondScan',
      values: { path: 'good.pdf' },
    },
    { event: 'checked', folder: scans, checked: 3, flagged: 1, more: false },
  ]);
  await writeFile(rules, '{ "checks": [{ "check": "required", "field": "number" }] }');
  expect(await intray(['config', 'check', scans], { dataDir, rules })).toBe(0);
});

it('leaves it to the engine to check everything again', async () => {
  const host = testHost();
  expect(await intray(['config', 'check', scans], { dataDir, again: true }, host)).toBe(0);
  expect(host.output.text).toMatch(/sees to it when it runs next/);
  const ledger = openLedger(ledgerPath(dataDir));
  expect(ledger.meta.read('check-again', 1)).toBe(5);
  ledger.close();
});

it('refuses a folder that it does not know, rules that are none, and both flags at once', async () => {
  const rules = join(root, 'rules.json');
  await writeFile(rules, '[{ "check": "pattern", "field": "number", "pattern": "(" }]');
  for (const [folder, flags, why] of [
    [root, {}, /not a folder/],
    [scans, { rules }, /\[0\]\.pattern must be a regular expression/],
    [scans, { rules: join(root, 'none.json') }, /no file/i],
    [scans, { rules, again: true }, /leave --rules out/],
  ] as const) {
    await expect(intray(['config', 'check', folder], { dataDir, ...flags })).rejects.toThrow(why);
  }
});
