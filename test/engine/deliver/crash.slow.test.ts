import { createHash } from 'node:crypto';
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { csvsOf } from '../../../electron/core/document/table.ts';
import type { DeliveryOutcome } from '../../../electron/engine/deliver/deliver.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import type { Files } from '../../../electron/engine/ports.ts';
import { DiskProblem } from '../../../electron/engine/ports.ts';
import { become } from '../../support/jobs.ts';
import { Delivery, extracted } from './delivery.ts';
import { Crash, type FailingFiles, type Fault, failingFiles } from './failing-files.ts';

/**
 * Whatever the program was doing on the disk when it ended, and whatever the disk refused for a while: the outputs are
 * those of a run in which nothing happened. Each case prepares a folder, and then does the one thing that is disturbed.
 */
interface Case {
  readonly name: string;
  readonly prepare: (scene: Delivery) => Promise<readonly Document[]>;
  readonly act?: (
    scene: Delivery,
    documents: readonly Document[],
  ) => Promise<readonly (DeliveryOutcome | { readonly kind: string })[]>;
}

const csv = 'intray-Invoices.csv';

const cases: readonly Case[] = [
  {
    name: 'the first delivery of a folder',
    prepare: async (scene) => [scene.add('a.pdf'), scene.add('June/b.pdf')],
  },
  {
    name: 'a delivery that appends',
    prepare: async (scene) => {
      await scene.deliver([scene.add('a.pdf')]);
      return [scene.add('b.pdf', { data: { total: 'ü "2"' } }), scene.add('c.pdf')];
    },
  },
  {
    name: 'a delivery among files of other people',
    prepare: async (scene) => {
      writeFileSync(scene.path('a.pdf.json'), '{"mine": true}');
      writeFileSync(scene.path(csv), 'mine too');
      return [scene.add('a.pdf')];
    },
  },
  {
    name: 'a delivery beside an edited table',
    prepare: async (scene) => {
      await scene.deliver([scene.add('a.pdf')]);
      writeFileSync(scene.path(csv), 'edited');
      return [scene.add('b.pdf')];
    },
  },
  {
    name: 'a delivery of changed content',
    prepare: async (scene) => {
      const [a, b] = [scene.add('a.pdf'), scene.add('b.pdf')];
      await scene.deliver([a, b]);
      return [scene.add('a.pdf', { content: 'new', data: { total: '9' }, replaces: a.id }), scene.add('c.pdf')];
    },
  },
  {
    name: 'a delivery of a changed result',
    prepare: async (scene) => {
      const [a, b] = [scene.add('a.pdf'), scene.add('b.pdf')];
      await scene.deliver([a, b]);
      return [become(scene.ledger, a.id, { result: extracted({ total: '9', iban: 'DE1' }, 'confirmed') })];
    },
  },
  {
    name: 'a delivery of what a person corrected',
    prepare: async (scene) => {
      const [a, b] = [scene.add('a.pdf'), scene.add('b.pdf')];
      await scene.deliver([a, b]);
      const review = {
        confirmations: [{ at: 5, by: 'Anna', corrections: { total: '9' } }],
        changes: [{ at: 5, by: 'Anna', field: 'total', from: '1.00', to: '9' }],
      };
      return [become(scene.ledger, a.id, { review })];
    },
  },
  {
    name: 'filing away to names that are taken',
    prepare: async (scene) => {
      const moving = scene.add('June/a.pdf', { content: 'first' });
      await scene.deliver([moving]);
      await scene.fileAway(moving);
      const document = scene.add('June/a.pdf', { content: 'second' });
      await scene.deliver([document]);
      return [document];
    },
    act: async (scene, [document]) => {
      if (document === undefined) throw new Error();
      return [await scene.fileAway(document)];
    },
  },
];

const deliverAll: NonNullable<Case['act']> = async (scene, documents) => [...(await scene.deliver(documents)).values()];

interface Ending {
  readonly disk: unknown;
  readonly ledger: unknown;
}

/** The disk and the ledger's view of it, without the times and the directory that differ from run to run. */
function endingOf(scene: Delivery, documents: readonly Document[]): Ending {
  const timeless = (text: string) => text.replaceAll(/2026-05-01T[\d:.]+Z/g, 'then');
  const outputs = documents.flatMap(({ id }) => scene.ledger.documents.get(id)?.json ?? []);
  for (const { path, hash } of outputs) expect(hash).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
  return {
    disk: scene.names().map((name) => [name, timeless(scene.text(name))]),
    ledger: {
      outputs: outputs.map(({ path, was }) => [relative(scene.root, path), was]),
      rows: csvsOf(scene.ledger.tables.all(scene.folderId)).map(({ isLeft, number, path, table: { id } }) => [
        ...[relative(scene.root, path), isLeft, scene.ledger.tables.rowCount(id, number)],
      ]),
    },
  };
}

