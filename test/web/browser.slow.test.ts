import { readFileSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import type { Bridge } from '../../electron/core/contract/contract.ts';
import { projectRoot } from '../../resources/tools/build.ts';
import { missingBrowser, sharedChromium } from '../support/chromium.ts';
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
    if (missingBrowser === undefined) browser = await sharedChromium();
  });

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
  const ask = () => requestIn(page);

  itUnlessMissing(missingBrowser, 'the link lets it in, once, and leaves neither a token nor a cookie behind', async () => {
    const link = host.link();
    await page.goto(link);
    await page.waitForFunction(() => document.title === 'Window at work');
    await expect.poll(ask).toMatchObject({ ok: true });
    expect(page.url()).toBe(host.url);
    expect(await context.cookies()).toEqual([]);
    await page.reload();
    await page.waitForFunction(() => document.title === 'Window at work');
    expect(await ask()).toMatchObject({ ok: true });

    const other = await (await browser?.newContext())?.newPage();
    if (other === undefined) throw new Error('There is no other browser.');
    await other.goto(link);
    const code = () =>
      requestIn(other).then((answer) => (answer as { error?: { message: { code: string } } }).error?.message.code);
    await expect.poll(code).toBe('requests.linkUsed');
    // In the same tab: the address changes, but the page is not loaded again.
    await other.goto(host.link());
    await expect.poll(() => requestIn(other)).toMatchObject({ ok: true });
    await other.context().close();
  });

  itUnlessMissing(missingBrowser, 'a page from a file, as the opener gets it, leads to the window', async () => {
    await page.goto(`file://${host.pageFor(host.link())}`);
    await page.waitForFunction(() => document.title === 'Window at work');
    await expect.poll(ask).toMatchObject({ ok: true });
    expect(page.url()).toBe(host.url);
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
        // Another tab of the same browser is let in; the window that stayed open goes on with its secret.
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

  itUnlessMissing(
    missingBrowser,
    'an address that has nothing says so in the window’s looks, which its policy lets through',
    async () => {
      const refused: string[] = [];
      page.on('console', (message) => refused.push(message.text()));
      await page.goto(new URL('nowhere', host.url).href);
      await page.getByText('There is nothing here.').waitFor();
      expect(await page.evaluate(() => getComputedStyle(document.body).display)).toBe('grid');
      expect(refused.filter((text) => !text.includes('404'))).toEqual([]);
    },
  );

  itUnlessMissing(missingBrowser, 'a name that was made to lead here gets nothing', async () => {
    await page.goto(host.link());
    await page.waitForFunction(() => document.title === 'Window at work');
    for (const path of ['', 'assets/window.js', 'preview/1']) {
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
      // Another port of the same address is the same site to a browser, which would send it a cookie; another name is not.
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
          signed: 'nothing',
          script: 'nothing',
          image: 'nothing',
          frame: 'nothing',
          beacon: 'sent',
          stored: 'nothing',
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

/** What the bridge of a page answers. */
function requestIn(page: Page): Promise<unknown> {
  return page.evaluate(() =>
    (window as unknown as Observed).bridge.request('status', {}).then(
      (answer) => answer as unknown,
      () => 'no answer',
    ),
  );
}

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
  events: await fetch(target + 'api/notices', all).then(() => 'a stream', nothing),
  signed: await fetch(target + 'api/notices', { headers: { 'intray-session': 'x' } }).then(() => 'a stream', nothing),
  script: await element('script', target + 'assets/window.js'),
  image: await element('img', target + 'preview/1'),
  frame: await element('iframe', target),
  stored: localStorage.getItem('intray.session') ?? (document.cookie || 'nothing'),
  beacon: navigator.sendBeacon(target + 'api/request', body) ? 'sent' : 'not sent',
};
document.title = 'done';
</script>`;
  const server = createServer((_request, response) => response.setHeader('content-type', 'text/html').end(html));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
