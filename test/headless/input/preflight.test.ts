import { mkdir, mkdtemp, readdir, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type FolderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { checkDataDirectory, checkFolders, checkService } from '../../../electron/headless/input/preflight.ts';
import { holdKey, serviceAddress } from '../../../electron/headless/input/service-access.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import { createRedaction } from '../../../electron/settings/redact.ts';
import { reads } from '../../support/reads.ts';
import { type StrictService, startStrictService } from '../../support/strict/strict-service.ts';
import { testHost } from '../test-host.ts';

let directory: string;
beforeEach(async () => {
  directory = await realpath(await mkdtemp(join(tmpdir(), 'intray-preflight-')));
});
afterEach(() => rm(directory, { recursive: true, force: true }));

function folder(path: string, kind: 'extraction' | 'classification' = 'extraction'): FolderSettings {
  return folderSettingsSchema.parse({ path, route: { kind, id: 'r-1' } });
}

describe('the address of the service', () => {
  it.each([
    [
      { flag: 'https://a.example/', host: { environment: { INTRAY_URL: 'https://b.example' } }, config: 'https://c.example' },
      'https://a.example',
    ],
    [
      { flag: undefined, host: { environment: { INTRAY_URL: 'https://b.example/base/' } }, config: 'https://c.example' },
      'https://b.example/base',
    ],
    [{ flag: undefined, host: { environment: { INTRAY_URL: '' } }, config: 'https://c.example' }, 'https://c.example'],
  ])('is the flag, else the environment, else the config: %j', (sources, url) => {
    expect(serviceAddress(sources)).toBe(url);
  });

  it('is required, and the message says where to give it', () => {
    expect(() => serviceAddress({ flag: undefined, host: { environment: {} } })).toThrow(/--url .*INTRAY_URL/);
  });

  it('is refused with the name of its source', () => {
    expect(() => serviceAddress({ flag: undefined, host: { environment: { INTRAY_URL: 'http://a.example' } } })).toThrow(
      /^INTRAY_URL: /,
    );
  });
});

describe('the folders', () => {
  it('are resolved to their real paths', async () => {
    await mkdir(join(directory, 'real'));
    await symlink(join(directory, 'real'), join(directory, 'link'), 'junction');
    const { folders } = await checkFolders([folder(join(directory, 'link'))], process.platform);
    expect(folders[0]?.path).toBe(join(directory, 'real'));
  });

  it('are all named if they do not exist or are not folders', async () => {
    await writeFile(join(directory, 'file.pdf'), '');
    const folders = ['none', 'file.pdf', 'file.pdf/below'].map((name) => folder(join(directory, name)));
    const refusal = await checkFolders(folders, process.platform).catch((error: Error) => error.message.split('\n'));
    expect(refusal).toEqual([
      expect.stringMatching(/^There is no folder at .*none\. Check the path/),
      expect.stringMatching(/file\.pdf is a file, and Intray watches folders/),
      expect.stringMatching(/^There is no folder at .*below: part of that path is a file\.$/),
    ]);
  });

  it('may come later than another one, if they are watched', async () => {
    await mkdir(join(directory, 'here'));
    const wanted = ['here', 'share'].map((name) => folder(join(directory, name)));
    const { folders, notes } = await checkFolders(wanted, process.platform, true);
    expect(folders.map(({ path }) => path)).toEqual([join(directory, 'here'), join(directory, 'share')]);
    expect(notes).toEqual([reads(/There is no folder at .* once it is there/)]);
    // A mistyped path that is the only one is no share that comes later.
    await expect(checkFolders(wanted.slice(1), process.platform, true)).rejects.toThrow(/^There is no folder at .*share/);
  });

  it('must not be the same one under two names', async () => {
    await mkdir(join(directory, 'real', 'below'), { recursive: true });
    await symlink(join(directory, 'real'), join(directory, 'link'), 'junction');
    const folders = [folder(join(directory, 'real')), folder(join(directory, 'link', 'below'))];
    await expect(checkFolders(folders, process.platform)).rejects.toThrow(/folders\[1\] .*is inside folders\[0\]/);
  });
});

describe('the data directory', () => {
  it('may not exist yet, and is not created by the check', async () => {
    await checkDataDirectory(join(directory, 'a', 'b'));
    expect(await readdir(directory)).toEqual([]);
  });

  it.each([
    ['file', 'is a file'],
    ['file/below', 'part of that path is a file'],
  ])('cannot be %s', async (name, why) => {
    await writeFile(join(directory, 'file'), '');
    await expect(checkDataDirectory(join(directory, name))).rejects.toThrow(why);
  });
});

describe('the key', () => {
  const origin = 'https://api.example.com';

  it('is required, and the message says both ways to give it', async () => {
    const { environment, keychain } = testHost();
    await expect(holdKey(origin, { environment, keychain }, createRedaction())).rejects.toThrow(
      /intray key set --url https:\/\/api\.example\.com.*INTRAY_API_KEY/,
    );
  });

  it('is hidden from the log as soon as it is known, and so is its successor', async () => {
    const host = testHost({ kept: { [origin]: 'first-key' } });
    const redaction = createRedaction();
    const key = await holdKey(origin, { environment: {}, keychain: host.keychain }, redaction);
    expect(key.current()).toBe('first-key');
    expect(await key.refresh()).toBe(false);
    host.kept.set(origin, 'second-key');
    expect(await key.refresh()).toBe(true);
    expect(key.current()).toBe('second-key');
    expect(redaction.clean('first-key second-key')).toBe('[hidden] [hidden]');
  });

  it('stays when the keychain no longer has one', async () => {
    const host = testHost({ kept: { [origin]: 'first-key' } });
    const key = await holdKey(origin, { environment: {}, keychain: host.keychain }, createRedaction());
    host.kept.clear();
    expect(await key.refresh()).toBe(false);
    expect(key.current()).toBe('first-key');
  });
});

describe('the service', () => {
  let service: StrictService;
  beforeEach(async () => {
    service = await startStrictService({
      keys: ['key-good'],
      refusedKeys: {
        'key-empty': { status: 403, error: 'You are out of pages.' },
        'key-gone': { status: 403, error: 'This API key has been revoked.' },
        'key-slow': { status: 429, error: 'Rate limit exceeded.' },
        'key-odd': { status: 400, error: 'extractionId must be a UUID.' },
      },
    });
  });
  afterEach(() => service.close());

  async function check(key: string, kind: 'extraction' | 'classification', url = service.url): Promise<string[]> {
    const client = createServiceClient({ url, key: () => key });
    try {
      const { notes, refused } = await checkService(client, [folder('/scans', kind)]);
      return [
        ...notes.map((each) => inEnglish(each)),
        ...(refused === undefined ? [] : [`refused: ${inEnglish(refused.message)}`]),
      ];
    } finally {
      await client.close();
    }
  }

  it.each([
    ['key-good', 'extraction', /has no extraction “r-1”: .* Correct the id;/],
    ['key-odd', 'extraction', /has no extraction “r-1”: .*must be a UUID\./],
  ] as const)('refuses to start: %s for a route to an %s', async (key, kind, message) => {
    await expect(check(key, kind)).rejects.toThrow(message);
  });

  it('refuses to start where an extraction is not known that classified documents are to go on to', async () => {
    const next = { categories: { Invoices: { extraction: 'r-2', linked: false } } };
    const mail = folderSettingsSchema.parse({ ...folder('/mail', 'classification'), next });
    const client = createServiceClient({ url: service.url, key: () => 'key-good' });
    await expect(checkService(client, [mail])).rejects.toThrow(/has no extraction “r-2”/);
    await client.close();
  });

  it.each(['extraction', 'classification'] as const)('tells that it refuses the key for a route to an %s', async (kind) => {
    expect(await check('key-bad', kind)).toEqual([expect.stringMatching(/^refused: .*invalid/i)]);
    expect(await check('key-gone', kind)).toEqual(['refused: This API key has been revoked.']);
  });

  it.each([
    ['key-good', 'classification', []],
    ['key-empty', 'extraction', [expect.stringMatching(/out of pages.*Uploads wait/)]],
    ['key-empty', 'classification', [expect.stringMatching(/out of pages.*Uploads wait/)]],
    ['key-slow', 'extraction', [expect.stringMatching(/Intray keeps trying\.$/)]],
  ] as const)('lets it start: %s for a route to an %s', async (key, kind, notes) => {
    expect(await check(key, kind)).toEqual(notes);
  });

  it('may be unreachable for now', async () => {
    const { url } = service;
    await service.close();
    expect(await check('key-good', 'extraction', url)).toEqual([expect.stringMatching(/^http:.*Intray keeps trying\.$/)]);
  });
});
