import { EventEmitter } from 'node:events';
import type Electron from 'electron';
import type { BrowserContext, Page } from 'playwright-core';
import { app } from './app.ts';
import { crossed } from './ipc.ts';
import { runPreload, serveScheme, shownAddress, standsFor } from './pages.ts';

/** The browser that shows the windows; set before the program begins. */
export const browser: { context?: () => Promise<BrowserContext> } = {};

type OpenHandler = (details: { url: string }) => { action: string };
type Decide = (granted: boolean) => void;

export const session = {
  proxy: 'DIRECT',
  defaultSession: {
    resolveProxy: async (_url: string): Promise<string> => session.proxy,
  },
};

export class WebContents extends EventEmitter {
  page: Promise<Page> | undefined;
  address = '';
  openHandler: OpenHandler | undefined;
  permission: ((contents: unknown, permission: string, decide: Decide) => void) | undefined;
  permissionCheck: ((contents: unknown, permission: string) => boolean) | undefined;
  readonly session = {
    setPermissionRequestHandler: (handler: WebContents['permission']): void => {
      this.permission = handler;
    },
    setPermissionCheckHandler: (handler: WebContents['permissionCheck']): void => {
      this.permissionCheck = handler;
    },
  };
  readonly #preload: string;
  readonly #ready: () => void;

  constructor(preload: string, ready: () => void) {
    super();
    this.#preload = preload;
    this.#ready = ready;
    app.emit('web-contents-created', {}, this);
  }

  setWindowOpenHandler(handler: OpenHandler): void {
    this.openHandler = handler;
  }
  isDestroyed = (): boolean => false;
  getURL = (): string => this.address;

  send(channel: string, ...args: unknown[]): void {
    crossed.push(JSON.stringify(args));
    void this.page
      ?.then((page) =>
        page.evaluate(([name, values]) => Reflect.get(window, 'standInSend')(name, values), [channel, args] as const),
      )
      .catch(() => undefined);
  }

  async open(address: string): Promise<void> {
    this.address = address;
    this.page = this.#newPage();
    await (await this.page).goto(shownAddress(address));
    this.#ready();
  }

  /** A page whose process has ended is of no use to Playwright: another one takes its place. */
  reload(): void {
    const before = this.page;
    void this.open(this.address).then(async () => (await before)?.close().catch(() => undefined));
  }

  async #newPage(): Promise<Page> {
    if (browser.context === undefined) throw new Error('The stand-in has no browser.');
    const context = await browser.context();
    await serveScheme(context);
    const page = await context.newPage();
    page.on('crash', () => this.emit('render-process-gone', {}, { reason: 'crashed', exitCode: 1 }));
    page.on('framenavigated', (frame) => {
      if (frame === page.mainFrame()) this.address = standsFor(frame.url());
    });
    await runPreload(page, this.#preload);
    return page;
  }
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  static getAllWindows = (): BrowserWindow[] => BrowserWindow.all;
  readonly webContents: WebContents;
  readonly options: Electron.BrowserWindowConstructorOptions;
  visible: boolean;
  focused = 0;
  #minimized = false;
  #maximized = false;

  constructor(options: Electron.BrowserWindowConstructorOptions = {}) {
    super();
    this.options = options;
    this.visible = options.show ?? true;
    this.webContents = new WebContents(options.webPreferences?.preload ?? '', () => this.emit('ready-to-show'));
    BrowserWindow.all.push(this);
  }

  loadURL(address: string): Promise<void> {
    return this.webContents.open(address);
  }
  show(): void {
    this.visible = true;
  }
  hide(): void {
    this.visible = false;
  }
  focus(): void {
    this.focused += 1;
  }
  isVisible = (): boolean => this.visible;
  isMinimized = (): boolean => this.#minimized;
  minimize(): void {
    this.#minimized = true;
  }
  restore(): void {
    this.#minimized = false;
  }
  isMaximized = (): boolean => this.#maximized;
  maximize(): void {
    this.#maximized = true;
  }
  getNormalBounds(): Electron.Rectangle {
    const { x = 100, y = 80, width = 800, height = 600 } = this.options;
    return { x, y, width, height };
  }
  /** A person closes it: the program may have other plans. */
  close(): void {
    let prevented = false;
    this.emit('close', { preventDefault: () => (prevented = true) });
    if (!prevented) this.emit('closed');
  }
}
