import { mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { WrittenConfig } from '../../../../electron/core/config/config-file.ts';
import { systemClock } from '../../../../electron/engine/system.ts';
import { type ConfigNews, configNews, openConfig } from '../../../../electron/headless/commands/run/open-config.ts';
import { logWriter } from '../../../../electron/headless/commands/run/watch.ts';
import { attend } from '../../../../electron/headless/commands/run/work.ts';
import { resolveNames } from '../../../../electron/headless/input/names.ts';
import { orRefuse } from '../../../../electron/headless/input/refusal.ts';
import { openLedger } from '../../../../electron/ledger/ledger.ts';
import { readConfig } from '../../../../electron/settings/config.ts';
import { ledgerPath } from '../../../../electron/settings/data-directory.ts';
import type { EngineKeeper } from '../../../../electron/workspace/engine/engine-keeper.ts';
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

it('stops the engine, the page and its calls side by side', async () => {
  const [over, pageClosed] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  // An engine that does not stop before the page has closed would wait for ever, were the page closed after it.
  const keeper = { session: undefined, stop: () => pageClosed.promise } as unknown as EngineKeeper;
  const begin = async () => () => pageClosed.resolve();
  const host = testHost();
  const attended = attend({ keeper, dataDirectory: '/data', probes: undefined, over, follow: undefined, take() {}, begin }, host);
  over.resolve();
  expect(await attended).toBeUndefined();
});

it('says once that its config file was edited and what is wrong with it, and takes up its folders', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'intray-watch-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'intray.json');
  const host = testHost();
  const edit = (path: string, tail = '', url = '') =>
    writeFile(file, JSON.stringify({ ...(url && { url }), folders: [{ path, route: { kind: 'extraction', id: 'e' } }] }) + tail);
  await edit('/scans');
  const resolve = (written: WrittenConfig) =>
    resolveNames(file, written, () => ({ dataDirectory: directory, origin: 'https://a.example' }));
  const written = orRefuse(await readConfig(file, host.paths));
  const news = configNews(file, { written, resolved: await resolve(written) }, host, resolve);
  const code = async () => (await news())?.messages[0]?.code;
  expect(await code()).toBeUndefined();
  await edit('/scans', '\n// a comment changes nothing\n');
  expect(await code()).toBeUndefined();
  await edit('/faxes');
  expect(await news()).toMatchObject({
    messages: [{ code: 'commandLine.configReloaded' }],
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
  expect([other?.messages[0]?.code, other?.config]).toEqual(['commandLine.configChanged', undefined]);
  await rm(file);
  expect(await code()).toBe('commandLine.configBroken');
});

it('takes up a folder once its name is known, says once that another is not, and goes on with a name that is gone', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'intray-watch-'));
  onTestFinished(() => rm(directory, { recursive: true }));
  const file = join(directory, 'intray.json');
  const host = testHost();
  const edit = (name: string, tail = '') =>
    writeFile(
      file,
      JSON.stringify({
        folders: [
          { path: '/scans', route: { kind: 'extraction', id: 'e' } },
          { path: '/bills', route: { kind: 'extraction', name } },
        ],
      }) + tail,
    );
  const know = (id: string, name: string) => {
    const ledger = openLedger(ledgerPath(directory));
    ledger.routes.setInfo('https://a.example', { route: { kind: 'extraction', id }, name, fields: [], seenAt: 1 });
    ledger.close();
  };
  await edit('Bills');
  const resolve = (config: WrittenConfig) =>
    resolveNames(file, config, () => ({ dataDirectory: directory, origin: 'https://a.example' }));
  const written = orRefuse(await readConfig(file, host.paths));
  const resolved = await resolve(written);
  expect(resolved.config.folders.map(({ path }) => path)).toEqual(['/scans']);
  const news = configNews(file, { written, resolved }, host, resolve);
  expect(await news()).toBeUndefined();
  know('x', 'Letters');
  expect(await news()).toBeUndefined();
  know('b', 'Bills');
  expect(await news()).toMatchObject({
    messages: [{ code: 'commandLine.namesKnown' }],
    config: { folders: [{ path: '/scans' }, { path: '/bills', route: { kind: 'extraction', id: 'b' } }] },
  });
  expect(await news()).toBeUndefined();
  // It is called otherwise at the service now.
  know('b', 'Invoices');
  expect(await news()).toBeUndefined();
  await edit('Bils');
  expect(await news()).toMatchObject({
    messages: [{ code: 'commandLine.configBroken', values: { message: { values: { path: file } } } }],
  });
  expect(await news()).toBeUndefined();
  // Known by now, though the file is the same.
  know('c', 'Bils');
  expect(await news()).toMatchObject({
    messages: [{ code: 'commandLine.configReloaded' }],
    config: { folders: [{}, { route: { id: 'c' } }] },
  });
  await edit('Bils', '\n// a comment\n');
  expect(await news()).toBeUndefined();
});

it('takes up the folders of a changed config file within half a minute, without a signal, by their real paths', async () => {
  const directory = await realpath(await mkdtemp(join(tmpdir(), 'intray-watch-')));
  onTestFinished(() => rm(directory, { recursive: true }));
  const [file, link] = [join(directory, 'intray.json'), join(directory, 'link')];
  const edit = (...paths: readonly string[]) =>
    writeFile(
      file,
      JSON.stringify({
        url: 'https://a.example',
        folders: paths.map((path) => ({ path, route: { kind: 'extraction', id: 'e' } })),
        hooks: { folders: { [paths[0] ?? '']: { onDelivered: { program: ['/bin/true'] } } } },
      }),
    );
  for (const name of ['scans', 'faxes']) await mkdir(join(directory, name));
  await symlink(join(directory, 'faxes'), link);
  await edit(join(directory, 'scans'));
  const opened = await openConfig(file, {}, testHost());
  const after = vi.spyOn(systemClock, 'after').mockReturnValue(() => undefined);
  const told: ConfigNews[] = [];
  const following = opened.follow((news) => told.push(news));
  onTestFinished(following.end);
  await edit(link);
  const [[milliseconds, look] = [0, () => undefined]] = after.mock.calls;
  expect(milliseconds).toBe(30_000);
  look();
  await vi.waitFor(() => expect(told).toHaveLength(1));
  const faxes = join(directory, 'faxes');
  expect(told[0]?.config?.folders.map(({ path }) => path)).toEqual([faxes]);
  expect(Object.keys(told[0]?.config?.hooks?.folders ?? {})).toEqual([faxes]);
  // Asked to look, it tells at once; folders that cannot be used leave it at those that it has.
  await edit(join(directory, 'scans'), join(directory, 'none', 'below'), join(directory, 'scans'));
  following.look();
  await vi.waitFor(() => expect(told).toHaveLength(2));
  expect(told[1]?.config).toBeUndefined();
});
