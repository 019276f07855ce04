import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../../electron/core/config/folder-settings.ts';
import type { DocumentState } from '../../../../electron/core/document/states.ts';
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
  root = await realpath(await mkdtemp(join(tmpdir(), 'intray-again-')));
  dataDir = join(root, 'data');
  scans = join(root, 'scans');
  await Promise.all([mkdir(dataDir), mkdir(scans)]);
});
afterEach(() => rm(root, { recursive: true, force: true }));

const route = { kind: 'extraction', id: 'e' } as const;

/** A ledger with one document in each of these states, by file name. */
async function know(states: Readonly<Record<string, DocumentState>>): Promise<void> {
  const ledger = openLedger(ledgerPath(dataDir));
  const folderId = ledger.folders.ensure(scans).id;
  ledger.meta.write('folder-settings', folderSettingsSchema.parse({ path: scans, route }), folderId);
  for (const [path, state] of Object.entries(states)) {
    await writeFile(join(scans, path), path);
    putDocument(ledger, folderId, { path, origin: 'https://a.example', route, state });
  }
  ledger.close();
}

const ask = async (...names: string[]) => {
  const host = testHost();
  const exit = await intray(['answer', ...names.map((name) => join(scans, name))], { sendAgain: true, dataDir }, host);
  return { exit, text: host.output.text };
};

function requests() {
  const ledger = openLedger(ledgerPath(dataDir));
  try {
    return ledger.requests.take().map(({ documentId }) => ledger.documents.get(documentId)?.path);
  } finally {
    ledger.close();
  }
}

describe('intray answer --send-again', () => {
  it('leaves a request in the ledger for what failed, was refused, is unresolved or held', async () => {
    await know({
      'failed.pdf': { kind: 'failed', by: 'service', message: foreign('') },
      'refused.pdf': { kind: 'rejected', by: 'service', message: foreign('') },
      'lost.pdf': { kind: 'unresolved', message: foreign('') },
      'held.pdf': { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('') } },
    });
    const { exit, text } = await ask('failed.pdf', 'refused.pdf', 'lost.pdf', 'held.pdf');
    expect(exit).toBe(0);
    expect(text).toMatch(/4 documents are sent again\.\nIntray sees to it when it runs next\./);
    expect(text).toMatch(/may already have 1 of them.*possible duplicate/);
    expect(requests()).toEqual(['failed.pdf', 'refused.pdf', 'lost.pdf', 'held.pdf']);
  });

  it('warns that pages may be paid twice for everything the service may have, as the window does', async () => {
    await know({
      'answer-lost.pdf': { kind: 'unresolved', message: foreign('') },
      'ledger-lost.pdf': { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message: foreign('') } },
      'changed.pdf': { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('') } },
    });
    const { text } = await ask('answer-lost.pdf', 'ledger-lost.pdf', 'changed.pdf');
    expect(text).toMatch(/may already have 2 of them/);
  });

  it.each<[string, DocumentState, RegExp]>([
    ['has its result', { kind: 'processed' }, /already has its result/],
    ['is on its way', { kind: 'queued', status: 'queued' }, /still being processed \(Queued\)/],
    ['has gone', { kind: 'gone', was: { kind: 'processed' } }, /no longer there/],
  ])('says why it does not send what %s', async (_, state, why) => {
    await know({ 'a.pdf': state });
    const { exit, text } = await ask('a.pdf');
    expect(exit).toBe(1);
    expect(text).toMatch(why);
    expect(requests()).toEqual([]);
  });

  it('says that it does not know a file, and still sends the others', async () => {
    await know({ 'a.pdf': { kind: 'failed', by: 'intray', message: foreign('') } });
    const { exit, text } = await ask('b.pdf', 'a.pdf');
    expect(exit).toBe(1);
    expect(text).toMatch(/b\.pdf: Intray does not know it\./);
    expect(requests()).toEqual(['a.pdf']);
  });

  it('refuses where nothing was ever watched', async () => {
    await expect(ask('a.pdf')).rejects.toThrow(/there is no ledger in/);
  });
});
