import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { startSandbox } from '../../electron/sandbox/sandbox.ts';
import { openWorkspace } from '../../electron/workspace/workspace.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { fastClock } from '../support/fast-clock.ts';
import { makeFile } from '../support/make-files.ts';
import { openTestWorkspace, openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
afterEach(() => test.end());

const status = () => test.ask('status', {});

describe('a workspace', () => {
  it('begins with nothing chosen, and says what it is', async () => {
    test = await openTestWorkspace();
    expect(await status()).toMatchObject({ line: { kind: 'first-run' }, folders: [], sandbox: false, warnings: [] });
    expect(await test.ask('about', {})).toMatchObject({
      name: 'Intray',
      version: '1.2.3',
      host: 'headless',
      platform: process.platform,
    });
    expect(await test.ask('folders', {})).toEqual([]);
    expect(await test.ask('documents', {})).toMatchObject({ documents: [], total: 0 });
    expect(await test.refused('dismiss', { ids: [1] })).toMatchObject({ kind: 'unavailable' });
    expect(test.workspace.keeper.trouble).toBeUndefined();
  });

  it('can be shown before it has begun, and then answers a window that asked too soon', async () => {
    test = await openTestWorkspace();
    await test.close();
    const workspace = await openWorkspace(test.world);
    expect(workspace.tray()).toMatchObject({ status: { line: { kind: 'starting' } }, recent: [] });
    expect(await workspace.handlers.status({})).toMatchObject({ ok: true, value: { line: { kind: 'first-run' } } });
    await workspace.close();
  });

  it('asks its host for the proxy of an address', async () => {
    const asked: string[] = [];
    const proxyFor = async (url: string) => {
      asked.push(url);
      return 'http://127.0.0.1:1';
    };
    test = await openTestWorkspace({ proxyFor });
    expect((await test.ask('tryConnection', { url: 'https://service.example', key: 'k' })).kind).toBe('unknown');
    expect(asked).toEqual(['https://service.example']);
  });

  it('has the sandbox at the same address after a restart, with its routes and results', async () => {
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    const settings = test.folder('scans', opened.extraction);
    await test.ask('addFolder', { settings });
    await test.until('it is watched', async () => (await status()).folders[0]?.health.kind === 'watching');
    await makeFile(join(settings.path, 'a.pdf'), 'a');
    await test.until('it is delivered', async () => (await status()).balance.delivered === 1);
    const before = [await test.ask('routes', {}), (await test.ask('preferences', {})).service];
    test = await test.again();
    expect([await test.ask('routes', {}), (await test.ask('preferences', {})).service]).toEqual(before);
    expect(await status()).toMatchObject({ sandbox: true, line: { kind: 'watching' }, balance: { delivered: 1 } });
    await makeFile(join(settings.path, 'b.pdf'), 'b');
    await test.until('the next one is delivered', async () => (await status()).balance.delivered === 2);
    expect(test.workspace.tray().recent.map(({ path }) => path)).toEqual(['b.pdf', 'a.pdf']);
  });

  it('says that the sandbox’s address is taken, and tries again when it is asked', async () => {
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    const { url } = (await test.ask('preferences', {})).service;
    await test.close();
    const other = createServer().listen(Number(new URL(url ?? '').port), '127.0.0.1');
    await new Promise((resolve) => other.once('listening', resolve));
    test = await test.again();
    expect((await status()).line).toMatchObject({ kind: 'stopped', message: { code: 'workspace.sandboxFailed' } });
    await new Promise((resolve) => other.close(resolve));
    await test.ask('lookNow', {});
    expect((await status()).line.kind).toBe('watching');
  });

  it('stays paused over a restart, and goes on', async () => {
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    const settings = test.folder('scans', opened.extraction);
    await test.ask('addFolder', { settings });
    await test.until('it is watched', async () => (await status()).folders[0]?.health.kind === 'watching');
    await test.ask('setPaused', { paused: true });
    expect((await status()).line).toEqual({ kind: 'paused' });
    test = await test.again();
    expect((await status()).line).toEqual({ kind: 'paused' });
    await makeFile(join(settings.path, 'a.pdf'), 'a');
    await test.ask('setPaused', { paused: false });
    await test.until('it is delivered', () => existsSync(join(settings.path, 'a.pdf.json')));
  });

  it('leaves the sandbox’s folders as they are when it is connected to a service, until they get a route there', async () => {
    const service = await startSandbox({ documents: quickDocuments, delays: { queued: 0, processing: 0 } });
    const there = service.control.createExtraction({ name: 'There', fields: [{ key: 'number' }] });
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    const settings = test.folder('scans', opened.extraction);
    const { id } = await test.ask('addFolder', { settings });
    await test.until('it is watched', async () => (await status()).folders[0]?.health.kind === 'watching');
    await makeFile(join(settings.path, 'a.pdf'), 'a');
    await test.until('it is delivered', async () => (await status()).balance.delivered === 1);

    await test.ask('connect', { url: service.url, key: service.keys[0]?.key ?? '' });
    await makeFile(join(settings.path, 'b.pdf'), 'b');
    await test.until('it rests', async () => (await status()).folders[0]?.health.kind === 'paused');
    expect(await status()).toMatchObject({ sandbox: false, line: { kind: 'watching' }, standings: { done: 1 } });
    await test.ask('lookNow', {});
    expect(service.control.extractions()[0]?.batches).toEqual([]);

    await test.ask('updateFolder', { id, settings: { ...settings, route: { kind: 'extraction', id: there } } });
    await test.until('it goes on there', async () => (await status()).balance.delivered === 2);
    expect(service.control.extractions()[0]?.batches.flatMap(({ files }) => files.map(({ fileName }) => fileName))).toEqual([
      'b.pdf',
    ]);
    await test.close();
    await service.close();
  });

  it('loses nothing when it is begun again and again in the middle of work', async () => {
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    const settings = test.folder('scans', opened.extraction);
    const { id } = await test.ask('addFolder', { settings });
    await test.until('it is watched', async () => (await status()).folders[0]?.health.kind === 'watching');
    const names = Array.from({ length: 40 }, (_, index) => `scan${index}.pdf`);
    for (const [index, name] of names.entries()) {
      await makeFile(join(settings.path, name), name);
      if (index % 8 === 0) await test.ask('updateFolder', { id, settings: { ...settings, settleSeconds: 0.1 + index / 1_000 } });
    }
    test = await test.again();
    await test.until('all are delivered', async () => (await status()).balance.delivered === names.length);
    expect((await status()).balance).toMatchObject({ found: names.length, failed: 0, rejected: 0 });
  });

  it('says that another one works in its data directory, and begins once that has ended', async () => {
    const first = await openTestWorkspace();
    const { dataDirectory } = first;
    test = await openTestWorkspace({ dataDirectory });
    expect(test.workspace.keeper.trouble).toMatchObject({ kind: 'held' });
    expect((await status()).line).toEqual({ kind: 'stopped', message: test.workspace.keeper.trouble?.message });
    expect(await test.refused('documents', {})).toMatchObject({ kind: 'unavailable' });
    expect((await test.ask('diagnostics', {})).text).toContain('already running');
    await first.close();
    await test.ask('lookNow', {});
    expect((await status()).line.kind).toBe('first-run');
    await test.close();
    await first.end();
  });

  it('says what is wrong with its data directory', async () => {
    const opened = await openTestWorkspace();
    const file = join(opened.root, 'file');
    writeFileSync(file, '');
    test = await openTestWorkspace({ dataDirectory: join(file, 'data') });
    expect((await status()).line.kind).toBe('stopped');
    expect(test.workspace.keeper.trouble?.kind).toBe('data');
    await opened.end();
  });

  it('takes up a backup when its ledger is damaged, and asks for the one decision', async () => {
    const opened = await openWithSandbox({ clock: fastClock(5) });
    test = opened.test;
    await test.ask('addFolder', { settings: test.folder('scans', opened.extraction) });
    await test.close();
    const ledger = join(test.dataDirectory, 'ledger.sqlite');
    writeFileSync(ledger, Buffer.alloc(8_192, 7));
    test = await test.again();
    const { warnings, unverified } = await status();
    expect(inEnglish(warnings)).toContain('damaged');
    expect(unverified && inEnglish(unverified.message)).toContain('until');
    await test.ask('decideUnverified', { decision: 'send' });
    await test.until('it is decided', async () => (await status()).unverified === undefined);
  });

  it('puts no upload in doubt when the settings change: the answer of one that is whole is waited for', async () => {
    const opened = await openWithSandbox({
      sandbox: { documents: quickDocuments, delays: { queued: 0, processing: 0 }, faults: ['slow:7000,on=uploads'] },
    });
    test = opened.test;
    const settings = test.folder('scans', opened.extraction);
    const { id } = await test.ask('addFolder', { settings });
    await test.until('it is watched', async () => (await status()).folders[0]?.health.kind === 'watching');
    await makeFile(join(settings.path, 'a.pdf'), 'a');
    await test.until('it is whole', async () => {
      const progress = (await test.ask('documents', {})).documents[0]?.progress;
      return progress?.kind === 'upload' && progress.sent === progress.total;
    });
    await test.ask('updateFolder', { id, settings: { ...settings, settleSeconds: 0.2 } });
    await test.until('it is delivered', () => existsSync(join(settings.path, 'a.pdf.json')));
    expect((await test.ask('documents', {})).documents).toMatchObject([{ state: 'processed' }]);
  });

  it('ends, also while an answer is awaited that never comes', async () => {
    const opened = await openWithSandbox({
      clock: fastClock(5),
      sandbox: { documents: quickDocuments, faults: ['hang,on=uploads'] },
    });
    test = opened.test;
    const settings = test.folder('scans', { kind: 'extraction', id: opened.extraction.id });
    mkdirSync(settings.path, { recursive: true });
    await test.ask('addFolder', { settings });
    await test.until('it is watched', async () => (await status()).folders[0]?.health.kind === 'watching');
    await makeFile(join(settings.path, 'a.pdf'), 'a');
    await test.until('it is sent', async () => (await test.ask('documents', {})).documents[0]?.state === 'uploading');
    await test.close();
    expect(readFileSync(join(test.dataDirectory, 'logs', 'intray.log'), 'utf8')).toContain('begun');
  });
});
