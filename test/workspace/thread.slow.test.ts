import { existsSync, mkdirSync, mkdtempSync, realpathSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import type { Notice, RequestInput, RequestName, RequestOutput } from '../../electron/core/contract/contract.ts';
import { foreign } from '../../electron/core/messages/message.ts';
import { startSandbox } from '../../electron/sandbox/sandbox.ts';
import { startThread, type ThreadClient, type ThreadWorld } from '../../electron/workspace/thread/thread-client.ts';
import { projectRoot } from '../../resources/tools/build.ts';
import { makeFile } from '../support/make-files.ts';
import { memoryStore } from '../support/memory-store.ts';
import { testKeychain } from '../support/workspace.ts';

let root: string;
let client: ThreadClient;
let store: ReturnType<typeof memoryStore>;
let keychain: ReturnType<typeof testKeychain>;
const notices: Notice[] = [];
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-thread-')));
  store = memoryStore();
  keychain = testKeychain();
  notices.length = 0;
});
afterEach(async () => {
  await client.close();
  rmSync(root, { recursive: true, force: true });
});

const real = new URL('../../electron/engine-thread.ts', import.meta.url);
const mortal = new URL('./support/mortal-thread.ts', import.meta.url);

function start(entry: URL, more: Partial<ThreadWorld> = {}): void {
  client = startThread({
    entry,
    dataDirectory: join(root, 'data'),
    about: {
      host: 'desktop',
      version: '1.2.3',
      can: { chooseFolder: true, listDirectories: false, openFiles: true, startAtLogin: true, notifications: true },
    },
    by: 'ada',
    samplesDirectory: join(projectRoot, 'resources', 'samples'),
    locale: 'en',
    home: root,
    store,
    keys: keychain,
    ...more,
  });
  client.onNotice((notice) => notices.push(notice));
}

async function ask<Name extends RequestName>(name: Name, input: RequestInput<Name>): Promise<RequestOutput<Name>> {
  const answer = await client.request(name, input);
  if (!answer.ok) throw new Error(`${name} was refused: ${JSON.stringify(answer.error)}`);
  return answer.value as RequestOutput<Name>;
}

async function until(what: string, look: () => unknown): Promise<void> {
  const deadline = performance.now() + 45_000;
  while (!(await look())) {
    if (performance.now() > deadline) throw new Error(`Waited in vain: ${what}\n${JSON.stringify(client.tray())}`);
    await pause(20);
  }
}

describe('a workspace in a thread of its own', () => {
  it('answers, tells, keeps the tray at hand, and finishes when it is closed', async () => {
    start(real);
    expect(client.tray().status.line).toEqual({ kind: 'starting' });
    expect(await ask('about', {})).toMatchObject({ host: 'desktop', version: '1.2.3' });
    await ask('useSandbox', {});
    expect(JSON.parse(store.read() ?? '')).toMatchObject({ sandbox: { on: true } });
    const [route] = (await ask('routes', {})).map((known) => known.route);
    const path = join(root, 'scans');
    mkdirSync(path);
    const settings = folderSettingsSchema.parse({ path, route, settleSeconds: 0.1, existing: 'send' });
    await makeFile(join(path, 'a.pdf'), 'content');
    await ask('addFolder', { settings });
    await until('it is delivered', () => client.tray().recent.length === 1);
    expect(client.tray()).toMatchObject({ status: { balance: { delivered: 1 } }, recent: [{ path: 'a.pdf' }] });
    expect(notices.some(({ documents }) => documents.includes(1 as never))).toBe(true);
    const shown = await client.preview(1);
    expect(shown).toMatchObject({ ok: true, value: { kind: 'file', contentType: 'application/pdf' } });
    if (shown.ok && shown.value.kind === 'file')
      expect(await client.previewBytes(1, shown.value.facts, 0, 5)).toEqual({
        ok: true,
        value: new Uint8Array(Buffer.from('%PDF-')),
      });
    expect(await client.fileOf(1, 'json')).toEqual({ ok: true, value: { path: join(path, 'a.pdf.json') } });
    expect(await client.request('nonsense', {})).toMatchObject({ ok: false, error: { kind: 'unknown-request' } });
    expect(await client.handlers.document({ id: 99 })).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
    client.keepWindow({ width: 800, height: 600, maximized: false });
    await until('the place is kept', () => store.read()?.includes('800'));
    client.tryAgain();
    await client.close();
    expect(existsSync(join(root, 'data', 'engine.json'))).toBe(false);
    expect(await client.request('status', {})).toMatchObject({ ok: true });
    expect(await client.request('documents', {})).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
  });

  it('reaches the keychain and the settings’ file through its host', async () => {
    const service = await startSandbox({});
    start(real);
    const key = service.keys[0]?.key ?? '';
    expect(await ask('connect', { url: service.url, key })).toEqual({ kind: 'good', keptIn: 'keychain' });
    expect([...keychain.kept]).toEqual([[service.url, key]]);
    store.edit(JSON.stringify({ version: 1, url: service.url, logDays: 5 }));
    await until('the edit is picked up', async () => (await ask('preferences', {})).logDays === 5);
    keychain.refusing = { kind: 'locked', message: foreign('The keyring is locked.') };
    expect(await client.request('clearKey', {})).toMatchObject({
      ok: false,
      error: { message: foreign('The keyring is locked.') },
    });
    store.write = () => {
      throw new Error('the disk is full');
    };
    expect(await client.request('setPreferences', { changes: { logDays: 6 } })).toMatchObject({
      ok: false,
      error: { kind: 'unavailable', message: { values: { message: foreign('the disk is full') } } },
    });
    expect((await ask('preferences', {})).logDays).toBe(5);
    await client.close();
    await service.close();
  });

  it('asks its host for the proxy of an address', async () => {
    const asked: string[] = [];
    start(real, {
      proxyFor: async (url) => {
        asked.push(url);
        return 'http://127.0.0.1:1';
      },
    });
    const trial = await ask('tryConnection', { url: 'https://service.example', key: 'k' });
    expect(trial.kind).toBe('unknown');
    expect(asked).toEqual(['https://service.example']);
  });

  it('is started again after a crash, and says so', async () => {
    start(mortal);
    await ask('useSandbox', {});
    const waiting = client.request('die', {});
    expect(await waiting).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
    expect(client.tray().status.line).toMatchObject({
      kind: 'stopped',
      message: { code: 'workspace.engine.restartingBecause', values: { reason: 'It was told to.' } },
    });
    expect(await ask('status', {})).toEqual(client.tray().status);
    expect(await ask('about', {})).toMatchObject({ name: 'Intray' });
    expect(await client.request('documents', {})).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
    await until('it works again', () => client.tray().status.line.kind === 'watching');
    expect((await ask('status', {})).warnings).toMatchObject([{ code: 'workspace.engine.restartedBecause' }]);
    expect((await ask('preferences', {})).service.sandbox).toBe(true);
  });
});
