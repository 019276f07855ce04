import { homedir, userInfo } from 'node:os';
import { join } from 'node:path';
import { app, Notification } from 'electron';
import { defaultSettings, type Settings } from './core/config/preferences.ts';
import { say } from './core/messages/message.ts';
import { messageOf } from './core/messages/message-error.ts';
import { offerRestart, openDesktop, wordingIn } from './desktop/desktop.ts';
import { chooseInSystem, openInSystem } from './desktop/host-requests.ts';
import { declareScheme, servePages, windowAddress } from './desktop/protocol.ts';
import { openSettingsStore } from './desktop/settings-store.ts';
import { endProperly, failedBefore, followSystem, startedHidden, systemProxy } from './desktop/system.ts';
import { followUpdates } from './desktop/updates.ts';
import { startUtility } from './desktop/utility-process.ts';
import { dataDirectory } from './settings/data-directory.ts';
import { keyVariable, urlVariable } from './settings/key.ts';
import { createKeychain, createKeychainHelper, keychainTimeoutMs } from './settings/keychain.ts';
import { type LogFile, logPath, openLog } from './settings/log.ts';
import { createRedaction } from './settings/redact.ts';
import { allowSlowLines, quietSqliteWarning } from './workspace/process-setup.ts';

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
  const ends: (() => unknown)[] = [];
  let file: LogFile | undefined;
  let { language }: Pick<Settings, 'language'> = defaultSettings;
  endProperly({
    ends,
    log: (error) => file?.error('the program failed', { error: error instanceof Error ? error.stack : String(error) }),
    askAgain: (error) => {
      const wording = wordingIn(language);
      const failed = say('commandLine.failed', { message: messageOf(error), path: logPath(directory, 'desktop') });
      return offerRestart(wording, wording.text(say('desktop.notifications.stopped')), wording.text(failed));
    },
  });

  const environmentKey = process.env[keyVariable];
  const environmentUrl = process.env[urlVariable];
  // Whatever the desktop opens, a browser or a PDF viewer, inherits the environment.
  delete process.env[keyVariable];
  const redaction = createRedaction();
  if (environmentKey !== undefined) redaction.hide(environmentKey);
  const opened = openLog({ dataDirectory: directory, name: 'desktop', redaction });
  file = opened;
  ends.push(opened.close, () => opened.info('ended'));
  opened.info('begun', { version: app.getVersion() });
  const log = (message: string, details: object) => opened.warn(message, details);
  const store = openSettingsStore(directory);
  quietSqliteWarning();
  allowSlowLines();
  const { openWorkspace } = await import('./workspace/workspace.ts');
  const workspace = await openWorkspace({
    dataDirectory: directory,
    store,
    keys: createKeychain({ ask: createKeychainHelper({ timeoutMs: keychainTimeoutMs, start: startUtility }) }),
    ...(environmentKey !== undefined && { environmentKey }),
    ...(environmentUrl !== undefined && { environmentUrl }),
    redaction,
    about: {
      host: 'desktop',
      version: app.getVersion(),
      can: { startAtLogin: true, notifications: Notification.isSupported() },
    },
    choose: chooseInSystem,
    open: openInSystem,
    by: userInfo().username,
    samplesDirectory: join(resources, 'samples'),
    locale: app.getSystemLocale(),
    home: homedir(),
    proxyFor: systemProxy,
    startProcess: startUtility,
    warnings: failedBefore(Date.now()),
  });
  ends.push(workspace.close);
  ({ language } = workspace.settings.current);
  servePages(join(built, 'renderer'), workspace);
  const desktop = openDesktop({
    workspace,
    serviceUrl: () => environmentUrl ?? workspace.settings.current.url,
    preload: join(built, 'preload', 'preload.cjs'),
    address: (app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL) ?? windowAddress,
    iconDirectory: join(resources, 'icons'),
    dataDirectory: directory,
    platform: process.platform,
    hidden: startedHidden(),
    log,
  });
  ends.push(desktop.leave);
  app.on('second-instance', desktop.show);
  app.on('activate', desktop.show);
  ends.push(followSystem({ woke: workspace.tryAgain, online: workspace.tryAgain, shutdown: () => app.quit() }));
  ends.push(await followUpdates({ log, newer: desktop.tellOfRelease }));
}
