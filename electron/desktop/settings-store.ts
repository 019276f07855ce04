import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import ElectronStore from 'electron-store';
import { confOptions, settingsName, storeOver } from '../settings/conf-store.ts';
import type { SettingsStore } from '../settings/store.ts';

/** `settings.json` in the data directory, in the format that the headless program writes too. @throws Error if the disk refuses it */
export function openSettingsStore(dataDirectory: string): SettingsStore {
  mkdirSync(dataDirectory, { recursive: true, mode: 0o700 });
  return storeOver(
    () => new ElectronStore<Record<string, unknown>>({ ...confOptions(dataDirectory), name: settingsName }),
    join(dataDirectory, `${settingsName}.json`),
  );
}
