/** What machines that watch one folder write anew after each other: one JSON beside each file, whoever wrote it before. */
import { appendFileSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
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
  return bothOn(names.length);
}

/** @param count of the files that are there */
async function bothOn(count: number): Promise<readonly [one: Run, other: Run]> {
  const start = (name: string) =>
    machines.start(name, { folders: [folder], inbox: 'office', identity: { host: name, path: '/data' } });
  const one = await start('one');
  await scene.until('it has written', () => written(one) === count);
  const other = await start('other');
  await scene.until('the other one knows', () => written(other) === count);
  return [one, other];
}

const written = (run: Run) => run.documents().filter(({ delivery }) => delivery.kind === 'done').length;
const correct = (run: Run, number: string) =>
  expect(run.engine.confirm(run.document('a.pdf').id, { number }, 'Ann')).toMatchObject({ ok: true });
const knows = (run: Run) => run.document('a.pdf').review !== undefined && run.delivered() === 1;
const isWritten = (number: string) => JSON.stringify(scene.resultOf(folder, 'a.pdf')).includes(number);
/** The first machine writes it, and cannot tell the register of it any more. */
function cutOnceItWrites(one: Run, by = 'replaceWhole', ending = '.json'): void {
  one.refuse = (operation, path) => {
    if (operation === by && path.endsWith(ending)) machines.way('one').fate = 'cut';
    return undefined;
  };
}
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
    cutOnceItWrites(one);
    correct(other, 'first');
    await scene.until('the first one has written it', () => isWritten('first'));
    one.kill();
    await scene.until('the other one has found it', () => other.delivered() === 1);
    expect(jsons()).toEqual(['a.pdf.json']);
    correct(other, 'second');
    await scene.until('it is written', () => isWritten('second'));
    expect(jsons()).toEqual(['a.pdf.json']);
  });

  it('replaces the JSON that the other one had written anew and not told of, although something else is to be written by now', async () => {
    const [one, other] = await bothWith('a.pdf');
    cutOnceItWrites(one);
    correct(other, 'first');
    await scene.until('the first one has written it', () => isWritten('first'));
    one.kill();
    correct(other, 'second');
    await scene.until('it is written', () => isWritten('second'));
    expect(jsons()).toEqual(['a.pdf.json']);
  });

  it('knows its own JSON that it had written anew and not told of, from before a crash', async () => {
    const [one, other] = await bothWith('a.pdf');
    cutOnceItWrites(one);
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

  it('does not tell as its own what it has only heard of, and the other one has written anew since', async () => {
    const categories = [{ name: 'Letters', description: 'Letters' }];
    const { id } = sandbox.control.createClassification({ name: 'Mail', description: '', categories });
    folder = scene.folder('mail', { kind: 'classification', id });
    for (const name of ['a.pdf', 'copy.pdf']) await makeFile(join(folder.path, name), 'content of a.pdf');
    const [one, other] = await bothOn(2);
    const reviewed = (run: Run) => ['a.pdf', 'copy.pdf'].every((name) => run.document(name).review !== undefined);
    expect(one.engine.confirm(one.document('a.pdf').id, {}, 'Ann')).toMatchObject({ ok: true });
    await scene.until('both know', () => [one, other].every((run) => reviewed(run) && written(run) === 2));
    // A new run takes the word on the copy back, and nobody else hears of that before it has ended.
    await scene.done(one.engine.redo(one.document('a.pdf').id, 'Ann'));
    await scene.until('the copy is written anew', () => scene.resultOf(folder, 'copy.pdf')?.reviewed === undefined);
    const [json] = one.ledger.outputs.of(one.document('copy.pdf').id).filter(({ kind }) => kind === 'json');
    const told = () => [...machines.database.deliveries.values()].map((each) => each.json?.hash);
    await scene.until('the register knows', () => told().includes(json?.hash));
    one.kill();
    // The other one writes there by now.
    await scene.pass(60_000);
    expect(other.engine.confirm(other.document('copy.pdf').id, {}, 'Bob')).toMatchObject({ ok: true });
    await scene.until('it is written', () => JSON.stringify(scene.resultOf(folder, 'copy.pdf')).includes('Bob'));
    expect(jsons()).toEqual(['a.pdf.json', 'copy.pdf.json']);
  });

  it('replaces the JSON of which the other one could not write the row, before it was about to write the next', async () => {
    const [one, other] = await bothWith('a.pdf');
    const writes = (operation: string) => operation === 'writeAt' || operation === 'replaceWhole';
    one.refuse = (operation, path) => (writes(operation) && path.endsWith('.csv') ? 'locked' : undefined);
    correct(other, 'first');
    await scene.until('the first one has written it', () => isWritten('first'));
    let refused = 0;
    one.refuse = (operation, path) => {
      if (!writes(operation)) return undefined;
      if (!path.endsWith('.csv')) refused += 1;
      return 'locked';
    };
    correct(other, 'second');
    await scene.until('it was about to write the next', () => refused > 0);
    one.kill();
    await scene.until('it is written', () => isWritten('second'));
    expect(jsons()).toEqual(['a.pdf.json']);
  });

  it('goes on with the table that the other one had begun and not told of', async () => {
    const [one, other] = await bothWith('a.pdf');
    appendFileSync(scene.path(folder.path, 'intray-Invoices.csv'), 'a person’s own row\r\n');
    cutOnceItWrites(one, 'createWhole', '.csv');
    await scene.put(folder, 'b.pdf');
    const tables = () => scene.names(folder).filter((name) => name.endsWith('.csv'));
    await scene.until('another table is begun', () => tables().length === 2 && written(one) === 2);
    one.kill();
    await scene.until('the other one has taken it up', () => written(other) === 2);
    await scene.put(folder, 'c.pdf');
    await scene.until('all are delivered', () => written(other) === 3);
    expect(tables()).toHaveLength(2);
    const rows = scene.rows(scene.path(folder.path, 'intray-Invoices (2).csv'));
    expect(rows.map(({ file }) => file)).toEqual(['b.pdf', 'c.pdf']);
  });
});

