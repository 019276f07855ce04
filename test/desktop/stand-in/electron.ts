import type Electron from 'electron';
import { app } from './app.ts';
import { ipcMain } from './ipc.ts';
import type { net, protocol } from './pages.ts';
import * as parts from './shell.ts';
import type { BrowserWindow, session } from './windows.ts';

/**
 * The module `electron`, as far as the program uses it, where Electron's binary is missing. Windows are pages of a real
 * Chromium with the built preload script; the rest can be asked and clicked (`recorder.ts`). Its members have Electron's
 * own names, which `Known` checks: a member that Electron does not have fails to compile here.
 */

export { app } from './app.ts';
export { ipcMain } from './ipc.ts';
export { net, protocol } from './pages.ts';
export {
  dialog,
  Menu,
  Notification,
  nativeImage,
  nativeTheme,
  powerMonitor,
  screen,
  shell,
  Tray,
  utilityProcess,
} from './shell.ts';
export { BrowserWindow, session } from './windows.ts';

/** Every member of what stands in is one of Electron's, but for those that only tests use. */
type Known<StandIn, Real, Extra extends keyof StandIn = never> =
  Exclude<keyof StandIn, keyof Real | Extra> extends never ? true : never;

const known: readonly true[] = [
  true satisfies Known<typeof app, Electron.App>,
  true satisfies Known<typeof ipcMain, Electron.IpcMain, 'answer'>,
  true satisfies Known<typeof net, Electron.Net>,
  true satisfies Known<typeof protocol, Electron.Protocol>,
  true satisfies Known<typeof session, typeof Electron.session, 'proxy'>,
  true satisfies Known<typeof parts.dialog, Electron.Dialog>,
  true satisfies Known<typeof parts.nativeImage, typeof Electron.nativeImage>,
  true satisfies Known<typeof parts.nativeTheme, Electron.NativeTheme>,
  true satisfies Known<typeof parts.utilityProcess, typeof Electron.utilityProcess>,
  true satisfies Known<parts.Tray, Electron.Tray, 'image'>,
  true satisfies Known<parts.Menu, Electron.Menu>,
  true satisfies Known<parts.Notification, Electron.Notification>,
  true satisfies Known<BrowserWindow, Electron.BrowserWindow, 'options' | 'visible' | 'focused'>,
  true satisfies Known<
    BrowserWindow['webContents'],
    Electron.WebContents,
    'page' | 'address' | 'openHandler' | 'permission' | 'permissionCheck' | 'open'
  >,
];
if (known.length === 0) throw new Error('unreachable');

/** electron-store takes the module's default export. */
// biome-ignore lint/style/noDefaultExport: the module that this one stands in for has one.
export default { app, ipcMain, shell: parts.shell };
