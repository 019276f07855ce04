/** Files that were there before a folder was watched are left alone, whatever becomes of the folder meanwhile. */
import { mkdirSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { isHeldAs } from '../../../electron/core/document/states.ts';
import { isSameLeftAlone } from '../../../electron/core/watch/compare-directory.ts';
import { makeBytes } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let run: Run;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = { ...scene.folder('scans', sandbox.extraction), existing: 'skip' };
  mkdirSync(at('sub'));
  for (const name of ['old.pdf', 'sub/older.pdf']) write(name, -3_600_000);
});
afterEach(() => scene.end());

const at = (name: string) => join(folder.path, name);
/** Writes a document that is so many milliseconds old. */
function write(name: string, age: number): void {
  writeFileSync(at(name), makeBytes('pdf', name));
  touch(name, scene.clock.now() + age);
}
const touch = (name: string, time: number) => utimesSync(at(name), time / 1_000, time / 1_000);

async function begin(): Promise<void> {
  run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('it has been scanned', () => run.ledger.folders.get(1)?.baselineAt !== undefined);
}

/** A new document is sent, and nothing else. */
async function expectLeftAlone(): Promise<void> {
  run.engine.lookNow();
  await scene.pass(minute);
  write('new.pdf', 1_000);
  run.engine.lookNow();
  await scene.until('the new one is delivered', () => run.delivered() === 1);
  expect(run.documents().map(({ path }) => path)).toEqual(['new.pdf']);
  expect(sandbox.allAccepted()).toHaveLength(1);
}

