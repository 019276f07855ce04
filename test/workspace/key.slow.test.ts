import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { type Sandbox, startSandbox } from '../../electron/sandbox/sandbox.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { makeFile } from '../support/make-files.ts';
import { openTestWorkspace, type TestWorkspace } from '../support/workspace.ts';

let service: Sandbox;
let extraction: string;
let test: TestWorkspace;
beforeEach(async () => {
  service = await startSandbox({ documents: quickDocuments, delays: { queued: 0, processing: 0 } });
  extraction = service.control.createExtraction({ name: 'Invoices', fields: [{ key: 'number' }] });
});
afterEach(async () => {
  await test.end();
  await service.close();
});

const good = () => service.keys[0]?.key ?? '';

describe('a connection', () => {
  it('is tried before it is kept, and kept for its address in the keychain alone', async () => {
    test = await openTestWorkspace();
    expect(await test.ask('tryConnection', { url: service.url, key: good() })).toEqual({ kind: 'good' });
    expect(test.keychain.kept.size).toBe(0);
    expect((await test.ask('status', {})).line).toEqual({ kind: 'first-run' });

    expect(await test.ask('connect', { url: `${service.url}/`, key: ` ${good()} ` })).toEqual({
      kind: 'good',
      keptIn: 'keychain',
    });
    expect([...test.keychain.kept]).toEqual([[service.url, good()]]);
    expect((await test.ask('preferences', {})).service).toEqual({ url: service.url, sandbox: false, key: 'keychain' });
    await test.until('it works', async () => (await test.ask('status', {})).line.kind === 'watching');

    test = await test.again();
    expect((await test.ask('preferences', {})).service.key).toBe('keychain');
    expect((await test.ask('status', {})).line).toEqual({ kind: 'watching' });
  });

  it.each([
    ['', 'key', 'url'],
    ['not an address', 'key', 'url'],
    ['http://example.com', 'key', 'url'],
    ['https://user:secret@example.com', 'key', 'url'],
  ])('to "%s" is refused at its field', async (url, key, field) => {
    test = await openTestWorkspace();
    const trial = await test.ask('connect', { url, key });
    expect(trial).toMatchObject({ kind: 'bad', field });
    expect(JSON.stringify(trial)).not.toContain('secret');
  });

  it('with a bad key keeps the one from before', async () => {
    test = await openTestWorkspace();
    await test.ask('connect', { url: service.url, key: good() });
    expect(await test.ask('connect', { url: service.url, key: 'wrong' })).toMatchObject({ kind: 'bad', field: 'key' });
    expect(await test.ask('connect', { url: service.url, key: 'two words' })).toMatchObject({ kind: 'bad', field: 'key' });
    expect(test.keychain.kept.get(service.url)).toBe(good());
    expect((await test.ask('status', {})).line.kind).toBe('watching');
  });

  it('with nobody there says that nothing is known, and keeps nothing', async () => {
    test = await openTestWorkspace();
    await service.unplug();
    expect(await test.ask('connect', { url: service.url, key: good() })).toMatchObject({ kind: 'unknown' });
    expect(test.keychain.kept.size).toBe(0);
    await service.plugIn();
  });

  it('whose account is out of pages is kept, and says so', async () => {
    test = await openTestWorkspace();
    service.faults.add('403-pages,on=viewExtraction');
    const trial = await test.ask('connect', { url: service.url, key: good() });
    expect(trial).toMatchObject({ kind: 'good-but-empty', keptIn: 'keychain' });
    expect(test.keychain.kept.size).toBe(1);
  });

  it('to a new address asks for its own key and never sends the old one', async () => {
    const other = await startSandbox({});
    test = await openTestWorkspace({ environmentKey: good(), environmentUrl: service.url });
    await test.ask('connect', { url: service.url });
    expect((await test.ask('preferences', {})).service.key).toBe('environment');
    expect(await test.ask('connect', { url: other.url })).toEqual({
      kind: 'bad',
      field: 'key',
      message: say('workspace.connection.keyElsewhere', {
        ...{ origin: other.url, variable: 'INTRAY_API_KEY', address: 'INTRAY_URL' },
      }),
    });
    expect(other.requests.list()).toEqual([]);
    await other.close();
  });

  it('gets no key of the environment by being the first, nor after the next start', async () => {
    const other = await startSandbox({});
    test = await openTestWorkspace({ environmentKey: good() });
    for (const request of ['tryConnection', 'connect'] as const)
      expect(await test.ask(request, { url: other.url })).toMatchObject({ kind: 'bad', field: 'key' });
    expect(other.requests.list()).toEqual([]);
    const theirs = other.keys[0]?.key ?? '';
    for (const request of ['tryConnection', 'connect'] as const)
      expect(await test.ask(request, { url: other.url, key: theirs })).toMatchObject({ kind: 'good' });
    for (let start = 0; start < 2; start += 1) {
      expect((await test.ask('preferences', {})).service).toMatchObject({ url: other.url, key: 'keychain' });
      test = await test.again();
    }
    await other.close();
  });

  it('of the environment belongs to INTRAY_URL alone, whoever asks first', async () => {
    const other = await startSandbox({});
    test = await openTestWorkspace({ environmentKey: good(), environmentUrl: service.url });
    expect(await test.ask('connect', { url: other.url })).toMatchObject({ kind: 'bad', field: 'key' });
    expect(await test.ask('connect', { url: service.url })).toEqual({ kind: 'good' });
    await test.ask('useSandbox', {});
    const { store, world } = test;
    await test.close();
    const again = await openTestWorkspace({ ...world, environmentUrl: undefined as never, store }, test);
    expect(await again.ask('connect', { url: other.url })).toMatchObject({ kind: 'bad', field: 'key' });
    expect(other.requests.list()).toEqual([]);
    test = again;
    await other.close();
  });

  it('without a keychain keeps the key for this run, and says why', async () => {
    test = await openTestWorkspace();
    test.keychain.refusing = { kind: 'unavailable', message: foreign('No keychain answers here.') };
    expect(await test.ask('connect', { url: service.url, key: good() })).toEqual({ kind: 'good', keptIn: 'this-run' });
    expect((await test.ask('preferences', {})).service).toMatchObject({
      key: 'this-run',
      keychainProblem: foreign('No keychain answers here.'),
    });
    test = await test.again();
    expect((await test.ask('preferences', {})).service.key).toBe('none');
    await test.until('it asks for a key', async () => {
      await test.ask('lookNow', {});
      return (await test.ask('status', {})).line.kind === 'key' || (await test.ask('status', {})).folders.length === 0;
    });
  });
});

