import { app, dialog, Menu, Notification, nativeTheme, shell } from 'electron';
import { answerRequest, type Destination, type RequestName } from '../core/contract/contract.ts';
import type { Preferences } from '../core/contract/preferences.ts';
import { languageOf } from '../core/languages/languages.ts';
import { say } from '../core/messages/message.ts';
import { messageOf } from '../core/messages/message-error.ts';
import { createWording, type Wording } from '../core/messages/wording.ts';
import type { Workspace } from '../workspace/workspace.ts';
import { sendNotice, serveRequests } from './host-requests.ts';
import { setApplicationMenu, textMenu } from './menu.ts';
import { createNotifications } from './notifications.ts';
import { setStartAtLogin } from './system.ts';
import { createTray } from './tray.ts';
import { openWindow } from './window.ts';

export interface DesktopOptions {
  readonly workspace: Workspace;
  /** The service's address, as it is now. */
  readonly serviceUrl: () => string | undefined;
  readonly preload: string;
  readonly address: string;
  readonly iconDirectory: string;
  readonly dataDirectory: string;
  readonly platform: NodeJS.Platform;
  /** Started by the system at login: the window stays hidden until someone opens it. */
  readonly hidden: boolean;
  readonly log: (message: string, details: object) => void;
}

/** How long notices are collected before the tray is redrawn, ms. */
const trayMs = 250;

/** Opens all that a person sees of Intray on the desktop: window, tray, menus and notifications, over one workspace. */
export function openDesktop(options: DesktopOptions) {
  const { workspace, platform } = options;
  const { settings } = workspace;
  let { startAtLogin } = settings.current;
  let wording = wordingIn(settings.current.language);
  let snapshot = workspace.tray();
  const iconFile = `${options.iconDirectory}/icon.png`;

  const shownWindow = openWindow({
    preload: options.preload,
    address: options.address,
    bounds: settings.current.window,
    iconFile,
    storeBounds: workspace.keepWindow,
    knownHosts: () => hostsOf(options.serviceUrl()),
    broken: async () => {
      const { text } = wording;
      if (await offerRestart(wording, text(say('desktop.dialogs.broken')), text(say('desktop.dialogs.brokenDetail'))))
        app.relaunch();
      app.quit();
    },
    log: options.log,
  });
  const { window } = shownWindow;
  if (!options.hidden) window.once('ready-to-show', () => window.show());

  window.webContents.on('context-menu', (_event, clicked) => {
    const items = textMenu(clicked, wording);
    if (items.length > 0) Menu.buildFromTemplate([...items]).popup({ window });
  });
  const goTo = (destination: Destination) => {
    shownWindow.raise();
    sendNotice(window.webContents, { ...nothingChanged, goTo: destination });
  };
  const ask = (name: RequestName, input: object) => void answerRequest(workspace.handlers, name, input, workspace.fault);
  const tray = createTray({
    iconDirectory: options.iconDirectory,
    platform,
    actions: {
      open: shownWindow.raise,
      pause: () => ask('setPaused', { paused: true }),
      resume: () => ask('setPaused', { paused: false }),
      lookNow: () => ask('lookNow', {}),
      goTo,
      openFolder: (path) => void shell.openPath(path),
      quit: () => app.quit(),
    },
    dropped: (path) => goTo({ screen: 'folders', add: path }),
  });
  const notifications = createNotifications({
    wording: () => wording,
    wanted: () => settings.current.notifications,
    goTo,
    iconFile,
  });

  const drawMenu = () =>
    setApplicationMenu({
      wording,
      platform,
      goTo,
      dataDirectory: options.dataDirectory,
      isPackaged: app.isPackaged,
    });
  const applySettings = () => {
    const { appearance, language, startAtLogin: wanted } = settings.current;
    nativeTheme.themeSource = appearance;
    wording = wordingIn(language);
    drawMenu();
    tray.show(snapshot, wording);
    if (wanted === startAtLogin) return;
    startAtLogin = wanted;
    try {
      setStartAtLogin(wanted, platform);
    } catch (error) {
      void dialog.showMessageBox(window, { type: 'error', message: wording.text(messageOf(error)) });
    }
  };

  /** The release that a person was told of. */
  let told: string | undefined;
  let waiting: NodeJS.Timeout | undefined;
  const refresh = () => {
    waiting = undefined;
    try {
      snapshot = workspace.tray();
    } catch (error) {
      // The ledger cannot be read at this moment: the next status says so.
      workspace.fault('tray', error);
    }
    tray.show(snapshot, wording);
    notifications.look(snapshot.status);
    if (platform === 'darwin') app.setBadgeCount(snapshot.status.standings['needs-you']);
  };
  const endNotices = workspace.onNotice((notice) => {
    sendNotice(window.webContents, notice);
    waiting ??= setTimeout(refresh, trayMs);
  });
  serveRequests(workspace, options.address);
  const endSettings = settings.onChange(applySettings);
  applySettings();
  refresh();

  return {
    /** Brings the window to the front. */
    show: shownWindow.raise,
    /** Shows that there is a newer release, once. @param isFetched it is installed when the program ends */
    tellOfRelease(version: string, isFetched: boolean): void {
      if (version === told || !Notification.isSupported()) return;
      told = version;
      const { text } = wording;
      const title = text(say('desktop.notifications.release', { version }));
      const body = text(isFetched ? say('desktop.notifications.releaseFetched') : say('desktop.notifications.releaseBody'));
      new Notification({ title, body, icon: iconFile }).show();
    },
    /** Removes the window and the tray; the engine is ended separately. */
    leave(): void {
      endNotices();
      endSettings();
      clearTimeout(waiting);
      notifications.close();
      tray.destroy();
      shownWindow.letGo();
    },
  };
}

const nothingChanged = { documents: [], progress: [], status: false, settings: false } as const;

/** In the chosen language, or in the system's; dates and numbers follow the system's region. */
export function wordingIn(preference: Preferences['language']): Wording {
  const systemLanguages = app.getPreferredSystemLanguages();
  const wanted = systemLanguages.length > 0 ? systemLanguages : [app.getLocale()];
  return createWording(languageOf(preference, wanted), { systemLanguages: wanted, now: () => Date.now() });
}

function hostsOf(url: string | undefined): readonly string[] {
  const host = url === undefined ? undefined : URL.parse(url)?.host;
  return host === undefined ? [] : [host];
}

/** Whether a person wants the program started again, which has failed. */
export async function offerRestart({ text }: Wording, message: string, detail: string): Promise<boolean> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message,
    detail,
    buttons: [text(say('desktop.dialogs.restart')), text(say('desktop.dialogs.quit'))],
    defaultId: 0,
    cancelId: 1,
  });
  return response === 0;
}
