import { appendFileSync, copyFileSync, mkdirSync, renameSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { say } from '../../../electron/core/messages/message.ts';
import { deliver } from '../../../electron/engine/deliver/deliver.ts';
import { DiskProblem, type Files } from '../../../electron/engine/ports.ts';
import { Delivery, extracted, invoices } from './delivery.ts';

let scene: Delivery;
beforeEach(() => {
  scene = new Delivery();
});
afterEach(() => scene.end());

const csv = 'intray-Invoices.csv';
const second = 'intray-Invoices (2).csv';

describe('a table that a person has edited', () => {
  it('is left alone, and another is begun', async () => {
    await scene.deliverOne(scene.add('a.pdf'));
    appendFileSync(scene.path(csv), 'checked by Ann\r\n');
    const edited = scene.text(csv);
    const outcome = await scene.deliverOne(scene.add('b.pdf'));
    expect(outcome).toMatchObject({ kind: 'written', csv: scene.path(second) });
    expect(outcome).toHaveProperty('notes', [say('delivery.csv.edited', { path: scene.path(csv), next: scene.path(second) })]);
    await scene.deliverOne(scene.add('c.pdf'));
    expect(scene.text(csv)).toBe(edited);
    expect(scene.rows(second).map((row) => row.file)).toEqual(['b.pdf', 'c.pdf']);
  });

  it('and saved as it was when it was opened has lost rows, which the next one has', async () => {
    for (const name of ['a.pdf', 'b.pdf']) await scene.deliverOne(scene.add(name));
    const opened = scene.text(csv);
    for (const name of ['c.pdf', 'd.pdf']) await scene.deliverOne(scene.add(name));
    writeFileSync(scene.path(csv), opened.replace('1.00', '2.00'));
    const outcome = await scene.deliverOne(scene.add('e.pdf'));
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'b.pdf']);
    expect(scene.rows(second).map((row) => row.file)).toEqual(['c.pdf', 'd.pdf', 'e.pdf']);
    expect(outcome).toHaveProperty(
      'notes',
      expect.arrayContaining([say('delivery.csv.carried', { count: 2, path: scene.path(csv), next: scene.path(second) })]),
    );
  });

  it('keeps out what was taken from its middle, and is found out about again when nothing new comes', async () => {
    const documents = [];
    for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.pdf']) documents.push(scene.add(name));
    await scene.deliver(documents);
    const lines = scene.text(csv).split('\r\n');
    writeFileSync(scene.path(csv), Buffer.from(`\ufeff${[lines[0], lines[1], lines[3]].join('\n')}`, 'utf16le'));
    await scene.deliver(documents);
    expect(scene.rows(second).map((row) => row.file)).toEqual(['d.pdf']);
  });

  it.each(['.~lock.intray-Invoices.csv#', '~$intray-Invoices.csv'])('waits while %s says that it is open', async (lock) => {
    await scene.deliverOne(scene.add('a.pdf'));
    const document = scene.add('b.pdf');
    writeFileSync(scene.path(lock), ',ann,desk,01.05.2026 08:00');
    const at = (milliseconds: number) => utimesSync(scene.path(lock), milliseconds / 1_000, milliseconds / 1_000);
    at(scene.now);
    expect(await scene.deliverOne(document)).toMatchObject({ kind: 'blocked', message: { code: 'disk.locked' } });
    at(scene.now - 86_400_000);
    expect(await scene.deliverOne(document)).toMatchObject({ kind: 'written', csv: scene.path(csv) });
  });

  it('while it was about to be written is looked at again soon, a few times', async () => {
    await scene.deliverOne(scene.add('a.pdf'));
    const { files } = scene;
    let times = 0;
    const touchedBefore = (isTouched: () => boolean): Files => ({
      ...files,
      writeAt: (...given) => {
        times += 1;
        if (isTouched()) utimesSync(scene.path(csv), 1_700_000_000, 1_700_000_000 + times);
        return files.writeAt(...given);
      },
    });
    scene.files = touchedBefore(() => times === 1);
    expect(await scene.deliverOne(scene.add('b.pdf'))).toMatchObject({ kind: 'written', csv: scene.path(csv) });
    expect(times).toBe(2);
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'b.pdf']);
    scene.files = touchedBefore(() => true);
    expect(await scene.deliverOne(scene.add('c.pdf'))).toMatchObject({ kind: 'blocked', message: { code: 'disk.changed' } });
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'b.pdf']);
  });

  it('is seen even if it is as long as before', async () => {
    await scene.deliverOne(scene.add('a.pdf'));
    writeFileSync(scene.path(csv), scene.text(csv).replace('1.00', '2.00'));
    expect(await scene.deliverOne(scene.add('b.pdf'))).toMatchObject({ csv: scene.path(second) });
  });

  it('is not assumed of one that was only touched, copied or put back', async () => {
    await scene.deliverOne(scene.add('a.pdf'));
    utimesSync(scene.path(csv), 1_600_000_000, 1_600_000_000);
    expect(await scene.deliverOne(scene.add('b.pdf'))).toMatchObject({ csv: scene.path(csv) });
    copyFileSync(scene.path(csv), join(scene.root, 'backup.csv'));
    rmSync(scene.path(csv));
    copyFileSync(join(scene.root, 'backup.csv'), scene.path(csv));
    expect(await scene.deliverOne(scene.add('c.pdf'))).toMatchObject({ csv: scene.path(csv) });
    expect(scene.rows(csv)).toHaveLength(3);
  });

  it('does not get a row twice', async () => {
    const document = scene.add('a.pdf');
    await scene.deliverOne(document);
    appendFileSync(scene.path(csv), 'checked by Ann\r\n');
    expect(await scene.deliverOne(document)).toMatchObject({ csv: scene.path(csv) });
    expect(scene.outputs()).toEqual(['a.pdf.json', csv]);
  });

  it('was edited between a failed write and the next', async () => {
    await scene.deliverOne(scene.add('a.pdf'));
    const document = scene.add('b.pdf');
    const { files } = scene;
    scene.files = refusing(files, 'writeAt', 'full');
    expect((await scene.deliverOne(document)).kind).toBe('blocked');
    appendFileSync(scene.path(csv), 'checked by Ann\r\n');
    scene.files = files;
    expect(await scene.deliverOne(document)).toMatchObject({ csv: scene.path(second) });
    expect(scene.text(csv)).toContain('Ann');
  });
});

