import { expect, it } from 'vitest';
import { type Message, say } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import { type LeftOutReason, leftOutMessage, leftOutSchema } from '../../../electron/core/watch/left-out.ts';

const left = (reason: LeftOutReason, ending = '') => leftOutSchema.parse({ reason, ending, count: 2, paths: ['a', 'b'] });

it.each<[LeftOutReason, Message]>([
  ['notIncluded', say('leftOut.notIncluded', { count: 2 })],
  ['ignored', say('leftOut.ignored', { count: 2 })],
  ['link', say('leftOut.link', { count: 2 })],
  ['filedAway', say('leftOut.filedAway', { count: 2 })],
  ['deep', say('leftOut.deep', { count: 2 })],
  ['directory', say('leftOut.directory', { count: 2 })],
  ['entry', say('leftOut.entry', { count: 2 })],
  ['name', say('leftOut.name', { count: 2 })],
])('What a folder leaves out is counted by its reason: %s', (reason, message) => {
  expect(leftOutMessage(left(reason, '.tif'))).toEqual(message);
  expect(inEnglish(message)).toContain('2');
});

it('Of a type that is not taken, the ending is told, if there is one', () => {
  expect(leftOutMessage(left('type', '.tif'))).toEqual(say('leftOut.type', { count: 2, ending: '.tif' }));
  expect(leftOutMessage(left('type'))).toEqual(say('leftOut.noEnding', { count: 2 }));
  expect(leftOutSchema.safeParse({ ...left('type'), reason: 'whim' }).success).toBe(false);
});
