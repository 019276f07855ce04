import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { describe, expect, it, onTestFinished } from 'vitest';
import { copyWhole } from '../../electron/ledger/backups.ts';
import { DamagedRow, openLedger } from '../../electron/ledger/ledger.ts';
import { putDocument } from '../support/jobs.ts';
import { everything, found, freshLedger, temporaryDirectory, viewOf, writeEverywhere } from './fixture.ts';

describe('a transaction', () => {
  it('that throws leaves nothing behind, in any store', () => {
    const { ledger, folderId } = freshLedger();
    const before = everything(ledger, folderId);
    const problem = new Error('the step failed');
    expect(() =>
      ledger.transaction(() => {
        writeEverywhere(ledger, folderId, 'a');
        throw problem;
      }),
    ).toThrow(problem);
    expect(everything(ledger, folderId)).toEqual(before);
    ledger.transaction(() => writeEverywhere(ledger, folderId, 'b'));
    expect(everything(ledger, folderId)).not.toEqual(before);
  });

  it('joins the one around it', () => {
    const { ledger, folderId } = freshLedger();
    const value = ledger.transaction(() => {
      ledger.transaction(() => writeEverywhere(ledger, folderId, 'a'));
      return ledger.transaction(() => ledger.documents.page({}).total);
    });
    expect(value).toBe(1);
    expect(() =>
      ledger.transaction(() => {
        ledger.transaction(() => writeEverywhere(ledger, folderId, 'b'));
        throw new Error('later');
      }),
    ).toThrow('later');
    expect(ledger.documents.page({}).total).toBe(1);
  });

  it('is rolled back whole when a joined one failed, even if somebody caught that', () => {
    const { ledger, folderId } = freshLedger();
    expect(() =>
      ledger.transaction(() => {
        ledger.documents.add(found(folderId));
        try {
          ledger.documents.changeJob(99, { attempts: 1 }, 1);
        } catch {
          // As if nothing had happened.
        }
        ledger.meta.write('rate', { perSecond: 1, at: 1 });
      }),
    ).toThrow('The ledger has no job 99.');
    expect(ledger.documents.balance().found).toBe(0);
    expect(ledger.meta.read('rate')?.at).toBeUndefined();
  });

  it('cannot be asynchronous', () => {
    const { ledger, folderId } = freshLedger();
    const asynchronous = () =>
      ledger.transaction(async () => {
        ledger.documents.add(found(folderId));
      });
    expect(asynchronous).toThrow('must not be asynchronous');
    expect(ledger.documents.balance().found).toBe(0);
  });
});

describe('a row that cannot be read', () => {
  it('is named, and the others can still be read', () => {
    const file = join(temporaryDirectory(), 'ledger.db');
    const earlier = openLedger(file);
    const folderId = earlier.folders.ensure('/scans').id;
    const [a = 0, b = 0, c = 0, d = 0] = Array.from({ length: 4 }, () => earlier.documents.add(found(folderId)).id);
    const [e, f, g] = [1, 2, 3].map(() => putDocument(earlier, folderId, { state: { kind: 'processed' } }));
    earlier.close();
    const intruder = new DatabaseSync(file);
    intruder.exec(`UPDATE documents SET file = '{"kind":' WHERE id = ${a}`);
    intruder.exec(`UPDATE documents SET delivery_json = '{"kind":"lost"}' WHERE id = ${b}`);
    expect(() => intruder.exec(`UPDATE documents SET delivery = 'done' WHERE id = ${c}`)).toThrow('generated column');
    intruder.exec(`UPDATE documents SET size = ${2n ** 60n} WHERE id = ${d}`);
    intruder.exec(`UPDATE documents SET job = NULL WHERE id = ${e?.id}`);
    intruder.exec(`UPDATE jobs SET state_json = '{"kind":"asleep"}' WHERE id = ${f?.job}`);
    intruder.exec(`UPDATE jobs SET state_json = '{"kind":"failed"}' WHERE id = ${g?.job}`);
    expect(() => intruder.exec(`UPDATE jobs SET state = 'failed' WHERE id = ${e?.job}`)).toThrow('generated column');
    intruder.close();
    const ledger = openLedger(file);
    onTestFinished(() => ledger.close());
    expect(() => ledger.documents.get(a)).toThrow(DamagedRow);
    expect(() => ledger.documents.get(a)).toThrow(
      `The row id ${a} of the table documents in the ledger is damaged: file: is not JSON.`,
    );
    expect(() => ledger.documents.get(b)).toThrow(`row id ${b} of the table documents`);
    expect(() => ledger.documents.get(d)).toThrow(`row id ${d} of the table documents`);
    expect(() => ledger.documents.get(e?.id ?? 0)).toThrow(`row id ${e?.id} of the table documents`);
    for (const each of [f, g]) expect(() => ledger.documents.get(each?.id ?? 0)).toThrow(`row id ${each?.job} of the table jobs`);
    expect(ledger.documents.get(c)?.id).toBe(c);
  });
});

describe('a backup', () => {
  it('is a ledger with all that was committed', async () => {
    const directory = temporaryDirectory();
    const copy = join(directory, 'backup.db');
    const ledger = openLedger(join(directory, 'ledger.db'));
    const folderId = ledger.folders.ensure('/scans').id;
    ledger.transaction(() => {
      for (let index = 0; index < 300; index++) writeEverywhere(ledger, folderId, `number ${index}`);
    });
    const running = copyWhole({ source: join(directory, 'ledger.db'), target: copy });
    writeEverywhere(ledger, folderId, 'meanwhile');
    expect(await running).toEqual({ kind: 'made' });
    ledger.close();

    const restored = openLedger(copy);
    onTestFinished(() => restored.close());
    expect(restored.documents.balance().found).toBeGreaterThanOrEqual(300);
    expect(viewOf(restored).page({ text: 'number 299' }).total).toBe(1);
  });

  it('says that it cannot be written', async () => {
    const directory = temporaryDirectory();
    const [source, target] = [join(directory, 'ledger.db'), join(directory, 'missing', 'backup.db')];
    openLedger(source).close();
    expect(await copyWhole({ source, target })).toMatchObject({ kind: 'failed' });
  });
});
