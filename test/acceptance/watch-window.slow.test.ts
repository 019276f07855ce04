import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { expect, it, type TestContext } from 'vitest';
import type { RequestName, RequestOutput } from '../../electron/core/contract/contract.ts';
import { missingBrowser, sharedChromium } from '../support/chromium.ts';
import { makeFile } from '../support/make-files.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { type Intray, jsonLines } from '../support/run-intray.ts';
import { askAt, redeemAt, secretIn } from '../web/web-host.ts';
import { openProgram, type Program } from './program.ts';

interface Served extends Program {
  readonly intray: Intray;
  readonly config: string;
  /** Writes the config file. */
  configure(...paths: string[]): void;
  ask<Name extends RequestName>(name: Name, input: unknown): Promise<RequestOutput<Name>>;
  /** The code of the sentence with which a request is refused. */
  refusal(name: RequestName, input: unknown): Promise<unknown>;
}

/** `intray watch --window` with a config file whose documents all need a look, and a browser that has signed in. */
async function watchInWindow(onTestFinished: TestContext['onTestFinished']): Promise<Served> {
  const program = await openProgram(onTestFinished);
  const { space, service } = program;
  const extraction = service.addExtraction({ name: 'Invoices', keys: ['number'] });
  const config = join(space.root, 'config.json');
  const configure = (...paths: string[]) => {
    const folders = paths.map((path) => ({
      ...{ path, route: { kind: 'extraction', id: extraction }, settleSeconds: 0.2 },
      checks: [{ check: 'one-of', field: 'number', values: ['A-1'] }],
      fileAway: { kind: 'move', to: 'Filed', as: '{number}' },
    }));
    writeFileSync(config, JSON.stringify({ url: service.url, folders }));
  };
  configure(space.folder);
  const intray = program.start(['watch', '--config', config, '--window', '0', '--json', '--data-dir', space.dataDir]);
  await intray.until('it serves', () => intray.stdout().includes('\n'));
  const [serving] = jsonLines(intray.stdout());
  const { port, origin } = new URL(String(serving?.url));
  const { stdout: link } = await program.run(['watch', '--link', '--data-dir', space.dataDir]);
  const session = secretIn(await redeemAt(origin, link.trim()));
  const answer = async (name: string, input: unknown) => {
    const { body } = await askAt(Number(port), {
      ...{ method: 'POST', path: '/api/request', session, body: JSON.stringify({ name, input }) },
      headers: { origin, 'content-type': 'application/json' },
    });
    return JSON.parse(Buffer.from(body, 'latin1').toString('utf8'));
  };
  return {
    ...{ ...program, extraction, intray, config, configure },
    async ask(name, input) {
      const { ok, value, error } = await answer(name, input);
      if (ok !== true) throw new Error(`${name}: ${JSON.stringify(error)}`);
      return value;
    },
    refusal: async (name, input) => (await answer(name, input)).error?.message.code,
  };
}

it('finds a document that needs a look by the status of a server, and files it once it is confirmed in the window', async ({
  onTestFinished,
}) => {
  const { space, run, intray, ask } = await watchInWindow(onTestFinished);
  const status = () => run(['status', '--exit-code', '--data-dir', space.dataDir]);
  await expect.poll(async () => (await ask('status', {})).line.kind).toBe('watching');
  expect((await status()).code).toBe(0);
  await makeFile(join(space.folder, 'scan.pdf'), 'a scan');
  await expect.poll(async () => (await status()).code, { timeout: 30_000 }).toBe(1);
  expect((await status()).stdout).toContain('scan.pdf');
  expect(existsSync(join(space.folder, 'scan.pdf'))).toBe(true);

  const [{ id } = { id: 0 }] = (await ask('documents', {})).documents;
  await ask('confirm', { id, corrections: { number: 'A-1' } });
  await expect.poll(() => existsSync(join(space.folder, 'Filed', 'A-1.pdf')), { timeout: 30_000 }).toBe(true);
  await expect.poll(async () => (await status()).code).toBe(0);
  // What happens is told as without a window.
  const told = () => jsonLines(intray.stdout()).filter(({ event, delivered }) => event === 'document' && delivered === true);
  const outputs = [join(space.folder, 'Filed', 'A-1.pdf.json'), join(space.folder, 'intray-Invoices.csv')];
  await expect
    .poll(() => told().at(-1), { timeout: 30_000 })
    .toMatchObject({ path: 'Filed/A-1.pdf', outputs: outputs.map((path) => ({ path })) });
  intray.signal('SIGTERM');
  const end = await intray.ended;
  expect(end.code).toBe(0);
  // And summed up.
  expect(jsonLines(end.stdout).at(-1)).toMatchObject({
    event: 'summary',
    exit: 0,
    ended: 'stopped',
    balance: { found: 1, delivered: 1 },
  });
});

