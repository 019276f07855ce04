import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { openConfStore } from '../../electron/settings/conf-store.ts';
import { memoryStore } from '../support/memory-store.ts';
import { openTestWorkspace, openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
afterEach(() => test.end());

const warnings = async () => (await test.ask('status', {})).warnings;

describe('the settings', () => {
  it('are kept, member by member, and are there again', async () => {
    test = await openTestWorkspace();
    const notifications = { attention: false, problems: true, finished: true };
    await test.ask('setPreferences', { changes: { appearance: 'dark', notifications } });
    await test.ask('setPreferences', {
      changes: { limits: { uploads: 2, requestsPerSecond: 9, extractionBatch: 5 }, logDays: 7 },
    });
    test = await test.again();
    expect(await test.ask('preferences', {})).toMatchObject({
      appearance: 'dark',
      language: 'system',
      notifications,
      limits: { uploads: 2, requestsPerSecond: 9, extractionBatch: 5 },
      logDays: 7,
      dataDirectory: test.dataDirectory,
    });
  });

  it.each([
    [{ limits: { uploads: 0, requestsPerSecond: 9, extractionBatch: 5 } }, 'changes.limits.uploads'],
    [{ logDays: 400 }, 'changes.logDays'],
    [{ appearance: 'pink' }, 'changes.appearance'],
    [{ notifications: { attention: true } }, 'changes.notifications.problems'],
  ])('refuse %j at its field', async (changes, field) => {
    test = await openTestWorkspace();
    expect(await test.refused('setPreferences', { changes })).toMatchObject({ kind: 'invalid-input', field });
  });

  it('that the disk does not take are refused, and nothing has changed', async () => {
    const store = memoryStore();
    store.write = () => {
      throw Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC', syscall: 'write' });
    };
    test = await openTestWorkspace({ store });
    expect(await test.refused('setPreferences', { changes: { logDays: 7 } })).toMatchObject({ kind: 'unavailable' });
    expect((await test.ask('preferences', {})).logDays).toBe(30);
  });

  it('that a person edits by hand are picked up', async () => {
    const opened = await openWithSandbox();
    test = opened.test;
    const settings = test.folder('scans', opened.extraction);
    const kept = JSON.parse(test.store.read() ?? '{}') as Record<string, unknown>;
    test.store.edit(JSON.stringify({ ...kept, language: 'de', folders: [{ path: '~/scans', route: settings.route }] }));
    await test.until('the folder is watched', async () => {
      const { folders } = await test.ask('status', {});
      return folders[0]?.health.kind === 'watching';
    });
    expect((await test.ask('folders', {}))[0]?.settings.path).toBe(settings.path);
    expect((await test.ask('preferences', {})).language).toBe('de');
    await test.until('the window is told', () => test?.notices.some((notice) => notice.settings));
  });

  it('lose nothing that a person writes into their file a moment before they are changed in the window', async () => {
    const directory = mkdtempSync(join(tmpdir(), 'intray-settings-'));
    const store = openConfStore(directory);
    test = await openTestWorkspace({ store });
    await test.ask('setPreferences', { changes: { logDays: 7 } });
    writeFileSync(store.file, JSON.stringify({ ...JSON.parse(store.read() ?? '{}'), language: 'de' }));
    await test.ask('setPreferences', { changes: { logDays: 8 } });
    expect(await test.ask('preferences', {})).toMatchObject({ language: 'de', logDays: 8 });
    writeFileSync(store.file, '{ "logDays": ');
    await test.ask('setPreferences', { changes: { logDays: 9 } });
    expect(await test.ask('preferences', {})).toMatchObject({ language: 'de', logDays: 9 });
    expect(await warnings()).toMatchObject([{ code: 'workspace.settingsFile.editPutAside' }]);
    expect(readdirSync(directory).filter((name) => name.includes('broken'))).toHaveLength(1);
    rmSync(directory, { recursive: true });
  });

  it('that are edited wrongly are refused with line and member, and those from before stay in force', async () => {
    test = await openTestWorkspace();
    await test.ask('setPreferences', { changes: { logDays: 7 } });
    test.store.edit('{\n  "version": 1,\n  "logDays": "many"\n}');
    expect(inEnglish(await warnings())).toMatch(/^The changes made to settings\.json are not in use: line 3: logDays must be /);
    expect((await test.ask('preferences', {})).logDays).toBe(7);
    test.store.edit('{\n  "logDays": 9\n}');
    expect(await warnings()).toEqual([]);
    expect((await test.ask('preferences', {})).logDays).toBe(9);
  });

  it('that are edited wrongly are not lost to a change in the window', async () => {
    test = await openTestWorkspace();
    test.store.edit('{ "logDays": }');
    await test.ask('setPreferences', { changes: { appearance: 'light' } });
    const [[name, text] = []] = [...test.store.aside];
    expect(text).toBe('{ "logDays": }');
    expect(await warnings()).toMatchObject([{ code: 'workspace.settingsFile.editPutAside', values: { aside: name } }]);
    expect(JSON.parse(test.store.read() ?? '')).toMatchObject({ appearance: 'light' });
  });

  it('in a broken file are put aside with the date and said, and the last good ones are in force', async () => {
    test = await openTestWorkspace();
    await test.close();
    const open = () => openConfStore(test.dataDirectory);
    test = await test.again({ store: open() });
    await test.ask('setPreferences', { changes: { logDays: 11 } });
    await test.close();
    const file = join(test.dataDirectory, 'settings.json');
    writeFileSync(file, '{ "logDays": 12, ');
    test = await test.again({ store: open() });
    expect((await test.ask('preferences', {})).logDays).toBe(11);
    const aside = readdirSync(test.dataDirectory).filter((name) => name.startsWith('settings.broken-'));
    expect(aside).toHaveLength(1);
    expect(aside[0]).toMatch(/^settings\.broken-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d\.json$/);
    expect(readFileSync(join(test.dataDirectory, aside[0] ?? ''), 'utf8')).toBe('{ "logDays": 12, ');
    expect(await warnings()).toMatchObject([
      { code: 'workspace.settingsFile.putAside', values: { instead: 'lastGood', aside: aside[0] } },
    ]);
    expect(inEnglish(await warnings())).toMatch(/^settings\.json cannot be used: line 1, column 18: /);
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ logDays: 11 });
  });

  it('in a broken file, with nothing good before, begin anew', async () => {
    const store = memoryStore('[]');
    test = await openTestWorkspace({ store });
    expect((await test.ask('status', {})).line).toEqual({ kind: 'first-run' });
    expect(await warnings()).toMatchObject([{ code: 'workspace.settingsFile.putAside', values: { instead: 'defaults' } }]);
    expect(existsSync(test.dataDirectory)).toBe(true);
  });
});
