import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect } from 'vitest';
import type { Bridge } from '../../electron/core/contract/bridge.ts';
import { projectRoot } from '../support/build.ts';
import { launchChromium, missingBrowser } from '../support/chromium.ts';
import { itUnlessMissing } from '../support/programs.ts';

const types: Readonly<Record<string, string>> = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' };

describe('The page, in a real browser', () => {
  let server: Server;
  let browser: Browser | undefined;

  beforeAll(async () => {
    server = createServer(async (request, response) => {
      const path = normalize(request.url === '/' ? '/index.html' : (request.url ?? '/'));
      const body = await readFile(join(projectRoot, 'out', 'renderer', path)).catch(() => undefined);
      response.writeHead(body === undefined ? 404 : 200, { 'content-type': types[extname(path)] ?? 'text/plain' }).end(body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    if (missingBrowser === undefined) browser = await launchChromium();
  });

  afterAll(async () => {
    await browser?.close();
    server.close();
  });

  /** Opens the built page with a host that answers `about` as given, or with none; collects what the browser complains of. */
  async function open(version: string | undefined): Promise<{ page: Page; complaints: string[] }> {
    if (browser === undefined) throw new Error('The browser is not there.');
    const page = await browser.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type()) && !message.text().includes('favicon')) complaints.push(message.text());
    });
    page.on('pageerror', (error) => complaints.push(String(error)));
    await page.addInitScript((answer: string | undefined) => {
      if (answer === undefined) return;
      const bridge = {
        request: async () => ({ ok: true, value: { name: 'Intray', version: answer, host: 'desktop' } }),
        onNotice: () => () => undefined,
      } as unknown as Bridge;
      Object.assign(window, { intray: bridge });
    }, version);
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
    return { page, complaints };
  }

  itUnlessMissing(missingBrowser, 'shows its name, the version that the host tells, and what works as it stands', async () => {
    const { page, complaints } = await open('4.5.6');
    await page.getByText('Version 4.5.6').waitFor();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Intray');
    expect(await page.getByRole('main').textContent()).toContain('npm run -s intray');
    expect(complaints).toEqual([]);
  });

  itUnlessMissing(missingBrowser, 'says so where it has no host', async () => {
    const { page } = await open(undefined);
    await page.getByText('This page has no host').waitFor();
  });

  itUnlessMissing(missingBrowser, 'runs no script that is not its own', async () => {
    const { page, complaints } = await open('1.0.0');
    await page.evaluate(() => {
      const script = document.createElement('script');
      script.textContent = 'document.title = "taken over"';
      document.body.append(script);
    });
    expect(await page.title()).toBe('Intray');
    expect(complaints.join()).toContain('Content Security Policy');
  });
});
