import { expect, it } from 'vitest';
import { type FolderHealth, isOutOfReach } from '../../../electron/core/contract/status.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

it.each<[boolean, FolderHealth]>([
  [true, { kind: 'unreachable', message: foreign('It is not there') }],
  [true, { kind: 'watching', by: 'events', unread: { count: 1, paths: ['sub'] } }],
  [false, { kind: 'watching', by: 'polling' }],
  [false, { kind: 'scanning' }],
  [false, { kind: 'paused', message: foreign('Its route is gone') }],
  [false, { kind: 'resting' }],
])('A folder that cannot be reached, not even a part of it, is out of reach: %s for %j', (is, health) => {
  expect(isOutOfReach(health)).toBe(is);
});
