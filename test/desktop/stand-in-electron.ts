import { EventEmitter } from 'node:events';

/** As much of the module `electron` as `main.js` uses. It shows nothing; it remembers what it was told. */

class App extends EventEmitter {
  readonly isPackaged = false;
  quits = 0;
  requestSingleInstanceLock = (): boolean => process.env.STAND_IN_SECOND_INSTANCE === undefined;
  whenReady = (): Promise<void> => Promise.resolve();
  getName = (): string => 'Intray';
  getVersion = (): string => '9.8.7';
  quit = (): void => {
    this.quits += 1;
  };
}

type OpenHandler = () => { action: string };
type PermissionHandler = (contents: unknown, permission: string, decide: (granted: boolean) => void) => void;

class WebContents extends EventEmitter {
  openHandler: OpenHandler | undefined;
  permissionHandler: PermissionHandler | undefined;
  setWindowOpenHandler = (handler: OpenHandler): void => {
    this.openHandler = handler;
  };
  session = {
    setPermissionRequestHandler: (handler: PermissionHandler): void => {
      this.permissionHandler = handler;
    },
    setPermissionCheckHandler: (): void => undefined,
  };
}

export class BrowserWindow extends EventEmitter {
  static readonly all: BrowserWindow[] = [];
  readonly webContents = new WebContents();
  readonly did: string[] = [];
  readonly options: { readonly webPreferences?: Record<string, unknown> };
  url = '';

  constructor(options: { readonly webPreferences?: Record<string, unknown> }) {
    super();
    this.options = options;
    BrowserWindow.all.push(this);
  }

  async loadURL(url: string): Promise<void> {
    this.url = url;
  }
  isMinimized(): boolean {
    return true;
  }
  restore(): void {
    this.did.push('restore');
  }
  show(): void {
    this.did.push('show');
  }
  focus(): void {
    this.did.push('focus');
  }
}

type IpcHandler = (event: { senderFrame: unknown }, name: unknown, input: unknown) => unknown;

export const app = new App();
export const ipcMain = {
  handlers: new Map<string, IpcHandler>(),
  handle(channel: string, handler: IpcHandler): void {
    this.handlers.set(channel, handler);
  },
};
