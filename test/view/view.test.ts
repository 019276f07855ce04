import { copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { openKeptLedger } from '../../electron/ledger/safekeeping.ts';
import { View } from '../../electron/view/view.ts';
import { extracted, found, freshLedger, ids, temporaryDirectory } from '../ledger/fixture.ts';
import { become } from '../support/jobs.ts';

const day = 86_400_000;

/** A document that was delivered with this total. */
function add(ledger: Ledger, path: string, total: string): number {
  const { id } = ledger.documents.add(found(ledger.folders.ensure('/scans').id, { path }));
  become(ledger, id, {
    result: extracted({ total }),
    delivery: { kind: 'done', at: 20 },
    changedAt: id,
  });
  return id;
}

/** All that a view shows. */
function shown(view: View) {
  while (view.readOn());
  const page = (query: Parameters<View['page']>[0]) => ids(view.page(query).documents);
  return {
    found: page({ text: 'invoice' }),
    short: page({ text: 'in' }),
    sorted: page({ sort: { by: 'field:total', descending: false } }),
    columns: view.columns(),
    delivered: view.facts([0, day]).delivered.length,
  };
}

function setUp() {
  const directory = temporaryDirectory();
  const [file, beside] = [join(directory, 'ledger.sqlite'), join(directory, 'view.sqlite')];
  const begin = (): { ledger: Ledger; view: View } => {
    const { ledger } = openKeptLedger(file, 1);
    return { ledger, view: new View(beside, ledger) };
  };
  const end = ({ ledger, view }: { ledger: Ledger; view: View }) => {
    view.close();
    ledger.close();
  };
  const first = begin();
  for (const [index, total] of ['3.00', '1.00', '2.00'].entries()) add(first.ledger, `invoice ${index}.pdf`, total);
  const all = shown(first.view);
  expect(all).toMatchObject({ found: [3, 2, 1], short: [3, 2, 1], sorted: [2, 3, 1], delivered: 3 });
  end(first);
  return { file, beside, begin, end, all };
}

/** Which rows of documents it has read. */
const seqIn = (file: string): number => {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    return Number(database.prepare('SELECT seq FROM cursor').get()?.seq);
  } finally {
    database.close();
  }
};

