import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { configNews, logWriter } from '../../../../electron/headless/commands/run/watch.ts';
import { readConfig } from '../../../../electron/settings/config.ts';
import { testHost } from '../../test-host.ts';

it('writes its log to standard error too, as JSON or as lines that cannot steer a terminal', () => {
  const line = '{"level":"warn","time":"2026-03-01T08:00:00.000Z","path":"a\\u001b[2J.pdf","msg":"it failed"}\n';
  const written = (form: string | undefined) => {
    const host = testHost();
    logWriter(form, host)?.(line);
    return host.messages.text;
  };
  expect(written('json')).toBe(line);
  expect(written('lines')).toMatch(/^2026-03-01T08:00:00\.000Z warn it failed path="a.*\.pdf"\n$/);
  expect(written('lines')).not.toContain('\u001b');
  expect(written(undefined)).toBe('');
  expect(() => written('xml')).toThrow(/lines or json/);
});

it('says once that its config file was edited and what is wrong with it, and takes up its folders', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'intray-watch-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'intray.json');
  const host = testHost();
  const edit = (path: string, tail = '', url = '') =>
    writeFile(file, JSON.stringify({ ...(url && { url }), folders: [{ path, route: { kind: 'extraction', id: 'e' } }] }) + tail);
  await edit('/scans');
  const news = configNews(file, await readConfig(file, host.paths), host);
  const code = async () => (await news())?.message.code;
  expect(await code()).toBeUndefined();
  await edit('/scans', '\n// a comment changes nothing\n');
  expect(await code()).toBeUndefined();
  await edit('/faxes');
  expect(await news()).toMatchObject({
    message: { code: 'commandLine.configReloaded' },
    config: { folders: [{ path: '/faxes' }] },
  });
  expect(await code()).toBeUndefined();
  await edit('/faxes', '}');
  expect([await code(), await code()]).toEqual(['commandLine.configBroken', undefined]);
  await edit('/faxes');
  expect([await code(), await code()]).toEqual(['commandLine.configAsBefore', undefined]);
  // Another address needs another start.
  await edit('/faxes', '', 'https://other.example');
  const other = await news();
  expect([other?.message.code, other?.config]).toEqual(['commandLine.configChanged', undefined]);
  await rm(file);
  expect(await code()).toBe('commandLine.configBroken');
});
