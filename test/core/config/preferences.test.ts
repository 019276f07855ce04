import { describe, expect, it } from 'vitest';
import {
  defaultSettings,
  migrateSettings,
  preferencesSchema,
  preferencesVersion,
} from '../../../electron/core/config/preferences.ts';
import { requests } from '../../../electron/core/contract/contract.ts';

describe('the settings', () => {
  it('have a value for everything that was not chosen', () => {
    expect(defaultSettings).toMatchObject({
      version: preferencesVersion,
      paused: false,
      folders: [],
      appearance: 'system',
      language: 'system',
      limits: { uploads: 4, requestsPerSecond: 50, extractionBatch: 10 },
      logDays: 30,
      sandbox: { on: false },
    });
    expect(defaultSettings.url).toBeUndefined();
  });

  it('take whatever a window may ask to change', () => {
    const changes = {
      appearance: 'dark',
      language: 'de',
      startAtLogin: true,
      notifications: { attention: false, problems: false, finished: true },
      limits: { uploads: 16, requestsPerSecond: 1_000, extractionBatch: 100 },
      logDays: 365,
    };
    expect(requests.setPreferences.input.safeParse({ changes }).success).toBe(true);
    expect(preferencesSchema.parse(changes)).toMatchObject(changes);
  });

  it('refuse a member that they do not know', () => {
    expect(preferencesSchema.safeParse({ apearance: 'dark' }).success).toBe(false);
  });

  it('take up what has no version: the config file of watch', () => {
    const config = { url: 'https://api.example.com', folders: [{ path: '/scans', route: { kind: 'extraction', id: 'x' } }] };
    const read = preferencesSchema.parse(migrateSettings(config));
    expect(read.version).toBe(1);
    expect(read.folders[0]).toMatchObject({ path: '/scans', settleSeconds: 2 });
  });

  it('leave what is no settings for the schema to refuse', () => {
    for (const value of [undefined, null, 7, 'text', [], { version: 'one' }, { version: 99 }]) {
      expect(migrateSettings(value)).toEqual(value);
    }
  });
});