describe('The view of a ledger', () => {
  it('is kept, and reads on from where it was', () => {
    const { beside, begin, end, all } = setUp();
    const seq = seqIn(beside);
    const again = begin();
    expect(seq).toBe(again.ledger.documents.seq);
    expect(shown(again.view)).toEqual(all);
    add(again.ledger, 'invoice 4.pdf', '4.00');
    expect(shown(again.view)).toMatchObject({ found: [4, 3, 2, 1], sorted: [2, 3, 1, 4] });
    end(again);
    expect(seqIn(beside)).toBeGreaterThan(seq);
  });

  it.each<[string, (file: string) => void]>([
    ['was deleted', (file) => rmSync(file)],
    ['was cut short', (file) => truncateSync(file, 20_000)],
    ['was overwritten', (file) => writeFileSync(file, 'x'.repeat(20_000))],
    ['is empty', (file) => truncateSync(file, 0)],
    [
      'is of another version',
      (file) => {
        const database = new DatabaseSync(file);
        database.exec('DROP TABLE moments; PRAGMA user_version = 99');
        database.close();
      },
    ],
    [
      'is of another ledger',
      (file) => {
        const database = new DatabaseSync(file);
        database.exec("UPDATE cursor SET epoch = 'another'; DELETE FROM moments");
        database.close();
      },
    ],
  ])('is made again where it %s', (_, damage) => {
    const { beside, begin, end, all } = setUp();
    damage(beside);
    const again = begin();
    expect(shown(again.view)).toEqual(all);
    end(again);
  });

  it('is made again where it turns out to be damaged in use', () => {
    const { beside, begin, end, all } = setUp();
    const database = new DatabaseSync(beside, { readOnly: true });
    const pages = database.prepare("SELECT pgoffset, pgsize FROM dbstat WHERE name = 'search_content'").all();
    database.close();
    const bytes = readFileSync(beside);
    for (const { pgoffset, pgsize } of pages) bytes.fill(0xff, Number(pgoffset), Number(pgoffset) + Number(pgsize));
    writeFileSync(beside, bytes);
    const again = begin();
    expect(shown(again.view)).toEqual(all);
    end(again);
  });

  it('that is ahead of a ledger whose last changes were lost is made again, and shows nothing of them', () => {
    const { file, begin, end, all } = setUp();
    copyFileSync(file, `${file}.before`);
    const later = begin();
    add(later.ledger, 'invoice lost.pdf', '9.00');
    later.ledger.documents.update(1, { path: 'renamed.pdf' });
    expect(shown(later.view).found).toEqual([4, 3, 2]);
    end(later);
    // An older copy is put back, whatever was noted beside it with it.
    copyFileSync(`${file}.before`, file);
    rmSync(`${file}-promise`, { force: true });
    const again = begin();
    expect(shown(again.view)).toEqual(all);
    // It goes on from there: what takes the lost ones' numbers is read.
    add(again.ledger, 'invoice new.pdf', '8.00');
    expect(shown(again.view).found).toEqual([4, 3, 2, 1]);
    end(again);
  });

  it('is made again after an end that was not clean', () => {
    const { file, beside, begin, all } = setUp();
    const dying = begin();
    add(dying.ledger, 'invoice 4.pdf', '4.00');
    shown(dying.view);
    const directory = temporaryDirectory();
    const [copied, view] = [join(directory, 'ledger.sqlite'), join(directory, 'view.sqlite')];
    // The ledger's log has not reached the disk, and all of the view has.
    dying.view.close();
    copyFileSync(file, copied);
    copyFileSync(beside, view);
    writeFileSync(`${copied}-wal`, readFileSync(`${file}-wal`).subarray(0, 1_000));
    dying.ledger.close();
    const ledger = openLedger(copied);
    onTestFinished(() => ledger.close());
    const again = new View(view, ledger);
    onTestFinished(() => again.close());
    expect(shown(again)).toEqual(all);
  });

  it('is kept in memory beside a ledger that is', () => {
    const { ledger } = freshLedger();
    const id = add(ledger, 'invoice.pdf', '1.00');
    const view = new View(':memory:', ledger);
    expect(shown(view).found).toEqual([id]);
    view.close();
    expect(existsSync(':memory:')).toBe(false);
  });

  it('answers at once, and says how many documents it has not read yet', () => {
    const { ledger, folderId } = freshLedger();
    const view = new View(':memory:', ledger);
    const many = 2_000;
    ledger.transaction(() => {
      for (let index = 0; index < many; index += 1)
        ledger.documents.add(found(folderId, { path: `invoice ${index} ${'some words of it '.repeat(40)}.pdf` }));
    });
    const first = view.page({ text: 'invoice' });
    expect(first.unread).toBeGreaterThan(0);
    expect(first.total + (first.unread ?? 0)).toBe(many);
    // Whatever the facts alone tell is complete.
    expect(view.page({}).total).toBe(many);
    expect(view.page({})).not.toHaveProperty('unread');
    while (view.readOn());
    expect(view.page({ text: 'invoice' })).toMatchObject({ total: many });
    expect(view.page({ text: 'invoice' })).not.toHaveProperty('unread');
    view.close();
  });

  it('forgets documents that were removed, also before it has read so', () => {
    const { ledger, folderId } = freshLedger();
    const [kept, placeholder, left] = ['invoice.pdf', 'invoice moved.pdf', 'invoice left.pdf'].map(
      (path) => ledger.documents.add(found(folderId, { path })).id,
    ) as [number, number, number];
    const view = new View(':memory:', ledger);
    expect(shown(view).found).toEqual([left, placeholder, kept]);
    ledger.documents.removeInto(placeholder, kept);
    ledger.documents.leaveOut(left);
    expect(view.page({ text: 'invoice' })).toMatchObject({ total: 1, counts: { 'on-the-way': 1 } });
    expect(shown(view).found).toEqual([kept]);
    expect(view.facts([0, Number.MAX_SAFE_INTEGER]).found).toEqual([{ day: 0, folderId, count: 1 }]);
    view.close();
  });

  it('shows nothing of a transaction that was rolled back, and what comes after it', () => {
    const { ledger } = freshLedger();
    const view = new View(':memory:', ledger);
    const id = add(ledger, 'invoice.pdf', '1.00');
    shown(view);
    const undone = () =>
      ledger.transaction(() => {
        ledger.documents.update(id, { path: 'invoice undone.pdf' });
        throw new Error('no');
      });
    expect(undone).toThrow('no');
    expect(shown(view).found).toEqual([id]);
    ledger.documents.update(id, { path: 'bill.pdf' });
    expect(shown(view).found).toEqual([]);
    view.close();
  });
});
