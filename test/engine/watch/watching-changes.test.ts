/** Files that are renamed, changed, copied and put back, at every moment of their way. */
import { copyFileSync, renameSync, rmSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { fileRecordOf } from '../../../electron/engine/loop/watched-folders.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
});
afterEach(() => scene.end());

const prepare = (folder: FolderSettings, options: Partial<RunOptions> = {}): Run =>
  scene.prepare({ url: sandbox.url, key: sandbox.key, folders: [folder], ...options });
async function begin(folder: FolderSettings): Promise<Run> {
  const run = prepare(folder);
  await run.engine.start();
  return run;
}
const delivered = (run: Run, count: number) =>
  scene.until(`${count} are delivered`, () => run.delivered() === count, { within: hour });
const isSettling = (run: Run, name: string) => run.document(name).state.kind === 'settling';
const number = (folder: FolderSettings, name: string) =>
  (scene.resultOf(folder, name)?.extracted_data as { number?: string })?.number;

/** One document, with the result of its content beside its new name, sent once. */
function expectRenamed(run: Run, folder: FolderSettings): void {
  expect(run.documents().map(({ path, state }) => [path, state.kind])).toEqual([['new.pdf', 'processed']]);
  expect(number(folder, 'new.pdf')).toBe('content of old.pdf');
  expect(scene.resultOf(folder, 'old.pdf')).toBeUndefined();
  expect(sandbox.allAccepted()).toHaveLength(1);
  expect(scene.tablesOf(folder).map(({ file }) => file)).toEqual(['new.pdf']);
}

