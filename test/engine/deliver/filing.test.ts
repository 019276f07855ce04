import { linkSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Document } from '../../../electron/core/document/document.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import type { FileAwayOutcome } from '../../../electron/engine/deliver/file-away.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { become } from '../../support/jobs.ts';
import { Delivery, extracted, invoices, type NewDocument, origin } from './delivery.ts';

let scene: Delivery;
beforeEach(() => {
  scene = new Delivery();
  useTemplate('{vendor}/{date:yyyy}/{date}_{number}.pdf');
  const fields = ['vendor', 'date', 'number'];
  scene.ledger.routes.setInfo(origin, { ...invoices, fields });
});
afterEach(() => scene.end());

const csv = 'intray-Invoices.csv';

function useTemplate(as: string, when?: 'delivered'): void {
  scene.settings = { ...scene.settings, fileAway: { kind: 'move', to: 'Filed', as, when } };
}

const acme = { vendor: 'ACME', date: '2026-03-04', number: '17' };

async function delivered(path: string, options: NewDocument = {}): Promise<Document> {
  const document = scene.add(path, { data: acme, ...options });
  expect((await scene.deliverOne(document)).kind).toBe('written');
  return document;
}

/** Files it, and records where it went as the engine does. */
async function file(document: Document): Promise<FileAwayOutcome> {
  const outcome = await scene.fileAway(document);
  if (outcome.kind === 'moved' && outcome.path !== document.path) {
    const { filed = [], id, path: from } = document;
    const { facts, path } = outcome;
    const moves = [...filed, { id: filed.length + 1, from, to: path, at: scene.now }];
    scene.ledger.documents.update(id, { path, facts, moving: undefined, filed: moves });
  }
  return outcome;
}

async function unfiled(document: Document): Promise<string | undefined> {
  const outcome = await file(document);
  if (outcome.kind !== 'moved') throw new Error(JSON.stringify(outcome));
  expect(outcome.path).toBe(document.path);
  return outcome.unfiled && inEnglish(outcome.unfiled);
}