describe('a file that was left alone is not sent', () => {
  it('when its subfolder was away during a scan', async () => {
    await begin();
    renameSync(at('sub'), `${folder.path}-elsewhere`);
    run.engine.lookNow();
    await scene.pass(minute);
    renameSync(`${folder.path}-elsewhere`, at('sub'));
    await expectLeftAlone();
  });

  it.each(['sub', 'other'])('when another one has its name while it is away, and it comes back in "%s"', async (back) => {
    await begin();
    renameSync(at('sub'), `${folder.path}-elsewhere`);
    run.engine.lookNow();
    await scene.pass(minute);
    mkdirSync(at('sub'));
    write('sub/older.pdf', 1_000);
    writeFileSync(at('sub/older.pdf'), makeBytes('pdf', 'another one'));
    run.engine.lookNow();
    await scene.until('the other one is delivered', () => run.delivered() === 1);
    if (back === 'sub') renameSync(at('sub'), at('renamed'));
    run.engine.lookNow();
    await scene.pass(minute);
    renameSync(`${folder.path}-elsewhere`, at(back));
    run.engine.lookNow();
    await scene.pass(10 * minute);
    expect(run.documents()).toHaveLength(1);
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it.each(['the same run', 'a later run'])('when its subfolder could not be read at first, and can in %s', async (when) => {
    run = scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    run.refuse = (operation, path) => (operation === 'list' && path === at('sub') ? 'denied' : undefined);
    await run.engine.start();
    await scene.until('it has been scanned', () => run.ledger.folders.get(1)?.baselineAt !== undefined);
    if (when === 'a later run') {
      await run.end();
      await begin();
    }
    run.refuse = () => undefined;
    await expectLeftAlone();
    write('sub/later.pdf', -3_600_000);
    run.engine.lookNow();
    await scene.until('what comes later is new, however old it is', () => run.delivered() === 2);
  });

  it('when its share was gone, and a hidden file was in the mount point', async () => {
    await begin();
    renameSync(folder.path, `${folder.path}-share`);
    mkdirSync(folder.path);
    writeFileSync(at('.autofs'), '');
    run.engine.lookNow();
    await scene.pass(minute);
    expect(run.engine.status().folders[0]?.health.kind).toBe('unreachable');
    rmSync(folder.path, { recursive: true });
    renameSync(`${folder.path}-share`, folder.path);
    await expectLeftAlone();
  });

  it('when all times move by an hour, as daylight saving moves them on FAT', async () => {
    await begin();
    for (const name of ['old.pdf', 'sub/older.pdf']) touch(name, statSync(at(name)).mtimeMs + 60 * minute);
    await expectLeftAlone();
  });

  it('when its time is in the future', async () => {
    write('tomorrow.pdf', 24 * 60 * minute);
    await begin();
    await expectLeftAlone();
  });
});

describe('files that were left alone and look new are asked about, and nothing of them is sent until then', () => {
  const redate = (...names: readonly string[]) => {
    for (const name of names) touch(name, scene.clock.now() - 20 * minute);
  };
  const rewrite = (count: number) => {
    for (let number = 0; number < count; number += 1)
      writeFileSync(at(`${number}.pdf`), makeBytes('pdf', `a new and longer document ${number}`));
  };
  const held = () => run.documents().filter(({ state }) => isHeldAs(state, 'asked')).length;

  it.each(['send', 'leave'] as const)('when their times are other ones: %s', async (answer) => {
    await begin();
    redate('old.pdf', 'sub/older.pdf');
    run.engine.lookNow();
    await scene.until('they are held', () => held() === 2);
    await run.end();
    await begin();
    await scene.pass(minute);
    expect(run.engine.status()).toMatchObject({
      attention: 2,
      folders: [{ question: { documents: 2, message: reads('2 doc') } }],
    });
    write('new.pdf', 1_000);
    run.engine.lookNow();
    await scene.until('what is new goes its way', () => run.delivered() === 1);
    expect(run.uploads().flatMap(({ fileNames }) => fileNames)).toEqual(['new.pdf']);
    run.engine.answerQuestion(1, answer);
    await scene.until('it is done', () => run.delivered() === (answer === 'send' ? 3 : 1));
    expect(run.engine.status().folders[0]).not.toHaveProperty('question');
    expect(run.ledger.meta.read('question', 1)).toBeUndefined();
    run.engine.lookNow();
    await scene.pass(minute);
    expect(run.documents()).toHaveLength(answer === 'send' ? 3 : 1);
    expect(run.documents().filter(({ possibleDuplicate }) => possibleDuplicate)).toEqual([]);
  });

  it.each([
    [5, 0],
    [6, 6],
  ])('when %i of them have another size, %i are held', async (count, asked) => {
    for (let number = 0; number < count; number += 1) write(`${number}.pdf`, -3_600_000);
    await begin();
    rewrite(count);
    run.engine.lookNow();
    await scene.until('they were seen', () => run.documents().length === count);
    await scene.pass(minute);
    expect(held()).toBe(asked);
    expect(run.delivered()).toBe(count - asked);
  });

  it('when six of them have another size within an hour, though Intray was started again in between', async () => {
    for (let number = 0; number < 6; number += 1) write(`${number}.pdf`, -3_600_000);
    await begin();
    rewrite(3);
    run.engine.lookNow();
    await scene.until('three are delivered', () => run.delivered() === 3);
    await run.end();
    await begin();
    for (const name of ['3.pdf', '4.pdf', '5.pdf'])
      writeFileSync(at(name), makeBytes('pdf', `a new and longer document ${name}`));
    run.engine.lookNow();
    await scene.until('they were seen', () => run.documents().length === 6);
    await scene.pass(minute);
    expect(held()).toBe(3);
    expect(run.delivered()).toBe(3);
  });

  it('but not where six of them have another size in the course of two hours: they were worked on', async () => {
    for (let number = 0; number < 6; number += 1) write(`${number}.pdf`, -3_600_000);
    await begin();
    rewrite(5);
    run.engine.lookNow();
    await scene.until('five are delivered', () => run.delivered() === 5);
    await scene.pass(2 * hour, { coarse: true });
    writeFileSync(at('5.pdf'), makeBytes('pdf', 'a new and longer document 5'));
    run.engine.lookNow();
    await scene.until('so is the last one', () => run.delivered() === 6);
  });

  it('and once more if they are gone and back', async () => {
    await begin();
    redate('old.pdf');
    run.engine.lookNow();
    await scene.until('it is held', () => held() === 1);
    renameSync(at('old.pdf'), `${folder.path}-old.pdf`);
    run.engine.lookNow();
    await scene.until('the question is closed', () => run.ledger.meta.read('question', 1) === undefined);
    expect(run.documents()).toEqual([]);
    renameSync(`${folder.path}-old.pdf`, at('old.pdf'));
    run.engine.lookNow();
    await scene.until('it is asked about again', () => held() === 1);
    await scene.pass(minute);
    expect(run.uploads()).toEqual([]);
  });

  it('until an answer comes from another process, or each was sent by hand', async () => {
    await begin();
    redate('old.pdf', 'sub/older.pdf');
    run.engine.lookNow();
    await scene.until('they are held', () => held() === 2);
    run.engine.sendAgain([run.document('old.pdf').id]);
    await scene.until('it is delivered', () => run.delivered() === 1);
    run.ledger.meta.write('question', { since: 1, why: 'left-alone', answer: 'leave' }, 1);
    await scene.until('it is answered', () => run.ledger.meta.read('question', 1) === undefined);
    expect(run.documents().map(({ path }) => path)).toEqual(['old.pdf']);
  });
});

it('a file that was left alone is sent once its content is another', async () => {
  await begin();
  writeFileSync(at('old.pdf'), makeBytes('pdf', 'a new and longer document'));
  run.engine.lookNow();
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(run.documents().map(({ path }) => path)).toEqual(['old.pdf']);
});

it.each([
  [0, 0, true],
  [0, 3_600_000, true],
  [0, -1_801_500, true],
  [0, 600_000, false],
  [0, 48 * 3_600_000, false],
  [1, 3_600_000, false],
])('%i bytes more and a time %i ms later: the same is %s', (size, later, same) => {
  const before = { size: 10, mtimeMs: 1_600_000_000_000, ino: 4 };
  expect(isSameLeftAlone(before, { size: 10 + size, mtimeMs: before.mtimeMs + later, ino: 5 })).toBe(same);
});

it('a file that was left alone takes the name of one whose result is on the way: that has gone', async () => {
  await begin();
  write('new.pdf', 1_000);
  run.engine.lookNow();
  await scene.until('the service has it', () => run.has('new.pdf') && run.state('new.pdf') === 'queued');
  rmSync(at('new.pdf'));
  run.engine.lookNow();
  await scene.until('it is missed', () => run.ledger.files.get(1, '', 'new.pdf') === undefined);
  renameSync(at('old.pdf'), at('new.pdf'));
  run.engine.lookNow();
  await scene.until('it is not waited for', () => run.state('new.pdf') === 'gone');
  expect(run.engine.status().balance).toMatchObject({ found: 1, gone: 1, moving: 0 });
  expect(scene.resultOf(folder, 'new.pdf')).toBeUndefined();
});