describe('a file is renamed', () => {
  const rename = (folder: FolderSettings) => renameSync(join(folder.path, 'old.pdf'), join(folder.path, 'new.pdf'));

  it('while it settles, or waits', async () => {
    const added = sandbox.faults.add('403-pages,on=uploads');
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'old.pdf');
    const run = await begin(folder);
    await scene.until('it waits', () => run.gate() === 'forbidden');
    rename(folder);
    await scene.until('the rename is seen', () => run.has('new.pdf'));
    sandbox.faults.remove(added.id);
    run.engine.lookNow();
    await delivered(run, 1);
    expectRenamed(run, folder);
  });

  it.each(['before', 'after'] as const)('while it is uploaded, %s its request is whole', async (moment) => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'old.pdf');
    const run = prepare(folder);
    let renamed = false;
    const once = () => {
      if (!renamed) rename(folder);
      renamed = true;
    };
    if (moment === 'before') run.beforeSent = once;
    else run.afterSent = once;
    await run.engine.start();
    await delivered(run, 1);
    expectRenamed(run, folder);
    expect(run.documents()[0]).toMatchObject({ attempts: 0, possibleDuplicate: false });
  });

  it('while the service works on it', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'old.pdf');
    const run = await begin(folder);
    await scene.until('it is with the service', () => run.has('old.pdf') && run.state('old.pdf') === 'queued');
    rename(folder);
    await delivered(run, 1);
    expectRenamed(run, folder);
  });

  it('after delivery: nothing is sent again, and its JSON and row follow', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'old.pdf');
    const run = await begin(folder);
    await delivered(run, 1);
    rename(folder);
    await scene.until('the rename is seen', () => run.has('new.pdf'));
    await scene.pass(10 * minute);
    expectRenamed(run, folder);
    expect(run.delivered()).toBe(1);
    expect(scene.names(folder)).toEqual(['intray-Invoices.csv', 'new.pdf', 'new.pdf.json']);
  });

  it('with its directory, after delivery: no second JSON comes beside the one that moved along', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const names = ['a.pdf', 'b.pdf', 'c.pdf'];
    for (const name of names) await scene.put(folder, `March/${name}`);
    const run = await begin(folder);
    await delivered(run, 3);
    renameSync(join(folder.path, 'March'), join(folder.path, 'Spring'));
    await scene.until('the rename is seen', () => names.every((name) => run.has(`Spring/${name}`)));
    await scene.pass(10 * minute);
    expect(scene.names(folder)).toEqual([
      ...names.flatMap((name) => [`Spring/${name}`, `Spring/${name}.json`]),
      'intray-Invoices.csv',
    ]);
    expect(scene.tablesOf(folder).map(({ file }) => file)).toEqual(expect.arrayContaining(names.map((name) => `Spring/${name}`)));
    expect(sandbox.allAccepted()).toHaveLength(3);
  });

  it('with its directory, while its JSON is written and a delivery fails: the JSON that moved along is taken', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    for (const name of ['March/a.pdf', 'March/b.pdf']) await scene.put(folder, name);
    const run = prepare(folder);
    let failed = false;
    run.refuse = (operation, path) => {
      if (failed || operation !== 'createWhole' || !path.endsWith('.csv')) return undefined;
      failed = true;
      renameSync(join(folder.path, 'March'), join(folder.path, 'Spring'));
      // As a scan does that finds it just now.
      for (const document of run.documents()) {
        const { folderId, directory, name } = fileRecordOf(document);
        run.ledger.files.remove(folderId, directory, name);
        run.ledger.files.put(fileRecordOf(run.ledger.documents.update(document.id, { path: `Spring/${name}` })));
      }
      throw new Error('a fault');
    };
    await run.engine.start();
    await delivered(run, 2);
    expect(failed).toBe(true);
    expect(scene.names(folder)).toEqual([
      ...['a.pdf', 'b.pdf'].flatMap((name) => [`Spring/${name}`, `Spring/${name}.json`]),
      'intray-Invoices.csv',
    ]);
  });

  it('and touched while nobody looks, and copied: it stays the document of its file, although the copy is read first', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'm.pdf');
    const before = await begin(folder);
    await delivered(before, 1);
    await before.engine.stop();
    const at = (name: string) => join(folder.path, name);
    for (const ending of ['', '.json']) renameSync(at(`m.pdf${ending}`), at(`n.pdf${ending}`));
    const later = new Date(scene.clock.now() + minute);
    utimesSync(at('n.pdf'), later, later);
    copyFileSync(at('n.pdf'), at('a.pdf'));
    const run = prepare(folder);
    run.refuse = (operation, path) => (operation === 'open' && path === at('n.pdf') ? 'locked' : undefined);
    await run.engine.start();
    await scene.until('the copy has its result', () => run.has('a.pdf') && !isSettling(run, 'a.pdf'));
    run.refuse = () => undefined;
    await scene.until('the other one has its own', () => run.has('n.pdf') && !isSettling(run, 'n.pdf'));
    await scene.pass(10 * minute);
    expect(scene.names(folder)).toEqual(['a.pdf', 'a.pdf.json', 'intray-Invoices.csv', 'n.pdf', 'n.pdf.json']);
    expect(run.document('n.pdf').state.kind).toBe('processed');
    expect(run.document('a.pdf').state).toMatchObject({ kind: 'duplicate' });
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('by copying it to another disk and back, after delivery: it is known by its content', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await scene.put(folder, 'old.pdf');
    const run = await begin(folder);
    await delivered(run, 1);
    copyFileSync(join(folder.path, 'old.pdf'), join(folder.path, 'new.pdf'));
    rmSync(join(folder.path, 'old.pdf'));
    run.engine.lookNow();
    await scene.until('it is seen', () => run.has('new.pdf') && !run.has('old.pdf'));
    await scene.pass(10 * minute);
    expectRenamed(run, folder);
    expect(scene.names(folder)).toEqual(['intray-Invoices.csv', 'new.pdf', 'new.pdf.json']);
  });
});

it('tells four scans apart that had one name until they were filed away', async () => {
  const folder = scene.folder('scans', sandbox.extraction, { fileAway: { kind: 'move', to: 'Processed' } });
  const run = await begin(folder);
  for (const number of [1, 2, 3, 4]) {
    await makeFile(join(folder.path, 'scan0001.pdf'), `scan ${number}`);
    await delivered(run, number);
  }
  expect(scene.tablesOf(folder).map(({ file, number }) => [file, number])).toEqual([
    ['scan0001.pdf', 'scan 1'],
    ['Processed/scan0001 (2).pdf', 'scan 2'],
    ['Processed/scan0001 (3).pdf', 'scan 3'],
    ['Processed/scan0001 (4).pdf', 'scan 4'],
  ]);
});

