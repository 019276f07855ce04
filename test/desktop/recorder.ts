import type Electron from 'electron';

/** What of Electron the recorder takes hold of: of the real one, or of what stands in for it. */
export interface Recorded {
  readonly app: { emit(name: string, ...args: unknown[]): boolean; quit(): void };
  readonly BrowserWindow: { getAllWindows(): readonly RecordedWindow[] };
  readonly Menu: { getApplicationMenu(): { readonly items: readonly MenuEntry[] } | null };
  readonly Tray: { readonly prototype: object };
  readonly Notification: { readonly prototype: object };
  readonly dialog: object;
  readonly shell: object;
  readonly powerMonitor: { emit(name: string, ...args: unknown[]): boolean };
}

interface RecordedWindow {
  isVisible(): boolean;
  close(): void;
  readonly webContents: { getURL(): string };
}

interface MenuEntry {
  readonly label?: string;
  readonly type?: string;
  readonly enabled?: boolean;
  readonly role?: string;
  readonly accelerator?: string | null;
  /** A menu, or the items that it is made of. */
  readonly submenu?: unknown;
  readonly click?: unknown;
}

/** A line of a menu, as plain data. */
export interface MenuLine {
  readonly label: string;
  readonly enabled: boolean;
  readonly accelerator?: string;
  readonly items?: readonly MenuLine[];
}

/** What the desktop has shown and opened so far, as plain data. */
export interface Shown {
  readonly tray: { readonly icon: string; readonly tooltip: string; readonly menu: readonly MenuLine[] };
  readonly menu: readonly MenuLine[];
  readonly notifications: readonly { readonly title: string; readonly body: string }[];
  readonly opened: readonly { readonly how: string; readonly what: string }[];
  readonly windows: readonly { readonly visible: boolean; readonly url: string }[];
}

/** What a test can have a person, or the system, do. */
export interface Hands {
  shown(): Shown;
  clickTray(...labels: string[]): void;
  clickMenu(...labels: string[]): void;
  clickNotification(title: string): void;
  /** The next folder that the system's chooser gives. */
  willChoose(path: string): void;
  closeWindow(): void;
  startAgain(): void;
  wake(): void;
  quit(): void;
  /** The program meets an error that nobody catches, as if it had run for so many seconds. */
  fail(how: 'error' | 'rejection', afterSeconds: number): void;
}

/** Takes hold of tray, menus, notifications, dialogs and shell, so that a test can look at them and click them. */
export function record(electron: Recorded): Hands {
  const tray = { icon: '', tooltip: '', menu: undefined as { readonly items: readonly MenuEntry[] } | undefined };
  const notifications: Electron.Notification[] = [];
  const opened: { how: string; what: string }[] = [];
  const choices: string[] = [];

  after(electron.Tray.prototype, 'setImage', (image) => {
    tray.icon = fileOf(image);
  });
  after(electron.Tray.prototype, 'setToolTip', (text) => {
    tray.tooltip = String(text);
  });
  after(electron.Tray.prototype, 'setContextMenu', (menu) => {
    tray.menu = menu as typeof tray.menu;
  });
  after(electron.Notification.prototype, 'show', function (this: Electron.Notification) {
    notifications.push(this);
  });
  for (const how of ['openPath', 'openExternal', 'showItemInFolder']) {
    Reflect.set(electron.shell, how, async (what: string) => {
      opened.push({ how, what });
      return '';
    });
  }
  Reflect.set(electron.dialog, 'showOpenDialog', async () => {
    const path = choices.shift();
    return { canceled: path === undefined, filePaths: path === undefined ? [] : [path] };
  });

  // Whoever looks at this has ended with the program, which has no successor here.
  Reflect.set(electron.dialog, 'showMessageBox', async ({ detail }: Electron.MessageBoxOptions) => {
    console.log(`asked: ${detail}`);
    return { response: 1, checkboxChecked: false };
  });
  Reflect.set(electron.app, 'relaunch', ({ args = [] }: Electron.RelaunchOptions = {}) =>
    console.log(`starts again: ${args.join(' ')}`),
  );

  return {
    shown: () => ({
      tray: { icon: tray.icon, tooltip: tray.tooltip, menu: linesOf(tray.menu?.items ?? []) },
      menu: linesOf(electron.Menu.getApplicationMenu()?.items ?? []),
      notifications: notifications.map(({ title, body }) => ({ title, body })),
      opened,
      windows: electron.BrowserWindow.getAllWindows().map((window) => ({
        visible: window.isVisible(),
        url: window.webContents.getURL(),
      })),
    }),
    clickTray: (...labels) => click(tray.menu?.items ?? [], labels),
    clickMenu: (...labels) => click(electron.Menu.getApplicationMenu()?.items ?? [], labels),
    clickNotification(title) {
      const found = notifications.findLast((one) => one.title === title);
      if (found === undefined) throw new Error(`No notification says ${title}`);
      found.emit('click', {});
    },
    willChoose: (path) => void choices.push(path),
    closeWindow: () => electron.BrowserWindow.getAllWindows()[0]?.close(),
    startAgain: () => void electron.app.emit('second-instance', {}, [], ''),
    wake: () => void electron.powerMonitor.emit('resume'),
    quit: () => electron.app.quit(),
    fail(how, afterSeconds) {
      Reflect.set(process, 'uptime', () => afterSeconds);
      const error = new Error('It was told to.');
      setTimeout(() => {
        if (how === 'error') throw error;
        void Promise.reject(error);
      });
    },
  };
}

/** Calls `also` besides a method. */
function after(prototype: object, name: string, also: (this: never, ...args: unknown[]) => void): void {
  const own: unknown = Reflect.get(prototype, name);
  if (typeof own !== 'function') throw new Error(`Electron has no ${name} there`);
  Reflect.set(prototype, name, function (this: never, ...args: unknown[]) {
    also.apply(this, args);
    return own.apply(this, args);
  });
}

function fileOf(image: unknown): string {
  return typeof image === 'object' && image !== null && 'file' in image ? String(image.file) : '';
}

function linesOf(items: readonly MenuEntry[]): MenuLine[] {
  return items.map((item) => {
    const inner = innerOf(item);
    return {
      label: item.label ?? item.role ?? item.type ?? '',
      enabled: item.enabled ?? true,
      ...(typeof item.accelerator === 'string' && { accelerator: item.accelerator }),
      ...(inner.length > 0 && { items: linesOf(inner) }),
    };
  });
}

function innerOf({ submenu }: MenuEntry): readonly MenuEntry[] {
  if (typeof submenu !== 'object' || submenu === null) return [];
  return ('items' in submenu ? submenu.items : submenu) as readonly MenuEntry[];
}

function click(items: readonly MenuEntry[], [label, ...inner]: readonly string[]): void {
  const item = items.find((one) => one.label === label);
  if (item === undefined) throw new Error(`The menu has no ${label}: ${items.map((one) => one.label).join(', ')}`);
  if (inner.length > 0) {
    click(innerOf(item), inner);
    return;
  }
  if (item.enabled === false) throw new Error(`${label} is disabled`);
  if (typeof item.click === 'function') item.click();
}
