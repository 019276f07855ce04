import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { app } from 'electron';
import { desktopEntry, hiddenFlag } from './autostart-entry.ts';

/** Has the system start Intray when the person logs in, or no longer. @throws Error if the disk refuses it (Linux) */
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
  // An AppImage is mounted elsewhere each time; where it lies itself is in the environment.
  writeFileSync(file, desktopEntry(process.env.APPIMAGE ?? app.getPath('exe')));
}

/** Whether the system or the entry above started this run. */
export function startedHidden(
  arguments_: readonly string[] = process.argv,
  platform: NodeJS.Platform = process.platform,
): boolean {
  return arguments_.includes(hiddenFlag) || (platform === 'darwin' && app.getLoginItemSettings().wasOpenedAtLogin);
}
