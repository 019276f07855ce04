import { describe, expect, it } from 'vitest';
import { defaultSettings, preferencesSchema, preferencesVersion } from '../../../electron/core/config/preferences.ts';
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
});