describe('Filing by values', () => {
  it('puts source and JSON together where the template says, with the ending of the file', async () => {
    const outcome = await file(await delivered('in/scan1.PDF'));
    const facts = statSync(scene.path('Filed/ACME/2026/2026-03-04_17.PDF'));
    expect(outcome).toMatchObject({ kind: 'moved', facts: { ino: facts.ino } });
    expect(scene.names()).toEqual(['Filed/ACME/2026/2026-03-04_17.PDF', 'Filed/ACME/2026/2026-03-04_17.PDF.json', csv]);
  });

  it('takes the next name that is free for both, and overwrites nothing', async () => {
    mkdirSync(scene.path('Filed/ACME/2026'), { recursive: true });
    writeFileSync(scene.path('Filed/ACME/2026/2026-03-04_17.pdf'), 'earlier');
    writeFileSync(scene.path('Filed/ACME/2026/2026-03-04_17 (2).pdf.json'), 'alone');
    expect(await file(await delivered('a.pdf'))).toMatchObject({ path: 'Filed/ACME/2026/2026-03-04_17 (3).pdf' });
    expect(await file(await delivered('b.pdf'))).toMatchObject({ path: 'Filed/ACME/2026/2026-03-04_17 (4).pdf' });
    expect(readFileSync(scene.path('Filed/ACME/2026/2026-03-04_17.pdf'), 'utf8')).toBe('earlier');
  });

  it.each<[string, object, string]>([
    ['a value is missing', { vendor: 'ACME', date: '2026-03-04' }, 'number has no value that a file could be named by.'],
    ['a value is empty', { ...acme, number: ' ' }, 'number has no value that a file could be named by.'],
    ['a date may mean two days', { ...acme, date: '03/04/2026' }, '“03/04/2026” in “date” may mean 2026-04-03 and 2026-03-04.'],
    ['a date is none', { ...acme, date: 'soon' }, '“soon” in “date” was not read as a date.'],
    [
      'a value has parts',
      { ...acme, number: ['1', '2'] },
      '“number” has several parts; a file can only be named by a single value.',
    ],
    ['nothing of a value can be in a name', { ...acme, vendor: '../' }, 'vendor has no value that a file could be named by.'],
  ])('leaves the file where it is and says why, when %s', async (_, data, reason) => {
    expect(await unfiled(await delivered('a.pdf', { data: data as Record<string, unknown> }))).toBe(reason);
    expect(scene.names()).toEqual(['a.pdf', 'a.pdf.json', csv]);
  });

  it('takes a date in the order of the folder', async () => {
    scene.settings = { ...scene.settings, dates: 'day-first' };
    expect(await file(await delivered('a.pdf', { data: { ...acme, date: '03/04/2026' } }))).toMatchObject({
      path: 'Filed/ACME/2026/2026-04-03_17.pdf',
    });
  });

  it('leaves what breaks a check of the folder by that field', async () => {
    const document = await delivered('a.pdf');
    const findings = [
      { rule: 'r', outcome: 'breach' as const, field: 'vendor', message: { code: 'filing.noName', values: {} } as const },
    ];
    useTemplate('{vendor}/{number}', 'delivered');
    const flagged = scene.ledger.documents.update(document.id, { findings });
    expect(await unfiled(flagged)).toMatch(/^Check “r”/);
  });

  it('waits for a review, unless it is not to', async () => {
    const document = await delivered('a.pdf', { status: 'needs_review', state: { kind: 'needs_review' } });
    expect(await unfiled(document)).toBeUndefined();
    useTemplate('{vendor}', 'delivered');
    expect(await file(document)).toMatchObject({ path: 'Filed/ACME.pdf' });
  });

  it('files again what was corrected, and keeps what is right already, with its number', async () => {
    const first = await delivered('a.pdf');
    await file(first);
    const second = await delivered('b.pdf');
    await file(second);
    expect(scene.again(second).path).toBe('Filed/ACME/2026/2026-03-04_17 (2).pdf');
    expect(await file(scene.again(second))).toMatchObject({ path: 'Filed/ACME/2026/2026-03-04_17 (2).pdf' });
    become(scene.ledger, second.id, { result: extracted({ ...acme, vendor: 'Other' }), delivery: { kind: 'pending' } });
    await scene.deliverOne(scene.again(second));
    expect(await file(scene.again(second))).toMatchObject({ path: 'Filed/Other/2026/2026-03-04_17.pdf' });
    expect(scene.names()).toEqual([
      'Filed/ACME/2026/2026-03-04_17.pdf',
      'Filed/ACME/2026/2026-03-04_17.pdf.json',
      'Filed/Other/2026/2026-03-04_17.pdf',
      'Filed/Other/2026/2026-03-04_17.pdf.json',
      csv,
    ]);
  });

  it('goes by the name that a file was found under, also when it is filed again', async () => {
    useTemplate('{vendor}/{file_name}_{found_date:yyyy}');
    const document = await delivered('in/scan 1.pdf');
    await file(document);
    expect(scene.again(document).path).toBe('Filed/ACME/scan 1_2026.pdf');
    become(scene.ledger, document.id, { result: extracted({ ...acme, vendor: 'Other' }) });
    await file(scene.again(document));
    expect(scene.again(document).path).toBe('Filed/Other/scan 1_2026.pdf');
  });

  it('puts classified documents by category', async () => {
    useTemplate("{category|'None'}/{file_name}");
    const result = {
      kind: 'classification',
      status: 'processed',
      categoryId: 'c-1',
      categoryName: 'Letters / in',
      extra: {},
    } as const;
    const route = { kind: 'classification', id: 'c' } as const;
    expect(await file(await delivered('a.pdf', { result, route }))).toMatchObject({ path: 'Filed/Letters - in/a.pdf' });
  });

  it('completes a move that was interrupted, then sees that a corrected value puts it elsewhere', async () => {
    const document = await delivered('a.pdf');
    const files = createFiles();
    scene.files = {
      ...files,
      moveNew: async (...way) => {
        await files.moveNew(...way);
        throw new Error('killed');
      },
    };
    await expect(file(document)).rejects.toThrow('killed');
    scene.files = files;
    const corrected = become(scene.ledger, document.id, { result: extracted({ ...acme, vendor: 'Other' }) });
    expect(await file(corrected)).toMatchObject({ path: 'Filed/ACME/2026/2026-03-04_17.pdf' });
    expect(await file(scene.again(document))).toMatchObject({ path: 'Filed/Other/2026/2026-03-04_17.pdf' });
    expect(scene.names()).toEqual(['Filed/Other/2026/2026-03-04_17.pdf', 'Filed/Other/2026/2026-03-04_17.pdf.json', csv]);
  });

  it.each([
    ['back to where the file is', acme, 'Filed/ACME/2026/2026-03-04_17.pdf'],
    ['to a third place', { ...acme, vendor: 'Third' }, 'Filed/Third/2026/2026-03-04_17.pdf'],
  ])('gives up a move that has not taken the file along when its values lead %s', async (_, data, path) => {
    const document = await delivered('a.pdf');
    await file(document);
    const corrected = become(scene.ledger, document.id, { result: extracted({ ...acme, vendor: 'Other' }) });
    const moves: string[] = [];
    const files = createFiles();
    scene.files = {
      ...files,
      moveNew: async () => {
        throw new Error('killed');
      },
    };
    await expect(file(corrected)).rejects.toThrow('killed');
    scene.files = {
      ...files,
      moveNew: async (from, to, expected) => {
        moves.push(to);
        return files.moveNew(from, to, expected);
      },
    };
    const again = become(scene.ledger, document.id, { result: extracted(data) });
    expect(await file(again)).toMatchObject({ kind: 'moved', path });
    expect(scene.names()).toEqual([path, `${path}.json`, csv]);
    expect(moves.filter((to) => to.includes('Other'))).toEqual([]);
  });

  it('takes back the second name that a move has given the file before it is given up', async () => {
    const document = await delivered('a.pdf');
    await file(document);
    const corrected = become(scene.ledger, document.id, { result: extracted({ ...acme, vendor: 'Other' }) });
    const files = createFiles();
    scene.files = {
      ...files,
      moveNew: async (from, to) => {
        linkSync(from, to);
        throw new Error('killed');
      },
    };
    await expect(file(corrected)).rejects.toThrow('killed');
    scene.files = files;
    const again = become(scene.ledger, document.id, { result: extracted(acme) });
    expect(await file(again)).toMatchObject({ kind: 'moved', path: 'Filed/ACME/2026/2026-03-04_17.pdf' });
    expect(scene.names()).toEqual(['Filed/ACME/2026/2026-03-04_17.pdf', 'Filed/ACME/2026/2026-03-04_17.pdf.json', csv]);
  });
});
