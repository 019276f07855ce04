/** A ledger that is gone or older than the results: what lies beside a document says that it was sent, and the service confirms it. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeBytes, makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import type { Run } from '../support/run.ts';
import { fields, type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let last: Run | undefined;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

async function runOnce(folders: readonly FolderSettings[] = [folder]): Promise<Run> {
  const run = await scene.start({ url: sandbox.url, key: sandbox.key, mode: 'run', folders });
  expect(await run.ending()).toEqual({ kind: 'done' });
  last = run;
  return run;
}

/** As if the data directory had been deleted: no trace of it is left. */
async function deleteLedger(): Promise<void> {
  await last?.end();
  for (const ending of ['', '-wal', '-shm', '-promise']) rmSync(join(scene.root, `ledger.sqlite${ending}`), { force: true });
}

function change(json: string, edit: (members: Record<string, unknown>) => void): void {
  const path = join(folder.path, json);
  const members = JSON.parse(readFileSync(path, 'utf8')) as Record<string, unknown>;
  edit(members);
  writeFileSync(path, JSON.stringify(members, undefined, 2));
}

const held = (part: string) => ({
  kind: 'waiting',
  wait: { kind: 'held', why: 'unverified', message: reads(part) },
});

describe('a result that lies beside a document which the ledger does not know', () => {
  it('is confirmed by the service, at no cost, and stays as it is', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf', 'c.pdf');
    await runOnce();
    const before = scene.text(join(folder.path, 'a.pdf.json'));
    await deleteLedger();
    await scene.put(folder, 'new.pdf');
    const run = await runOnce();
    expect(run.uploads().flatMap(({ fileNames }) => fileNames)).toEqual(['new.pdf']);
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) {
      expect(run.document(name)).toMatchObject({ state: { kind: 'processed' }, delivery: { kind: 'done' } });
      expect(sandbox.accepted(name)).toBe(1);
    }
    expect(scene.text(join(folder.path, 'a.pdf.json'))).toBe(before);
    expect(scene.names(folder).filter((name) => name.endsWith('.json'))).toHaveLength(4);
    // The table that the ledger does not know is left alone; a new one has every row.
    expect(scene.tablesOf(folder).map(({ file }) => file)).toEqual(
      expect.arrayContaining(['a.pdf', 'b.pdf', 'c.pdf', 'new.pdf']),
    );
  });

  it('is confirmed under another name, too, where a person’s files had the first ones', async () => {
    await scene.put(folder, 'a.pdf');
    await runOnce();
    renameSync(join(folder.path, 'a.pdf.json'), join(folder.path, 'a.pdf (3).json'));
    for (const name of ['a.pdf.json', 'a.pdf (2).json']) writeFileSync(join(folder.path, name), '{"mine": true}');
    // The table has a row for it, too.
    for (const name of scene.names(folder)) if (name.endsWith('.csv')) rmSync(join(folder.path, name));
    await deleteLedger();
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.document('a.pdf')).toMatchObject({ state: { kind: 'processed' }, delivery: { kind: 'done' } });
  });

  it('is confirmed also where a part of the document is missing, which would else be held', async () => {
    const bytes = makeBytes('jpg', 'a photograph');
    writeFileSync(join(folder.path, 'half.jpg'), bytes.subarray(0, bytes.length - 4));
    await runOnce([{ ...folder, incomplete: 'send' }]);
    await deleteLedger();
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.document('half.jpg')).toMatchObject({ state: { kind: 'processed' }, delivery: { kind: 'done' } });
  });

  it('is confirmed for a classification, too', async () => {
    const { id } = sandbox.control.createClassification({
      name: 'Mail',
      description: 'What comes by mail',
      categories: [{ name: 'Letter', description: 'A letter' }],
    });
    const mail = scene.folder('mail', { kind: 'classification', id });
    await scene.put(mail, 'letter.pdf');
    await runOnce([mail]);
    await deleteLedger();
    const run = await runOnce([mail]);
    expect(run.uploads()).toEqual([]);
    expect(run.document('letter.pdf').delivery.kind).toBe('done');
  });

  it('does not count by its own values: those of the service are taken, and the file is left as it is', async () => {
    await scene.put(folder, 'a.pdf');
    await runOnce();
    change('a.pdf.json', (members) => {
      members.extracted_data = { number: 'forged', total: '0' };
    });
    await deleteLedger();
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(scene.json(join(folder.path, 'a.pdf (2).json')).extracted_data).not.toMatchObject({ number: 'forged' });
    expect(scene.json(join(folder.path, 'a.pdf.json')).extracted_data).toMatchObject({ number: 'forged' });
  });

  it('is held for a decision if the service does not know it, and sent once a person says so', async () => {
    await scene.put(folder, 'a.pdf');
    await runOnce();
    change('a.pdf.json', (members) => {
      members.batch_id = '00000000-0000-4000-8000-000000000000';
    });
    await deleteLedger();
    const first = await runOnce();
    expect(first.uploads()).toEqual([]);
    expect(first.document('a.pdf').state).toMatchObject(held('the service does not know of it'));
    // Nobody waits for ten minutes as for what was sent from here.
    expect(scene.clock.elapsed).toBeLessThan(5 * minute);

    await first.end();
    const run = scene.prepare({ url: sandbox.url, key: sandbox.key, mode: 'run', folders: [folder] });
    run.engine.sendAgain([run.document('a.pdf').id]);
    await run.engine.start();
    expect(await run.ending()).toEqual({ kind: 'done' });
    expect(run.uploads()).toHaveLength(1);
    expect(run.document('a.pdf')).toMatchObject({ state: { kind: 'processed' }, possibleDuplicate: true });
  });

  it('is held if it claims the result of another document', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    await runOnce();
    const other = scene.json(join(folder.path, 'b.pdf.json')).file_id;
    change('a.pdf.json', (members) => {
      members.file_id = other;
    });
    await deleteLedger();
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.document('a.pdf').state.kind).toBe('waiting');
    expect(run.document('b.pdf').state.kind).toBe('processed');
  });

  it('is held if it claims a result that the service has in a batch from here, and nobody has assigned yet', async () => {
    sandbox.faults.add('rename');
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const first = await runOnce();
    const { batchId = 0 } = first.document('a.pdf');
    const [unmatched] = first.ledger.unmatched.of(batchId);
    const { serviceBatchId } = first.ledger.batches.get(batchId) ?? {};
    await first.end();
    await scene.put(folder, 'c.pdf');
    const sha256 = createHash('sha256')
      .update(readFileSync(join(folder.path, 'c.pdf')))
      .digest('hex');
    const claim = {
      ...{ intray: 1, service: sandbox.url, route: folder.route, source: { file: unmatched?.fileName, sha256 } },
      ...{ batch_id: serviceBatchId, file_id: unmatched?.fileId },
    };
    writeFileSync(join(folder.path, 'c.pdf.json'), JSON.stringify(claim));
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.document('c.pdf').state).toMatchObject(held('names the service’s file of another document'));
  });

  it('says nothing about another content, or about another route', async () => {
    await scene.put(folder, 'a.pdf');
    await runOnce();
    await deleteLedger();
    await makeFile(join(folder.path, 'a.pdf'), 'another content');
    const run = await runOnce();
    expect(run.uploads()).toHaveLength(1);
    await deleteLedger();
    const elsewhere = {
      ...folder,
      route: { kind: 'extraction' as const, id: sandbox.control.createExtraction({ name: 'B', fields }) },
    };
    expect((await runOnce([elsewhere])).uploads()).toHaveLength(1);
  });

  it('says nothing where another service gave it', async () => {
    await scene.put(folder, 'a.pdf');
    await runOnce();
    change('a.pdf.json', (members) => {
      members.service = 'https://elsewhere.example';
    });
    rmSync(join(folder.path, 'intray-Invoices.csv'));
    await deleteLedger();
    expect((await runOnce()).uploads()).toHaveLength(1);
  });
});

