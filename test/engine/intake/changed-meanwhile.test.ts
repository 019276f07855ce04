/** A file that changes while it is taken in is taken in again: what was decided would be about a content that it has no more. */
import { createHash } from 'node:crypto';
import { statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { makeBytes } from '../../support/make-files.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const [one, two] = [makeBytes('pdf', 'one content'), makeBytes('pdf', 'two content')];
const factsOf = (path: string) => {
  const { size, mtimeMs, ino } = statSync(path);
  return { size, mtimeMs, ino };
};

it.each<[string, 'hash' | 'stat', (run: Run, path: string) => void]>([
  ['after it was read', 'hash', () => {}],
  // As a scan notes it that comes at that moment.
  [
    'while its copies are looked for',
    'stat',
    (run, path) => void run.ledger.documents.update(run.document('b.pdf').id, { facts: factsOf(path) }),
  ],
])('%s', async (_, at, note) => {
  expect(one.length).toBe(two.length);
  const folder = scene.folder('scans', sandbox.extraction);
  const [first, path] = [join(folder.path, 'a.pdf'), join(folder.path, 'b.pdf')];
  writeFileSync(first, one);
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('the first is delivered', () => run.delivered() === 1);
  let isRead = false;
  let isChanged = false;
  run.refuse = (operation, looked) => {
    isRead ||= operation === 'hash' && looked === path;
    const isMoment = at === 'hash' ? isRead : isRead && operation === 'stat' && looked === first;
    if (!isMoment || isChanged) return undefined;
    isChanged = true;
    writeFileSync(path, two);
    utimesSync(path, 1_700_000_000, 1_700_000_000);
    note(run, path);
    return undefined;
  };
  writeFileSync(path, one);
  await scene.until('it is delivered too', () => isChanged && run.delivered() === 2);
  await scene.pass(minute);
  expect(run.documents()).toHaveLength(2);
  expect(run.document('b.pdf').hash).toBe(createHash('sha256').update(two).digest('hex'));
  expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
});
