import { writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { become } from '../../support/jobs.ts';
import { Delivery, extracted } from './delivery.ts';
import { Crash } from './failing-files.ts';

const csv = 'intray-Invoices.csv';
const second = 'intray-Invoices (2).csv';

let scene: Delivery;
beforeEach(() => {
  scene = new Delivery();
});
afterEach(() => scene.end());

/**
 * The end of the table is as an append left it whose record was lost, and a person has changed something before that. It
 * was taken for Intray's own then, and a later result wrote over the edit.
 */
describe('a table that was edited between a crash and the next start', () => {
  it.for(['all of the row', 'a part of the row'] as const)('is left alone, with %s on disk', async (how) => {
    const first = scene.add('a.pdf');
    await scene.deliver([first]);
    const { files } = scene;
    scene.files = {
      ...files,
      writeAt: async (path, expected, position, bytes) => {
        await files.writeAt(path, expected, position, how === 'all of the row' ? bytes : bytes.subarray(0, 5));
        throw new Crash();
      },
    };
    const document = scene.add('b.pdf');
    await expect(scene.deliver([document])).rejects.toThrow(Crash);
    scene.restart();
    scene.files = files;
    const edited = scene.text(csv).replace('1.00', '2.00');
    writeFileSync(scene.path(csv), edited);
    expect(await scene.deliverOne(scene.again(document))).toMatchObject({ csv: scene.path(second) });
    const changed = become(scene.ledger, first.id, { result: extracted({ total: '3.00' }, 'confirmed') });
    await scene.deliver([changed]);
    expect(scene.text(csv)).toBe(edited);
    expect(scene.rows(second).map((row) => row.file)).toEqual(['b.pdf', 'a.pdf']);
  });
});
