import { expect, it } from 'vitest';
import { hoursOf } from '../../renderer/shell/hours.ts';

const at = (hour: number, minute: number) => (hour * 60 + minute) * 60_000;

it('What became of documents is told by the hour and folder, the newest first', () => {
  const documents = [
    { changedAt: at(9, 50), folderId: 1, standing: 'done' },
    { changedAt: at(9, 40), folderId: 2, standing: 'failed' },
    { changedAt: at(9, 5), folderId: 1, standing: 'needs-you' },
    { changedAt: at(3, 1), folderId: 1, standing: 'done' },
  ] as const;
  const hours = hoursOf(documents, false);
  expect(hours.map(({ at: newest, folderId }) => [newest, folderId])).toEqual([
    [at(9, 50), 1],
    [at(9, 40), 2],
    [at(3, 1), 1],
  ]);
  expect(hours[0]?.counts).toMatchObject({ done: 1, 'needs-you': 1, failed: 0 });
  expect(hoursOf(documents, true)).toEqual(hours.slice(0, 2));
});

it('The hour of the last document is told though others of it may be missing, where there is no other hour', () => {
  const documents = [{ changedAt: at(9, 50), folderId: 1, standing: 'done' }] as const;
  expect(hoursOf(documents, true)).toEqual(hoursOf(documents, false));
});
