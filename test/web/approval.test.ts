import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Sandbox, startSandbox } from '../../electron/sandbox/sandbox.ts';
import { createApproval, createOneTimeSecrets, oneTimeMs } from '../../electron/web/one-time-secrets.ts';
import { openOwnFiles } from '../../electron/web/own-files.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { openTestWorkspace, type TestWorkspace } from '../support/workspace.ts';

describe('A code before the service changes', () => {
  let test: TestWorkspace;
  let own: Sandbox;
  let other: Sandbox;
  let now = Date.now();
  const printed: string[] = [];
  const keyOf = ({ keys }: Sandbox) => keys[0]?.key ?? '';
  const secrets = () => createOneTimeSecrets(openOwnFiles(test.dataDirectory), () => now);
  const needed = { kind: 'invalid-input', field: 'code', message: { code: 'requests.codeNeeded' } };
  const wrong = { ...needed, message: { code: 'requests.codeWrong' } };

  beforeEach(async () => {
    printed.length = 0;
    const start = () => startSandbox({ documents: quickDocuments, delays: { queued: 0, processing: 0 }, seed: 7 });
    [own, other] = await Promise.all([start(), start()]);
    test = await openTestWorkspace();
    test = await test.again({ approve: createApproval(secrets(), (code) => printed.push(code)) });
  });
  afterEach(async () => {
    await test.end();
    await Promise.all([own.close(), other.close()]);
  });

  it('is not asked for before the first service, nor for the sandbox', async () => {
    await test.ask('useSandbox', {});
    expect((await test.ask('connect', { url: own.url, key: keyOf(own) })).kind).toBe('good');
    await test.ask('useSandbox', {});
    // Back to the same service with its own key: nothing changes.
    expect((await test.ask('connect', { url: own.url })).kind).toBe('good');
    expect(printed).toEqual([]);
  });

  it('is asked for before another address, another key and no key, and lets one change pass', async () => {
    await test.ask('connect', { url: own.url, key: keyOf(own) });
    const elsewhere = { url: other.url, key: keyOf(other) };
    await test.ask('useSandbox', {});
    expect(await test.refused('connect', elsewhere)).toMatchObject(needed);
    expect(await test.refused('connect', { url: own.url, key: keyOf(own) })).toMatchObject(needed);
    await test.ask('connect', { url: own.url });
    expect(await test.refused('clearKey', {})).toMatchObject(needed);
    expect(other.requests.list()).toEqual([]);
    // Asked for three times, printed once.
    expect(printed).toHaveLength(1);
    const [code = ''] = printed;
    // A trial that fails has changed nothing, and uses up no code.
    expect((await test.ask('connect', { ...elsewhere, key: 'wrong', code })).kind).toBe('bad');
    expect((await test.ask('connect', { ...elsewhere, code: code.toLowerCase() })).kind).toBe('good');
    expect((await test.ask('preferences', {})).service.url).toBe(other.url);
    expect(await test.refused('clearKey', { code })).toMatchObject(wrong);
    expect(printed).toHaveLength(2);
    await test.ask('clearKey', { code: printed[1] ?? '' });
    expect((await test.ask('preferences', {})).service.key).toBe('none');
  });

  it('dies after ten minutes, and with all others after five wrong ones', async () => {
    await test.ask('connect', { url: own.url, key: keyOf(own) });
    const elsewhere = { url: other.url, key: keyOf(other) };
    await test.refused('connect', elsewhere);
    now += oneTimeMs;
    expect(await test.refused('connect', { ...elsewhere, code: printed[0] ?? '' })).toMatchObject(wrong);
    const fromTerminal = secrets().issue('code');
    for (let guess = 0; guess < 4; guess += 1)
      expect(await test.refused('connect', { ...elsewhere, code: 'AAAA-AAAA' })).toMatchObject(wrong);
    for (const code of [printed[1] ?? '', fromTerminal])
      expect(await test.refused('connect', { ...elsewhere, code })).toMatchObject(wrong);
    expect((await test.ask('connect', { ...elsewhere, code: printed.at(-1) ?? '' })).kind).toBe('good');
  });
});
