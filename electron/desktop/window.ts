import { app, BrowserWindow, screen, shell, type WebContents } from 'electron';
import type { WindowBounds } from '../core/config/preferences.ts';
import { errorText } from '../core/plain-data.ts';
import { isKnown } from './addresses.ts';

export interface WindowOptions {
  /** Path of the built preload script. */
  readonly preload: string;
  /** The only address that is shown. */
  readonly address: string;
  readonly bounds: WindowBounds | undefined;
  readonly iconFile: string;
  readonly storeBounds: (bounds: WindowBounds) => void;
  /** Hosts whose links may be opened in the system's browser, over https: the service's own, as it is when one is clicked. */
  readonly knownHosts: () => readonly string[];
  /** The page's process has crashed too often for another try. */
  readonly broken: () => void;
  readonly log: (message: string, details: object) => void;
}

/** So many page processes may crash within this time; after that a person is asked. */
const maxCrashes = 3;
const crashSpanMs = 60_000;

/**
 * Opens the window: sandboxed, without Node, and bound to its one page. It navigates nowhere else, opens no other window and
 * gets no permissions (camera, notifications, …). When a person closes it, it hides and the tray stays. A page process that
 * crashes is restarted.
 */
export function openWindow(options: WindowOptions) {
  // Whatever shows pages is bound so, also what nobody has thought of here.
  app.on('web-contents-created', (_event, contents) => guard(contents, options));
  const window = new BrowserWindow({
    width: 1_120,
    height: 760,
    ...visible(options.bounds),
    minWidth: 480,
    minHeight: 360,
    show: false,
    title: 'Intray',
    icon: options.iconFile,
    webPreferences: {
      preload: options.preload,
      contextIsolation: true,
      sandbox: true,
      nodeIntegration: false,
      nodeIntegrationInWorker: false,
      webviewTag: false,
      webSecurity: true,
      spellcheck: false,
    },
  });
  if (options.bounds?.maximized === true) window.maximize();
  reloadAfterCrash(window, options);

  let leaving = false;
  window.on('close', (event) => {
    options.storeBounds(boundsOf(window));
    if (leaving) return;
    event.preventDefault();
    window.hide();
  });
  window.loadURL(options.address).catch((error: unknown) => {
    options.log('the window could not be loaded', { message: errorText(error) });
  });
  return {
    window,
    /** Brings it to the front, whatever state it is in. */
    raise(): void {
      if (window.isMinimized()) window.restore();
      window.show();
      window.focus();
    },
    /** From now on it really closes: the program is about to quit. */
    letGo(): void {
      leaving = true;
    },
  };
}

/** The only way out of the page is a link to a known host over https, which the system's browser opens. */
function guard(webContents: WebContents, { knownHosts, log }: WindowOptions): void {
  webContents.setWindowOpenHandler(({ url }) => {
    if (isKnown(url, knownHosts()))
      shell.openExternal(url).catch((error: unknown) => log('no browser was opened', { message: errorText(error) }));
    return { action: 'deny' };
  });
  webContents.on('will-navigate', (event) => event.preventDefault());
  webContents.on('will-frame-navigate', (event) => event.preventDefault());
  webContents.on('will-attach-webview', (event) => event.preventDefault());
  webContents.session.setPermissionRequestHandler((_contents, permission, decide) =>
    decide(permission === 'clipboard-sanitized-write'),
  );
  webContents.session.setPermissionCheckHandler((_contents, permission) => permission === 'clipboard-sanitized-write');
}

function reloadAfterCrash(window: BrowserWindow, { broken, log }: WindowOptions): void {
  const crashes: number[] = [];
  window.webContents.on('render-process-gone', (_event, details) => {
    if (details.reason === 'clean-exit') return;
    log('the window ended by itself', { reason: details.reason });
    const now = Date.now();
    crashes.push(now);
    const recent = crashes.filter((at) => now - at < crashSpanMs);
    if (recent.length > maxCrashes) broken();
    else window.webContents.reload();
  });
  window.on('unresponsive', () => log('the window does not answer', {}));
}

function boundsOf(window: BrowserWindow): WindowBounds {
  return { ...window.getNormalBounds(), maximized: window.isMaximized() };
}

/** The stored bounds; without the position if its screen is no longer there. */
function visible(bounds: WindowBounds | undefined): { x?: number; y?: number; width?: number; height?: number } {
  if (bounds === undefined) return {};
  const { x, y, width, height } = bounds;
  if (x === undefined || y === undefined) return { width, height };
  const area = screen.getDisplayMatching({ x, y, width, height }).workArea;
  const isThere = x < area.x + area.width - 40 && x + width > area.x + 40 && y >= area.y - 10 && y < area.y + area.height - 40;
  return isThere ? { x, y, width, height } : { width, height };
}
