import { join } from 'node:path';
import ElectronStore from 'electron-store';
import { defaultSettings, type Settings } from '../core/config/preferences.ts';
import { confOptions, settingsName, storeOver } from '../settings/conf-store.ts';
import { makeDirectory } from '../settings/data-directory.ts';
import { readSettings, type SettingsStore } from '../settings/stored-settings.ts';

/** `settings.json` in the data directory, in the format that the headless program writes too. @throws Error if the disk refuses it */
export function openSettingsStore(dataDirectory: string): SettingsStore {
  makeDirectory(dataDirectory, 0o700);
  return storeOver(
    () => new ElectronStore<Record<string, unknown>>({ ...confOptions(dataDirectory), name: settingsName }),
    join(dataDirectory, `${settingsName}.json`),
  );
}

/** The settings that the desktop needs before the workspace runs; the workspace reports what cannot be read. */
export function settingsAtStart(store: Pick<SettingsStore, 'read'>): Settings {
  try {
    const read = readSettings(store.read() ?? '{}');
    return read.ok ? read.value : defaultSettings;
  } catch {
    return defaultSettings;
  }
}
