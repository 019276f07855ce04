import { expect, it, onTestFinished } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { keptFolders, keptGate, keptRate, keptWork } from '../../../electron/headless/input/engine-snapshot.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';

function freshLedger(): Ledger {
  const ledger = openLedger(':memory:');
  onTestFinished(() => ledger.close());
  return ledger;
}

const settings = folderSettingsSchema.parse({ path: '/scans', route: { kind: 'extraction', id: 'e' } });

it('what an engine has kept is read, folder by folder', () => {
  const { folders, meta } = freshLedger();
  const [watched, left] = [folders.ensure('/scans'), folders.ensure('/old')];
  meta.set('work', { origin: 'https://a.example', folders: [watched.id] });
  meta.set(`folder-settings:${watched.id}`, settings);
  meta.set(`folder-health:${watched.id}`, { kind: 'watching', by: 'polling' });
  meta.set('gate', { kind: 'key', message: 'revoked', reason: 'revoked' });
  expect(keptWork(meta)?.origin).toBe('https://a.example');
  expect(keptGate(meta)).toMatchObject({ kind: 'key', reason: 'revoked' });
  expect(keptFolders({ folders, meta })).toEqual([
    { id: watched.id, path: '/scans', settings, health: { kind: 'watching', by: 'polling' }, active: true },
    { id: left.id, path: '/old', settings: undefined, health: undefined, active: false },
  ]);
});

it('what cannot be read counts as not said', () => {
  const { folders, meta } = freshLedger();
  const { id } = folders.ensure('/scans');
  for (const key of ['work', 'gate', 'rate', `folder-settings:${id}`, `folder-health:${id}`]) meta.set(key, { kind: 'of old' });
  expect(keptWork(meta)).toBeUndefined();
  expect(keptGate(meta)).toEqual({ kind: 'open' });
  expect(keptRate(meta, 0)).toBeUndefined();
  // Without a word on which folders are worked for, none is taken for one that is not.
  expect(keptFolders({ folders, meta })).toMatchObject([{ settings: undefined, health: undefined, active: true }]);
});

it('the rate goes up again slowly from what was kept', () => {
  const { meta } = freshLedger();
  meta.set('rate', { perSecond: 5, at: 1_000 });
  expect(keptRate(meta, 1_000)).toEqual({ perSecond: 5, lowered: true });
  expect(keptRate(meta, 101_000)?.perSecond).toBeCloseTo(25);
  expect(keptRate(meta, 10_000_000)).toEqual({ perSecond: 200, lowered: false });
});
