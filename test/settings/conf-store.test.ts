import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openConfStore } from '../../electron/settings/conf-store.ts';
import type { SettingsStore } from '../../electron/settings/stored-settings.ts';

let directory: string;
let stores: SettingsStore[];
beforeEach(() => {
  directory = realpathSync(mkdtempSync(join(tmpdir(), 'intray-conf-')));
  stores = [];
});
afterEach(() => {
  for (const store of stores) store.close();
  rmSync(directory, { recursive: true, force: true });
});

function open(): SettingsStore {
  const store = openConfStore(join(directory, 'data'));
  stores.push(store);
  return store;
}

describe('the settings file', () => {
  it('does not exist before something was chosen', () => {
    expect(open().read()).toBeUndefined();
  });

  it('is indented JSON that only its owner can read', async () => {
    const store = open();
    await store.write({ version: 1, appearance: 'dark' });
    expect(readFileSync(store.file, 'utf8')).toBe('{\n  "version": 1,\n  "appearance": "dark"\n}\n');
    if (process.platform !== 'win32') expect(statSync(store.file).mode & 0o777).toBe(0o600);
    expect(open().read()).toBe(store.read());
  });

  it('opens although it is not JSON, and is put aside under a free name', async () => {
    const first = open();
    writeFileSync(first.file, 'not JSON');
    const store = open();
    expect(store.read()).toBe('not JSON');
    const once = await store.putAside('settings.broken-1.json');
    const twice = await store.putAside('settings.broken-1.json');
    expect([once, twice]).toEqual([
      join(directory, 'data', 'settings.broken-1.json'),
      join(directory, 'data', 'settings.broken-1-2.json'),
    ]);
    expect(readFileSync(twice, 'utf8')).toBe('not JSON');
    await store.write({ version: 1 });
    expect(store.read()).toContain('"version": 1');
    expect(readdirSync(join(directory, 'data')).sort()).toEqual([
      'settings.broken-1-2.json',
      'settings.broken-1.json',
      'settings.json',
    ]);
    expect(existsSync(store.file)).toBe(true);
  });
});
