import { app, type BrowserWindow, dialog, nativeTheme, shell } from 'electron';
import type { Settings, WindowPlace } from '../core/config/preferences.ts';
import type { Destination } from '../core/contract/contract.ts';
import type { Preferences } from '../core/contract/preferences.ts';
import type { ThreadClient } from '../workspace/thread/thread-client.ts';
import { answerRequests } from './host-requests.ts';
import { sendNotice, serveRequests } from './ipc.ts';
import { setApplicationMenu } from './menu.ts';
import { createNotifications } from './notifications.ts';
import { setStartAtLogin } from './start-at-login.ts';
import { createTray } from './tray.ts';
import type { TrayAction } from './tray-menu.ts';
import { type IntrayWindow, openWindow } from './window.ts';
import { type Language, languageOf, type Words, wordsIn } from './words/words.ts';

export interface DesktopOptions {
  readonly client: ThreadClient;
  /** As they were when the program started. */
  readonly settings: Pick<Settings, 'appearance' | 'language' | 'notifications' | 'startAtLogin' | 'url'>;
  readonly place: WindowPlace | undefined;
  readonly preload: string;
  readonly address: string;
  readonly iconDirectory: string;
  readonly dataDirectory: string;
  readonly platform: NodeJS.Platform;
  /** Started by the system at login: the window waits until somebody wants it. */
  readonly hidden: boolean;
  readonly log: (message: string, details: object) => void;
}

export interface Desktop {
  /** The window, in front. */
  show(): void;
  /** The window, in front, where a person wants to go. */
  goTo(destination: Destination): void;
  /** Lets go of the window and the tray; the engine ends apart. */
  leave(): void;
}

/** How long notices are gathered before the tray is drawn again, ms. */
const trayMs = 250;

/** What of Intray a person sees on the desktop: window, tray, menus and notifications, over one workspace. */
export function openDesktop(options: DesktopOptions): Desktop {
  const { client, platform } = options;
  let { appearance, language, notifications: wanted } = options.settings;
  let words: Words = wordsIn(languageOf(language, app.getLocale()));
  const iconFile = `${options.iconDirectory}/icon.png`;

  const shownWindow: IntrayWindow = openWindow({
    preload: options.preload,
    address: options.address,
    place: options.place,
    iconFile,
    keepPlace: (place) => client.keepWindow(place),
    knownHosts: () => hostsOf(options.settings.url),
    broken: () => void offerNewStart(words),
    log: options.log,
  });
  const { window } = shownWindow;
  if (!options.hidden) window.once('ready-to-show', () => window.show());

  const goTo = (destination: Destination) => {
    shownWindow.raise();
    sendNotice(window.webContents, { ...nothingChanged, goTo: destination });
  };
  const act = (action: TrayAction) => void follow(action, { client, goTo, show: shownWindow.raise });
  const tray = createTray({
    iconDirectory: options.iconDirectory,
    platform,
    act,
    dropped: (path) => goTo({ screen: 'folders', add: path }),
  });
  const notifications = createNotifications({ words: () => words, wanted: () => wanted, goTo, iconFile });

  const drawMenu = () =>
    setApplicationMenu({
      words,
      platform,
      goTo,
      showKeys: () => goTo({ screen: 'keys' }),
      dataDirectory: options.dataDirectory,
      isPackaged: app.isPackaged,
    });
  const dress = (preferences: Pick<Preferences, 'appearance' | 'language' | 'notifications'>) => {
    ({ appearance, language, notifications: wanted } = preferences);
    nativeTheme.themeSource = appearance;
    words = wordsIn(languageOf(language satisfies Language | 'system', app.getLocale()));
    drawMenu();
    tray.show(client.tray(), words);
  };

  let waiting: NodeJS.Timeout | undefined;
  const lookAgain = () => {
    waiting = undefined;
    const snapshot = client.tray();
    tray.show(snapshot, words);
    notifications.look(snapshot.status);
    if (platform === 'darwin') app.setBadgeCount(snapshot.status.attention);
  };
  const endNotices = client.onNotice((notice) => {
    sendNotice(window.webContents, notice);
    waiting ??= setTimeout(lookAgain, trayMs);
  });
  serveRequests(
    answerRequests({
      client,
      window: (): BrowserWindow => window,
      preferencesChanged(preferences) {
        dress(preferences);
        setStartAtLogin(preferences.startAtLogin, platform);
      },
    }),
    options.address,
  );
  dress(options.settings);
  lookAgain();

  return {
    show: shownWindow.raise,
    goTo,
    leave() {
      endNotices();
      clearTimeout(waiting);
      notifications.close();
      tray.destroy();
      shownWindow.letGo();
    },
  };
}

const nothingChanged = { documents: [], progress: [], status: false, settings: false } as const;

async function follow(
  action: TrayAction,
  { client, goTo, show }: { client: ThreadClient; goTo: (destination: Destination) => void; show: () => void },
): Promise<void> {
  switch (action.kind) {
    case 'open':
      return show();
    case 'pause':
      return void (await client.handlers.pause({}));
    case 'resume':
      return void (await client.handlers.resume({}));
    case 'look-now':
      return void (await client.handlers.lookNow({}));
    case 'review':
      return goTo({ screen: 'review' });
    case 'document':
      return goTo({ screen: 'queue', documentId: action.id });
    case 'folder':
      return void (await shell.openPath(action.path));
    case 'quit':
      return app.quit();
  }
}

function hostsOf(url: string | undefined): readonly string[] {
  const host = url === undefined ? undefined : URL.parse(url)?.host;
  return host === undefined ? [] : [host];
}

async function offerNewStart({ dialogs }: Words): Promise<void> {
  const { response } = await dialog.showMessageBox({
    type: 'error',
    message: dialogs.broken,
    detail: dialogs.brokenDetail,
    buttons: [dialogs.startAgain, dialogs.quit],
    defaultId: 0,
    cancelId: 1,
  });
  if (response === 0) app.relaunch();
  app.quit();
}