describe('a row of a table of Intray’s', () => {
  const table = () => join(folder.path, 'intray-Invoices.csv');
  const uploaded = (run: Run) => run.uploads().flatMap(({ fileNames }) => fileNames);

  async function lostWithoutJson(...names: readonly string[]): Promise<void> {
    await scene.put(folder, ...names);
    await runOnce();
    for (const name of names) rmSync(join(folder.path, `${name}.json`));
    await deleteLedger();
  }

  it('is confirmed by the service as a JSON is, where that was booked and taken away', async () => {
    await lostWithoutJson('a.pdf', 'b.pdf');
    await scene.put(folder, 'new.pdf');
    const run = await runOnce();
    expect(uploaded(run)).toEqual(['new.pdf']);
    expect(run.document('a.pdf')).toMatchObject({ state: { kind: 'processed' }, delivery: { kind: 'done' } });
    expect(scene.resultOf(folder, 'a.pdf')).toMatchObject({ extracted_data: expect.any(Object) });
  });

  it('where no JSON is written at all, and the file has another name by now', async () => {
    folder = { ...folder, outputs: { json: false, csv: 'folder' } };
    await scene.put(folder, 'a.pdf');
    await runOnce();
    await deleteLedger();
    renameSync(join(folder.path, 'a.pdf'), join(folder.path, 'renamed.pdf'));
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.document('renamed.pdf').state.kind).toBe('processed');
  });

  it('counts in a table that a spreadsheet has saved, with a line of nonsense', async () => {
    await lostWithoutJson('a.pdf', 'b.pdf');
    const [head = '', ...rows] = scene.text(table()).replace('\ufeff', '').trimEnd().split('\r\n');
    const saved = [head, ...rows.toReversed(), 'a "line', ''].map((line) => line.replaceAll(',', ';')).join('\n');
    writeFileSync(table(), saved);
    expect((await runOnce()).uploads()).toEqual([]);
  });

  it('counts in a table with headings of its own', async () => {
    const columns = [
      'total',
      { name: 'sha256', heading: 'Check sum' },
      { name: 'batch_id', heading: 'Batch' },
      'file',
      'file_id',
    ];
    folder = { ...folder, outputs: { json: false, csv: 'folder', columns } };
    await scene.put(folder, 'a.pdf', 'b.pdf');
    await runOnce();
    expect(Object.keys(scene.rows(table())[0] ?? {})).toEqual(['total', 'Check sum', 'Batch', 'file', 'file_id']);
    await deleteLedger();
    expect((await runOnce()).uploads()).toEqual([]);
    expect(last?.document('a.pdf').state.kind).toBe('processed');
  });

  it('holds the document if the service does not know it', async () => {
    await lostWithoutJson('a.pdf');
    const [row] = scene.rows(table());
    writeFileSync(table(), scene.text(table()).replace(row?.batch_id ?? '', '00000000-0000-4000-8000-000000000000'));
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.document('a.pdf').state).toMatchObject(held('the service does not know of it'));
  });

  it('says nothing about another content', async () => {
    await lostWithoutJson('a.pdf');
    await makeFile(join(folder.path, 'a.pdf'), 'another content');
    expect(uploaded(await runOnce())).toEqual(['a.pdf']);
  });

  it('counts in a ledger that is older than the table', async () => {
    await scene.put(folder, 'a.pdf');
    await runOnce();
    await last?.end();
    const older = ['', '-promise'].map((ending) => [ending, readFileSync(join(scene.root, `ledger.sqlite${ending}`))] as const);
    await scene.put(folder, 'b.pdf');
    await runOnce();
    await last?.end();
    rmSync(join(folder.path, 'b.pdf.json'));
    for (const [ending, bytes] of older) writeFileSync(join(scene.root, `ledger.sqlite${ending}`), bytes);
    expect((await runOnce()).uploads()).toEqual([]);
  });
});

describe('what was filed away', () => {
  it.each(['folder', 'off'] as const)('and comes back is not sent again, with a lost ledger and CSV: %s', async (csv) => {
    folder = { ...folder, outputs: { json: true, csv }, fileAway: { kind: 'move', to: 'Processed' } };
    mkdirSync(join(folder.path, 'June'));
    await scene.put(folder, 'a.pdf', 'June/b.pdf');
    await runOnce();
    await deleteLedger();
    for (const name of ['a.pdf', 'June/b.pdf']) renameSync(join(folder.path, 'Processed', name), join(folder.path, name));
    const run = await runOnce();
    expect(run.uploads()).toEqual([]);
    expect(run.delivered()).toBe(2);
  });
});
