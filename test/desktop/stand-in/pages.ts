import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type Electron from 'electron';
import type { BrowserContext, Page } from 'playwright-core';
import { ipcMain } from './ipc.ts';

/** Chromium knows no scheme of ours: its pages are shown at this origin, and everything is told the address that it stands for. */
const shownOrigin = 'http://app.intray.localhost';

type Handler = (request: Request) => Response | Promise<Response>;
const handlers = new Map<string, Handler>();

export const protocol = {
  registerSchemesAsPrivileged: (_schemes: Electron.CustomScheme[]): void => undefined,
  handle(scheme: string, handler: Handler): void {
    handlers.set(scheme, handler);
  },
};

/** As much of Chromium's network as reaches files; `file:` is all that the program fetches with it. */
export const net = {
  online: true,
  isOnline(): boolean {
    return this.online;
  },
  async fetch(address: string): Promise<Response> {
    const file = fileURLToPath(address);
    const bytes = readFileSync(file);
    const type = types[file.slice(file.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
    return new Response(bytes, { headers: { 'content-type': type } });
  },
};

const types: Readonly<Record<string, string>> = {
  html: 'text/html',
  js: 'text/javascript',
  mjs: 'text/javascript',
  css: 'text/css',
  svg: 'image/svg+xml',
  png: 'image/png',
  wasm: 'application/wasm',
};

export function shownAddress(address: string): string {
  return address.replace(/^intray:\/\/app/, shownOrigin);
}

export function standsFor(shown: string): string {
  return shown.replace(shownOrigin, 'intray://app');
}

/** Has the program's own scheme handler answer whatever the page asks for, and nobody else. */
export async function serveScheme(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    const url = standsFor(route.request().url());
    const handler = handlers.get(new URL(url).protocol.slice(0, -1));
    if (handler === undefined) return route.abort();
    const range = await route.request().headerValue('range');
    const answer = await handler(
      new Request(url.replace(/^intray:/, 'http:'), {
        method: route.request().method(),
        ...(range !== null && { headers: { range } }),
      }),
    );
    await route.fulfill({
      status: answer.status,
      headers: Object.fromEntries(answer.headers),
      body: Buffer.from(await answer.arrayBuffer()),
    });
  });
}

/** The script as Electron runs it: a function with a `require` that knows two modules, before any script of the page. */
export async function runPreload(page: Page, preload: string): Promise<void> {
  await page.exposeBinding('standInInvoke', async ({ frame }, channel: string, args: unknown[]) => {
    const senderFrame = { url: standsFor(frame.url()), parent: frame.parentFrame() };
    return ipcMain.answer(channel, senderFrame, args);
  });
  await page.addInitScript(`(() => {
    const listeners = new Map();
    window.standInSend = (channel, args) => (listeners.get(channel) ?? []).forEach((listener) => listener({}, ...args));
    const electron = {
      contextBridge: { exposeInMainWorld: (name, api) => Object.defineProperty(window, name, { value: Object.freeze(api) }) },
      ipcRenderer: {
        invoke: (channel, ...args) => window.standInInvoke(channel, args),
        on: (channel, listener) => void listeners.set(channel, [...(listeners.get(channel) ?? []), listener]),
        off: (channel, listener) => void listeners.set(channel, (listeners.get(channel) ?? []).filter((one) => one !== listener)),
      },
      webUtils: { getPathForFile: () => '' },
    };
    const require = (name) => {
      if (name !== 'electron') throw new Error('A sandboxed preload script may not require ' + name);
      return electron;
    };
    ((require, module, exports) => {${readFileSync(preload, 'utf8')}\n})(require, { exports: {} }, {});
  })()`);
}
