/**
 * The process died while it wrote a row, and the document was gone when it started again. Nothing was delivered to the
 * folder any more, so nobody looked at the table: part of a row stayed in it, or a row that the ledger did not know.
 */

import { readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { printedIn } from '../../../electron/core/document/table.ts';
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

/** The row of b.pdf is on disk, all of it or a part, when the process dies; then b.pdf is removed. */
async function diedWriting(rows: 'a row' | 'part of a row', folder = scene.folder('scans', sandbox.extraction)) {
  const table = join(folder.path, 'intray-Invoices.csv');
  await scene.put(folder, 'a.pdf');
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
  await scene.until('the table is begun', () => run.delivered() === 1);
  await scene.put(folder, 'b.pdf');
  run.refuse = (operation, path) => {
    if (operation === 'writeAt' && path === table) run.kill();
    return undefined;
  };
  const before = readFileSync(table).length;
  await scene.until('it has died', () => run.dead);
  // What was begun on the disk goes on without the process.
  await vi.waitUntil(() => readFileSync(table).length > before, { timeout: 20_000 });
  if (rows === 'part of a row') truncateSync(table, before + 7);
  rmSync(join(folder.path, 'b.pdf'));
  return { folder, table, options: { url: sandbox.url, key: sandbox.key, folders: [folder] } };
}

function known(run: Run): string[] {
  const [table] = run.ledger.tables.all(1);
  return table === undefined ? [] : [...run.ledger.tables.rows(table)].map(({ cells }) => printedIn(cells.file));
}

describe.each(['run', 'watch'] as const)('in %s, a table that the process died over', (mode) => {
  it.for([
    ['a row', ['a.pdf', 'b.pdf']],
    ['part of a row', ['a.pdf', 'b.pdf']],
  ] as const)('is whole again and as the ledger knows it, with %s of a document that is gone', async ([rows, files]) => {
    const { folder, table, options } = await diedWriting(rows);
    const run = await scene.start({ ...options, mode });
    await scene.until('it is delivered', () => run.document('b.pdf').delivery.kind === 'done');
    if (mode === 'run') await run.ending();
    else await scene.pass(minute);
    expect(readFileSync(table, 'utf8').endsWith('\r\n')).toBe(true);
    expect(scene.tablesOf(folder).map(({ file }) => file)).toEqual(files);
    expect(known(run)).toEqual(files);
  });
});

it('a table to which a person has added something where the row was to be keeps it', async () => {
  const { table, options } = await diedWriting('part of a row');
  const text = readFileSync(table, 'utf8');
  const own = text.slice(0, text.lastIndexOf('\n') + 1);
  writeFileSync(table, `${own}a note\r\n`);
  const run = await scene.start({ ...options, mode: 'run' });
  await run.ending();
  expect(readFileSync(table, 'utf8')).toBe(`${own}a note\r\n`);
});

it('a table of what goes on after its classification is whole again, too', async () => {
  const categories = [{ name: 'Invoices', description: 'Invoices' }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: '', categories });
  const next = {
    categories: { Invoices: { extraction: sandbox.extraction, linked: false } },
    otherwise: 'review',
    below: 0.6,
  } as const;
  const mail = scene.folder('mail', { kind: 'classification', id }, { next });
  const { table, options } = await diedWriting('part of a row', mail);
  await (await scene.start({ ...options, mode: 'run' })).ending();
  expect(scene.rows(table).map(({ file }) => file)).toEqual(['a.pdf', 'b.pdf']);
});

it('a table that is locked meanwhile is completed once it is free, and holds up no run', async () => {
  const { folder, options } = await diedWriting('part of a row');
  const run = scene.prepare({ ...options, mode: 'run' });
  run.refuse = (operation) => (operation === 'writeAt' ? 'locked' : undefined);
  await run.engine.start();
  expect(await run.ending()).toEqual({ kind: 'done' });
  await run.end();
  const next = await scene.start({ ...options, mode: 'watch' });
  await scene.until('the table is as the ledger knows it', () => scene.tablesOf(folder).length === known(next).length);
  expect(known(next)).toEqual(['a.pdf', 'b.pdf']);
});

it('a table whose completion fails with errors that nobody expects is completed once they are over', async () => {
  const { folder, table, options } = await diedWriting('part of a row');
  const run = scene.prepare({ ...options, mode: 'watch' });
  run.refuse = (operation) => {
    if (operation === 'writeAt') throw new Error('nobody expects this');
    return undefined;
  };
  await run.engine.start();
  await scene.pass(minute);
  run.refuse = () => undefined;
  await scene.until('part of a row is cut off', () => readFileSync(table, 'utf8').endsWith('\r\n'));
  expect(scene.tablesOf(folder).map(({ file }) => file)).toEqual(known(run));
});