describe('a file changes', () => {
  const write = (folder: FolderSettings, text: string) => makeFile(join(folder.path, 'a.pdf'), text);

  it('after delivery: it is sent, its JSON is replaced, and its row is marked', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
    await write(folder, 'first');
    const run = await begin(folder);
    await delivered(run, 1);
    await write(folder, 'second and longer');
    await scene.until('the new one is delivered', () => number(folder, 'a.pdf') === 'second and longer');
    await scene.pass(minute);
    expect(scene.tablesOf(folder).map(({ number: said, status }) => [said, status])).toEqual([
      ['first', 'replaced'],
      ['second and longer', 'processed'],
    ]);
    expect(scene.names(folder)).toEqual(['a.pdf', 'a.pdf.json', 'intray-Invoices.csv']);
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('after delivery, and the folder asks: it is held, and a person can send it', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await write(folder, 'first');
    const run = await begin(folder);
    await delivered(run, 1);
    await write(folder, 'second and longer');
    await scene.until('it is held', () => run.document('a.pdf').state.kind === 'waiting');
    await scene.pass(15 * minute);
    expect(run.document('a.pdf').state).toMatchObject({
      wait: { kind: 'held', why: 'changed', message: say('sending.changed') },
    });
    expect(sandbox.allAccepted()).toHaveLength(1);
    expect(number(folder, 'a.pdf')).toBe('first');
    run.engine.sendAgain([run.document('a.pdf').id]);
    await scene.until('it is delivered', () => number(folder, 'a.pdf') === 'second and longer');
  });

  it('while the service works on it: the result goes only beside the content it belongs to', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
    await write(folder, 'first');
    const run = await begin(folder);
    await scene.until('it is with the service', () => run.has('a.pdf') && run.state('a.pdf') === 'queued');
    await write(folder, 'second and longer');
    await scene.until('the new one is delivered', () => number(folder, 'a.pdf') === 'second and longer');
    await scene.pass(10 * minute);
    const [first] = run.documents();
    expect(first).toMatchObject({ state: { kind: 'gone' }, result: { extractedData: { number: 'first' } } });
    expect(scene.tablesOf(folder).map((row) => row.number)).toEqual(['second and longer']);
    expect(run.engine.status().balance).toMatchObject({ found: 2, delivered: 1, gone: 1, moving: 0 });
  });

  it('while it is uploaded, before its request is whole: that request is taken back', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
    await write(folder, 'first');
    await scene.put(folder, 'b.pdf');
    const run = prepare(folder);
    let done: Promise<void> | undefined;
    run.beforeSent = () => {
      done ??= write(folder, 'second and longer');
    };
    await run.engine.start();
    await delivered(run, 2);
    await done;
    expect(number(folder, 'a.pdf')).toBe('second and longer');
    expect(run.documents()).toHaveLength(2);
    expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
  });

  it('to what it was before, and back again: each content is paid for once', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
    await write(folder, 'version A');
    const run = await begin(folder);
    await delivered(run, 1);
    for (const text of ['version B!', 'version A', 'version B!', 'version A']) {
      await write(folder, text);
      await scene.until(`${text} is delivered`, () => number(folder, 'a.pdf') === text);
      await scene.pass(minute);
    }
    expect(sandbox.allAccepted()).toHaveLength(2);
    const rows = scene.tablesOf(folder);
    expect(rows.map((row) => [row.number, row.status])).toEqual([
      ['version A', 'processed'],
      ['version B!', 'replaced'],
    ]);
    expect(run.documents()).toHaveLength(2);
    expect(scene.names(folder)).toEqual(['a.pdf', 'a.pdf.json', 'intray-Invoices.csv']);
  });

  it('only by its time: it is the same document, and nothing happens', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
    await write(folder, 'first');
    const run = await begin(folder);
    await delivered(run, 1);
    await write(folder, 'first');
    await scene.pass(10 * minute);
    expect(run.documents()).toHaveLength(1);
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('because it was removed: what was not sent is gone, and goes on when it comes back', async () => {
    const added = sandbox.faults.add('403-pages,on=uploads');
    const folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
    await write(folder, 'first');
    const run = await begin(folder);
    await scene.until('it waits', () => run.gate() === 'forbidden');
    rmSync(join(folder.path, 'a.pdf'));
    await scene.until('it is gone', () => run.state('a.pdf') === 'gone');
    sandbox.faults.remove(added.id);
    await write(folder, 'first');
    run.engine.lookNow();
    await delivered(run, 1);
    expect(run.documents()).toHaveLength(1);
  });
});

