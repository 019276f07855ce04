import { pathToFileURL } from 'node:url';
import { BrowserWindow } from 'electron';

export interface WindowPlace {
  /** Path of the built preload script. */
  readonly preload: string;
  /** Path of the built page. */
  readonly page: string;
  /** While developing: the address that serves the page instead. */
  readonly developmentPage?: string;
}

/** A window, and the one address that may be shown in it. */
export interface IntrayWindow {
  readonly window: BrowserWindow;
  readonly address: string;
}

/**
 * Opens the window: sandboxed, without Node, and bound to its one page. It goes nowhere else, opens no other window
 * and is given no permission (camera, notifications, …). Shows itself when the page is ready.
 */
export function openWindow(place: WindowPlace): IntrayWindow {
  const address = new URL(place.developmentPage ?? pathToFileURL(place.page)).href;
  const window = new BrowserWindow({
    width: 960,
    height: 640,
    minWidth: 480,
    minHeight: 360,
    show: false,
    title: 'Intray',
    webPreferences: { preload: place.preload, contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false },
  });
  const { webContents } = window;
  webContents.setWindowOpenHandler(() => ({ action: 'deny' }));
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-frame-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.session.setPermissionRequestHandler((_contents, _permission, decide) => decide(false));
  webContents.session.setPermissionCheckHandler(() => false);
  window.once('ready-to-show', () => window.show());
  void window.loadURL(address);
  return { window, address };
}

/** Brings the window to the person, whatever state it is in. */
export function raise(window: BrowserWindow): void {
  if (window.isMinimized()) window.restore();
  window.show();
  window.focus();
}
