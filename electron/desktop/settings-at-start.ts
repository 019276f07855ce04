import { defaultSettings, type Settings } from '../core/config/preferences.ts';
import type { SettingsStore } from '../settings/store.ts';
import { readSettings } from '../settings/stored-settings.ts';

/** The settings as far as the desktop needs them before the workspace runs; what cannot be read, the workspace says. */
export function settingsAtStart(store: Pick<SettingsStore, 'read'>): Settings {
  try {
    const text = store.read();
    const read = text === undefined ? undefined : readSettings(text);
    return read?.ok === true ? read.value : defaultSettings;
  } catch {
    return defaultSettings;
  }
}
