import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type Electron from 'electron';
import { projectRoot } from '../../../resources/tools/build.ts';

type Wanted = Pick<
  Electron.App,
  | 'isPackaged'
  | 'getVersion'
  | 'getName'
  | 'getLocale'
  | 'getSystemLocale'
  | 'getPath'
  | 'getLoginItemSettings'
  | 'setLoginItemSettings'
  | 'requestSingleInstanceLock'
  | 'whenReady'
  | 'quit'
  | 'relaunch'
  | 'setBadgeCount'
>;

/** The program itself: it is ready at once, and leaves as Electron does, asking first. */
class App extends EventEmitter implements Wanted {
  readonly isPackaged = false;
  #leaving = false;
  #loginItem: Electron.Settings = {};

  getVersion = (): string => JSON.parse(readFileSync(join(projectRoot, 'package.json'), 'utf8')).version;
  getName = (): string => 'Intray';
  getLocale = (): string => process.env.STAND_IN_LOCALE ?? 'en-GB';
  getPreferredSystemLanguages = (): string[] => [this.getLocale()];
  getSystemLocale = (): string => this.getLocale();
  getPath = (): string => process.env.HOME ?? '/';
  requestSingleInstanceLock = (): boolean => process.env.STAND_IN_SECOND_INSTANCE === undefined;
  whenReady = (): Promise<void> => Promise.resolve();
  setBadgeCount = (): boolean => true;
  relaunch = (): void => undefined;
  setLoginItemSettings = (settings: Electron.Settings): void => {
    this.#loginItem = settings;
  };
  getLoginItemSettings = (): Electron.LoginItemSettings => ({
    openAtLogin: this.#loginItem.openAtLogin ?? false,
    wasOpenedAtLogin: false,
    executableWillLaunchAtLogin: false,
    launchItems: [],
    status: 'enabled',
  });

  quit = (): void => {
    if (this.#leaving) return;
    let prevented = false;
    this.emit('before-quit', { preventDefault: () => (prevented = true) });
    if (prevented) return;
    this.#leaving = true;
    this.emit('will-quit', { preventDefault: () => undefined });
    this.emit('quit', {}, 0);
    process.exit(0);
  };
}

export const app = new App();
