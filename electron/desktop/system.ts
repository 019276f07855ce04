import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app, BrowserWindow, net, powerMonitor, session } from 'electron';
import { type Message, say } from '../core/messages/message.ts';
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

/** Ending waits no longer than this; what is on disk is complete at every moment. */
const maxEndMs = 5_000;
/** A program that ran this long is started again when it fails. One that fails sooner would fail again: a person is asked. */
const soundMs = 60_000;
/** With this flag the program starts that has failed. */
const failedFlag = '--after-failure';

interface Ending {
  /** Each ends what was begun, and finishes what is being written; the last one comes first. */
  readonly ends: readonly (() => unknown)[];
  /** Logs an error that nobody has caught. */
  readonly log: (error: unknown) => void;
  /** Whether a program that failed soon after its start should start again. */
  readonly askAgain: (error: unknown) => Promise<boolean>;
}

/**
 * Delays quitting until all has ended, at most five seconds. Closing the window does not end the program: the tray stays. An
 * error that nobody has caught ends it in the same way, and then it starts again: what it was doing is in the ledger.
 */
export function endProperly({ ends, log, askAgain }: Ending): void {
  let state: 'running' | 'finishing' | 'finished' = 'running';
  let failure: { readonly error: unknown; readonly again: readonly string[] } | undefined;

  async function endAll(): Promise<void> {
    for (const end of ends.toReversed()) {
      try {
        await end();
      } catch (error) {
        log(error);
      }
    }
  }

  async function leave(): Promise<void> {
    await Promise.race([endAll(), new Promise((resolve) => setTimeout(resolve, maxEndMs))]);
    try {
      if (failure !== undefined && (process.uptime() * 1_000 >= soundMs || (await askAgain(failure.error))))
        app.relaunch({ args: [...failure.again] });
    } finally {
      state = 'finished';
      app.quit();
    }
  }

  function fail(error: unknown): void {
    log(error);
    // A person who quits wants no other start.
    if (state !== 'running') return;
    const isHidden = BrowserWindow.getAllWindows().every((window) => !window.isVisible());
    const given = process.argv.slice(1).filter((argument) => argument !== hiddenFlag && argument !== failedFlag);
    failure ??= { error, again: [...given, failedFlag, ...(isHidden ? [hiddenFlag] : [])] };
    app.quit();
  }

  app.on('window-all-closed', () => {
    // Without a listener Electron would quit here.
  });
  app.on('before-quit', (event) => {
    if (state === 'finished') return;
    event.preventDefault();
    if (state === 'finishing') return;
    state = 'finishing';
    void leave();
  });
  process.on('uncaughtException', fail);
  process.on('unhandledRejection', fail);
}

/** What a person should know of a program that has failed before this start. @param at when it started again, ms since the epoch */
export function failedBefore(at: number): readonly Message[] {
  return process.argv.includes(failedFlag) ? [say('workspace.engine.restarted', { at })] : [];
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
