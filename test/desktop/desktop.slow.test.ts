import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { say } from '../../electron/core/messages/message.ts';
import { inEnglish as words } from '../../electron/core/messages/wording.ts';
import { projectRoot } from '../../resources/tools/build.ts';
import { missingBrowser } from '../support/chromium.ts';
import { isSet } from '../support/programs.ts';
import { makeWorkspace } from '../support/run-intray.ts';
import { startStrictService } from '../support/strict/strict-service.ts';
import { readTable } from '../support/table.ts';
import { ask } from './drivers/ask.ts';
import type { Desktop, DesktopOptions } from './drivers/driver.ts';
import { electronBinary, startElectron } from './drivers/real.ts';
import { startStandIn } from './drivers/stand-in.ts';

/** The real Electron wherever its binary is; elsewhere the stand-in. The name of every test says which. */
const driver = electronBinary !== undefined && !isSet('INTRAY_STAND_IN') ? 'Electron' : 'stand-in';
const start = driver === 'Electron' ? startElectron : startStandIn;
const samples = join(projectRoot, 'resources', 'samples');

const opened: Desktop[] = [];
const ends: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const desktop of opened.splice(0)) await desktop.kill();
  for (const end of ends.splice(0)) await end();
});

interface Place extends DesktopOptions {
  readonly folder: string;
  remove(): Promise<void>;
}

async function place(): Promise<Place> {
  const { dataDir, home, folder, remove } = await makeWorkspace();
  return { dataDirectory: dataDir, home, folder, remove };
}

/** For one test. */
async function ownPlace(): Promise<Place> {
  const at = await place();
  ends.push(at.remove);
  return at;
}

async function open(options: DesktopOptions): Promise<Desktop> {
  const desktop = await start(options);
  opened.push(desktop);
  return desktop;
}

/** The sandbox is the service, and a folder is watched. */
async function begin(desktop: Desktop, folder: string): Promise<void> {
  await ask(desktop, 'useSandbox');
  const routes = await ask(desktop, 'routes');
  const route = routes.find((one) => one.route.kind === 'extraction')?.route;
  if (route === undefined) throw new Error('The sandbox has no extraction.');
  await ask(desktop, 'addFolder', { settings: { path: folder, route, settleSeconds: 0.2, existing: 'send' } });
}

/** A service that outlives the program, and a folder that is watched for it. */
async function beginAt(service: Awaited<ReturnType<typeof startStrictService>>) {
  ends.push(service.close);
  const at = { ...(await ownPlace()), environment: { INTRAY_API_KEY: service.key, INTRAY_URL: service.url } };
  const desktop = await open(at);
  await ask(desktop, 'connect', { url: service.url });
  const route = { kind: 'extraction', id: service.addExtraction() } as const;
  await ask(desktop, 'addFolder', { settings: { path: at.folder, route, settleSeconds: 0.2, existing: 'send' } });
  return { at, desktop };
}

const drop = (folder: string, name: string, as = name): void => copyFileSync(join(samples, name), join(folder, as));
const sampleNames = (): string[] => readdirSync(samples);

