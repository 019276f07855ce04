import { describe, expect, it } from 'vitest';
import { controlOf, folderControls, valueIn, withValue } from '../../../electron/core/config/folder-controls.ts';
import { folderSettings, folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';

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
    ['settleSeconds', 'settleSeconds'],
    ['include.0', 'include'],
    ['outputs.csv', 'csv'],
    ['outputs.values', 'csvValues'],
    ['dates', 'dates'],
    ['fileAway.to', 'moveTo'],
    ['fileAway', 'fileAway'],
    ['route.id', 'choice'],
    ['existing', 'existing'],
    ['paused', undefined],
    ['toString', undefined],
  ] as const)('says where %s is set: %s', ([member, name]) => {
    expect(controlOf(member.split('.'))?.name).toBe(name);
  });

  it('reads and writes what a control sets, and leaves nothing where nothing is said', () => {
    const [day] = folderControls.filter(({ name }) => name === 'budgetDay');
    if (day === undefined) throw new Error('There is no budget.');
    const settings = withValue({ path: '/scans' }, day, 5);
    expect(settings).toEqual({ path: '/scans', budget: { day: 5 } });
    expect(valueIn(settings, day)).toBe(5);
    expect(withValue(settings, day, undefined)).toEqual({ path: '/scans' });
  });
});
