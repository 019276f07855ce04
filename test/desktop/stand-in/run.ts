/**
 * Runs the built `packed.js` under the stand-in of Electron, in a process of its own: the stand-in takes the place of a
 * module for the whole process. Commands come as messages: `{ id, name, args }` of `Hands`, answered by `{ id, value }`.
 */
import { registerHooks } from 'node:module';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { Browser } from 'playwright-core';
import { projectRoot } from '../../../resources/tools/build.ts';
import { launchChromium } from '../../support/chromium.ts';

const standIn = pathToFileURL(join(import.meta.dirname, 'electron.ts')).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: standIn, shortCircuit: true } : next(name, context)),
});

const electron = await import('./electron.ts');
const { record } = await import('../recorder.ts');
const { browser } = await import('./windows.ts');
const { crossed } = await import('./ipc.ts');

const { chromium, port } = await launchOnPort();
const context = chromium.newContext({ viewport: { width: 1_120, height: 760 } });
browser.context = () => context;
process.on('exit', () => void chromium.close());

const hands = record(electron);
const delay = monitorEventLoopDelay({ resolution: 5 });
const extra = {
  /** What the window was opened with, and what it lets a page do. */
  security: () => {
    const { options } = electron.BrowserWindow.all[0]!;
    // One that nobody has thought of is bound as the program's own is.
    const { webContents } = new electron.BrowserWindow({ show: false });
    electron.BrowserWindow.all.pop();
    const prevented = (name: string): boolean => {
      let stopped = false;
      webContents.emit(name, { preventDefault: () => (stopped = true) });
      return stopped;
    };
    return {
      webPreferences: { ...options.webPreferences, preload: undefined },
      prevented: ['will-navigate', 'will-frame-navigate', 'will-attach-webview'].filter(prevented),
      open: ['https://example.com/', 'file:///etc/passwd', 'javascript:alert(1)'].map(
        (url) => webContents.openHandler?.({ url }).action,
      ),
      granted: ['media', 'geolocation', 'notifications', 'openExternal', 'hid'].filter((permission) => {
        let granted = false;
        webContents.permission?.(webContents, permission, (decision) => (granted = decision));
        return granted || webContents.permissionCheck?.(webContents, permission) === true;
      }),
    };
  },
  /** A person clicks a link. */
  clickLink: (url: string) => void electron.BrowserWindow.all[0]!.webContents.openHandler?.({ url }),
  /** What a sender that is not the window's page gets. */
  askAs: (url: string | null, parent: boolean, name: string) =>
    electron.ipcMain.answer('intray:request', url === null ? null : { url, parent: parent ? {} : null }, [name, {}]),
  /** What a right click there offers, by role. */
  rightClick: (isEditable: boolean, selectionText: string) => {
    electron.Menu.popped = null;
    electron.BrowserWindow.all[0]!.webContents.emit('context-menu', {}, { isEditable, selectionText });
    const items = electron.Menu.popped as { items: readonly { role?: string; enabled?: boolean }[] } | null;
    return (items?.items ?? []).flatMap(({ role, enabled }) => (role === undefined || enabled === false ? [] : [role]));
  },
  /** How many messages to the page there were, and how many of them hold a text. */
  crossed: (text: string) => ({ all: crossed.length, holding: crossed.filter((message) => message.includes(text)).length }),
  /** From now on: how late the main thread gets to what it is asked. */
  watchDelay: () => {
    delay.reset();
    delay.enable();
  },
  /** Milliseconds: 99 of 100 times less than `p99`. */
  delay: () => ({ p99: delay.percentile(99) / 1e6, most: delay.max / 1e6 }),
  setProxy: (answer: string) => {
    electron.session.proxy = answer;
  },
  setOnline: (online: boolean) => {
    electron.net.online = online;
  },
};

process.on('message', async ({ id, name, args }: { id: number; name: string; args: unknown[] }) => {
  const work: unknown = Reflect.get({ ...hands, ...extra }, name);
  try {
    if (typeof work !== 'function') throw new Error(`There is no ${name}`);
    process.send?.({ id, value: await work(...args) });
  } catch (error) {
    process.send?.({ id, error: error instanceof Error ? error.message : String(error) });
  }
});
process.on('disconnect', () => process.exit(1));

await import(pathToFileURL(join(projectRoot, 'out', 'main', 'packed.js')).href);
process.send?.({ ready: true, port });

/** Chromium takes the port that it is told, or none, without a word, where another program was quicker: then one more is tried. */
async function launchOnPort(): Promise<{ readonly chromium: Browser; readonly port: number }> {
  for (;;) {
    const port = await freePort();
    const chromium = await launchChromium([`--remote-debugging-port=${port}`]);
    if (await isBrowserAt(port)) return { chromium, port };
    await chromium.close();
  }
}

/** Whether a browser answers there, within the time that one may take to begin. */
async function isBrowserAt(port: number): Promise<boolean> {
  for (let look = 0; look < 100; look += 1) {
    const answer = await fetch(`http://127.0.0.1:${port}/json/version`, { signal: AbortSignal.timeout(5_000) })
      .then((response) => response.json() as Promise<{ readonly webSocketDebuggerUrl?: string }>)
      .catch(() => undefined);
    if (answer?.webSocketDebuggerUrl !== undefined) return true;
    await pause(50);
  }
  return false;
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
