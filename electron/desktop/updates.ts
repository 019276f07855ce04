import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { app } from 'electron';
import { errorText } from '../core/plain-data.ts';
import { checksSigner } from './update-signer.ts';

const everyMs = 6 * 3_600_000;

interface UpdateOptions {
  readonly log: (message: string, details: object) => void;
  /** There is a newer release, which a person has to install, or which was fetched and is installed when the program ends. */
  readonly newer: (version: string, isFetched: boolean) => void;
}

/**
 * Checks for a newer release now and every six hours, if the package names a release feed (electron-builder then writes
 * `app-update.yml`); otherwise makes no request. The answer ends it.
 */
export async function followUpdates({ log, newer }: UpdateOptions): Promise<() => void> {
  const feed = app.isPackaged ? feedOfPackage() : undefined;
  if (feed === undefined) return () => {};
  const { default: updater } = await import('electron-updater');
  const { autoUpdater } = updater;
  const installs = checksSigner(process.platform, feed);
  autoUpdater.autoDownload = installs;
  autoUpdater.autoInstallOnAppQuit = installs;
  const tell = ({ version }: { readonly version: string }) => newer(version, installs);
  if (installs) autoUpdater.on('update-downloaded', tell);
  else autoUpdater.on('update-available', tell);
  const failed = (error: unknown) => log('the release feed could not be asked', { message: errorText(error) });
  const look = () => {
    autoUpdater.checkForUpdates().then((found) => found?.downloadPromise?.catch(failed), failed);
  };
  look();
  const timer = setInterval(look, everyMs);
  return () => clearInterval(timer);
}

function feedOfPackage(): string | undefined {
  try {
    return readFileSync(join(process.resourcesPath, 'app-update.yml'), 'utf8');
  } catch {
    return undefined;
  }
}