describe('a table that a person has taken away', () => {
  it('is begun again under the same name, with the rows from then on', async () => {
    await scene.deliverOne(scene.add('a.pdf'));
    rmSync(scene.path(csv));
    expect(await scene.deliverOne(scene.add('b.pdf'))).toMatchObject({ csv: scene.path(csv) });
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['b.pdf']);
  });

  it('is not followed through a link that is in its place', async () => {
    await scene.deliverOne(scene.add('a.pdf'));
    renameSync(scene.path(csv), join(scene.root, 'elsewhere.csv'));
    symlinkSync(join(scene.root, 'elsewhere.csv'), scene.path(csv));
    expect(await scene.deliverOne(scene.add('b.pdf'))).toMatchObject({ csv: scene.path(second) });
  });
});

describe('a JSON that a person has edited', () => {
  it('stays, and the changed result gets the next name', async () => {
    const document = scene.add('a.pdf');
    await scene.deliverOne(document);
    writeFileSync(scene.path('a.pdf.json'), '{"edited": true}');
    const changed = scene.ledger.documents.update(document.id, { result: extracted({ total: '2' }, 'confirmed') });
    expect(await scene.deliverOne(changed)).toMatchObject({
      json: scene.path('a.pdf (2).json'),
    });
    expect(scene.json('a.pdf.json')).toEqual({ edited: true });
    const again = scene.ledger.documents.update(document.id, { result: extracted({ total: '3' }, 'confirmed') });
    await scene.deliverOne(again);
    expect(scene.outputs()).toEqual(['a.pdf (2).json', 'a.pdf.json', csv]);
    expect(scene.json('a.pdf (2).json')).toMatchObject({ extracted_data: { total: '3' } });
  });

  it('is written again when it was removed and the result changes', async () => {
    const document = scene.add('a.pdf');
    await scene.deliverOne(document);
    rmSync(scene.path('a.pdf.json'));
    const changed = scene.ledger.documents.update(document.id, { result: extracted({ total: '2' }, 'confirmed') });
    expect(await scene.deliverOne(changed)).toMatchObject({ json: scene.path('a.pdf.json') });
  });
});

