import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { missingBrowser } from '../support/chromium.ts';
import { makeWorkspace, type Workspace } from '../support/run-intray.ts';
import { ask } from './drivers/ask.ts';
import type { StandIn } from './drivers/driver.ts';
import { startStandIn } from './drivers/stand-in.ts';

/** Electron's own checklist, where it asks something of the program; the fuses are electron-builder.yml's (packaging.slow.test.ts). */
describe.skipIf(missingBrowser !== undefined)("The desktop program keeps to Electron's checklist (stand-in)", () => {
  let space: Workspace;
  let desktop: StandIn;
  beforeAll(async () => {
    space = await makeWorkspace();
    desktop = await startStandIn({ dataDirectory: space.dataDir, home: space.home });
  });
  afterAll(async () => {
    await desktop.kill();
    await space.remove();
  });

  it('gives its page no Node: isolated, sandboxed, with web security', async () => {
    const { webPreferences } = await desktop.security();
    expect(webPreferences).toMatchObject({
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      webSecurity: true,
    });
    for (const risky of ['allowRunningInsecureContent', 'experimentalFeatures', 'enableBlinkFeatures'])
      expect(webPreferences).not.toHaveProperty(risky);
  });

  it('lets it go nowhere, open nothing, attach nothing and use no device', async () => {
    const { prevented, open, granted } = await desktop.security();
    expect(prevented).toEqual(['will-navigate', 'will-frame-navigate', 'will-attach-webview']);
    expect(open).toEqual(['deny', 'deny', 'deny']);
    expect(granted).toEqual([]);
    const { opened } = await desktop.hands.shown();
    expect(opened).toEqual([]);
  });

  it("opens a link to the service in the system's browser, to the one that is chosen by then", async () => {
    const opened = async () => (await desktop.hands.shown()).opened.map(({ what }) => what);
    await desktop.clickLink('https://later.example/help');
    expect(await opened()).toEqual([]);
    const file = join(space.dataDir, 'settings.json');
    const settings = existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as object) : {};
    writeFileSync(file, JSON.stringify({ ...settings, url: 'https://later.example' }));
    await expect.poll(async () => (await ask(desktop, 'preferences')).service.url).toBe('https://later.example');
    await desktop.clickLink('https://later.example/help');
    await desktop.clickLink('http://later.example/help');
    expect(await opened()).toEqual(['https://later.example/help']);
  });

  it('offers to paste where a key is typed, and to copy what is selected', async () => {
    expect(await desktop.rightClick(true, '')).toEqual(['paste', 'selectAll']);
    expect(await desktop.rightClick(true, 'a key')).toEqual(['cut', 'copy', 'paste', 'selectAll']);
    expect(await desktop.rightClick(false, 'a value')).toEqual(['copy']);
    expect(await desktop.rightClick(false, '')).toEqual([]);
  });

  it('shows it over a scheme of its own, with a policy that lets in no script from elsewhere and none in line', async () => {
    const { windows } = await desktop.hands.shown();
    expect(windows[0]?.url).toMatch(/^intray:\/\/app\/index\.html/);
    const page = await desktop.page();
    const answer = await page.evaluate(async () => {
      const response = await fetch('index.html');
      const script = document.createElement('script');
      script.textContent = 'window.ranInLine = true';
      document.head.append(script);
      return { policy: response.headers.get('content-security-policy'), ran: 'ranInLine' in window };
    });
    expect(answer.ran).toBe(false);
    expect(answer.policy).toMatch(/default-src 'none'/);
    expect(answer.policy).toMatch(/script-src 'self'(;|$)/);
    expect(answer.policy).toMatch(/frame-ancestors 'none'/);
    expect(answer.policy).not.toMatch(/unsafe|\*|https?:/);
  });

  it('serves nothing but the window and documents under that scheme', async () => {
    const page = await desktop.page();
    const statuses = await page.evaluate(() =>
      Promise.all(
        ['preview/999999', '..%2f..%2fpackage.json', '%2e%2e/main/main.js', 'nothing.js'].map(
          async (path) => (await fetch(path)).status,
        ),
      ),
    );
    expect(statuses).toEqual([404, 404, 404, 404]);
  });

  it('hears its own page alone, and only requests that it knows', async () => {
    const page = 'intray://app/index.html';
    expect(await desktop.askAs(`${page}#/queue`, false, 'about')).toMatchObject({
      ok: true,
      value: { name: 'Intray', host: 'desktop' },
    });
    for (const [url, inFrame] of [
      ['https://example.com/', false],
      ['intray://app/preview/1', false],
      ['intray://other/index.html', false],
      ['file:///index.html', false],
      [page, true],
      [null, false],
    ] as const)
      expect(await desktop.askAs(url, inFrame, 'about')).toMatchObject({ ok: false, error: { kind: 'unavailable' } });
    expect(await desktop.askAs(page, false, 'format-disk')).toMatchObject({ ok: false, error: { kind: 'unknown-request' } });
  });

  it("reaches the service through the system's proxy", async () => {
    const asked: string[] = [];
    const proxy = createServer((request, response) => {
      asked.push(request.url ?? '');
      response.writeHead(502).end();
    });
    proxy.on('connect', (request, socket) => {
      asked.push(request.url ?? '');
      socket.end('HTTP/1.1 502 Bad Gateway\r\n\r\n');
    });
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve));
    await desktop.setProxy(`PROXY 127.0.0.1:${(proxy.address() as AddressInfo).port}; DIRECT`);
    const answer = await ask(desktop, 'tryConnection', { url: 'https://service.invalid', key: 'sandbox-key-1' });
    expect(answer).toMatchObject({ kind: 'unknown' });
    expect(asked).toContain('service.invalid:443');
    proxy.close();
  });
});
