import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { desktopEntry, hiddenFlag } from './autostart-entry.ts';

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
