import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';

const everyMs = 6 * 3_600_000;

/**
 * Checks for a newer release now and every six hours, if the package names a release feed (electron-builder then writes
 * `app-update.yml`); otherwise makes no request. The answer ends it.
 */
export async function followUpdates(log: (message: string, details: object) => void): Promise<() => void> {
  if (!app.isPackaged || !existsSync(join(process.resourcesPath, 'app-update.yml'))) return () => {};
  const { default: updater } = await import('electron-updater');
  const look = () => {
    updater.autoUpdater.checkForUpdatesAndNotify().catch((error: unknown) => {
      log('the release feed could not be asked', { message: error instanceof Error ? error.message : String(error) });
    });
  };
  look();
  const timer = setInterval(look, everyMs);
  return () => clearInterval(timer);
}