/** Runs a case; when the program ends, or the disk refuses, it starts again on a sound disk. */
async function run(
  { prepare, act = deliverAll }: Case,
  fault: Fault | undefined,
): Promise<{ ending: Ending; files: FailingFiles; failed: boolean }> {
  const scene = new Delivery({ fileAway: { kind: 'move', to: 'Processed' } });
  try {
    const documents = await prepare(scene);
    const files = failingFiles(createFiles(), fault);
    scene.files = files;
    let failed = false;
    // Twice: the caller may not have recorded the first, and asks once more.
    for (let time = 0; time < 2; time += 1) {
      if (
        await succeeds(() =>
          act(
            scene,
            documents.map((document) => scene.again(document)),
          ),
        )
      )
        continue;
      failed = true;
      scene.restart();
      files.recover();
      expect(
        await succeeds(() =>
          act(
            scene,
            documents.map((document) => scene.again(document)),
          ),
        ),
      ).toBe(true);
    }
    return { ending: endingOf(scene, documents), files, failed };
  } finally {
    await scene.end();
  }
}

/** Whether nothing ended the program, and nothing was refused. */
async function succeeds(act: () => Promise<readonly { readonly kind: string }[]>): Promise<boolean> {
  try {
    return (await act()).every((outcome) => outcome.kind !== 'blocked');
  } catch (error) {
    if (error instanceof Crash || error instanceof DiskProblem) return false;
    throw error;
  }
}

/** What can happen at an operation; at those that are not listed the program can only end before it. */
const kindsOf: Partial<Record<keyof Files, readonly Fault['kind'][]>> = {
  createWhole: ['before', 'after', 'refused'],
  replaceWhole: ['before', 'after', 'refused'],
  writeAt: ['before', 'torn', 'after', 'refused'],
  makeDirectory: ['after', 'refused'],
  moveNew: ['before', 'after', 'refused'],
};

describe.each(cases)('$name', (subject) => {
  it('ends the same wherever the program ended or the disk refused', async () => {
    const { ending, files, failed } = await run(subject, undefined);
    expect(failed).toBe(false);
    expect(files.count).toBeGreaterThan(3);
    for (let at = 0; at < files.count; at += 1) {
      const kinds = kindsOf[files.operations[at] ?? 'stat'] ?? ['before'];
      for (const kind of kinds) {
        const disturbed = await run(subject, { at, kind });
        expect(disturbed.ending, `${kind} operation ${at}`).toEqual(ending);
      }
    }
  }, 120_000);
});

describe('a program that ends again and again', () => {
  it('writes each row once', async () => {
    const scene = new Delivery();
    try {
      const documents = Array.from({ length: 12 }, (_, index) => scene.add(`scan${index}.pdf`));
      for (let at = 0, next = 0; next < documents.length; at = (at + 3) % 29) {
        const files = failingFiles(createFiles(), { at, kind: at % 2 === 0 ? 'after' : 'torn' });
        scene.files = files;
        const some = documents.slice(next, next + 3);
        try {
          await scene.deliver(some);
          next += 3;
        } catch (error) {
          if (!(error instanceof Crash)) throw error;
          scene.restart();
        }
      }
      expect(scene.rows(csv).map((row) => row.file)).toEqual(documents.map((document) => document.path));
      expect(scene.outputs()).toHaveLength(13);
    } finally {
      await scene.end();
    }
  });

  it('completes the rows that it had begun, also of a document that is no longer there when it starts again', async () => {
    const scene = new Delivery();
    try {
      await scene.deliver([scene.add('a.pdf')]);
      const [gone, there] = [scene.add('gone.pdf'), scene.add('there.pdf')];
      const plain = createFiles();
      scene.files = {
        ...plain,
        writeAt: async (path, expected, position, bytes) => {
          await plain.writeAt(path, expected, position, bytes.subarray(0, 5));
          throw new Crash();
        },
      };
      await expect(scene.deliver([gone, there])).rejects.toThrow(Crash);
      scene.restart();
      scene.files = plain;
      rmSync(scene.path('gone.pdf'));
      await scene.deliver([gone, there]);
      expect(scene.rows(csv).map((row) => row.file)).toEqual(['a.pdf', 'gone.pdf', 'there.pdf']);
    } finally {
      await scene.end();
    }
  });
});