describe('a JSON that the ledger does not know', () => {
  /** As another machine has written it, and has not told of it; or as this one did before its ledger was lost. */
  const written = async () => {
    const original = scene.add('a.pdf', { content: 'same' });
    const copy = scene.add('b.pdf', { content: 'same', state: { kind: 'duplicate', of: original.id } });
    await scene.deliverOne(copy);
    scene.ledger.outputs.remove(copy.id, 'json');
    return copy;
  };
  const edit = (from: string, to: string) => {
    const text = scene.text('b.pdf.json');
    expect(text).toContain(from);
    writeFileSync(scene.path('b.pdf.json'), text.replace(from, to));
    return text.replace(from, to);
  };
  const jsons = () => scene.outputs().filter((name) => name.endsWith('.json'));

  it.each([undefined, 'office'])('is taken for that of the document if it is that to the byte (inbox: %s)', async (inbox) => {
    scene.settings = { ...scene.settings, ...(inbox !== undefined && { inbox }) };
    await scene.deliverOne(await written());
    expect(jsons()).toEqual(['b.pdf.json']);
  });

  it.each(['"file": "c.pdf"', '"file": "c.pdf",\n    "folder": "/scans/mail"'])(
    'is taken for it in an inbox also if it says that it repeats another document: %s',
    async (original) => {
      scene.settings = { ...scene.settings, inbox: 'office' };
      const copy = await written();
      const text = edit('"file": "a.pdf"', original);
      await scene.deliverOne(copy);
      expect(jsons()).toEqual(['b.pdf.json']);
      expect(scene.text('b.pdf.json')).toBe(text);
    },
  );

  it('and says that it repeats another document is left to whoever wrote it, without an inbox', async () => {
    const copy = await written();
    const text = edit('"file": "a.pdf"', '"file": "c.pdf"');
    await scene.deliverOne(copy);
    expect(jsons()).toEqual(['b.pdf (2).json', 'b.pdf.json']);
    expect(scene.text('b.pdf.json')).toBe(text);
  });

  it.each([
    ['a value', '"total": "1.00"', '"total": "1.01"'],
    ['the layout', '{\n  "intray": 1', '{ "intray": 1'],
    ['what it repeats, in words', '"file": "a.pdf"', '"file": "a.pdf", "note": "checked"'],
  ])('and in which a person has changed %s is left alone in an inbox, too', async (_, from, to) => {
    scene.settings = { ...scene.settings, inbox: 'office' };
    const copy = await written();
    const text = edit(from, to);
    await scene.deliverOne(copy);
    const changed = scene.ledger.documents.update(copy.id, { result: extracted({ total: '2' }, 'confirmed') });
    await scene.deliverOne(changed);
    expect(jsons()).toEqual(['b.pdf (2).json', 'b.pdf.json']);
    expect(scene.text('b.pdf.json')).toBe(text);
  });
});

describe('a file in the way', () => {
  it('stays: the next free name is taken', async () => {
    writeFileSync(scene.path('a.pdf.json'), 'of an earlier scan');
    mkdirSync(scene.path('a.pdf (2).json'));
    writeFileSync(scene.path(csv), 'a list of my own');
    expect(await scene.deliverOne(scene.add('a.pdf'))).toEqual({
      kind: 'written',
      json: scene.path('a.pdf (3).json'),
      csv: scene.path(second),
    });
    expect([scene.text('a.pdf.json'), scene.text(csv)]).toEqual(['of an earlier scan', 'a list of my own']);
  });

  it('stays when it comes at the last moment', async () => {
    const { files } = scene;
    const late = new Set([scene.path('a.pdf.json'), scene.path(csv)]);
    scene.files = {
      ...files,
      createWhole: async (path, bytes) => {
        if (late.delete(path)) writeFileSync(path, 'late');
        return files.createWhole(path, bytes);
      },
    };
    expect(await scene.deliverOne(scene.add('a.pdf'))).toEqual({
      kind: 'written',
      json: scene.path('a.pdf (2).json'),
      csv: scene.path(second),
    });
    await scene.deliverOne(scene.add('b.pdf'));
    expect(scene.rows(second)).toHaveLength(2);
    expect([scene.text('a.pdf.json'), scene.text(csv)]).toEqual(['late', 'late']);
  });
});

