/**
 * Runs the built `main.js` under the stand-in of Electron, tries what a hostile page would try, and prints what came of
 * it as one JSON object. A process of its own, because the stand-in takes the place of a module for the whole process.
 */
import { registerHooks } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { channels } from '../../electron/core/contract/bridge.ts';
import { projectRoot } from '../support/build.ts';

const standInUrl = pathToFileURL(join(import.meta.dirname, 'stand-in-electron.ts')).href;
registerHooks({
  resolve: (name, context, next) => (name === 'electron' ? { url: standInUrl, shortCircuit: true } : next(name, context)),
});

const { app, BrowserWindow, ipcMain } = await import('./stand-in-electron.ts');
await import(pathToFileURL(join(projectRoot, 'out', 'main', 'main.js')).href);
await new Promise((resolve) => setImmediate(resolve));

const window = BrowserWindow.all[0];
if (window === undefined) {
  console.log(JSON.stringify({ windows: 0, quits: app.quits }));
} else {
  const { webContents } = window;
  const prevented = (name: string): boolean => {
    let stopped = false;
    webContents.emit(name, {
      preventDefault: () => {
        stopped = true;
      },
    });
    return stopped;
  };
  const ask = (senderFrame: unknown, name: string): unknown =>
    ipcMain.handlers.get(channels.request)?.({ senderFrame }, name, {});
  let granted: boolean | undefined;
  webContents.permissionHandler?.(webContents, 'media', (decision) => {
    granted = decision;
  });
  window.emit('ready-to-show');
  app.emit('second-instance');
  app.emit('window-all-closed');
  console.log(
    JSON.stringify({
      windows: BrowserWindow.all.length,
      url: window.url,
      webPreferences: window.options.webPreferences,
      open: webContents.openHandler?.().action,
      navigation: prevented('will-navigate'),
      frameNavigation: prevented('will-frame-navigate'),
      webview: prevented('will-attach-webview'),
      granted,
      did: window.did,
      quits: app.quits,
      page: await ask({ url: `${window.url}#queue`, parent: null }, 'about'),
      elsewhere: await ask({ url: 'https://example.com/', parent: null }, 'about'),
      frame: await ask({ url: window.url, parent: {} }, 'about'),
      noFrame: await ask(null, 'about'),
      unknown: await ask({ url: window.url, parent: null }, 'format-disk'),
    }),
  );
}
