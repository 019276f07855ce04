/**
 * A share goes away after the sources were looked at. Its outputs were taken for deleted by a person then: the CSV was
 * left for good, and a second one begun beside it once the share was back; a JSON got a second one too.
 */
import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { become } from '../../support/jobs.ts';
import { Delivery, extracted } from './delivery.ts';

const csv = 'intray-Invoices.csv';

let scene: Delivery;
beforeEach(() => {
  scene = new Delivery();
});
afterEach(() => scene.end());

/** Delivers while the folder goes away just before somebody looks at `output`; then it is there again. */
async function awayAtTheLook(output: string, documents: readonly Document[], leaves: 'nothing' | 'a mount point') {
  const elsewhere = join(scene.root, 'elsewhere');
  const { files } = scene;
  let away = false;
  scene.files = {
    ...files,
    async stat(path) {
      if (path === scene.path(output) && !away) {
        away = true;
        renameSync(scene.folderPath, elsewhere);
        if (leaves === 'a mount point') mkdirSync(scene.folderPath);
      }
      return files.stat(path);
    },
  };
  const outcomes = [...(await scene.deliver(documents)).values()].map(({ kind }) => kind);
  scene.files = files;
  rmSync(scene.folderPath, { recursive: true, force: true });
  renameSync(elsewhere, scene.folderPath);
  return outcomes;
}

describe.each(['nothing', 'a mount point'] as const)('a share that goes and leaves %s', (leaves) => {
  it('keeps its CSV, which is continued when it is back', async () => {
    await scene.deliver([scene.add('a.pdf')]);
    const document = scene.add('b.pdf');
    expect(await awayAtTheLook(csv, [document], leaves)).toEqual(['blocked']);
    expect(await scene.deliverOne(document)).toMatchObject({ kind: 'written', csv: scene.path(csv) });
    expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'b.pdf']);
    expect(scene.outputs()).toEqual(['a.pdf.json', 'b.pdf.json', csv]);
  });

  it('keeps its JSON, which a later result rewrites when it is back', async () => {
    const document = scene.add('a.pdf');
    await scene.deliver([document]);
    const changed = become(scene.ledger, document.id, { result: extracted({ total: '9' }, 'confirmed') });
    expect(await awayAtTheLook('a.pdf.json', [changed], leaves)).toEqual(['blocked']);
    await scene.deliver([changed]);
    expect(scene.json('a.pdf.json')).toMatchObject({ extracted_data: { total: '9' } });
    expect(scene.outputs()).toEqual(['a.pdf.json', csv]);
  });
});