describe('What was begun and not told of', () => {
  it.each(['a.pdf', 'M\u00fcller.pdf', 'Mu\u0308ller.pdf'])(
    'is written anew, although the register knows of nothing else, however it is called: %j',
    async (name) => {
      const [one, other] = await bothWith(name);
      const content = () => readFileSync(scene.path(folder.path, `${name}.json`), 'utf8');
      machines.way('other').fate = 'cut';
      cutOnceItWrites(one);
      expect(one.engine.confirm(one.document(name).id, { number: 'first' }, 'Ann')).toMatchObject({ ok: true });
      await scene.until('the first one has written it', () => content().includes('first'));
      one.kill();
      // The register was restored from a backup, or the word was never told: nobody else knows of it.
      for (const row of machines.database.rows.values()) for (const member of ['review', 'revision'] as const) delete row[member];
      machines.way('other').fate = 'answered';
      await scene.until('it says what it did before', () => !content().includes('first'));
      await scene.until('nothing is begun any more', () => machines.database.intents.size === 0);
      expect(jsons()).toEqual([`${name}.json`]);
      expect(other.delivered()).toBe(1);
    },
  );

  it('is known no longer once the file was filed away, or has gone', async () => {
    folder = scene.folder('filed', sandbox.extraction, { fileAway: { kind: 'move', to: 'Done' } });
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const start = () => machines.start('one', { folders: [folder], inbox: 'office', identity: { host: 'one', path: '/data' } });
    const one = await start();
    one.refuse = (operation, path) => {
      if (operation === 'createWhole' && path.endsWith('b.pdf.json')) return 'locked';
      if (operation === 'moveNew') machines.way('one').fate = 'cut';
      return undefined;
    };
    await scene.until('one is filed', () => one.has('Done/a.pdf'));
    expect(machines.database.intents.size).toBe(2);
    rmSync(scene.path(folder.path, 'b.pdf'));
    one.kill();
    machines.way('one').fate = 'answered';
    await start();
    await scene.until('nothing is begun any more', () => machines.database.intents.size === 0);
  });

  it('leaves nothing with those that only hear of it', async () => {
    const [one, other] = await bothWith('a.pdf');
    for (const number of ['1', '2', '3', '4']) {
      correct(one, `number ${number}`);
      const hasHeard = () => `${JSON.stringify(other.document('a.pdf').review)}`.includes(`number ${number}`);
      await scene.until('both know', () => isWritten(`number ${number}`) && hasHeard() && written(other) === 1);
    }
    expect(other.ledger.meta.read('delivery-json', other.document('a.pdf').folderId)).toBeUndefined();
  });
});