describe.skipIf(driver === 'stand-in' && missingBrowser !== undefined)(`The desktop program (${driver})`, () => {
  describe('before it is connected', () => {
    let at: Place;
    let desktop: Desktop;
    beforeAll(async () => {
      at = await place();
      desktop = await start(at);
    });
    afterAll(async () => {
      await desktop.kill();
      await at.remove();
    });

    it('opens its window and its tray, and waits to be connected', async () => {
      const shown = await desktop.until(
        'window and tray are there, and the engine has looked around',
        ({ windows, tray }) => windows[0]?.visible === true && tray.menu[0]?.label === words(say('status.lines.first-run')),
      );
      expect(shown.windows).toHaveLength(1);
      expect(shown.tray.menu.map(({ label }) => label)).toContain('Open Intray');
      expect(shown.tray.menu[0]).toMatchObject({ label: words(say('status.lines.first-run')), enabled: false });
      const page = await desktop.page();
      expect(await page.evaluate(() => Object.keys(Reflect.get(window, 'intray')).sort())).toEqual([
        'onNotice',
        'pathOfDropped',
        'request',
      ]);
      expect(await page.evaluate(() => ['require', 'process', 'module', 'Buffer'].filter((name) => name in window))).toEqual([]);
    });

    it('hides when its window is closed, keeps where that was, and comes back when it is started again', async () => {
      await desktop.until('the window is there', ({ windows }) => windows[0]?.visible === true);
      await desktop.hands.closeWindow();
      await desktop.until('the window is hidden', ({ windows }) => windows[0]?.visible === false);
      await expect.poll(() => readSettings(at.dataDirectory).window).toMatchObject({ width: expect.any(Number) });
      await desktop.hands.startAgain();
      await desktop.until('the window is back', ({ windows }) => windows[0]?.visible === true);
    });

    it.runIf(process.platform === 'linux')(
      'is started with the session when a person wants it, and no longer when not',
      async () => {
        const entry = join(at.home, '.config', 'autostart', 'intray.desktop');
        await ask(desktop, 'setPreferences', { changes: { startAtLogin: true } });
        expect(readFileSync(entry, 'utf8')).toMatch(/^Exec=".+" --hidden$/m);
        await ask(desktop, 'setPreferences', { changes: { startAtLogin: false } });
        expect(existsSync(entry)).toBe(false);
      },
    );

    it('speaks the language that a person chooses, at once', async () => {
      await desktop.until('menus', (shown) => shown.menu.length > 0);
      await ask(desktop, 'setPreferences', { changes: { language: 'de' } });
      await desktop.until(
        'German',
        ({ tray, menu }) => tray.menu.some(({ label }) => label === 'Beenden') && menu[0]?.label === '&Datei',
      );
      await ask(desktop, 'setPreferences', { changes: { language: 'fr' } });
      await desktop.until(
        'French',
        ({ tray, menu }) => tray.menu.some(({ label }) => label === 'Quitter') && menu[0]?.label === '&Fichier',
      );
    });
  });

  describe('while it watches a folder', () => {
    let at: Place;
    let desktop: Desktop;
    beforeAll(async () => {
      at = await place();
      desktop = await start(at);
      await begin(desktop, at.folder);
      await desktop.until('it watches', ({ tray }) => tray.menu[0]?.label === 'Watching');
    });
    afterAll(async () => {
      await desktop.kill();
      await at.remove();
    });

    it('has menus as the system expects, which lead to the screens', async () => {
      const { menu } = await desktop.until('menus', (shown) => shown.menu.length > 0 && shown.tray.menu[0]?.label === 'Watching');
      expect(menu.map(({ label }) => label)).toEqual(
        process.platform === 'darwin'
          ? ['appMenu', '&File', '&Edit', '&View', '&Window', '&Help']
          : ['&File', '&Edit', '&View', '&Window', '&Help'],
      );
      await desktop.hands.clickMenu('&View', 'Insights');
      await expect.poll(async () => (await desktop.page()).url()).toMatch(/#\/insights/);
    });

    it('pauses and resumes from its tray', async () => {
      await desktop.hands.clickTray('Pause');
      await desktop.until('it is paused', ({ tray }) => /tray-paused/.test(tray.icon) && tray.menu[2]?.label === 'Resume');
      await desktop.hands.clickTray('Resume');
      await desktop.until('it watches again', ({ tray }) => /tray-idle/.test(tray.icon) && tray.menu[0]?.label === 'Watching');
    });

    it('shows in its tray how a document fares, from watching to its result', async () => {
      const [name = ''] = sampleNames().filter((one) => one.endsWith('.pdf'));
      drop(at.folder, name);
      await desktop.until('it works', ({ tray }) => /tray-working/.test(tray.icon));
      await desktop.until('the result is named', ({ tray }) =>
        tray.menu.some(({ label, items }) => label === words(say('desktop.tray.results')) && items?.[0]?.label === name),
      );
      expect(existsSync(join(at.folder, `${name}.json`))).toBe(true);
      await desktop.hands.clickTray(words(say('desktop.tray.results')), name);
      await expect.poll(async () => (await desktop.page()).url()).toMatch(/#\/queue\/\d+/);
    });

    it("chooses a folder with the system's own chooser, and shows files in their folder", async () => {
      await desktop.hands.willChoose(at.folder);
      expect(await ask(desktop, 'chooseFolder', { title: 'Choose' })).toEqual({ path: at.folder });
      expect(await ask(desktop, 'chooseFolder', { title: 'Choose' })).toEqual({ path: null });
      const [name = ''] = sampleNames().filter((one) => one.endsWith('.docx'));
      drop(at.folder, name);
      // The program knows of a file a moment after the disk does.
      const known = async () => (await ask(desktop, 'documents')).documents.find(({ path }) => path === name);
      await expect.poll(known).toMatchObject({ delivery: 'done' });
      const document = await known();
      await ask(desktop, 'openFile', { id: document?.id ?? 0, what: 'json', how: 'show' });
      const { opened: shown } = await desktop.hands.shown();
      expect(shown).toEqual([{ how: 'showItemInFolder', what: join(at.folder, `${name}.json`) }]);
    });

    it('looks around after the machine has slept', async () => {
      const [, name = ''] = sampleNames().filter((one) => one.endsWith('.docx'));
      mkdirSync(join(at.folder, 'in'));
      drop(at.folder, name, join('in', name));
      await desktop.hands.wake();
      await waitForFiles(join(at.folder, 'in'), [name]);
    });

    it('shows its window again when the page has crashed, and works on meanwhile', async () => {
      const page = await desktop.page();
      await page.goto('chrome://crash').catch(() => undefined);
      const [, , name = ''] = sampleNames().filter((one) => one.endsWith('.docx'));
      drop(at.folder, name);
      await waitForFiles(at.folder, [name]);
      await expect.poll(async () => (await desktop.page()).evaluate(() => document.title).catch(() => '')).toContain('Intray');
      expect(logOf(at)).toMatch(/"reason":"crashed","msg":"the window ended by itself"/);
    });
  });

  it('tells a person of what needs them, and leads there', async () => {
    const at = await ownPlace();
    const desktop = await open(at);
    await begin(desktop, at.folder);
    const [image = ''] = sampleNames().filter((one) => one.endsWith('.png'));
    drop(at.folder, image);
    const shown = await desktop.until('a notification', ({ notifications }) => notifications.length > 0);
    expect(shown.notifications[0]?.title).toBe('One document needs you');
    expect(shown.tray.icon).toMatch(/tray-attention/);
    await desktop.hands.closeWindow();
    await desktop.hands.clickNotification('One document needs you');
    await desktop.until('the window is there', ({ windows }) => windows[0]?.visible === true);
    await expect.poll(async () => (await desktop.page()).url()).toMatch(/#\/review/);
  });

  it('leaves in the middle of an upload and goes on where it was, sending nothing twice', async () => {
    // A service that outlives the program: the sandbox within it gives up what it reads when both end.
    const service = await startStrictService({ answerMilliseconds: 1_000 });
    const { at, desktop } = await beginAt(service);
    await desktop.until('it watches', ({ tray }) => tray.menu[0]?.label === 'Watching');
    const names = sampleNames()
      .filter((one) => /\.(pdf|docx)$/.test(one))
      .slice(0, 12);
    for (const name of names) drop(at.folder, name);
    await expect.poll(() => service.requests.some(({ endpoint }) => endpoint === 'uploadFiles')).toBe(true);
    await desktop.until('it works', ({ tray }) => /tray-working/.test(tray.icon));
    await desktop.hands.clickTray('Quit').catch(() => undefined);
    expect((await desktop.ended).code).toBe(0);
    const again = await open(at);
    await waitForFiles(at.folder, names);
    await again.until('all is done', ({ tray }) => !/tray-working/.test(tray.icon) && tray.menu[0]?.label === 'Watching');
    const balance = async () => (await ask(again, 'status')).balance;
    await expect.poll(balance).toMatchObject({ found: names.length, delivered: names.length });
    const table = readFileSync(join(at.folder, readdirSync(at.folder).find((one) => one.endsWith('.csv')) ?? ''));
    const rows = readTable(table);
    expect(rows.map(({ file }) => file).toSorted()).toEqual(names.toSorted());
    expect([...service.uploads.values()]).toEqual(names.map(() => 1));
    expect(readdirSync(at.folder).filter((one) => /\(2\)/.test(one))).toEqual([]);
  });

  it('quits within seconds although an answer of the service does not end', async () => {
    const service = await startStrictService({ onWhole: ({ endpoint }) => (endpoint === 'uploadFiles' ? 'drip' : undefined) });
    const { at, desktop } = await beginAt(service);
    const [name = ''] = sampleNames().filter((one) => one.endsWith('.docx'));
    drop(at.folder, name);
    await expect.poll(() => service.requests.some(({ endpoint }) => endpoint === 'uploadFiles')).toBe(true);
    const since = performance.now();
    await desktop.hands.quit().catch(() => undefined);
    expect((await desktop.ended).code).toBe(0);
    expect(performance.now() - since).toBeLessThan(12_000);
    expect(logOf(at)).toMatch(/"msg":"ended"/);
  });

  it('starts again after an error that nobody caught, says so, and sends nothing twice', async () => {
    const service = await startStrictService({ answerMilliseconds: 500 });
    const { at, desktop } = await beginAt(service);
    const names = sampleNames().filter((one) => one.endsWith('.docx'));
    for (const name of names) drop(at.folder, name);
    await expect.poll(() => service.requests.some(({ endpoint }) => endpoint === 'uploadFiles')).toBe(true);
    await desktop.hands.closeWindow();
    await desktop.hands.fail('error', 3_600).catch(() => undefined);
    expect((await desktop.ended).code).toBe(0);
    expect(desktop.output()).toMatch(/^starts again: .*--after-failure --hidden$/m);
    expect(desktop.output()).not.toContain('asked:');
    expect(logOf(at)).toMatch(/It was told to\..*"msg":"the program failed".*"msg":"ended"/s);
    const again = await open({ ...at, args: ['--after-failure'] });
    expect((await ask(again, 'status')).warnings).toMatchObject([{ code: 'workspace.engine.restarted' }]);
    await waitForFiles(at.folder, names);
    expect([...service.uploads.values()]).toEqual(names.map(() => 1));
  });

  it('asks a person before it starts again where it failed at once', async () => {
    const at = await ownPlace();
    const desktop = await open(at);
    await desktop.until('the tray is there', ({ tray }) => tray.menu.length > 0);
    await desktop.hands.fail('rejection', 5).catch(() => undefined);
    expect((await desktop.ended).code).toBe(0);
    expect(desktop.output()).toMatch(/asked: Intray failed: It was told to\..*desktop\.log/);
    expect(desktop.output()).not.toContain('starts again');
  });

  it('stays in its tray when the system started it', async () => {
    const desktop = await open({ ...(await ownPlace()), args: ['--hidden'] });
    const { windows } = await desktop.until(
      'the engine has looked around',
      ({ tray }) => tray.menu[0]?.label === words(say('status.lines.first-run')),
    );
    expect(windows.map(({ visible }) => visible)).toEqual([false]);
    await desktop.hands.clickTray('Open Intray');
    await desktop.until('the window is there', (shown) => shown.windows[0]?.visible === true);
  });
});

function logOf({ dataDirectory }: DesktopOptions): string {
  return readFileSync(join(dataDirectory, 'logs', 'desktop.log'), 'utf8');
}

function readSettings(dataDirectory: string): { readonly window?: unknown } {
  const file = join(dataDirectory, 'settings.json');
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
}

async function waitForFiles(folder: string, names: readonly string[]): Promise<void> {
  await expect.poll(() => names.filter((name) => !existsSync(join(folder, `${name}.json`))), { timeout: 45_000 }).toEqual([]);
}