describe('copies', () => {
  it('have one result, paid for once, with a row that says so', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    for (const name of ['a.pdf', 'b.pdf', 'sub/c.pdf']) await makeFile(join(folder.path, name), 'the same');
    const run = await begin(folder);
    await scene.until('all are done', () => run.engine.status().balance.duplicate === 2 && run.delivered() === 1);
    expect(sandbox.allAccepted()).toHaveLength(1);
    expect(['a.pdf', 'b.pdf', 'sub/c.pdf'].map((name) => number(folder, name))).toEqual(Array(3).fill('the same'));
    const first = run.documents().find(({ state }) => state.kind === 'processed')?.path;
    expect(
      scene
        .tablesOf(folder)
        .map(({ duplicate_of: of }) => of)
        .toSorted(),
    ).toEqual(['', first, first]);
    copyFileSync(join(folder.path, 'a.pdf'), join(folder.path, 'later.pdf'));
    await scene.until('the later one is done', () => run.engine.status().balance.duplicate === 3);
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('of one that failed have failed with it, also those that come later, and are sent again once', async () => {
    const added = sandbox.faults.add('fail:*.pdf');
    const folder = scene.folder('scans', sandbox.extraction);
    await makeFile(join(folder.path, 'a.pdf'), 'the same');
    await makeFile(join(folder.path, 'b.pdf'), 'the same');
    const run = await begin(folder);
    await scene.until('both have failed', () => run.engine.status().balance.failed === 2);
    await makeFile(join(folder.path, 'c.pdf'), 'the same');
    await scene.until('so has the next one', () => run.engine.status().balance.failed === 3);
    await scene.pass(15 * minute);
    expect(sandbox.allAccepted()).toHaveLength(1);
    sandbox.faults.remove(added.id);
    run.engine.sendAgain([run.document('c.pdf').id]);
    await scene.until('all have the result', () => run.engine.status().balance.duplicate === 2);
    expect(run.engine.status().balance).toMatchObject({ delivered: 1, failed: 0 });
    expect(sandbox.allAccepted()).toHaveLength(2);
    run.engine.sendAgain(run.documents().map(({ id }) => id));
    await scene.pass(minute);
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('of one that failed, renamed before another took its name: it stays known, and is not sent again', async () => {
    const added = sandbox.faults.add('fail:*.pdf');
    const folder = scene.folder('scans', sandbox.extraction);
    await makeFile(join(folder.path, 'a.pdf'), 'the same');
    await makeFile(join(folder.path, 'sub.pdf'), 'another one');
    const first = await begin(folder);
    await scene.until('both have failed', () => first.engine.status().balance.failed === 2);
    await first.end();
    sandbox.faults.remove(added.id);
    renameSync(join(folder.path, 'a.pdf'), join(folder.path, 'b.pdf'));
    renameSync(join(folder.path, 'sub.pdf'), join(folder.path, 'a.pdf'));
    const run = await begin(folder);
    await scene.until(
      'both are known',
      () => run.has('b.pdf') && run.state('b.pdf') === 'failed' && run.state('a.pdf') === 'failed',
    );
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('of one that failed: all of them sent again at once', async () => {
    const added = sandbox.faults.add('fail:*.pdf');
    const folder = scene.folder('scans', sandbox.extraction);
    await makeFile(join(folder.path, 'a.pdf'), 'the same');
    await makeFile(join(folder.path, 'b.pdf'), 'the same');
    const run = await begin(folder);
    await scene.until('both have failed', () => run.engine.status().balance.failed === 2);
    sandbox.faults.remove(added.id);
    run.engine.sendAgain(run.documents().map(({ id }) => id));
    await scene.until('both have the result', () => run.engine.status().balance.duplicate === 1);
    expect(run.engine.status().balance).toMatchObject({ delivered: 1, failed: 0 });
    expect(sandbox.allAccepted()).toHaveLength(2);
  });

  it('of one that has gone unsent, two at once: one goes on as that document, the other is a copy', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const added = sandbox.faults.add('403-pages,on=uploads');
    await makeFile(join(folder.path, 'a.pdf'), 'the same');
    const first = await begin(folder);
    await scene.until('it waits', () => first.gate() === 'forbidden');
    await first.end();
    rmSync(join(folder.path, 'a.pdf'));
    await makeFile(join(folder.path, 'b.pdf'), 'the same');
    await makeFile(join(folder.path, 'c.pdf'), 'the same');
    const run = await begin(folder);
    const areBoth = () => ['b.pdf', 'c.pdf'].every((name) => run.has(name) && run.state(name) === 'waiting');
    await scene.until('both have settled', areBoth);
    sandbox.faults.remove(added.id);
    run.engine.lookNow();
    await scene.until('both have the result', () => run.engine.status().balance.duplicate === 1);
    expect(
      run
        .documents()
        .map(({ path }) => path)
        .toSorted(),
    ).toEqual(['b.pdf', 'c.pdf']);
    expect(scene.names(folder)).toEqual(expect.arrayContaining(['b.pdf.json', 'c.pdf.json']));
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('of one whose file was written again at the same time: that stays the document of its file', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    await makeFile(join(folder.path, 'a.pdf'), 'the same');
    const first = await begin(folder);
    await delivered(first, 1);
    await first.end();
    for (const name of ['a.pdf', 'b.pdf']) await makeFile(join(folder.path, name), 'the same');
    const run = await begin(folder);
    await scene.until(
      'both are known',
      () => run.has('b.pdf') && run.documents().every(({ state }) => state.kind !== 'settling'),
    );
    await scene.pass(10 * minute);
    expect(run.documents().map(({ path, state }) => [path, state.kind])).toEqual([
      ['a.pdf', 'processed'],
      ['b.pdf', 'duplicate'],
    ]);
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('of one that was never sent: the copy goes in its place', async () => {
    const folder = scene.folder('scans', sandbox.extraction);
    const added = sandbox.faults.add('403-pages,on=uploads');
    await makeFile(join(folder.path, 'a.pdf'), 'the same');
    const run = await begin(folder);
    await scene.until('it waits', () => run.gate() === 'forbidden');
    await makeFile(join(folder.path, 'b.pdf'), 'the same');
    await scene.until('the copy waits with it', () => run.has('b.pdf') && run.state('b.pdf') === 'waiting');
    rmSync(join(folder.path, 'a.pdf'));
    await scene.until('the first is gone', () => run.state('a.pdf') === 'gone');
    sandbox.faults.remove(added.id);
    run.engine.lookNow();
    await delivered(run, 1);
    expect(run.state('b.pdf')).toBe('processed');
  });
});

it('a copy whose folder cannot be written to holds up no other', async () => {
  const closed = scene.folder('closed', sandbox.extraction);
  const open = scene.folder('open', sandbox.extraction);
  await makeFile(join(closed.path, 'a.pdf'), 'the same');
  const run = prepare(closed, { folders: [closed, open] });
  run.refuse = (operation, path) => (operation === 'probeWrite' && path === closed.path ? 'denied' : undefined);
  await run.engine.start();
  await scene.until('the first is blocked', () => run.has('a.pdf') && run.state('a.pdf') === 'waiting');
  await makeFile(join(open.path, 'b.pdf'), 'the same');
  await delivered(run, 1);
  run.refuse = () => undefined;
  await scene.until('the first takes its result', () => run.state('a.pdf') === 'duplicate');
  expect(sandbox.allAccepted()).toHaveLength(1);
});

it('a file moved to another subfolder is the same document, whichever of the two is looked at first', async () => {
  const folder = scene.folder('scans', sandbox.extraction);
  await makeFile(join(folder.path, 'from/a.pdf'), 'the same');
  await makeFile(join(folder.path, 'to/b.pdf'), 'another');
  const hints: ((directory: string) => void)[] = [];
  const run = prepare(folder, {
    watcher: {
      watch(_, hint) {
        hints.push(hint);
        return { by: 'events', close: async () => {} };
      },
    },
    limits: { rescanMs: 1_000 * hour },
  });
  await run.engine.start();
  await delivered(run, 2);
  renameSync(join(folder.path, 'from/a.pdf'), join(folder.path, 'to/a.pdf'));
  hints[0]?.(join(folder.path, 'from'));
  await scene.until('it is seen', () => run.has('to/a.pdf'));
  hints[0]?.(join(folder.path, 'to'));
  await scene.pass(minute);
  expect(run.documents().map(({ path }) => path)).toEqual(
    ['to/a.pdf', 'to/b.pdf'].toSorted((a, b) => run.document(a).id - run.document(b).id),
  );
  expect(sandbox.allAccepted()).toHaveLength(2);
});
