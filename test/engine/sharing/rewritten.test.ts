/** What machines that watch one folder write anew after each other: one JSON beside each file, whoever wrote it before. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';
import { Machines } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  machines = new Machines(scene, sandbox);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

/** The first one writes to the folder, and the other one knows what it has written. */
async function bothWith(...names: readonly string[]): Promise<readonly [one: Run, other: Run]> {
  await scene.put(folder, ...names);
  const start = (name: string) =>
    machines.start(name, { folders: [folder], inbox: 'office', identity: { host: name, path: '/data' } });
  const one = await start('one');
  await scene.until('it has written', () => one.delivered() === names.length);
  const other = await start('other');
  await scene.until('the other one knows', () => other.delivered() === names.length);
  return [one, other];
}

const correct = (run: Run, number: string) =>
  expect(run.engine.confirm(run.document('a.pdf').id, { number }, 'Ann')).toMatchObject({ ok: true });
const knows = (run: Run) => run.document('a.pdf').review !== undefined && run.delivered() === 1;
const isWritten = (number: string) => JSON.stringify(scene.resultOf(folder, 'a.pdf')).includes(number);
const jsons = () => scene.names(folder).filter((name) => name.endsWith('.json'));

describe('A machine that goes on where another one wrote', () => {
  it('replaces the JSON that the other one had written anew', async () => {
    const [one, other] = await bothWith('a.pdf');
    correct(one, 'first');
    await scene.until('both know', () => isWritten('first') && knows(one) && knows(other));
    one.kill();
    correct(other, 'second');
    await scene.until('it is written', () => isWritten('second'));
    expect(jsons()).toEqual(['a.pdf.json']);
  });

  it('finds the JSON that the other one had written anew and not told of', async () => {
    const [one, other] = await bothWith('a.pdf');
    one.refuse = (operation) => {
      if (operation === 'replaceWhole') machines.way('one').fate = 'cut';
      return undefined;
    };
    correct(other, 'first');
    await scene.until('the first one has written it', () => isWritten('first'));
    one.kill();
    await scene.until('the other one has found it', () => other.delivered() === 1);
    expect(jsons()).toEqual(['a.pdf.json']);
    correct(other, 'second');
    await scene.until('it is written', () => isWritten('second'));
    expect(jsons()).toEqual(['a.pdf.json']);
  });

  it('knows its own JSON that it had written anew and not told of, from before a crash', async () => {
    const [one, other] = await bothWith('a.pdf');
    one.refuse = (operation) => {
      if (operation === 'replaceWhole') machines.way('one').fate = 'cut';
      return undefined;
    };
    correct(one, 'first');
    await scene.until('it has written it', () => isWritten('first'));
    one.kill();
    // The other one writes there by now.
    await scene.pass(60_000);
    machines.way('one').fate = 'answered';
    const again = await machines.start('one', { folders: [folder], inbox: 'office', identity: { host: 'one', path: '/data' } });
    await scene.until('the other one knows', () => knows(other));
    other.kill();
    correct(again, 'second');
    await scene.until('it is written', () => isWritten('second'));
    expect(jsons()).toEqual(['a.pdf.json']);
  });
});
