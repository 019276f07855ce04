import { expect, it } from 'vitest';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { FolderHealth } from '../../../electron/core/contract/status.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { WatchedFolders } from '../../../electron/engine/loop/watched-folders.ts';
import { freshLedger } from '../../ledger/fixture.ts';

function watched(ledger = freshLedger().ledger) {
  const route = { kind: 'extraction', id: 'e' } as const;
  const settings = ['/scans', '/mail'].map((path) => folderSettingsSchema.parse({ path, route }));
  const told: FolderHealth['kind'][] = [];
  let now = 1;
  const clock = { now: () => now, elapsed: () => 1, after: () => () => {} };
  const folders = new WatchedFolders({ ledger, clock }, settings, (notice) => {
    if (notice.kind === 'folder') told.push(notice.health.kind);
  });
  const [id = 0] = folders.active().map((folder) => folder.id);
  const at = (moment: number) => {
    now = moment;
  };
  return { folders, id, told, ledger, at };
}

const others: FolderHealth = { kind: 'unreachable', message: foreign('Another Intray watches it.') };

it('A folder that is held is not worked on, and is looked at again once it is released', () => {
  const { folders, id, told } = watched();
  folders.hold(id, others);
  expect([folders.isHeld(id), folders.working().length, folders.health(id)]).toEqual([true, 1, { ...others, since: 1 }]);
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
  expect(folders.health(id)).toEqual({ ...paused, since: 1 });
});

it('A folder that was held without a word says nothing when it is released', () => {
  const { folders, id, told } = watched();
  folders.setHealth(id, { kind: 'watching', by: 'events' });
  folders.hold(id);
  folders.release(id);
  expect([folders.health(id).kind, told]).toEqual(['watching', ['watching']]);
});

it('A problem is as old as what was said of the folder before, in an earlier run too, while it is the same', () => {
  const { folders, id, ledger, at } = watched();
  folders.setHealth(id, others);
  at(5_000);
  folders.setHealth(id, { ...others, message: foreign('Its share is gone.') });
  expect(folders.health(id)).toMatchObject({ since: 1 });
  const later = watched(ledger).folders;
  later.setHealth(id, others);
  expect(later.health(id)).toMatchObject({ since: 1 });
  later.setHealth(id, { kind: 'watching', by: 'events' });
  folders.setHealth(id, others);
  expect(folders.health(id)).toMatchObject({ since: 5_000 });
});
