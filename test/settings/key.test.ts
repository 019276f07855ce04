import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { err, ok } from '../../electron/core/result.ts';
import { environmentKey, keyProblem } from '../../electron/settings/key.ts';
import { createKeychain, type KeyStore, resolveKey } from '../../electron/settings/keychain.ts';

const origin = 'https://api.example.com';

function keychain(kept: Readonly<Record<string, string>>): KeyStore & { readonly asked: string[] } {
  const asked: string[] = [];
  return {
    asked,
    async get(account) {
      asked.push(account);
      return ok(kept[account]);
    },
    set: async () => ok(undefined),
    clear: async () => ok(false),
  };
}

describe('the API key', () => {
  it('comes from the environment first, without asking the keychain', async () => {
    const store = keychain({ [origin]: 'kept' });
    expect(await resolveKey(origin, { INTRAY_API_KEY: ' given\n' }, store)).toEqual(ok({ key: 'given', from: 'environment' }));
    expect(store.asked).toEqual([]);
  });

  it('comes from the keychain for this address only', async () => {
    const store = keychain({ [origin]: 'kept' });
    expect(await resolveKey(origin, {}, store)).toEqual(ok({ key: 'kept', from: 'keychain' }));
    expect(await resolveKey('https://other.example', {}, store)).toEqual(ok(undefined));
  });

  it('goes from the environment to the address that is configured, and to no other', async () => {
    const given = { INTRAY_API_KEY: 'given' };
    const store = keychain({ 'https://other.example': 'kept' });
    const fromEnvironment = ok({ key: 'given', from: 'environment' });
    expect(await resolveKey(origin, { ...given, INTRAY_URL: `${origin}/` }, store)).toEqual(fromEnvironment);
    expect(await resolveKey(origin, given, store, origin.toUpperCase())).toEqual(fromEnvironment);
    const owned = { ...given, INTRAY_URL: origin };
    expect(await resolveKey('https://other.example', owned, store)).toEqual(ok({ key: 'kept', from: 'keychain' }));
    const elsewhere = 'https://third.example';
    expect(await resolveKey(elsewhere, given, store, origin)).toEqual(
      err(say('keychain.belongsElsewhere', { variable: 'INTRAY_API_KEY', owner: origin, origin: elsewhere })),
    );
    expect(await resolveKey(elsewhere, { ...given, INTRAY_URL: origin }, store, elsewhere)).toMatchObject({ ok: false });
    const none = createKeychain({ ask: async () => err({ kind: 'time-out' }) });
    expect(await resolveKey(elsewhere, given, none, origin)).toEqual(
      err(say('keychain.belongsElsewhere', { variable: 'INTRAY_API_KEY', owner: origin, origin: elsewhere })),
    );
  });

  it('is not taken from an empty variable', async () => {
    expect(await resolveKey(origin, { INTRAY_API_KEY: ' ' }, keychain({ [origin]: 'kept' }))).toEqual(
      ok({ key: 'kept', from: 'keychain' }),
    );
  });

  it('is missing with the reason that the keychain gave', async () => {
    const store: KeyStore = {
      ...keychain({}),
      get: async () => err({ kind: 'locked', message: foreign('The keyring is locked.') }),
    };
    expect(await resolveKey(origin, {}, store)).toEqual(err(foreign('The keyring is locked.')));
  });

  it.each(['two words', 'line\nbreak', 'schlüssel', 'tab\there'])('cannot be %j, which is not repeated', async (key) => {
    expect(keyProblem(key)).toEqual(say('keychain.notAKey'));
    const resolved = await resolveKey(origin, { INTRAY_API_KEY: key }, keychain({}));
    expect(resolved.ok).toBe(false);
    expect(JSON.stringify(resolved)).not.toContain(key);
  });
});

it('takes the key from a file that the environment names, each time anew, unless it gives the key itself', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-key-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  const file = join(directory, 'key');
  expect(environmentKey({})).toBeUndefined();
  expect(() => environmentKey({ INTRAY_API_KEY_FILE: file })).toThrow('ENOENT');
  for (const key of ['one', 'two']) {
    writeFileSync(file, `${key}\n`);
    expect(environmentKey({ INTRAY_API_KEY_FILE: file })).toBe(key);
  }
  expect(environmentKey({ INTRAY_API_KEY_FILE: file, INTRAY_API_KEY: ' three ' })).toBe('three');
});
