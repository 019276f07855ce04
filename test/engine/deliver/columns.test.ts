import { writeFileSync } from 'node:fs';
import { afterEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import type { RouteInfo } from '../../../electron/core/protocol/route.ts';
import { columnProblemIn } from '../../../electron/engine/loop/own-checks.ts';
import { Delivery, invoices, origin } from './delivery.ts';

let scene: Delivery;
const csv = 'intray-Invoices.csv';
const open = (outputs: Partial<FolderSettings['outputs']>, rest: Partial<FolderSettings> = {}) => {
  scene = new Delivery({ ...rest, outputs: { json: false, csv: 'folder', ...outputs } });
  return scene;
};
const choose = (outputs: Partial<FolderSettings['outputs']>) => {
  scene.settings = { ...scene.settings, outputs: { json: false, csv: 'folder', ...outputs } };
};
const lines = (name = csv) => scene.text(name).replace('\ufeff', '').trimEnd().split('\r\n');
afterEach(() => scene.end());

describe('the columns of a folder’s table', () => {
  it('are those that are chosen, in their order and under their headings, and rows are still appended', async () => {
    open({ columns: [{ name: 'total', heading: 'Sum, gross' }, 'file', { name: 'invoice_number', heading: '=1+1' }] });
    await scene.deliverOne(scene.add('a.pdf', { data: { invoice_number: 'R-1', total: '12.50' } }));
    const { files } = scene;
    scene.files = { ...files, replaceWhole: () => Promise.reject(new Error('A row is appended.')) };
    await scene.deliverOne(scene.add('b.pdf', { data: { invoice_number: 'R-2', total: '2', beyond: 'x' } }));
    expect(lines()).toEqual([`"Sum, gross",file,'=1+1`, '12.50,a.pdf,R-1', '2,b.pdf,R-2']);
  });

  it('are written anew for every row that is there when the settings change, without a new document too', async () => {
    open({});
    const first = scene.add('a.pdf', { data: { invoice_number: 'R-1', total: '1', beyond: 'kept' } });
    await scene.deliverOne(first);
    choose({ columns: ['file', { name: 'total', heading: 'Total' }] });
    await scene.deliverOne(scene.add('b.pdf'));
    expect(lines()).toEqual(['file,Total', 'a.pdf,1', 'b.pdf,1.00']);
    choose({ columns: ['total', 'beyond', 'file'] });
    await scene.deliverOne(scene.again(first));
    expect(lines()).toEqual(['total,beyond,file', '1,kept,a.pdf', '1.00,,b.pdf']);
    choose({});
    await scene.deliverOne(scene.again(first));
    expect(lines()[0]).toMatch(/^file,status,invoice_number,total,beyond,review,.*,delivered_at$/);
    expect(scene.rows(csv)).toMatchObject([{ beyond: 'kept' }, { total: '1.00' }]);
    expect(scene.outputs()).toEqual([csv]);
  });

  it('survive a death in the middle of such a change', async () => {
    open({});
    const first = scene.add('a.pdf');
    await scene.deliverOne(first);
    choose({ columns: ['file', 'total'] });
    const { files } = scene;
    for (const moment of ['before', 'after'] as const) {
      const replaceWhole: typeof files.replaceWhole = async (path, bytes) => {
        if (moment === 'after') await files.replaceWhole(path, bytes);
        throw new Error('died');
      };
      scene.files = { ...files, replaceWhole };
      await expect(scene.deliverOne(scene.again(first))).rejects.toThrow('died');
      scene.restart();
      scene.files = files;
      if (moment === 'after') continue;
      expect(scene.rows(csv)[0]).toHaveProperty('status');
    }
    await scene.deliverOne(scene.add('b.pdf'));
    expect(lines()).toEqual(['file,total', 'a.pdf,1.00', 'b.pdf,1.00']);
    expect(scene.outputs()).toEqual([csv]);
  });

  it('leave a table alone that a person has edited, and no row is lost although nothing says which are in it', async () => {
    open({ columns: ['file', 'total'] });
    const documents = ['a.pdf', 'b.pdf'].map((path) => scene.add(path));
    await scene.deliver(documents);
    const mine = `${scene.text(csv)}my own row,\r\n`;
    writeFileSync(scene.path(csv), mine);
    choose({ columns: ['total', 'file'] });
    const outcome = await scene.deliverOne(scene.add('c.pdf'));
    expect(scene.text(csv)).toBe(mine);
    expect(lines('intray-Invoices (2).csv')).toEqual(['total,file', '1.00,a.pdf', '1.00,b.pdf', '1.00,c.pdf']);
    expect(outcome).toMatchObject({
      kind: 'written',
      notes: [{ code: 'delivery.csv.edited' }, { code: 'delivery.csv.carried' }],
    });
  });

  it('do not begin a new table for an edited one as long as there is no new row', async () => {
    open({});
    const document = scene.add('a.pdf');
    await scene.deliverOne(document);
    writeFileSync(scene.path(csv), `${scene.text(csv)}my own row\r\n`);
    choose({ columns: ['file', 'sha256'] });
    await scene.deliverOne(scene.again(document));
    expect(scene.outputs()).toEqual([csv]);
  });

  it('may be those of each extraction that documents go on to, and typed there alone', async () => {
    const mail = { kind: 'classification', id: 'c-1' } as const;
    open(
      { columns: ['file', 'category'], tables: { 'e-1': { columns: ['total', 'total_currency', 'file'], values: 'typed' } } },
      { route: mail },
    );
    await scene.deliverOne(scene.add('a.pdf', { data: { total: '1.234,50 €' } }));
    expect(lines()).toEqual(['total,total_currency,file', '1234.50,EUR,a.pdf']);
  });

  it('that the extraction does not have are named with the ones that it has, before anything is paid for', async () => {
    open({ columns: ['file', 'totl', 'vat'] });
    scene.ledger.routes.setInfo(origin, invoices);
    const before = columnProblemIn(scene.ledger, scene.watched, origin);
    const said =
      /^The table of “Invoices” cannot have the columns totl, vat\. It can have: file, status, invoice_number, total, review, .*checks\. Correct/;
    expect(before === undefined ? '' : inEnglish(before)).toMatch(said);
    const outcome = await scene.deliverOne(scene.add('a.pdf'));
    expect(outcome.kind === 'blocked' && inEnglish(outcome.message)).toMatch(said);
    choose({ columns: ['file', 'total'] });
    expect(columnProblemIn(scene.ledger, scene.watched, origin)).toBeUndefined();
  });

  it('may have any name where the service has told no field, or where a result had it', async () => {
    const unknown: RouteInfo = { ...invoices, name: 'e-1', fields: [] };
    open({ columns: ['file', 'anything'] });
    await scene.deliverOne(scene.add('a.pdf', { data: { anything: '1' } }), unknown);
    expect(lines('intray-e-1.csv')).toEqual(['file,anything', 'a.pdf,1']);
    choose({ columns: ['file', 'beyond'] });
    await scene.deliverOne(scene.add('b.pdf', { data: { total: '1', beyond: 'x' } }), unknown);
    expect(lines('intray-e-1.csv')).toEqual(['file,beyond', 'a.pdf,', 'b.pdf,x']);
  });
});
