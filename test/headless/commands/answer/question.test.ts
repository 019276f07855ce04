import { mkdir, mkdtemp, realpath, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../../electron/core/messages/message.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import { putDocument } from '../../../support/jobs.ts';
import { intray } from '../../intray.ts';
import { testHost } from '../../test-host.ts';

let root: string;
let dataDir: string;
let scans: string;
beforeEach(async () => {
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-answer-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await Promise.all([mkdir(dataDir), mkdir(scans)]);
  const ledger = openLedger(ledgerPath(dataDir));
  const folderId = ledger.folders.ensure(scans).id;
  const route = { kind: 'extraction', id: 'e' } as const;
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route }), folderId);
  ledger.meta.write('question', { since: 1, why: 'left-alone' }, folderId);
  for (const why of ['asked', 'asked', 'incomplete'] as const) {
    const state = { kind: 'waiting', wait: { kind: 'held', why, message: foreign('') } } as const;
    putDocument(ledger, folderId, {
      path: why,
      facts: { size: 1, mtimeMs: 1, ino: 1 },
      origin: 'https://a.example',
      route,
      state,
    });
  }
  ledger.close();
});
afterEach(() => rm(root, { recursive: true, force: true }));

it('status shows the question of a folder, to machines too; the answer is left in the ledger', async () => {
  const people = testHost();
  await intray(['status'], { dataDir }, people);
  expect(people.output.text).toMatch(/ {2}2 documents in .* look like ones from before.*intray answer ".*scans" --send\|--leave/);
  const machines = testHost();
  await intray(['status'], { dataDir, json: true }, machines);
  expect(JSON.parse(machines.output.text)).toMatchObject({
    folders: [{ question: { since: '1970-01-01T00:00:00.001Z', documents: 2, code: 'outcome.leftAlone' } }],
  });
  const host = testHost();
  expect(await intray(['answer', scans], { leave: true, dataDir, json: true }, host)).toBe(0);
  expect(JSON.parse(host.output.text)).toEqual({ event: 'answer', path: scans, answer: 'leave', documents: 2 });
  const ledger = openLedger(ledgerPath(dataDir));
  expect(ledger.meta.read('question', 1)).toEqual({ since: 1, why: 'left-alone', answer: 'leave' });
  ledger.close();
});

it.each([
  ['two answers', ['scans'], { send: true, leave: true }, /one answer at a time/],
  ['an answer to nothing', [], { send: true }, /With --send, name exactly one/],
  ['a folder that is not asked about', [''], { send: true }, /No question is open/],
  ['a file that nobody is asked about', ['scans/asked'], { leave: true }, /No question is open/],
])('refuses %s', async (_, paths, flags, why) => {
  const words = ['answer', ...paths.map((path) => join(root, path))];
  await expect(intray(words, { ...flags, dataDir })).rejects.toThrow(why);
});

it('without an answer, the documents are listed that the question is about, and without a folder all questions', async () => {
  const host = testHost();
  expect(await intray(['answer', scans], { dataDir }, host)).toBe(0);
  expect(host.output.text.match(/scans\/asked$/gm)).toHaveLength(2);
  const machines = testHost();
  await intray(['answer', scans], { dataDir, json: true }, machines);
  const [line = ''] = machines.output.text.split('\n');
  expect(JSON.parse(line)).toEqual({ event: 'asked', path: join(scans, 'asked'), id: 1, bytes: 1 });
  const all = testHost();
  await intray(['answer'], { dataDir }, all);
  expect(all.output.text).toMatch(/^2 documents in .* look like ones from before.*--send\|--leave\n$/);
});
