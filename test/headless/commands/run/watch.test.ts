import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { configNews } from '../../../../electron/headless/commands/run/watch.ts';
import { readConfig } from '../../../../electron/settings/config.ts';
import { testHost } from '../../test-host.ts';

it('says once that its config file was edited, what is wrong with it, and that it is as before', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'intray-watch-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'intray.json');
  const host = testHost();
  const edit = (path: string, tail = '') =>
    writeFile(file, JSON.stringify({ folders: [{ path, route: { kind: 'extraction', id: 'e' } }] }) + tail);
  await edit('/scans');
  const news = configNews(file, await readConfig(file, host.paths), host);
  const code = async () => (await news())?.code;
  expect(await code()).toBeUndefined();
  await edit('/scans', '\n// a comment changes nothing\n');
  expect(await code()).toBeUndefined();
  await edit('/faxes');
  expect([await code(), await code()]).toEqual(['commandLine.configChanged', undefined]);
  await edit('/faxes', '}');
  expect([await code(), await code()]).toEqual(['commandLine.configBroken', undefined]);
  await edit('/scans');
  expect([await code(), await code()]).toEqual(['commandLine.configAsBefore', undefined]);
  await rm(file);
  expect(await code()).toBe('commandLine.configBroken');
});