describe('a disk that refuses', () => {
  it('keeps a row waiting while the table is open in another program, and writes the JSON', async () => {
    await scene.deliverOne(scene.add('a.pdf'));
    const [b, c] = [scene.add('b.pdf'), scene.add('c.pdf')];
    const { files } = scene;
    scene.files = refusing(files, 'writeAt', 'locked');
    expect((await scene.deliver([b])).get(b.id)).toEqual({
      kind: 'blocked',
      message: say('disk.locked', { path: scene.path(csv) }),
    });
    expect((await scene.deliver([b, c])).get(c.id)?.kind).toBe('blocked');
    expect(scene.outputs()).toEqual(['a.pdf.json', 'b.pdf.json', 'c.pdf.json', csv]);
    const json = scene.text('b.pdf.json');
    scene.files = files;
    const outcomes = await scene.deliver([b, c]);
    expect([...outcomes.values()].map((outcome) => outcome.kind)).toEqual(['written', 'written']);
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'b.pdf', 'c.pdf']);
    // Written once, and the row says when.
    expect(scene.text('b.pdf.json')).toBe(json);
    expect(scene.rows(csv)[1]?.delivered_at).toBe(scene.json('b.pdf.json').delivered_at);
  });

  it('holds up only the document that it concerns', async () => {
    const documents = ['a.pdf', 'b.pdf', 'c.pdf'].map((path) => scene.add(path));
    const { files } = scene;
    scene.files = {
      ...files,
      createWhole: async (path, bytes) => {
        if (path.endsWith('b.pdf.json')) throw new DiskProblem('denied', path, 'write');
        return files.createWhole(path, bytes);
      },
    };
    const outcomes = await scene.deliver(documents);
    expect(documents.map(({ id }) => outcomes.get(id)?.kind)).toEqual(['written', 'blocked', 'written']);
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'c.pdf']);
    scene.files = files;
    await scene.deliver(documents);
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'c.pdf', 'b.pdf']);
  });

  it('loses nothing when it is full', async () => {
    const { files } = scene;
    scene.files = refusing(files, 'createWhole', 'full');
    const document = scene.add('a.pdf');
    expect(await scene.deliverOne(document)).toEqual({
      kind: 'blocked',
      message: say('disk.full', { path: scene.path('a.pdf.json') }),
    });
    expect(scene.outputs()).toEqual([]);
    scene.files = files;
    expect((await scene.deliverOne(document)).kind).toBe('written');
    expect(scene.outputs()).toEqual(['a.pdf.json', csv]);
  });
});

it('a table that was removed with a source keeps nothing waiting that has left it', async () => {
  const receipts = { ...invoices, name: 'Receipts', route: { kind: 'extraction', id: 'receipts' } as const };
  const document = scene.add('a.pdf');
  await scene.deliverOne(document);
  const moved = scene.ledger.documents.update(document.id, { route: receipts.route });
  for (const name of ['a.pdf', csv]) rmSync(scene.path(name));
  const target = { folder: scene.watched, info: receipts, locale: scene.locale };
  const deliverWithout = () => deliver(scene.context, target, [moved], new Set([moved.id]));
  expect((await deliverWithout()).get(moved.id)).toMatchObject({ kind: 'written' });
  expect(scene.ledger.csv.withRowOf(scene.folderId, moved.id)).toEqual([]);
});

it('a row that has been taken out of a table is not said to be there', async () => {
  const receipts = { ...invoices, name: 'Receipts', route: { kind: 'extraction', id: 'receipts' } as const };
  const document = scene.add('a.pdf');
  await scene.deliverOne(document);
  const moved = scene.ledger.documents.update(document.id, { route: receipts.route });
  rmSync(scene.path('a.pdf'));
  const target = { folder: scene.watched, info: receipts, locale: scene.locale };
  await deliver(scene.context, target, [moved], new Set([moved.id]));
  expect(scene.ledger.csv.withRowOf(scene.folderId, moved.id)).toEqual([]);
  expect(scene.ledger.outputs.of(moved.id).filter(({ kind }) => kind === 'csv')).toEqual([]);
});

function refusing(files: Files, operation: 'writeAt' | 'createWhole', kind: 'full' | 'locked'): Files {
  return {
    ...files,
    [operation]: async (path: string) => Promise.reject(new DiskProblem(kind, path, 'write')),
  };
}
