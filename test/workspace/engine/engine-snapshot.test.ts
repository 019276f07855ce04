import { expect, it, onTestFinished } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { recordedFolders, recordedGate, recordedRate } from '../../../electron/workspace/engine/engine-snapshot.ts';

function freshLedger(): Ledger {
  const ledger = openLedger(':memory:');
  onTestFinished(() => ledger.close());
  return ledger;
}

const settings = folderSettingsSchema.parse({ path: '/scans', route: { kind: 'extraction', id: 'e' } });

it('reads what an engine recorded, folder by folder', () => {
  const { folders, meta } = freshLedger();
  const [watched, left] = [folders.ensure('/scans'), folders.ensure('/old')];
  meta.write('work', { origin: 'https://a.example', folders: [watched.id] });
  meta.write('folder-settings', settings, watched.id);
  meta.write('folder-health', { kind: 'watching', by: 'polling' }, watched.id);
  meta.write('gate', { kind: 'key', message: foreign('revoked'), reason: 'revoked' });
  expect(meta.read('work')?.origin).toBe('https://a.example');
  expect(recordedGate(meta)).toMatchObject({ kind: 'key', reason: 'revoked' });
  expect(recordedFolders({ folders, meta })).toEqual([
    { id: watched.id, path: '/scans', settings, health: { kind: 'watching', by: 'polling' }, active: true },
    { id: left.id, path: '/old', settings: undefined, health: undefined, active: false },
  ]);
});

it('treats an entry that cannot be read as missing', () => {
  const { folders, meta } = freshLedger();
  const { id } = folders.ensure('/scans');
  const old = { kind: 'of old' } as never;
  for (const name of ['work', 'gate', 'rate'] as const) meta.write(name, old);
  for (const name of ['folder-settings', 'folder-health'] as const) meta.write(name, old, id);
  expect(meta.read('work')).toBeUndefined();
  expect(recordedGate(meta)).toEqual({ kind: 'open' });
  expect(recordedRate(meta, 0)).toBeUndefined();
  // Without a word on which folders are worked for, none is taken for one that is not.
  expect(recordedFolders({ folders, meta })).toMatchObject([{ settings: undefined, health: undefined, active: true }]);
});

it('raises the rate again slowly from what was recorded', () => {
  const { meta } = freshLedger();
  meta.write('rate', { perSecond: 5, at: 1_000 });
  expect(recordedRate(meta, 1_000)).toEqual({ perSecond: 5, lowered: true });
  expect(recordedRate(meta, 101_000)?.perSecond).toBeCloseTo(25);
  expect(recordedRate(meta, 10_000_000)).toEqual({ perSecond: 50, lowered: false });
});