describe('a key', () => {
  it('that stops working is asked for, and a new one resumes all', async () => {
    test = await openTestWorkspace();
    await test.ask('connect', { url: service.url, key: good() });
    const settings = test.folder('scans', { kind: 'extraction', id: extraction });
    await test.ask('addFolder', { settings });
    service.control.revokeKey(service.keys[0]?.id ?? '');
    await makeFile(join(settings.path, 'a.pdf'), 'content');
    await test.until('it is refused', async () => (await test.ask('status', {})).line.kind === 'key');
    const next = service.control.createKey('next').key;
    expect(await test.ask('connect', { url: service.url, key: next })).toMatchObject({ kind: 'good' });
    await test.until('it is delivered', async () => (await test.ask('status', {})).balance.delivered === 1);
    expect(test.keychain.kept.get(service.url)).toBe(next);
  });

  it('that a slow keychain gives late resumes all when it comes', async () => {
    test = await openTestWorkspace();
    await test.ask('connect', { url: service.url, key: good() });
    await test.close();
    const opened = Promise.withResolvers<void>();
    const { get } = test.keychain;
    const keys = { ...test.keychain, get: (origin: string) => opened.promise.then(() => get(origin)) };
    test = await test.again({ keys });
    expect((await test.ask('preferences', {})).service.key).toBe('none');
    opened.resolve();
    await test.until('it is there', async () => (await test.ask('preferences', {})).service.key === 'keychain');
    await test.until('it works', async () => (await test.ask('status', {})).line.kind === 'watching');
  });

  it('can be forgotten', async () => {
    test = await openTestWorkspace();
    expect(await test.refused('clearKey', {})).toMatchObject({ kind: 'unavailable' });
    await test.ask('connect', { url: service.url, key: good() });
    await test.ask('clearKey', {});
    expect(test.keychain.kept.size).toBe(0);
    expect((await test.ask('preferences', {})).service.key).toBe('none');
  });

  it('of the environment wins, is kept nowhere, and cannot be forgotten here', async () => {
    test = await openTestWorkspace({ environmentKey: good(), environmentUrl: service.url });
    expect(await test.ask('connect', { url: service.url })).toEqual({ kind: 'good' });
    expect(test.keychain.kept.size).toBe(0);
    expect(await test.refused('clearKey', {})).toMatchObject({ kind: 'unavailable' });
    test = await test.again();
    expect((await test.ask('preferences', {})).service.key).toBe('environment');
  });

  it('is in no answer, no notice, no diagnostics and no file', async () => {
    test = await openTestWorkspace({ verbose: true });
    const seen: unknown[] = [await test.ask('connect', { url: service.url, key: good() })];
    const settings = test.folder('scans', { kind: 'extraction', id: extraction });
    await test.ask('addFolder', { settings });
    await makeFile(join(settings.path, 'a.pdf'), 'content');
    await test.until('it is delivered', async () => (await test.ask('status', {})).balance.delivered === 1);
    for (const name of ['status', 'preferences', 'routes', 'folders', 'diagnostics', 'about'] as const)
      seen.push(await test.ask(name, {}));
    seen.push(await test.ask('document', { id: 1 }), await test.ask('connect', { url: service.url, key: `${good()}x` }));
    expect(JSON.stringify([seen, test.notices])).not.toContain(good());
    await test.close();
    for (const entry of readdirSync(test.root, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      expect(readFileSync(file).includes(good()), file).toBe(false);
    }
  });
});
