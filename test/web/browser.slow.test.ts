import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { Bridge } from '../../electron/core/contract/bridge.ts';
import { projectRoot } from '../../resources/tools/build.ts';
import { launchChromium, missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';
import { startTestHost, type TestHost } from './web-host.ts';

/** What the window's script leaves for the test to look at. */
interface Observed extends Window {
  bridge: Bridge;
  notices: unknown[];
}

const script = `
import { createWebBridge } from './web-bridge.js';
window.bridge = createWebBridge();
window.notices = [];
window.bridge.onNotice((notice) => window.notices.push(notice));
document.title = 'Window at work';
`;

describe('In a real browser', () => {
  let browser: Browser | undefined;
  let host: TestHost;
  let context: BrowserContext;
  let page: Page;

  beforeAll(async () => {
    if (missingBrowser === undefined) browser = await launchChromium();
  });
  afterAll(() => browser?.close());

  beforeEach(async () => {
    host = await startTestHost();
    addScript(host);
    if (browser === undefined) return;
    context = await browser.newContext();
    page = await context.newPage();
  });
  afterEach(async () => {
    await context?.close();
    await host.remove();
  });

  const notices = () => page.evaluate(() => (window as unknown as Observed).notices);
  const ask = () =>
    page.evaluate(() =>
      (window as unknown as Observed).bridge.request('status', {}).then(
        (answer) => answer as unknown,
        () => 'no answer',
      ),
    );

  itUnlessMissing(missingBrowser, 'the link lets it in, once, and leaves no token behind', async () => {
    const link = host.link();
    await page.goto(link);
    await page.waitForFunction(() => document.title === 'Window at work');
    expect(page.url()).toBe(host.url);
    expect(await context.cookies()).toMatchObject([
      { name: `intray-${host.port}`, httpOnly: true, sameSite: 'Strict', path: '/', domain: '127.0.0.1' },
    ]);
    expect(await page.evaluate(() => document.cookie)).toBe('');
    await page.reload();
    await page.waitForFunction(() => document.title === 'Window at work');

    const other = await (await browser?.newContext())?.newPage();
    expect((await other?.goto(link))?.status()).toBe(401);
    expect(await other?.getByRole('main').textContent()).toContain('used before');
    expect((await other?.goto(host.link()))?.status()).toBe(200);
    await other?.context().close();
  });

  itUnlessMissing(missingBrowser, 'the window asks and is told', async () => {
    await page.goto(host.link());
    await expect.poll(ask).toEqual({ ok: true, value: { answered: 'status' } });
    await expect.poll(notices).toMatchObject([{ documents: 'many', settings: true }]);
    host.tell({ documents: [7], progress: [], status: false, settings: false });
    await expect.poll(notices).toMatchObject([{ documents: 'many' }, { documents: [7] }]);
  });

  itUnlessMissing(
    missingBrowser,
    'the window learns that its host is gone, and is back as another that does not know it',
    async () => {
      await page.goto(host.link());
      await expect.poll(notices).toHaveLength(1);
      const { port } = host;
      await host.close();
      await expect.poll(notices).toContainEqual({ documents: [], progress: [], status: true, settings: false });
      expect(await ask()).toBe('no answer');

      const next = await startTestHost({ port });
      try {
        expect(await ask()).toMatchObject({ ok: false, error: { message: { code: 'requests.notSignedIn' } } });
        const before = (await notices()).length;
        // Another tab of the same browser is let in; the window that stayed open goes on with its cookie.
        addScript(next);
        const tab = await context.newPage();
        await tab.goto(next.link());
        await expect
          .poll(async () => (await notices()).slice(before))
          .toContainEqual(expect.objectContaining({ documents: 'many', settings: true }));
        expect(await ask()).toEqual({ ok: true, value: { answered: 'status' } });
      } finally {
        await next.remove();
      }
    },
  );

  itUnlessMissing(missingBrowser, 'a name that was made to lead here gets nothing', async () => {
    await page.goto(host.link());
    await page.waitForFunction(() => document.title === 'Window at work');
    for (const path of ['', 'assets/window.js', 'preview/1', new URL(host.link()).search]) {
      const answer = await page.goto(`http://rebound.localhost:${host.port}/${path}`);
      expect(answer?.status(), path).toBe(403);
    }
  });

  itUnlessMissing(missingBrowser, 'a page elsewhere gets nothing, though the browser was let in', async () => {
    await page.goto(host.link());
    await page.waitForFunction(() => document.title === 'Window at work');
    await expect.poll(() => host.listeners.size).toBe(1);
    const before = host.handled.length;
    const elsewhere = await serveForeignPage(host.url);
    const { port } = elsewhere.address() as AddressInfo;
    try {
      // Another port of the same address is the same site to a browser, which sends it our cookie; another name is not.
      for (const origin of [`http://127.0.0.1:${port}`, `http://localhost:${port}`]) {
        const foreign = await context.newPage();
        await foreign.goto(origin);
        await foreign.waitForFunction(() => document.title === 'done');
        expect(await foreign.evaluate(() => (window as unknown as { got: unknown }).got), origin).toEqual({
          read: 'nothing',
          blind: 'opaque or nothing',
          posted: 'nothing',
          typed: 'nothing',
          events: 'nothing',
          script: 'nothing',
          image: 'nothing',
          frame: 'nothing',
          beacon: 'sent',
        });
        // A form leads the browser itself there.
        await foreign.evaluate(() => document.querySelector('form')?.submit());
        await foreign.getByText('requests.wrongPage').waitFor();
        await foreign.close();
      }
      expect(host.handled).toHaveLength(before);
      expect(host.listeners.size).toBe(1);
    } finally {
      elsewhere.close();
    }
  });
});

/** The window of the test: the real bridge, its types taken away, and a script that uses it. */
function addScript({ root }: TestHost): void {
  const source = readFileSync(join(projectRoot, 'renderer', 'web-bridge.ts'), 'utf8');
  writeFileSync(join(root, 'renderer', 'assets', 'web-bridge.js'), stripTypeScriptTypes(source));
  writeFileSync(join(root, 'renderer', 'assets', 'window.js'), script);
}

/** A page that tries what a page can, and writes down what it got. */
async function serveForeignPage(target: string): Promise<Server> {
  const html = `<!doctype html><title>trying</title>
<form method="post" enctype="text/plain" action="${target}api/request"><input name='{"name":"pause","input":{},"x":"' value='"}'></form>
<script type="module">
const target = ${JSON.stringify(target)};
const nothing = () => 'nothing';
const element = (name, source) => new Promise((resolve) => {
  const made = document.createElement(name);
  made.onload = () => resolve(name === 'iframe' ? made.contentDocument === null ? 'nothing' : 'a page' : 'something');
  made.onerror = () => resolve('nothing');
  made.src = source;
  document.body.append(made);
});
const body = '{"name":"pause","input":{}}';
const all = { credentials: 'include' };
window.got = {
  read: await fetch(target, all).then((answer) => answer.text(), nothing),
  blind: await fetch(target + 'api/request', { ...all, method: 'POST', mode: 'no-cors', body }).then(() => 'opaque or nothing', () => 'opaque or nothing'),
  posted: await fetch(target + 'api/request', { ...all, method: 'POST', body }).then((answer) => answer.text(), nothing),
  typed: await fetch(target + 'api/request', { ...all, method: 'POST', headers: { 'content-type': 'application/json' }, body }).then((answer) => answer.text(), nothing),
  events: await new Promise((resolve) => {
    const events = new EventSource(target + 'api/notices', { withCredentials: true });
    events.onopen = () => resolve('a stream');
    events.onerror = () => { events.close(); resolve('nothing'); };
  }),
  script: await element('script', target + 'assets/window.js'),
  image: await element('img', target + 'preview/1'),
  frame: await element('iframe', target),
  beacon: navigator.sendBeacon(target + 'api/request', body) ? 'sent' : 'not sent',
};
document.title = 'done';
</script>`;
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
