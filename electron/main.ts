import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { app, Notification } from 'electron';
import { openDesktop } from './desktop/desktop.ts';
import { declareScheme, servePages, windowAddress } from './desktop/protocol.ts';
import { openSettingsStore } from './desktop/settings-store.ts';
import { followSystem, quitAfter, startedHidden, systemProxy } from './desktop/system.ts';
import { followUpdates } from './desktop/updates.ts';
import { startUtility } from './desktop/utility-process.ts';
import { dataDirectory } from './settings/data-directory.ts';
import { keyVariable, urlVariable } from './settings/key.ts';
import { createKeychain, createKeychainHelper, keychainTimeoutMs } from './settings/keychain.ts';
import { openLog } from './settings/log.ts';
import { createRedaction } from './settings/redact.ts';
import { settingsAtStart } from './settings/stored-settings.ts';
import { startThread } from './workspace/thread/thread-client.ts';

/** The build (`out`), and the program's resources beside it. */
const built = join(import.meta.dirname, '..');
const resources = join(built, '..', 'resources');

declareScheme();
// Windows groups windows and notifications by it; it is the appId of electron-builder.yml.
if (process.platform === 'win32') app.setAppUserModelId('app.intray.desktop');
if (app.requestSingleInstanceLock()) void app.whenReady().then(start);
else app.quit();

async function start(): Promise<void> {
  const directory = dataDirectory(process.env.INTRAY_DATA_DIR || undefined, {
    directory: process.cwd(),
    home: homedir(),
    platform: process.platform,
  });
  const environmentKey = process.env[keyVariable];
  const environmentUrl = process.env[urlVariable];
  // Whatever the desktop opens, a browser or a PDF viewer, inherits the environment.
  delete process.env[keyVariable];
  const store = openSettingsStore(directory);
  const settings = settingsAtStart(store);
  const client = startThread({
    entry: join(built, 'main', 'engine-thread.js'),
    dataDirectory: directory,
    store,
    keys: createKeychain({ ask: createKeychainHelper({ timeoutMs: keychainTimeoutMs, start: startUtility }) }),
    ...(environmentKey !== undefined && { environmentKey }),
    ...(environmentUrl !== undefined && { environmentUrl }),
    about: {
      host: 'desktop',
      version: app.getVersion(),
      can: {
        chooseFolder: true,
        listDirectories: false,
        openFiles: true,
        startAtLogin: true,
        notifications: Notification.isSupported(),
      },
    },
    by: userInfo().username,
    samplesDirectory: join(resources, 'samples'),
    locale: app.getSystemLocale(),
    home: homedir(),
    proxyFor: systemProxy,
    startProcess: startUtility,
  });
  servePages(join(built, 'renderer'), client);
  const redaction = createRedaction();
  if (environmentKey !== undefined) redaction.hide(environmentKey);
  const file = openLog({ dataDirectory: directory, name: 'desktop', redaction });
  file.info('begun', { version: app.getVersion() });
  const log = (message: string, details: object) => file.warn(message, details);
  const desktop = openDesktop({
    client,
    settings,
    serviceUrl: () => environmentUrl ?? settingsAtStart(store).url,
    bounds: settings.window,
    preload: join(built, 'preload', 'preload.cjs'),
    address: (app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL) ?? windowAddress,
    iconDirectory: join(resources, 'icons'),
    dataDirectory: directory,
    platform: process.platform,
    hidden: startedHidden(),
    log,
  });
  const endUpdates = await followUpdates({ log, newer: desktop.tellOfRelease });
  const endSystem = followSystem({ woke: client.tryAgain, online: client.tryAgain, shutdown: () => app.quit() });
  app.on('second-instance', desktop.show);
  app.on('activate', desktop.show);
  quitAfter(async () => {
    endUpdates();
    endSystem();
    desktop.leave();
    await client.close();
    store.close();
    file.info('ended');
    await file.close();
  });
}
