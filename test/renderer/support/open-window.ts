import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join, normalize } from 'node:path';
import type { Page } from 'playwright-core';
import { onTestFinished } from 'vitest';
import type { Bridge, Notice } from '../../../electron/core/contract/contract.ts';
import { assertNever } from '../../../electron/core/result.ts';
import { previewKind } from '../../../electron/workspace/documents/documents.ts';
import { projectRoot } from '../../../resources/tools/build.ts';
import { sharedChromium } from '../../support/chromium.ts';
import type { FakeHost } from './fake-host.ts';

export interface WindowOptions {
  /** Where to begin, `#/queue` if not said. */
  readonly hash?: string;
  readonly dark?: boolean;
  /** The system's language, `en-GB` if not said. */
  readonly language?: string;
  /** CSS pixels, 1280 × 800 if not said. */
  readonly viewport?: { readonly width: number; readonly height: number };
  /** 2: everything twice as large, so half of the viewport's pixels each way. */
  readonly zoom?: number;
  readonly reducedMotion?: boolean;
  readonly forcedColors?: boolean;
}

/** The window in a real browser, with a fake host behind it. */
export interface OpenWindow {
  readonly page: Page;
  /** What the browser complained of: errors, warnings, breaches of the page's policy. */
  readonly complaints: string[];
  /** Saves what is seen as `<name>.png` where `INTRAY_SCREENSHOTS` names a directory. */
  readonly screenshot: (name: string) => Promise<void>;
}

/** The built window: `out/renderer`, or another build of it that `INTRAY_RENDERER` names. */
const built = process.env.INTRAY_RENDERER ?? join(projectRoot, 'out', 'renderer');
const screenshots = process.env.INTRAY_SCREENSHOTS;

const types: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.mjs': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.jpg': 'image/jpeg',
  '.pdf': 'application/pdf',
  '.wasm': 'application/wasm',
};

/** Opens a window in the one browser for the test that runs: with its end it is closed. */
export async function openWindow(host: FakeHost, options: WindowOptions = {}): Promise<OpenWindow> {
  const browser = await sharedChromium();
  const server = await serve(host);
  onTestFinished(() => void server.close());
  const { viewport = { width: 1_280, height: 800 }, zoom = 1 } = options;
  const context = await browser.newContext({
    viewport: { width: Math.round(viewport.width / zoom), height: Math.round(viewport.height / zoom) },
    deviceScaleFactor: zoom,
    locale: options.language ?? 'en-GB',
    timezoneId: 'Europe/Berlin',
    colorScheme: options.dark === true ? 'dark' : 'light',
    reducedMotion: options.reducedMotion === true ? 'reduce' : 'no-preference',
    forcedColors: options.forcedColors === true ? 'active' : 'none',
  });
  onTestFinished(() => context.close());
  const page = await context.newPage();
  // Sooner than the test's own, so that a failure says what was waited for.
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('favicon')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await putBridgeIn(page, host);
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/${options.hash ?? '#/queue'}`);
  return {
    page,
    complaints,
    screenshot: async (name) => {
      if (screenshots !== undefined) await page.screenshot({ path: join(screenshots, `${name}.png`) });
    },
  };
}

/** `window.intray`, whose other side is the fake host in this process. */
async function putBridgeIn(page: Page, host: FakeHost): Promise<void> {
  await page.exposeFunction('intrayAnswer', (name: unknown, input: unknown) => host.answer(name, input));
  await page.addInitScript(() => {
    const listeners = new Set<(notice: Notice) => void>();
    const outside = globalThis as unknown as { intrayAnswer: (name: unknown, input: unknown) => Promise<never> };
    const bridge: Bridge = {
      request: (name, input) => outside.intrayAnswer(name, input),
      onNotice: (listener) => {
        listeners.add(listener);
        return () => void listeners.delete(listener);
      },
      pathOfDropped: (file) => (file instanceof File ? `/home/mara/Scans/${file.name}` : ''),
    };
    Object.assign(globalThis, {
      intray: bridge,
      intrayNotice: (notice: Notice) => {
        for (const listener of listeners) listener(notice);
      },
    });
  });
  const end = host.onNotice((notice) => {
    const tell = (told: Notice): void => (globalThis as unknown as { intrayNotice: (notice: Notice) => void }).intrayNotice(told);
    if (!page.isClosed()) page.evaluate(tell, notice).catch(() => undefined);
  });
  page.on('close', end);
}

/** Serves the built window and, under `preview/<id>`, what a document shows. */
async function serve(host: FakeHost): Promise<Server> {
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname));
    const preview = /^\/preview\/(\d+)$/.exec(path);
    const file = preview === null ? join(built, path === '/' ? 'index.html' : path) : sampleFor(host, Number(preview[1]));
    if (file === undefined) {
      const gone = host.find(Number(preview?.[1]))?.state.kind === 'gone';
      response
        .writeHead(gone ? 404 : 200, { 'content-type': 'text/plain; charset=utf-8' })
        .end(gone ? 'The file is no longer there.' : letter);
      return;
    }
    const body = await readFile(file).catch(() => undefined);
    response.writeHead(body === undefined ? 404 : 200, { 'content-type': types[extname(file)] ?? 'text/plain' }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}

const letter = 'Hargreaves & Lowe\n\nDear Ms Winter,\n\nthank you for your letter of 3 March.\n';

function sampleFor(host: FakeHost, id: number): string | undefined {
  const document = host.find(id);
  if (document === undefined) return undefined;
  const samples = join(projectRoot, 'resources', 'samples');
  const kind = previewKind(document);
  switch (kind) {
    case 'pdf':
      return join(samples, 'invoice-2026-0417.pdf');
    case 'image':
      return join(samples, 'ticket restaurant.jpg');
    case 'text':
    case 'none':
      return undefined;
    default:
      return assertNever(kind);
  }
}
