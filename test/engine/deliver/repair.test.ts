import {
  linkSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { FlushStage, lostIn, mayBeLost } from '../../../electron/engine/deliver/flush-stage.ts';
import { isTorn, lookForLost } from '../../../electron/engine/deliver/json-file.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { become } from '../../support/jobs.ts';
import { Delivery, extracted, invoices, origin } from './delivery.ts';

let scene: Delivery;
let boot: string;
const flushed: string[][] = [];

beforeEach(() => {
  scene = new Delivery();
  boot = 'first';
  flushed.length = 0;
  scene.files = {
    ...createFiles(),
    boot: () => boot,
    flush: async (paths) => {
      flushed.push([...paths]);
    },
  };
  scene.ledger.routes.setInfo(origin, invoices);
});
afterEach(() => scene.end());

const delivered = async (path: string) => {
  const document = scene.add(path);
  await scene.deliverOne(document);
  return scene.ledger.documents.update(document.id, { delivery: { kind: 'done', at: scene.now } });
};
const jsonOf = (document: Document) => scene.again(document).json;
/** Whether the JSON of a document is known to be on disk. */
const isKnown = (document: Document) => {
  const { write, was } = jsonOf(document) ?? {};
  return was === undefined && (write ?? 0) <= (scene.ledger.meta.read('synced')?.upTo ?? 0);
};
/** The move of its JSON has begun. */
const beingMoved = (document: Document, to: string) => {
  const written = jsonOf(document);
  if (written === undefined) throw new Error('It has no JSON.');
  const json = { ...written, from: written.path, path: scene.path(to) };
  scene.ledger.documents.update(document.id, { json });
  return json;
};
/** The machine has died and was started again. @returns what became of the documents whose outputs are written again */
const repaired = async () => {
  boot = 'second';
  const lost: Document[] = [];
  for (const { id } of lostIn(scene.context, scene.watched)) {
    const document = scene.ledger.documents.get(id);
    if (document?.json?.from !== undefined) await scene.follow(document);
    await lookForLost(scene.context, scene.watched, id, (document) => lost.push(document));
  }
  const outcomes: string[] = [];
  for (const document of lost) {
    await scene.follow(document);
    outcomes.push((await scene.deliverOne(document)).kind);
  }
  return outcomes;
};

describe('what the machine has lost of a JSON', () => {
  const losses: readonly (readonly [string, (path: string) => void])[] = [
    ['its name', (path) => rmSync(path)],
    ['its content', (path) => truncateSync(path, 0)],
    ['its end', (path) => truncateSync(path, 100)],
    ['its last line break', (path) => truncateSync(path, statSync(path).size - 1)],
    ['all but its first characters', (path) => truncateSync(path, 5)],
    ['its content, but not its length', (path) => writeFileSync(path, new Uint8Array(statSync(path).size))],
    [
      'the rest of a page',
      (path) => writeFileSync(path, Buffer.concat([readFileSync(path).subarray(0, 90), new Uint8Array(200)])),
    ],
  ];

  it.each(losses)('is written again: %s', async (_, lose) => {
    const document = await delivered('a.pdf');
    const before = scene.json('a.pdf.json');
    lose(scene.path('a.pdf.json'));
    expect(await repaired()).toEqual(['written']);
    expect(scene.json('a.pdf.json')).toEqual({ ...(before as object), delivered_at: expect.any(String) });
    expect(mayBeLost(scene.context, jsonOf(document)!)).toBe(false);
    expect(scene.outputs().filter((name) => name.endsWith('.json'))).toEqual(['a.pdf.json']);
    // The ledger has what is on disk now: a later result replaces it.
    expect(await scene.deliverOne(document)).toMatchObject({ kind: 'written', json: scene.path('a.pdf.json') });
  });

  it('is written again where a person had taken it, with its source', async () => {
    const document = await delivered('a.pdf');
    renameSync(scene.path('a.pdf'), scene.path('b.pdf'));
    renameSync(scene.path('a.pdf.json'), scene.path('b.pdf.json'));
    truncateSync(scene.path('b.pdf.json'), 0);
    scene.ledger.documents.update(document.id, { path: 'b.pdf' });
    expect(await repaired()).toEqual(['written']);
    expect(scene.json('b.pdf.json')).toMatchObject({ source: { sha256: document.hash } });
    expect(jsonOf(document)).toMatchObject({ path: scene.path('b.pdf.json') });
    expect(scene.outputs().filter((name) => name.endsWith('.json'))).toEqual(['b.pdf.json']);
  });

  it('is written again where a person had taken it, with its source, before it was known to be written', async () => {
    const document = scene.add('a.pdf');
    const { createWhole } = scene.files;
    scene.files = {
      ...scene.files,
      createWhole: async (...given) => {
        await createWhole(...given);
        throw new Error('the machine dies');
      },
    };
    await expect(scene.deliverOne(document)).rejects.toThrow('the machine dies');
    boot = 'second';
    scene.files = { ...scene.files, createWhole };
    mkdirSync(scene.path('filed'));
    truncateSync(scene.path('a.pdf.json'), 100);
    renameSync(scene.path('a.pdf'), scene.path('filed/b.pdf'));
    renameSync(scene.path('a.pdf.json'), scene.path('filed/b.pdf.json'));
    const moved = scene.ledger.documents.update(document.id, { path: 'filed/b.pdf' });
    expect(await scene.follow(moved)).toBe(true);
    expect((await scene.deliverOne(moved)).kind).toBe('written');
    expect(scene.json('filed/b.pdf.json')).toMatchObject({ source: { sha256: document.hash } });
    expect(scene.outputs().filter((name) => name.endsWith('.json'))).toEqual(['filed/b.pdf.json']);
  });

  it('is written beside its source where that has been taken without it, and this is told', async () => {
    const document = await delivered('a.pdf');
    mkdirSync(scene.path('filed'));
    renameSync(scene.path('a.pdf'), scene.path('filed/a.pdf'));
    rmSync(scene.path('a.pdf.json'));
    scene.ledger.documents.update(document.id, { path: 'filed/a.pdf' });
    expect(await repaired()).toEqual(['written']);
    expect(jsonOf(document)).toMatchObject({ path: scene.path('filed/a.pdf.json') });
  });

  it('is written again, and beside its source, where that has been taken without what is left of it', async () => {
    const document = await delivered('a.pdf');
    mkdirSync(scene.path('filed'));
    renameSync(scene.path('a.pdf'), scene.path('filed/b.pdf'));
    truncateSync(scene.path('a.pdf.json'), 100);
    scene.ledger.documents.update(document.id, { path: 'filed/b.pdf' });
    expect(await repaired()).toEqual(['written']);
    expect(jsonOf(document)).toMatchObject({ path: scene.path('filed/b.pdf.json') });
    expect(scene.json('filed/b.pdf.json')).toMatchObject({ source: { sha256: document.hash } });
    expect(scene.outputs().filter((name) => name.endsWith('.json'))).toEqual(['filed/b.pdf.json']);
  });

  it('is written under the next name where somebody takes its own meanwhile', async () => {
    const document = await delivered('a.pdf');
    rmSync(scene.path('a.pdf.json'));
    const { createWhole } = scene.files;
    scene.files = {
      ...scene.files,
      createWhole: (path, ...given) => {
        if (path === scene.path('a.pdf.json')) writeFileSync(path, '{"mine": true}');
        return createWhole(path, ...given);
      },
    };
    expect(await repaired()).toEqual(['written']);
    expect(scene.text('a.pdf.json')).toBe('{"mine": true}');
    expect(scene.json('a.pdf (2).json')).toMatchObject({ source: { sha256: document.hash } });
    expect(jsonOf(document)).toMatchObject({ path: scene.path('a.pdf (2).json') });
  });

  it('leaves nothing under the second name that an interrupted move had given it', async () => {
    const document = await delivered('a.pdf');
    renameSync(scene.path('a.pdf'), scene.path('b.pdf'));
    scene.ledger.documents.update(document.id, { path: 'b.pdf' });
    const json = beingMoved(document, 'b.pdf.json');
    linkSync(json.from, json.path);
    truncateSync(json.from, 0);
    expect(await repaired()).toEqual(['written']);
    const left = scene.outputs().filter((name) => name.endsWith('.json'));
    expect(left).toHaveLength(1);
    expect(scene.json(left[0] ?? '')).toMatchObject({ source: { sha256: document.hash } });
  });

  it.each(['whole', 'torn'] as const)('brings back what an interrupted move had taken away, %s', async (how) => {
    const document = await delivered('a.pdf');
    mkdirSync(scene.path('filed'));
    scene.ledger.documents.update(document.id, { moving: { from: 'a.pdf', to: 'filed/a.pdf' } });
    const json = beingMoved(document, 'filed/a.pdf.json');
    renameSync(json.from, json.path);
    if (how === 'torn') truncateSync(json.path, 20);
    expect(await repaired()).toEqual(how === 'torn' ? ['written'] : []);
    expect(scene.json('a.pdf.json')).toMatchObject({ source: { sha256: document.hash } });
    expect(readdirSync(scene.path('filed'))).toEqual([]);
  });

  it('leaves what a person has put where an interrupted move was to take it', async () => {
    const document = await delivered('a.pdf');
    mkdirSync(scene.path('filed'));
    scene.ledger.documents.update(document.id, { moving: { from: 'a.pdf', to: 'filed/a.pdf' } });
    const json = beingMoved(document, 'filed/a.pdf.json');
    rmSync(json.from);
    writeFileSync(json.path, '{"mine": true}');
    expect(await repaired()).toEqual(['written']);
    expect(scene.json('a.pdf.json')).toMatchObject({ source: { sha256: document.hash } });
    expect(scene.text('filed/a.pdf.json')).toBe('{"mine": true}');
  });

  it.each(['a.pdf.json', 'b.pdf.json'])('has the name of its source where a person had taken it, whole, to %s', async (name) => {
    const document = await delivered('a.pdf');
    mkdirSync(scene.path('filed'));
    renameSync(scene.path('a.pdf'), scene.path('filed/b.pdf'));
    renameSync(scene.path('a.pdf.json'), scene.path(`filed/${name}`));
    scene.ledger.documents.update(document.id, { path: 'filed/b.pdf' });
    expect(await repaired()).toEqual(['written']);
    expect(jsonOf(document)).toMatchObject({ path: scene.path('filed/b.pdf.json') });
    expect(isKnown(document)).toBe(true);
    expect(readdirSync(scene.path('filed'))).toEqual(['b.pdf', 'b.pdf.json']);
  });

  it('is nothing where the file is whole', async () => {
    const document = await delivered('a.pdf');
    const { ino } = statSync(scene.path('a.pdf.json'));
    expect(await repaired()).toEqual([]);
    expect(statSync(scene.path('a.pdf.json')).ino).toBe(ino);
    expect(isKnown(document)).toBe(true);
  });

  it('is left to what a person has put in its place', async () => {
    await delivered('a.pdf');
    writeFileSync(scene.path('a.pdf.json'), '{"mine": true}');
    expect(await repaired()).toEqual([]);
    expect(scene.text('a.pdf.json')).toBe('{"mine": true}');
  });

  it('is not written beside another content, nor while the source or its folder is away, but once it is back', async () => {
    const document = await delivered('a.pdf');
    rmSync(scene.path('a.pdf.json'));
    renameSync(scene.folderPath, `${scene.folderPath} away`);
    await expect(repaired()).rejects.toMatchObject({ said: { code: 'disk.folder.unreachable' } });
    renameSync(`${scene.folderPath} away`, scene.folderPath);
    const content = readFileSync(scene.path('a.pdf'));
    writeFileSync(scene.path('a.pdf'), content.toString().toUpperCase());
    expect(await repaired()).toEqual(['written']);
    rmSync(scene.path('a.pdf'));
    // It is not looked for without end.
    expect(await repaired()).toEqual([]);
    expect(scene.outputs()).not.toContain('a.pdf.json');
    writeFileSync(scene.path('a.pdf'), content);
    const { ino, mtimeMs, size } = statSync(scene.path('a.pdf'));
    scene.ledger.documents.update(document.id, { facts: { ino, mtimeMs, size } });
    await scene.deliverOne(scene.again(document));
    expect(scene.outputs()).toContain('a.pdf.json');
  });

  it('is not written on another volume that has a copy of the source, in place of the folder', async () => {
    await delivered('a.pdf');
    rmSync(scene.path('a.pdf.json'));
    const { ino } = statSync(scene.folderPath);
    scene.ledger.meta.write('root', ino + 1, scene.folderId);
    await expect(repaired()).rejects.toMatchObject({ said: { code: 'disk.folder.unreachable' } });
    expect(scene.outputs()).not.toContain('a.pdf.json');
    scene.ledger.meta.write('root', ino, scene.folderId);
    expect(await repaired()).toEqual(['written']);
  });

  it('is left alone where its file has gone, and written once that is back', async () => {
    const document = await delivered('a.pdf');
    truncateSync(scene.path('a.pdf.json'), 50);
    const { file } = scene.ledger.documents.update(document.id, { file: { kind: 'gone', was: { kind: 'there' } } });
    expect(await repaired()).toEqual([]);
    expect(file.kind).toBe('gone');
    scene.ledger.documents.update(document.id, { file: { kind: 'there' } });
    expect(await repaired()).toEqual(['written']);
    expect(scene.outputs().filter((name) => name.endsWith('.json'))).toEqual(['a.pdf.json']);
  });

  it('is left alone where its file goes while it is being looked for', async () => {
    const document = await delivered('a.pdf');
    truncateSync(scene.path('a.pdf.json'), 50);
    const { read } = scene.files;
    scene.files = {
      ...scene.files,
      read: (...given) => {
        scene.ledger.documents.update(document.id, { file: { kind: 'gone', was: { kind: 'there' } } });
        return read(...given);
      },
    };
    expect(await repaired()).toEqual([]);
  });

  it('is not taken to be the JSON of another document that a person is editing', async () => {
    mkdirSync(scene.path('filed'));
    const other = await delivered('filed/a.pdf');
    const { path = '', hash = '' } = jsonOf(other) ?? {};
    // It has been on disk for long.
    scene.ledger.documents.update(other.id, { json: { path, hash } });
    writeFileSync(path, '{\n  "intray": 1,\n  "mine": ');
    const document = await delivered('a.pdf');
    renameSync(scene.path('a.pdf'), scene.path('filed/b.pdf'));
    rmSync(scene.path('a.pdf.json'));
    scene.ledger.documents.update(document.id, { path: 'filed/b.pdf' });
    expect(await repaired()).toEqual(['written']);
    expect(scene.text('filed/a.pdf.json')).toContain('mine');
    expect(scene.json('filed/b.pdf.json')).toMatchObject({ source: { sha256: document.hash } });
  });

  it.each(losses)('is replaced by a later result that the machine did not live to write: %s', async (what, lose) => {
    const document = await delivered('a.pdf');
    const later = become(scene.ledger, document.id, { result: extracted({ invoice_number: 'later' }) });
    const { replaceWhole } = scene.files;
    scene.files = { ...scene.files, replaceWhole: () => Promise.reject(new Error('the machine dies')) };
    await expect(scene.deliverOne(later)).rejects.toThrow('the machine dies');
    boot = 'second';
    scene.files = { ...scene.files, replaceWhole };
    lose(scene.path('a.pdf.json'));
    expect((await scene.deliverOne(later)).kind, what).toBe('written');
    expect(scene.outputs().filter((name) => name.endsWith('.json'))).toEqual(['a.pdf.json']);
    expect(scene.json('a.pdf.json')).toMatchObject({ extracted_data: { invoice_number: 'later' } });
    expect(mayBeLost(scene.context, jsonOf(document)!)).toBe(false);
  });

  it('is replaced by the JSON of the content that has come to the name since', async () => {
    const document = await delivered('a.pdf');
    truncateSync(scene.path('a.pdf.json'), 50);
    boot = 'second';
    const next = scene.add('a.pdf', { content: 'another', replaces: document.id });
    expect(await scene.deliverOne(next)).toMatchObject({ kind: 'written', json: scene.path('a.pdf.json') });
    expect(scene.json('a.pdf.json')).toMatchObject({ source: { sha256: next.hash } });
  });

  it('can be nothing while the machine runs, or on a volume that goes away by itself', async () => {
    await delivered('a.pdf');
    expect(lostIn(scene.context, scene.watched)).toEqual([]);
    scene.files = createFiles();
    const onShare = await delivered('b.pdf');
    expect(isKnown(onShare)).toBe(true);
  });
});

describe('what is left of a JSON', () => {
  it.each(['', '{', '{\n  "intray": 1,\n  "sou', '\0\0\0', '{\n  "int\0\0'])('is told: %j', (text) => {
    expect(isTorn(Buffer.from(text))).toBe(true);
  });

  it.each(['{}', '[', 'total', '{\n  "intray": 1\n}', '{\n  "mine', 'a\0\0', '\0a'])('is not what a person wrote: %j', (text) => {
    expect(isTorn(Buffer.from(text))).toBe(false);
  });
});

describe('the flush', () => {
  it('leaves what is yet to be created', async () => {
    const document = await delivered('a.pdf');
    scene.ledger.documents.update(document.id, { json: { ...jsonOf(document)!, was: '' } });
    const stage = new FlushStage({ world: scene.context, tasks: { isResting: () => false, launch: () => {} } });
    await stage.flush();
    expect(flushed).toEqual([]);
    expect(isKnown(document)).toBe(false);
  });

  it('makes many durable at once half a minute later, but not what comes meanwhile', async () => {
    const [first, second] = [await delivered('a.pdf'), await delivered('b.pdf')];
    const tasks: Promise<void>[] = [];
    let elapsed = 0;
    const clock = { ...scene.context.clock, elapsed: () => elapsed };
    const stage = new FlushStage({
      world: { ...scene.context, clock },
      tasks: { isResting: () => false, launch: (_owner, _name, work) => void tasks.push(work()) },
    });
    expect(stage.start(1_000)).toBe(31_000);
    elapsed = 29_999;
    expect(stage.start(1_000)).toBe(1_001);
    expect(flushed).toEqual([]);
    elapsed = 30_000;
    stage.start(1_000);
    const third = await delivered('c.pdf');
    await Promise.all(tasks);
    expect(flushed).toEqual([[scene.path('a.pdf.json'), scene.path('b.pdf.json')]]);
    expect([isKnown(first), isKnown(second), isKnown(third)]).toEqual([true, true, false]);
  });

  it('says nothing of what is written meanwhile, though what was flushed is written anew', async () => {
    const document = await delivered('a.pdf');
    let later: Document | undefined;
    const { flush } = scene.files;
    scene.files = {
      ...scene.files,
      flush: async (paths) => {
        await scene.deliverOne(become(scene.ledger, document.id, { result: extracted({ invoice_number: 'later' }) }));
        later = await delivered('b.pdf');
        await flush?.(paths);
      },
    };
    await new FlushStage({ world: scene.context, tasks: { isResting: () => false, launch: () => {} } }).flush();
    expect([isKnown(document), later && isKnown(later)]).toEqual([true, false]);
  });
});
