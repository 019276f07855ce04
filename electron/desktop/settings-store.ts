import { join } from 'node:path';
import ElectronStore from 'electron-store';
import { confOptions, settingsName, storeOver } from '../settings/conf-store.ts';
import { makeDirectory } from '../settings/data-directory.ts';
import type { SettingsStore } from '../settings/stored-settings.ts';

/** `settings.json` in the data directory, in the format that the headless program writes too. @throws Error if the disk refuses it */
export function openSettingsStore(dataDirectory: string): SettingsStore {
  makeDirectory(dataDirectory, 0o700);
  return storeOver(
    () => new ElectronStore<Record<string, unknown>>({ ...confOptions(dataDirectory), name: settingsName }),
    join(dataDirectory, `${settingsName}.json`),
  );
}