it('shows the folders of the config file, changes nothing that stands there, and takes up edits of it', async ({
  onTestFinished,
}) => {
  const { space, service, extraction, intray, config, configure, ask, refusal } = await watchInWindow(onTestFinished);
  const paths = async () => (await ask('folders', {})).map(({ settings }) => settings.path);
  await expect.poll(paths).toEqual([space.folder]);
  expect(await ask('preferences', {})).toMatchObject({ configFile: config, service: { url: service.url, key: 'environment' } });
  const other = join(space.home, 'other');
  mkdirSync(other);
  const [{ id } = { id: 0 }] = await ask('folders', {});
  const { limits } = await ask('preferences', {});
  const ruled = 'workspace.settingsFile.ruled';
  const settings = { path: other, route: { kind: 'extraction', id: extraction } };
  expect(await refusal('addFolder', { settings })).toBe(ruled);
  expect(await refusal('setPaused', { paused: true, folderId: id })).toBe(ruled);
  expect(await refusal('removeFolder', { id })).toBe(ruled);
  expect(await refusal('setPreferences', { changes: { limits: { ...limits, uploads: 2 } } })).toBe(ruled);
  expect(await refusal('connect', { url: 'https://elsewhere.example', key: 'k' })).toBe(ruled);
  expect(await refusal('useSandbox', {})).toBe(ruled);
  expect(await paths()).toEqual([space.folder]);
  // What is no concern of the config file is the window's own.
  expect((await ask('setPreferences', { changes: { appearance: 'dark' } })).appearance).toBe('dark');

  configure(space.folder, other);
  intray.signal('SIGHUP');
  await expect.poll(paths).toEqual([space.folder, other]);
  expect(intray.stderr()).toContain(config);
  const again = await ask('preferences', {});
  expect([again.appearance, again.configFile]).toEqual(['dark', config]);
});

itUnlessMissing(
  missingBrowser,
  'says in the window which file has the folders, and offers no change of what stands there',
  async ({ onTestFinished }) => {
    const { space, config, run } = await watchInWindow(onTestFinished);
    const { stdout: link } = await run(['watch', '--link', '--data-dir', space.dataDir]);
    const page = await (await sharedChromium()).newPage({ locale: 'en-US' });
    onTestFinished(() => page.context().close());
    await page.goto(link.trim());
    await page.getByRole('link', { name: 'Folders', exact: true }).click();
    await page.getByText(`Folders, service, limits and hooks stand in ${config}`).waitFor();
    await page.getByRole('heading', { name: 'scans' }).waitFor();
    expect(await page.getByRole('link', { name: /^(Add a folder|Change)/ }).count()).toBe(0);
    expect(await page.getByRole('button', { name: 'Pause: scans' }).isDisabled()).toBe(true);
    await page.getByRole('link', { name: 'Settings', exact: true }).click();
    await page.getByText(`Folders, service, limits and hooks stand in ${config}`).waitFor();
    expect(await page.locator('fieldset:disabled :is(input, select):disabled').count()).toBeGreaterThan(3);
    expect(await page.locator('fieldset:disabled :is(input, select):enabled').count()).toBe(0);
    expect(await page.getByRole('button', { name: 'sandbox' }).count()).toBe(0);
  },
);

it('names the health port that another program has, and the flag that changes it', async ({ onTestFinished }) => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
  const { port } = other.address() as AddressInfo;
  const { space, service, extraction, run } = await openProgram(onTestFinished);
  onTestFinished(() => void other.close());
  const config = join(space.root, 'config.json');
  const folders = [{ path: space.folder, route: { kind: 'extraction', id: extraction } }];
  writeFileSync(config, JSON.stringify({ url: service.url, folders }));
  for (const window of [[], ['--window', '0']]) {
    const args = ['watch', '--config', config, ...window, '--health-port', String(port), '--data-dir', space.dataDir];
    const end = await run(args);
    expect([end.code, end.stderr]).toEqual([
      2,
      `Another program already listens on port ${port}. Choose another with --health-port.\n`,
    ]);
  }
});
