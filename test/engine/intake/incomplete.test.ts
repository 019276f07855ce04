/** Files of which a part is proved to be missing wait for a person, unless their folder sends them. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeBytes } from '../../support/make-files.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

const whole = makeBytes('jpg', 'a photograph');
const half = whole.subarray(0, whole.length - 4);
const write = (bytes: Uint8Array, name = 'a.jpg') => writeFileSync(join(folder.path, name), bytes);
const begin = (settings = folder) => scene.start({ url: sandbox.url, key: sandbox.key, folders: [settings] });
/** Half a picture has come, and waits. */
async function heldHalf() {
  const run = await begin();
  write(half);
  await scene.until('it is held', () => run.documents()[0]?.state.kind === 'waiting');
  return run;
}
const held = { kind: 'waiting', wait: { kind: 'held', why: 'incomplete' } };

describe('half a picture', () => {
  it('is held after a minute, and sent once when the rest has come, however late', async () => {
    const run = await heldHalf();
    expect(run.documents()[0]?.state).toMatchObject(held);
    await scene.pass(hour);
    expect(sandbox.allAccepted()).toEqual([]);
    write(whole);
    run.engine.lookNow();
    await scene.until('it is delivered', () => run.delivered() === 1);
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('in the place of a picture that was sent is not sent by an answer about all that has changed', async () => {
    const run = await begin({ ...folder, changed: 'ask' });
    for (const name of ['a.jpg', 'b.jpg']) write(Buffer.concat([whole, Buffer.from(name)]), name);
    await scene.until('both are delivered', () => run.delivered() === 2);
    write(half, 'a.jpg');
    write(Buffer.concat([whole, Buffer.from('another')]), 'b.jpg');
    run.engine.lookNow();
    await scene.until('both are held', () => run.stage('a.jpg') === 'held' && run.stage('b.jpg') === 'held');
    run.engine.answerQuestion(run.seen.folders[0]?.id ?? 0, 'send');
    await scene.until('the whole one is delivered', () => run.delivered() === 3);
    await scene.pass(hour);
    expect(run.file('a.jpg')).toMatchObject({ held: 'incomplete' });
    expect(sandbox.allAccepted()).toHaveLength(3);
    run.engine.sendAgain([run.file('a.jpg').id]);
    await scene.until('it is sent', () => sandbox.allAccepted().length === 4);
  });

  it('is sent as it is if a person says so', async () => {
    const run = await heldHalf();
    run.engine.sendAgain(run.documents().map(({ id }) => id));
    await scene.until('it is sent', () => sandbox.allAccepted().length === 1);
  });

  it('is sent once its folder sends such files', async () => {
    const run = await heldHalf();
    await run.engine.stop();
    const next = await begin({ ...folder, incomplete: 'send' });
    write(half.subarray(0, -1), 'b.jpg');
    next.engine.lookNow();
    await scene.until('both are sent', () => sandbox.allAccepted().length === 2);
  });
});

it('a file whose end came before its middle is sent once, whole', async () => {
  const run = await begin();
  const [head, tail] = [makeBytes('pdf', 'a').subarray(0, 300), makeBytes('pdf', 'a').subarray(300)];
  write(Buffer.concat([head, Buffer.alloc(50_000), tail]), 'a.pdf');
  await scene.until(
    'it is delayed',
    () => run.documents()[0]?.state.kind === 'settling' && run.documents()[0]?.dueAt !== undefined,
  );
  await scene.pass(2 * minute);
  expect(run.documents()[0]?.state).toMatchObject({ kind: 'settling', delayed: { code: 'unfit.incomplete.hole' } });
  expect(sandbox.allAccepted()).toEqual([]);
  write(Buffer.concat([head, Buffer.alloc(50_000, '% '), tail]), 'a.pdf');
  run.engine.lookNow();
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(sandbox.allAccepted()).toHaveLength(1);
});
