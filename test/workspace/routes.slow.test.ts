import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { openLedgerReadOnly } from '../../electron/ledger/ledger.ts';
import { makeFile } from '../support/make-files.ts';
import { openTestWorkspace, openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
let extraction: FolderSettings['route'];
let classification: FolderSettings['route'];
beforeEach(async () => {
  ({ test, extraction, classification } = await openWithSandbox());
});
afterEach(() => test.end());

const fields = [
  { key: 'number', description: 'The number', example: '17' },
  { key: 'total', description: 'The total', example: '1.00' },
];

async function sample(path: string, text = 'sample'): Promise<string> {
  await makeFile(join(test.root, path), text);
  return join(test.root, path);
}

/** How many documents the sandbox was given. */
const done = async (path: string) =>
  test.until(`${path} is done`, async () =>
    (await test.ask('documents', {})).documents.find((document) => document.path === path && document.delivery === 'done'),
  );

describe('the routes', () => {
  it('of the sandbox are known with their fields and categories', async () => {
    const routes = await test.ask('routes', {});
    expect(routes.map(({ name }) => name)).toEqual(['Invoices and receipts', expect.any(String)]);
    expect(routes[0]?.fields[0]).toEqual({
      key: 'vendor_name',
      description: expect.any(String),
      example: expect.any(String),
    });
    expect(routes[1]?.categories.length).toBeGreaterThan(1);
    const settings = test.folder('scans', extraction);
    await test.ask('addFolder', { settings });
    expect((await test.ask('routes', {}))[0]?.usedBy).toEqual([settings.path]);
  });

  it('are looked up at the service', async () => {
    expect(await test.ask('lookUpRoute', { route: extraction })).toMatchObject({
      name: 'Invoices and receipts',
      route: extraction,
    });
    expect(await test.ask('lookUpRoute', { route: classification })).toMatchObject({ route: classification });
    const unknown = { kind: 'extraction', id: '00000000-0000-4000-8000-000000000000' } as const;
    expect(await test.refused('lookUpRoute', { route: unknown })).toMatchObject({ kind: 'invalid-input', field: 'route.id' });
    expect(await test.refused('lookUpRoute', { route: { kind: 'extraction', id: '' } })).toMatchObject({ field: 'route.id' });
    const pasted = await test.ask('lookUpRoute', { route: { kind: 'classification', id: 'pasted' } });
    expect(pasted).toEqual({
      route: { kind: 'classification', id: 'pasted' },
      name: 'pasted',
      fields: [],
      categories: [],
      usedBy: [],
    });
  });

  it('cannot be looked up before a service was chosen', async () => {
    const other = await openTestWorkspace();
    expect(await other.ask('routes', {})).toEqual([]);
    for (const [name, input] of [
      ['lookUpRoute', { route: extraction }],
      ['createClassification', { name: 'n', categories: [{ name: 'a' }] }],
      ['createExtraction', { name: 'n', fields, sample: join(other.root, 'x.pdf') }],
      ['changeClassification', { id: 'c', categories: [] }],
    ] as const)
      expect(await other.refused(name, input)).toMatchObject({ kind: 'unavailable' });
    await other.end();
  });

  it('have the categories that a person typed', async () => {
    const route = { kind: 'classification', id: 'pasted' } as const;
    const categories = [
      { id: 'c-1', name: 'Invoice' },
      { id: 'c-2', name: 'Letter' },
    ];
    await test.ask('changeClassification', { id: 'pasted', categories });
    expect((await test.ask('lookUpRoute', { route })).categories).toEqual(categories.map((each) => ({ ...each, typed: true })));
    const twice = { id: 'pasted', categories: [categories[0], categories[0]] };
    expect(await test.refused('changeClassification', twice)).toMatchObject({ field: 'categories.1.id' });
  });

  it('include a classification that is made here, with its categories', async () => {
    const made = await test.ask('createClassification', {
      name: 'Mail',
      categories: [{ name: 'Invoice', keywords: ['total'], linkedExtractionId: extraction.id }, { name: 'Letter' }],
    });
    expect(made).toMatchObject({ name: 'Mail', route: { kind: 'classification' } });
    expect(made.categories.map(({ name, id }) => [name, typeof id])).toEqual([
      ['Invoice', 'string'],
      ['Letter', 'string'],
    ]);
    expect((await test.ask('routes', {})).map(({ name }) => name)).toContain('Mail');
    // The engine, which works for a folder with that route, has no call to ask its name, and once wrote its id over it.
    await test.ask('addFolder', { settings: test.folder('mail', made.route) });
    await test.until('the folder is watched', async () => {
      const { folders } = await test.ask('status', {});
      return folders.some(({ route, health }) => route.id === made.route.id && health.kind === 'watching');
    });
    const { folders } = await test.ask('status', {});
    expect(folders.find(({ route }) => route.id === made.route.id)?.routeName).toBe('Mail');
    // Files go on from here, so that each name says which content it stands for.
    await sample('mail/letter.pdf');
    await done('letter.pdf');
    const ledger = openLedgerReadOnly(join(test.dataDirectory, 'ledger.sqlite'));
    expect(ledger.documents.page({}).documents[0]?.sentAs).toMatch(/^letter_[a-z\d]{6}\.pdf$/);
    expect(ledger.categories.of(ledger.documents.page({}).documents[0]?.origin ?? '', made.route.id)).toEqual([
      { id: made.categories[0]?.id, name: 'Invoice', source: 'made', linkedExtractionId: extraction.id },
      { id: made.categories[1]?.id, name: 'Letter', source: 'made' },
    ]);
    ledger.close();
    const twice = { name: 'Mail', categories: [{ name: 'A' }, { name: 'A' }] };
    expect(await test.refused('createClassification', twice)).toMatchObject({ field: 'categories.1.name' });
    expect(await test.refused('createClassification', { name: ' ', categories: [{ name: 'A' }] })).toMatchObject({
      field: 'name',
    });
    const linked = { name: 'Mail', categories: [{ name: 'A', linkedExtractionId: '00000000-0000-4000-8000-000000000000' }] };
    expect(await test.refused('createClassification', linked)).toMatchObject({ kind: 'unavailable' });
  });
});

describe('a new extraction', () => {
  /** What the ledger says, which is open elsewhere. */
  const inLedger = <Value>(read: (ledger: ReturnType<typeof openLedgerReadOnly>) => Value): Value => {
    const ledger = openLedgerReadOnly(join(test.dataDirectory, 'ledger.sqlite'));
    try {
      return read(ledger);
    } finally {
      ledger.close();
    }
  };
  const requestsSent = () => inLedger(({ batches }) => batches.last());

  it.each(['sample.pdf', 'deep/sample.pdf'])(
    'is made from %s, which is never sent twice and delivered where it is',
    async (name) => {
      const file = await sample(`scans/${name}`);
      const made = await test.ask('createExtraction', { name: 'Slips', fields, sample: file });
      expect(made).toMatchObject({ name: 'Slips', fields, route: { kind: 'extraction' } });
      // Its result is asked for at once, though no folder has the file yet.
      await test.until('its result is known', () => inLedger(({ batches }) => batches.inState('open').length === 0));
      expect((await test.ask('documents', {})).total).toBe(0);
      expect(existsSync(`${file}.json`)).toBe(false);
      await test.ask('addFolder', { settings: test.folder('scans', made.route, { existing: 'send' }) });
      await test.until('it is delivered', () => existsSync(`${file}.json`));
      await test.until('it is written down', async () => (await test.ask('status', {})).balance.delivered === 1);
      const { documents, total } = await test.ask('documents', {});
      expect([total, documents[0]?.path]).toEqual([1, name]);
      expect(requestsSent()).toBe(1);
    },
  );

  it('has its sample left alone with the other files of a folder, and later delivered at no cost', async () => {
    const file = await sample('scans/sample.pdf');
    const made = await test.ask('createExtraction', { name: 'Slips', fields, sample: file });
    const settings = test.folder('scans', made.route, { existing: 'skip' });
    const { id } = await test.ask('addFolder', { settings, countedAt: Date.now() + 60_000 });
    await test.until('it is left alone', async () => (await test.ask('status', {})).folders[0]?.leftAlone === 1);
    await test.ask('sendLeftAlone', { id });
    await test.until('it is delivered', () => existsSync(`${file}.json`));
    expect(requestsSent()).toBe(1);
  });

  it('may have its sample in a folder that is watched for another route', async () => {
    await test.ask('addFolder', { settings: test.folder('scans', extraction) });
    const file = await sample('scans/sample.pdf');
    await done('sample.pdf');
    const made = await test.ask('createExtraction', { name: 'Slips', fields, sample: file });
    // What is known of its content on the new route comes to another copy of it at no cost.
    const second = test.folder('second', made.route);
    await test.ask('addFolder', { settings: second });
    await test.until('it is watched', async () => (await test.ask('status', {})).folders[1]?.health.kind === 'watching');
    await makeFile(join(second.path, 'copy.pdf'), 'sample');
    await done('copy.pdf');
    expect(requestsSent()).toBe(2);
  });

  it('is refused at the member that is wrong, and then nothing is sent', async () => {
    const good = { name: 'Slips', fields, sample: await sample('a.pdf') };
    writeFileSync(join(test.root, 'empty.pdf'), '');
    mkdirSync(join(test.root, 'directory.pdf'));
    await makeFile(join(test.root, 'large.pdf'), 'large', { size: 26 * 1024 * 1024 });
    const cases: readonly (readonly [object, string])[] = [
      [{ ...good, name: '' }, 'name'],
      [{ ...good, fields: [] }, 'fields'],
      [{ ...good, fields: [fields[0], fields[0]] }, 'fields.1.key'],
      [{ ...good, sample: join(test.root, 'missing.pdf') }, 'sample'],
      [{ ...good, sample: join(test.root, 'empty.pdf') }, 'sample'],
      [{ ...good, sample: join(test.root, 'directory.pdf') }, 'sample'],
      [{ ...good, sample: join(test.root, 'large.pdf') }, 'sample'],
      [{ ...good, sample: 'a.pdf' }, 'sample'],
    ];
    for (const [input, field] of cases)
      expect(await test.refused('createExtraction', input), JSON.stringify(input)).toMatchObject({
        kind: 'invalid-input',
        field,
      });
    expect(await test.ask('routes', {})).toHaveLength(2);
  });
});
