import { readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { type StartProcess, startNode } from '../../electron/process.ts';
import { createParser, type ParserRequest } from '../../electron/workspace/parser/parser.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { fastClock } from '../support/fast-clock.ts';
import { makeFile } from '../support/make-files.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
let folder: FolderSettings;
let folderId: number;
/** What was opened, or shown in its directory. */
const opened: string[] = [];

/** An amount is every field's value. */
function valueIn(text: string, index: number): string {
  return text.includes('empty') && index === 0 ? '' : text.includes('€') ? text : 'found';
}

/** Values of documents whose text says "empty" are not found, so that they need a review. */
const documents = {
  ...quickDocuments,
  findFields: (lines: readonly (readonly string[])[], fields: readonly { readonly key: string }[]) =>
    Object.fromEntries(fields.map(({ key }, index) => [key, valueIn(lines[0]?.[0] ?? '', index)])),
};

async function begin(
  kind: 'extraction' | 'classification' = 'extraction',
  more: Parameters<typeof openWithSandbox>[0] = {},
): Promise<void> {
  const sandbox = { documents, delays: { queued: 0, processing: 0 } };
  opened.length = 0;
  const open = (path: string, how: string) => {
    opened.push(`${how} ${path}`);
    return undefined;
  };
  const space = await openWithSandbox({ clock: fastClock(5), sandbox, open, ...more });
  test = space.test;
  folder = test.folder('scans', space[kind]);
  ({ id: folderId } = await test.ask('addFolder', { settings: folder }));
  await test.until('it is watched', async () => (await test.ask('status', {})).folders[0]?.health.kind === 'watching');
}

/** Puts a document, and waits until its result is delivered. */
async function delivered(name: string, text = name): Promise<number> {
  await makeFile(join(folder.path, name), text);
  return test.until(`${name} is delivered`, async () => {
    const found = (await test.ask('documents', { text: name })).documents.find(({ path }) => path === name);
    return found?.delivery === 'done' ? found.id : undefined;
  });
}

beforeEach(() => begin());
afterEach(() => test.end());

describe('a file to be saved elsewhere', () => {
  it('comes in pieces, and not once another is in its place', async () => {
    const id = await delivered('a.pdf');
    const source = readFileSync(join(folder.path, 'a.pdf'));
    const piece = await test.ask('filePiece', { id, what: 'source', position: 0 });
    expect(piece).toMatchObject({ name: 'a.pdf', size: source.length, bytes: source.toString('base64') });
    expect((await test.ask('filePiece', { id, what: 'source', position: source.length })).bytes).toBe('');
    const { name, bytes } = await test.ask('filePiece', { id, what: 'json', position: 0 });
    expect(name).toBe('a.pdf.json');
    expect(Buffer.from(bytes, 'base64')).toEqual(readFileSync(join(folder.path, name)));
    writeFileSync(join(folder.path, 'a.pdf'), 'another');
    expect((await test.refused('filePiece', { id, what: 'source', position: 0 })).message.code).toBe(
      'workspace.document.changed',
    );
  });
});

describe('the queue', () => {
  it('gives a page of documents with their sentence, filtered and counted', async () => {
    await delivered('one.pdf');
    await delivered('two.pdf', 'empty');
    const all = await test.ask('documents', {});
    expect(all.total).toBe(2);
    expect(all.documents[0]).toMatchObject({
      folderId,
      path: 'two.pdf',
      state: 'needs_review',
      delivery: 'done',
      standing: 'needs-you',
      sendAgain: 'no',
    });
    expect(all.documents[0]?.why.length).toBeGreaterThan(0);
    const paths = async (input: object) => (await test.ask('documents', input)).documents.map(({ path }) => path);
    expect(await paths({ standings: ['needs-you'] })).toEqual(['two.pdf']);
    expect(await paths({ standings: ['on-the-way', 'done'] })).toEqual(['one.pdf']);
    expect(await paths({ text: 'ONE' })).toEqual(['one.pdf']);
    expect(await paths({ folderId: 99 })).toEqual([]);
    expect(await paths({ offset: 1, limit: 1 })).toEqual(['one.pdf']);
    expect((await test.ask('status', {})).standings['needs-you']).toBe(1);
  });

  it('gives values of columns, in their order, where a text was found, and what came in today with its money', async () => {
    await delivered('small.pdf', '12,00 €');
    await delivered('large.pdf', '5.464,37 €');
    const { known, usual } = await test.ask('columns', { folderId });
    const total = usual.find((column) => column.includes('total')) ?? '';
    expect(known).toContain(total);
    const page = (input: object) => test.ask('documents', { columns: [total], ...input });
    const { documents: rows } = await page({ sort: { by: total, descending: false } });
    expect(rows.map(({ values }) => values)).toEqual([{ [total]: '12,00 €' }, { [total]: '5.464,37 €' }]);
    expect((await page({ text: '5,464.37' })).documents).toMatchObject([
      { path: 'large.pdf', matches: [{ text: '5.464,37 €', marks: [[0, 10]] }] },
    ]);
  });

  it('keeps the columns of each folder', async () => {
    const queue = { columns: { '': ['category'], [folder.path]: ['field:total'] } };
    await test.ask('setPreferences', { changes: { queue } });
    expect((await test.ask('preferences', {})).queue).toEqual(queue);
    const wrong = { columns: { '': [' '.repeat(2_000)] } };
    expect((await test.refused('setPreferences', { changes: { queue: wrong } })).field).toBe('changes.queue.columns..0');
  });

  it.each([
    [{ sort: { by: 'size', descending: true } }, 'sort.by'],
    [{ limit: 1_000 }, 'limit'],
    [{ offset: -1 }, 'offset'],
    [{ standings: ['eaten'] }, 'standings.0'],
    [{ nonsense: true }, undefined],
  ])('refuses %j', async (input, field) => {
    const refused = await test.refused('documents', input);
    expect(refused.kind).toBe('invalid-input');
    if (field !== undefined) expect(refused.field).toBe(field);
  });

  it('offers results that fit no document, and delivers the one that a person assigns', async () => {
    await test.end();
    const opened = await openWithSandbox({
      clock: fastClock(5),
      sandbox: { documents, delays: { queued: 0, processing: 0 }, faults: ['rename'] },
    });
    test = opened.test;
    const two = test.folder('two', opened.extraction, { existing: 'send' });
    for (const name of ['a.pdf', 'b.pdf']) await makeFile(join(two.path, name), name);
    await test.ask('addFolder', { settings: two });
    const unresolved = await test.until('both are in doubt', async () => {
      const { documents: found } = await test.ask('documents', { standings: ['needs-you'] });
      return found.length === 2 ? found : undefined;
    });
    const [{ id }, other] = unresolved as [(typeof unresolved)[0], (typeof unresolved)[0]];
    expect(await test.ask('document', { id })).toMatchObject({ mayBeAssigned: true });
    const { results } = await test.ask('unmatched', { id });
    expect(results.map(({ name }) => name)).toEqual(['document-1', 'document-2']);
    expect(results[0]?.values[0]).toMatchObject({ value: 'found' });
    const fileId = results[0]?.fileId ?? '';
    await test.ask('assign', { id, fileId });
    expect(await test.refused('assign', { id: other.id, fileId })).toMatchObject({ kind: 'unavailable' });
    const done = await test.until('it is delivered', async () => {
      const details = await test.ask('document', { id });
      return details.delivery === 'done' ? details : undefined;
    });
    expect(done).toMatchObject({ state: 'processed', mayBeAssigned: false, serviceFileId: fileId });
  });

  it('tells the progress of what is on its way', async () => {
    await test.ask('updateFolder', { id: folderId, settings: { ...folder, settleSeconds: 60 } });
    await makeFile(join(folder.path, 'slow.pdf'), 'slow');
    const row = await test.until('it settles', async () => (await test.ask('documents', {})).documents[0]);
    expect(row).toMatchObject({ state: 'settling', progress: { kind: 'settling' } });
    if (row.progress?.kind === 'settling') expect(row.progress.until - row.progress.since).toBe(60_000);
    expect((await test.ask('status', {})).standings['on-the-way']).toBe(1);
  });
});

describe('a document', () => {
  it('has everything that is known of it', async () => {
    const id = await delivered('one.pdf');
    const details = await test.ask('document', { id });
    expect(details).toMatchObject({
      file: join(folder.path, 'one.pdf'),
      folder: folder.path,
      route: folder.route,
      routeName: 'Invoices and receipts',
      contentType: 'application/pdf',
      preview: 'pdf',
      possibleDuplicate: false,
    });
    expect(details.history.map(({ event }) => event)).toContain('delivered');
    expect(details.outputs.map(({ kind }) => kind).sort()).toEqual(['csv', 'json']);
    expect(details.serviceBatchId).toBeDefined();
    expect(details.result).toMatchObject({ kind: 'extraction', status: 'processed' });
    if (details.result?.kind === 'extraction')
      expect(details.result.fields[0]).toMatchObject({ key: 'vendor_name', value: 'found', description: expect.any(String) });
    expect(await test.refused('document', { id: 999 })).toMatchObject({ kind: 'unavailable' });
  });

  it('that took another one’s result names it', async () => {
    await delivered('one.pdf', 'same');
    await makeFile(join(folder.path, 'copy.pdf'), 'same');
    const copy = await test.until('the copy is known', async () =>
      (await test.ask('documents', {})).documents.find(({ state, delivery }) => state === 'duplicate' && delivery === 'done'),
    );
    expect((await test.ask('document', { id: copy.id })).duplicateOf).toMatchObject({ path: 'one.pdf' });
  });

  it('is dismissed and taken back', async () => {
    const id = await delivered('two.pdf', 'empty');
    expect(await test.ask('dismiss', { ids: [id] })).toEqual({ count: 1 });
    expect((await test.ask('status', {})).standings['needs-you']).toBe(0);
    expect((await test.ask('documents', {})).documents[0]).toMatchObject({ standing: 'dismissed' });
    expect(await test.ask('undismiss', { ids: [id] })).toEqual({ count: 1 });
    expect((await test.ask('status', {})).standings['needs-you']).toBe(1);
  });

  it('that failed is sent again', async () => {
    await test.ask('setPaused', { paused: true });
    writeFileSync(join(folder.path, 'empty.pdf'), '');
    await test.ask('setPaused', { paused: false });
    const id = await delivered('one.pdf');
    expect(await test.ask('sendAgain', { ids: [id, 999] })).toEqual({ count: 0 });
    expect(await test.refused('sendAgain', { ids: [] })).toMatchObject({ kind: 'invalid-input', field: 'ids' });
  });

  it('is confirmed with corrections, which reach its files with who made them', async () => {
    const id = await delivered('two.pdf', 'empty');
    expect(await test.refused('confirm', { id, corrections: { nonsense: 'x' } })).toMatchObject({
      kind: 'invalid-input',
      field: 'corrections.nonsense',
    });
    await test.ask('confirm', { id, corrections: { vendor_name: 'ACME' } });
    const json = join(folder.path, 'two.pdf.json');
    await test.until('the file has it', () => readFileSync(json, 'utf8').includes('ACME'));
    expect(readFileSync(json, 'utf8')).toContain('ada');
    const { result } = await test.ask('document', { id });
    expect(result?.review).toMatchObject({
      confirmed: { by: 'ada' },
      changes: [{ field: 'vendor_name', to: 'ACME', by: 'ada' }],
    });
    await test.ask('undoConfirm', { id });
    await test.until('it is taken back', () => !readFileSync(json, 'utf8').includes('"vendor_name": "ACME"'));
    expect(await test.refused('undoConfirm', { id })).toMatchObject({ kind: 'unavailable' });
    expect(await test.refused('resolveConflict', { id, take: 'mine' })).toMatchObject({ kind: 'unavailable' });
    expect(await test.refused('redo', { id })).toMatchObject({ kind: 'unavailable' });
    expect(await test.refused('confirm', { id: 999 })).toMatchObject({ kind: 'unavailable' });
  });

  it('is confirmed together with those that are flagged for the same one field, and for nothing else', async () => {
    const first = await delivered('one.pdf', 'empty, the first');
    const second = await delivered('two.pdf', 'empty, the second');
    const { documents } = await test.ask('alike', { id: first });
    expect(documents).toEqual([
      { id: first, path: 'one.pdf' },
      { id: second, path: 'two.pdf' },
    ]);
    expect(await test.ask('alike', { id: 999 })).toEqual({ documents: [] });
    expect(await test.ask('confirmAll', { ids: [first, second, 999] })).toEqual({ ids: [first, second] });
    expect((await test.ask('status', {})).standings).toMatchObject({ 'needs-you': 0, confirmed: 2 });
    expect(await test.ask('alike', { id: first })).toEqual({ documents: [] });
  });

  it('of a classification gets another category, from those that are known', async () => {
    await test.end();
    await begin('classification');
    const id = await delivered('one.pdf');
    const { result } = await test.ask('document', { id });
    if (result?.kind !== 'classification') throw new Error('no classification');
    expect(result.categories.length).toBeGreaterThan(1);
    const other = result.categories.find((category) => category.id !== result.category?.id);
    await test.ask('overrideCategory', { id, categoryId: other?.id ?? '' });
    expect((await test.ask('document', { id })).result).toMatchObject({ category: { id: other?.id } });
    expect(await test.refused('overrideCategory', { id, categoryId: 'nonsense' })).toMatchObject({ kind: 'unavailable' });
  });
});

describe('the insights', () => {
  it('count what was delivered, a day each', async () => {
    await delivered('one.pdf');
    const { days, pages } = await test.ask('insights', { days: 3, timeZone: 'Europe/Zurich' });
    expect(days).toHaveLength(3);
    expect(days.at(-1)).toMatchObject({ found: 1, delivered: 1, straightThrough: 1 });
    expect(pages.days).toHaveLength(3);
    expect(pages.days.at(-1)).toMatchObject({ documents: 1, finished: pages.days.at(-1)?.pages });
    expect(pages.month.forecast).toBeUndefined();
    expect(await test.refused('insights', { timeZone: 'Nowhere/Land' })).toMatchObject({ field: 'timeZone' });
  });
});

describe('a preview', () => {
  const preview = (id: number) => test.workspace.preview(id);
  /** Why there is none. */
  const refusal = async (id: number): Promise<string> => {
    const shown = await preview(id);
    expect(shown.status).toBe(404);
    return ((await shown.json()) as { readonly error: { readonly message: { readonly code: string } } }).error.message.code;
  };

  it('is the file itself, for what a page can show, and a file can be opened', async () => {
    const id = await delivered('one.pdf');
    const path = join(folder.path, 'one.pdf');
    const shown = await preview(id);
    expect(shown.headers.get('content-type')).toBe('application/pdf');
    expect(Buffer.from(await shown.arrayBuffer())).toEqual(readFileSync(path));
    await test.ask('openFile', { id, what: 'source', how: 'open' });
    await test.ask('openFile', { id, what: 'json', how: 'show' });
    await test.ask('openFolder', { id: folderId });
    expect(opened).toEqual([`open ${path}`, `show ${path}.json`, `open ${folder.path}`]);
    const image = await delivered('photo.png');
    expect((await preview(image)).headers.get('content-type')).toBe('image/png');
  });

  it('comes whole, however large, and breaks off where another file is in its place', async () => {
    const path = join(folder.path, 'large.pdf');
    await makeFile(path, 'large', { size: 3_500_000 });
    const id = await test.until('it is delivered', async () => {
      const [found] = (await test.ask('documents', {})).documents;
      return found?.delivery === 'done' ? found.id : undefined;
    });
    expect(Buffer.from(await (await preview(id)).arrayBuffer())).toEqual(readFileSync(path));
    const begun = await preview(id);
    writeFileSync(path, 'another');
    await expect(begun.arrayBuffer()).rejects.toThrow();
  });

  it('is the text, for a document that it cannot', async () => {
    const id = await delivered('letter.docx', 'Dear reader');
    expect((await test.ask('document', { id })).preview).toBe('text');
    expect(await (await preview(id)).text()).toContain('Dear reader');
  });

  it('is refused for one that takes too much to read, and the next one is read', async () => {
    await test.end();
    let isKilled = false;
    const killedAtTheFirstText: StartProcess = (...given) => {
      const started = startNode(...given);
      const isText = (message: unknown) => (message as ParserRequest).name === 'docxText';
      const send = (message: unknown): void => {
        if (isKilled || !isText(message)) started.send(message);
        else started.kill();
        isKilled ||= isText(message);
      };
      return { ...started, send };
    };
    await begin('extraction', { parser: createParser({ start: killedAtTheFirstText }) });
    const long = await delivered('long.docx');
    const letter = await delivered('letter.docx', 'Dear reader');
    expect(await refusal(long)).toBe('workspace.document.textStopped');
    expect((await preview(letter)).status).toBe(200);
  });

  it('is refused for another content at the same path', async () => {
    const id = await delivered('one.pdf');
    await test.ask('setPaused', { paused: true });
    writeFileSync(join(folder.path, 'one.pdf'), '%PDF-1.7\nsecret\n%%EOF\n');
    expect(await refusal(id)).toBe('workspace.document.changed');
    rmSync(join(folder.path, 'one.pdf'));
    expect(await refusal(id)).toBe('workspace.document.missing');
    expect(await refusal(999)).toBe('workspace.document.unknown');
  });

  it.skipIf(process.platform === 'win32')(
    'is refused for a link, at the file or above it, that leads out of the folder',
    async () => {
      const id = await delivered('one.pdf');
      const inner = await delivered('two.pdf');
      await test.ask('setPaused', { paused: true });
      await makeFile(join(test.root, 'outside', 'one.pdf'), 'one.pdf');
      rmSync(join(folder.path, 'one.pdf'));
      symlinkSync(join(test.root, 'outside', 'one.pdf'), join(folder.path, 'one.pdf'));
      expect(await refusal(id)).toBe('workspace.document.notAFile');
      const json = join(folder.path, 'two.pdf.json');
      rmSync(json);
      symlinkSync('/etc/passwd', json);
      expect(await test.refused('openFile', { id: inner, what: 'json', how: 'open' })).toMatchObject({ kind: 'unavailable' });
      expect(opened).toEqual([]);
    },
  );

  it.skipIf(process.platform === 'win32')('shows nothing of a directory that has become a link meanwhile', async () => {
    const id = await delivered('mine/one.pdf');
    await test.ask('setPaused', { paused: true });
    const mine = join(folder.path, 'mine');
    renameSync(mine, join(test.root, 'elsewhere'));
    symlinkSync(join(test.root, 'elsewhere'), mine);
    // To the letter the same file, and yet no way leads there.
    expect(await refusal(id)).toBe('workspace.document.missing');
    for (const what of ['source', 'json'])
      expect(await test.refused('openFile', { id, what, how: 'open' })).toMatchObject({
        message: { code: 'workspace.document.missing' },
      });
    expect(opened).toEqual([]);
  });
});
