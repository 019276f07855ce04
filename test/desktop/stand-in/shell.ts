import { type ChildProcess, fork } from 'node:child_process';
import { EventEmitter } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type Electron from 'electron';

/** Tray, menus, notifications, dialogs and what else the system shows: nothing is shown, all of it can be asked for. */

export class NativeImage implements Pick<Electron.NativeImage, 'isEmpty'> {
  readonly file: string;
  constructor(file: string) {
    this.file = file;
  }
  isEmpty = (): boolean => !existsSync(this.file);
}

export const nativeImage = { createFromPath: (file: string) => new NativeImage(file) };

export class Tray extends EventEmitter {
  image: NativeImage;
  constructor(image: NativeImage) {
    super();
    this.image = image;
  }
  setImage(image: NativeImage): void {
    this.image = image;
  }
  setToolTip(_text: string): void {}
  setContextMenu(_menu: Menu | null): void {}
  destroy(): void {}
}

export class Menu {
  static applicationMenu: Menu | null = null;
  /** What a right click has shown. */
  static popped: Menu | null = null;
  readonly items: readonly Electron.MenuItemConstructorOptions[];
  constructor(items: readonly Electron.MenuItemConstructorOptions[]) {
    this.items = items;
  }
  popup(): void {
    Menu.popped = this;
  }
  static buildFromTemplate = (items: Electron.MenuItemConstructorOptions[]): Menu => new Menu(items);
  static setApplicationMenu = (menu: Menu | null): void => {
    Menu.applicationMenu = menu;
  };
  static getApplicationMenu = (): Menu | null => Menu.applicationMenu;
}

export class Notification extends EventEmitter implements Pick<Electron.Notification, 'title' | 'body' | 'show' | 'close'> {
  static isSupported = (): boolean => true;
  readonly title: string;
  readonly body: string;
  constructor(options: Electron.NotificationConstructorOptions = {}) {
    super();
    this.title = options.title ?? '';
    this.body = options.body ?? '';
  }
  show(): void {}
  close(): void {}
}

export const dialog = {
  showOpenDialog: async (..._args: unknown[]): Promise<Electron.OpenDialogReturnValue> => ({ canceled: true, filePaths: [] }),
  showMessageBox: async (..._args: unknown[]): Promise<Electron.MessageBoxReturnValue> => ({
    response: 1,
    checkboxChecked: false,
  }),
};

export const shell: Pick<Electron.Shell, 'openPath' | 'openExternal' | 'showItemInFolder'> = {
  openPath: async () => '',
  openExternal: async () => undefined,
  showItemInFolder: () => undefined,
};

class NativeTheme extends EventEmitter {
  shouldUseDarkColors = false;
  #source: Electron.NativeTheme['themeSource'] = 'system';
  get themeSource(): Electron.NativeTheme['themeSource'] {
    return this.#source;
  }
  set themeSource(source: Electron.NativeTheme['themeSource']) {
    this.#source = source;
    this.shouldUseDarkColors = source === 'dark';
    this.emit('updated');
  }
}
export const nativeTheme = new NativeTheme();

class PowerMonitor extends EventEmitter {}
export const powerMonitor = new PowerMonitor();

export const screen: Pick<Electron.Screen, 'getDisplayMatching'> = {
  getDisplayMatching: () => ({ workArea: { x: 0, y: 0, width: 1_920, height: 1_080 } }) as Electron.Display,
};

const runUtility = join(import.meta.dirname, 'run-utility.ts');

class UtilityProcess extends EventEmitter implements Pick<Electron.UtilityProcess, 'postMessage' | 'kill' | 'pid'> {
  readonly #child: ChildProcess;
  constructor(script: string, environment: Record<string, unknown>) {
    super();
    this.#child = fork(runUtility, [script], {
      env: environment as NodeJS.ProcessEnv,
      execArgv: [],
      serialization: 'advanced',
    });
    this.#child.on('message', (message) => this.emit('message', message));
    this.#child.on('exit', (code) => this.emit('exit', code ?? 1));
  }
  get pid(): number | undefined {
    return this.#child.pid;
  }
  postMessage = (message: unknown): void => void this.#child.send({ data: message });
  kill = (): boolean => this.#child.kill();
}

export const utilityProcess = {
  fork: (script: string, _args: string[] = [], options: Electron.ForkOptions = {}) =>
    new UtilityProcess(script, { ...(options.env ?? process.env) }),
};
