import { describe, expect, it } from 'vitest';
import { controlOf, folderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';

describe('The table of folder settings', () => {
  it('is the schema: each default holds where nothing is said', () => {
    const route = { kind: 'extraction', id: 'e' } as const;
    expect(folderSettingsSchema.parse({ path: '/scans', route })).toEqual({
      path: '/scans',
      route,
      settleSeconds: 2,
      ignore: [],
      recursive: true,
      paused: false,
      existing: 'skip',
      changed: 'ask',
      incomplete: 'hold',
      outputs: { json: true, csv: 'folder' },
      fileAway: { kind: 'leave' },
      unresolved: 'hold',
    });
    expect(Object.keys(folderSettingsSchema.shape)).toEqual(Object.keys(folderSettings));
  });

  it.for([
    ['settleSeconds', '--settle-seconds', 'settle'],
    ['include.0', '--include', 'include'],
    ['outputs.csv', '--csv', 'csv'],
    ['outputs.values', '--csv-values', 'typed'],
    ['dates', '--dates', 'dates'],
    ['fileAway.to', '--move-to', 'moveTo'],
    ['fileAway', '--move-to', 'moveTo'],
    ['route.id', '--extraction', 'choice'],
    ['existing', undefined, 'existing'],
    ['paused', undefined, undefined],
    ['toString', undefined, undefined],
  ] as const)('says where %s is set: %s, %s', ([member, flag, field]) => {
    expect([controlOf(member)?.flag, controlOf(member)?.field?.[1]]).toEqual([flag, field]);
  });
});
