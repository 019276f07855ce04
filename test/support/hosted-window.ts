/** The built window on a real workspace, over the loopback host, in a real Chromium: as `intray watch --window` shows it. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { startWebHost, type WebHost } from '../../electron/web/server.ts';
import type { Workspace } from '../../electron/workspace/workspace.ts';
import { projectRoot } from '../../resources/tools/build.ts';

/** What a window's host takes of a workspace. */
export type Shown = Pick<Workspace, 'handlers' | 'onNotice' | 'preview'>;

export interface Hosted {
  /** `http://127.0.0.1:PORT/` */
  readonly url: string;
  /** Lets in one browser, once. */
  link(): string;
  /** Ends, and starts again under the same address; the browsers that were let in may be forgotten. */
  restart(forgotten?: 'forgotten'): Promise<void>;
  close(): Promise<void>;
}

/** The built window: `out/renderer`, or another build of it that `INTRAY_RENDERER` names. */
const built = process.env.INTRAY_RENDERER ?? join(projectRoot, 'out', 'renderer');

/** Serves the built window on a free port. @throws Error if it cannot listen */
export async function hostWindow({ handlers, onNotice, preview }: Shown): Promise<Hosted> {
  const dataDirectory = mkdtempSync(join(tmpdir(), 'intray-hosted-'));
  const shown = { handlers, onNotice, preview };
  const start = async (port: number): Promise<WebHost> => {
    const started = await startWebHost({ ...shown, dataDirectory, rendererDirectory: built, host: '127.0.0.1', port });
    if (!started.ok) throw new Error(`The window cannot be served: ${started.error.message}`);
    return started.value;
  };
  let host = await start(0);
  return {
    url: host.url,
    link: () => host.link(),
    async restart(forgotten) {
      await host.close();
      if (forgotten !== undefined) rmSync(join(dataDirectory, 'web', 'sessions.json'));
      host = await start(host.port);
    },
    async close() {
      await host.close();
      rmSync(dataDirectory, { recursive: true, force: true });
    },
  };
}

export interface Look {
  /** What the system would say: `en-GB` if not said. */
  readonly language?: string;
  readonly dark?: boolean;
  readonly timeZone?: string;
  /** The browser's clock stands still here (ms since the epoch); its timers run all the same. */
  readonly fixedTime?: number;
}

export interface HostedPage {
  readonly page: Page;
  readonly context: BrowserContext;
  /** What the browser complained of: errors, warnings, breaches of the page's policy. */
  readonly complaints: string[];
}

/** CSS pixels. */
export const viewport = { width: 1_280, height: 800 } as const;

/** Lets a browser in and shows a place of the window, such as `#/queue`, without motion. */
export async function openHosted(browser: Browser, hosted: Hosted, hash = '#/queue', look: Look = {}): Promise<HostedPage> {
  const context = await browser.newContext({
    viewport,
    deviceScaleFactor: 1,
    locale: look.language ?? 'en-GB',
    timezoneId: look.timeZone ?? 'Europe/London',
    colorScheme: look.dark === true ? 'dark' : 'light',
    reducedMotion: 'reduce',
  });
  if (look.fixedTime !== undefined) await context.clock.setFixedTime(look.fixedTime);
  const page = await context.newPage();
  // Sooner than a test's own, so that a failure says what was waited for.
  page.setDefaultTimeout(40_000);
  const complaints: string[] = [];
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type()) && !message.text().includes('favicon')) complaints.push(message.text());
  });
  page.on('pageerror', (error) => complaints.push(String(error)));
  await goSignedIn(page, hosted.link(), hash);
  await page.getByRole('heading', { level: 1 }).first().waitFor();
  return { page, context, complaints };
}

/** Signs the browser in with a link, and goes to a place of the window. */
export async function goSignedIn(page: Page, link: string, hash: string): Promise<void> {
  await page.goto(link);
  await page.waitForFunction(() => localStorage.getItem('intray.session') !== null);
  await page.goto(`${link.slice(0, link.indexOf('#'))}${hash}`);
}
