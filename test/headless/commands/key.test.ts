import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import { type StrictService, startStrictService } from '../../support/strict/strict-service.ts';
import { intray } from '../intray.ts';
import { testHost } from '../test-host.ts';

let service: StrictService;
beforeEach(async () => {
  service = await startStrictService({
    keys: ['key-good', 'key-better'],
    refusedKeys: {
      'key-empty': { status: 403, error: 'You are out of pages.' },
      'key-revoked': { status: 401, error: 'This API key has been revoked.' },
      'key-unlucky': { status: 500, error: 'Something broke.' },
    },
  });
});

/** The keys that the service was asked with, in order. */
const keysSeen = () => service.requests.map(({ key }) => key);
afterEach(() => service.close());

describe('intray key set', () => {
  it('saves a key that the service accepts, for this address', async () => {
    const host = testHost({ secret: 'key-good\n' });
    expect(await intray(['key', 'set'], { url: service.url }, host)).toBe(0);
    expect(host.kept).toEqual(new Map([[service.url, 'key-good']]));
    expect(host.messages.text).toBe(`The key is valid. It is saved in the keychain for ${service.url}.\n`);
    expect(keysSeen()).toEqual(['key-good']);
  });

  it('saves the key of an account that is out of pages, and says so', async () => {
    const host = testHost({ secret: 'key-empty' });
    expect(await intray(['key', 'set'], { url: service.url, json: true }, host)).toBe(0);
    expect(host.kept.get(service.url)).toBe('key-empty');
    expect(host.messages.text).toContain('The key is valid, but the account has no pages left');
    expect(JSON.parse(host.output.text)).toMatchObject({
      event: 'key',
      origin: service.url,
      kept: true,
      trial: 'good-but-empty',
    });
  });

  it.each(['key-wrong', 'key-revoked', 'key-unlucky'])(
    'tests the new one first: %s leaves the old one in place',
    async (secret) => {
      const host = testHost({ secret, kept: { [service.url]: 'key-good' } });
      await expect(intray(['key', 'set'], { url: service.url }, host)).rejects.toThrow(
        /It was not saved; the key saved before is unchanged\./,
      );
      expect(host.kept.get(service.url)).toBe('key-good');
      expect(keysSeen()).toEqual([secret]);
    },
  );

  it('does not save a key that it cannot test', async () => {
    const { url } = service;
    await service.close();
    const host = testHost({ secret: 'key-good' });
    await expect(intray(['key', 'set'], { url }, host)).rejects.toThrow(/^The key could not be tested: .*Try again later\.$/s);
    expect(host.kept.size).toBe(0);
  });

  it.each(['', '   \n', 'two words', 'a\nb'])('refuses %j without asking the service, and does not repeat it', async (secret) => {
    const host = testHost({ secret });
    const refusal = await intray(['key', 'set'], { url: service.url }, host).catch((error: Error) => error.message);
    expect(refusal).toMatch(/^(The key is empty|This is not an API key).*Nothing was changed\.$/);
    if (secret.trim() !== '') expect(refusal).not.toContain(secret.trim());
    expect(keysSeen()).toEqual([]);
  });

  it('says so when there is no keychain', async () => {
    const host = testHost({
      secret: 'key-good',
      keychainProblem: { kind: 'unavailable', message: foreign('No keychain answers here.') },
    });
    await expect(intray(['key', 'set'], { url: service.url }, host)).rejects.toThrow(/^No keychain answers here\.$/);
    expect(host.output.text).toBe('');
  });

  it('says when the environment takes precedence over what is saved', async () => {
    const host = testHost({ secret: 'key-better', environment: { INTRAY_API_KEY: 'key-good', INTRAY_URL: service.url } });
    expect(await intray(['key', 'set'], {}, host)).toBe(0);
    expect(host.messages.text).toContain('INTRAY_API_KEY is set here and takes precedence');
    expect(host.kept.get(service.url)).toBe('key-better');
  });

  it('needs an address', async () => {
    await expect(intray(['key', 'set'], {}, testHost({ secret: 'key-good' }))).rejects.toThrow(/^Where is the service\?/);
  });
});

describe('intray key test', () => {
  it('tests the key in the keychain', async () => {
    const host = testHost({ kept: { [service.url]: 'key-good' } });
    expect(await intray(['key', 'test'], { url: service.url, json: true }, host)).toBe(0);
    expect(JSON.parse(host.output.text)).toEqual({ event: 'key', origin: service.url, from: 'keychain', trial: 'good' });
  });

  it('tests the key of the environment before that of the keychain', async () => {
    const host = testHost({ kept: { [service.url]: 'key-good' }, environment: { INTRAY_API_KEY: 'key-revoked' } });
    await expect(intray(['key', 'test'], { url: service.url }, host)).rejects.toThrow(
      /refused the key in INTRAY_API_KEY: .*revoked/,
    );
    expect(keysSeen()).toEqual(['key-revoked']);
  });

  it('never tests the key of another address', async () => {
    const host = testHost({ kept: { 'https://other.example': 'key-good' } });
    await expect(intray(['key', 'test'], { url: service.url }, host)).rejects.toThrow(`There is no API key for ${service.url}.`);
    expect(keysSeen()).toEqual([]);
  });

  it('says when it could not be tested', async () => {
    const host = testHost({ kept: { [service.url]: 'key-unlucky' } });
    await expect(intray(['key', 'test'], { url: service.url }, host)).rejects.toThrow(
      /^The key in the keychain could not be tested: /,
    );
  });
});

describe('intray key clear', () => {
  it('removes the key of one address and no other', async () => {
    const host = testHost({ kept: { [service.url]: 'key-good', 'https://other.example': 'other' } });
    expect(await intray(['key', 'clear'], { url: `${service.url}/` }, host)).toBe(0);
    expect([...host.kept.keys()]).toEqual(['https://other.example']);
    expect(host.messages.text).toBe(`The key for ${service.url} is removed.\n`);
    expect(await intray(['key', 'clear'], { url: service.url }, host)).toBe(0);
    expect(host.messages.text).toContain(`There was no key for ${service.url}.`);
    expect(keysSeen()).toEqual([]);
  });
});
