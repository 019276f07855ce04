import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, net, powerMonitor, session } from 'electron';
import { proxyIn } from './addresses.ts';
import { desktopEntry, hiddenFlag } from './autostart-entry.ts';

interface SystemChanges {
  /** The computer woke up: timers are off, and watches may have missed something. */
  readonly woke: () => void;
  /** The network is back. */
  readonly online: () => void;
  /** The person logs out, or the computer shuts down. */
  readonly shutdown: () => void;
}

/** Electron's main process has no event for network changes, so they are polled. */
const pollMs = 10_000;

/** Reports wake, network and shutdown. The answer ends it. */
export function followSystem(changes: SystemChanges): () => void {
  let online = net.isOnline();
  const timer = setInterval(() => {
    const now = net.isOnline();
    if (now && !online) changes.online();
    online = now;
  }, pollMs);
  powerMonitor.on('resume', changes.woke);
  powerMonitor.on('shutdown', changes.shutdown);
  return () => {
    clearInterval(timer);
    powerMonitor.off('resume', changes.woke);
    powerMonitor.off('shutdown', changes.shutdown);
  };
}

/** The system's proxy for an address, e.g. `http://proxy:3128`; undefined for none. */
export async function systemProxy(url: string): Promise<string | undefined> {
  return proxyIn(await session.defaultSession.resolveProxy(url));
}

/** Quitting waits no longer than this; what is on disk is complete at every moment. */
const maxQuitMs = 5_000;

/**
 * Delays quitting until `finish` is done, at most five seconds, so that what is being written is finished. Closing the window
 * does not end the program: the tray stays.
 */
export function quitAfter(finish: () => Promise<void>): void {
  let state: 'running' | 'finishing' | 'finished' = 'running';
  const done = () => {
    if (state === 'finished') return;
    state = 'finished';
    app.quit();
  };
  app.on('window-all-closed', () => {
    // Without a listener Electron would quit here.
  });
  app.on('before-quit', (event) => {
    if (state === 'finished') return;
    event.preventDefault();
    if (state === 'finishing') return;
    state = 'finishing';
    setTimeout(done, maxQuitMs).unref();
    finish().then(done, done);
  });
}

/** Makes the system start Intray at login, or stops that. @throws Error if the disk refuses it (Linux) */
export function setStartAtLogin(wanted: boolean, platform: NodeJS.Platform = process.platform): void {
  if (platform !== 'linux') {
    app.setLoginItemSettings({ openAtLogin: wanted, args: [hiddenFlag] });
    return;
  }
  const directory = join(process.env.XDG_CONFIG_HOME ?? join(homedir(), '.config'), 'autostart');
  const file = join(directory, 'intray.desktop');
  if (!wanted) {
    rmSync(file, { force: true });
    return;
  }
  mkdirSync(directory, { recursive: true });
  // An AppImage is mounted at another path each time; its own path is in the environment.
  writeFileSync(file, desktopEntry(process.env.APPIMAGE ?? app.getPath('exe')));
}

/** Whether this run was started at login. */
export function startedHidden(
  arguments_: readonly string[] = process.argv,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return arguments_.includes(hiddenFlag) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}
