import { expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { FolderHealth } from '../../../electron/core/contract/status.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { WatchedFolders } from '../../../electron/engine/loop/watched-folders.ts';
import { freshLedger } from '../../ledger/fixture.ts';

function watched() {
  const { ledger } = freshLedger();
  const route = { kind: 'extraction', id: 'e' } as const;
  const settings = ['/scans', '/mail'].map((path) => folderSettingsSchema.parse({ path, route }));
  const told: FolderHealth['kind'][] = [];
  const clock = { now: () => 1, elapsed: () => 1, after: () => () => {} };
  const folders = new WatchedFolders({ ledger, clock }, settings, (notice) => {
    if (notice.kind === 'folder') told.push(notice.health.kind);
  });
  const [id = 0] = folders.active().map((folder) => folder.id);
  return { folders, id, told };
}

const others: FolderHealth = { kind: 'unreachable', message: foreign('Another Intray watches it.') };

it('A folder that is held is not worked on, and is looked at again once it is released', () => {
  const { folders, id, told } = watched();
  folders.hold(id, others);
  expect([folders.isHeld(id), folders.working().length, folders.health(id)]).toEqual([true, 1, others]);
  folders.release(id);
  expect([folders.isHeld(id), folders.working().length, folders.health(id)]).toEqual([false, 2, { kind: 'scanning' }]);
  expect(told).toEqual(['unreachable', 'scanning']);
});

it('What a pause of its route says stays when a folder is released', () => {
  const { folders, id } = watched();
  folders.hold(id, others);
  const paused: FolderHealth = { kind: 'paused', message: foreign('Its route is gone.') };
  folders.setHealth(id, paused);
  folders.release(id);
  expect(folders.health(id)).toEqual(paused);
});

it('A folder that was held without a word says nothing when it is released', () => {
  const { folders, id, told } = watched();
  folders.setHealth(id, { kind: 'watching', by: 'events' });
  folders.hold(id);
  folders.release(id);
  expect([folders.health(id).kind, told]).toEqual(['watching', ['watching']]);
});
