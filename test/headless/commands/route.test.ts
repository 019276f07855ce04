import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { planSums } from '../../../electron/core/account/plan.ts';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { openLedger, openLedgerReadOnly } from '../../../electron/ledger/ledger.ts';
import { type Sandbox, startSandbox } from '../../../electron/sandbox/sandbox.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import { ledgerPath } from '../../../electron/settings/data-directory.ts';
import { planRun } from '../../../electron/workspace/plan.ts';
import { describeRefusal } from '../../../electron/workspace/service/failures.ts';
import { makeFile } from '../../support/make-files.ts';
import { intray, type TypedFlags } from '../intray.ts';
import { type TestHost, testHost } from '../test-host.ts';

const route = (
  kind: 'extraction' | 'classification',
  name: string,
  operands: readonly string[],
  flags: TypedFlags,
  host: TestHost,
) => intray(['route', kind, name, ...operands], flags, host);

describe('The commands for the service', () => {
  let sandbox: Sandbox;
  let directory: string;
  let key: string;
  let flags: { url: string; dataDir: string };
  let host: TestHost;

  beforeAll(async () => {
    sandbox = await startSandbox({ delays: { queued: [0, 0], processing: [0, 0] } });
    key = sandbox.keys[0]?.key ?? '';
    flags = { url: sandbox.url, dataDir: 'data' };
    directory = await mkdtemp(join(tmpdir(), 'intray-service-'));
    await makeFile(join(directory, 'scan.png'), 'an image');
  });
  afterAll(async () => {
    await sandbox.close();
    await rm(directory, { recursive: true, force: true });
  });
  beforeEach(() => {
    host = testHost({ directory, environment: { INTRAY_API_KEY: key } });
  });
  afterEach(() => {
    expect(host.output.text + host.messages.text).not.toContain(key);
  });

  const file = async (name: string, value: unknown) => {
    await writeFile(join(directory, name), typeof value === 'string' ? value : JSON.stringify(value));
    return name;
  };
  const invoices = {
    name: 'Invoices',
    description: 'What we owe',
    language: 'en',
    options: { hasTable: true },
    fields: [{ key: 'total', description: 'The amount to pay', example: '199.00' }, { key: 'date' }],
  };
  const make = async () => {
    await route(
      'extraction',
      'create',
      [],
      { ...flags, details: await file('invoices.json', invoices), file: ['scan.png'], json: true },
      host,
    );
    return JSON.parse(host.output.text) as { extractionId: string };
  };

  it('create an extraction from a file and a sample, and show it', async () => {
    const made = await make();
    expect(made).toMatchObject({ event: 'extraction-created', files: [{ file_name: 'scan.png', status: 'queued' }] });
    host.output.text = '';
    await route('extraction', 'show', [made.extractionId], { ...flags, json: true }, host);
    expect(JSON.parse(host.output.text)).toMatchObject({
      ...{ event: 'extraction', extractionId: made.extractionId, name: 'Invoices', options: { hasTable: true } },
      fields: [invoices.fields[0], { key: 'date', description: '', example: '' }],
    });
    host.output.text = '';
    await route('extraction', 'show', [made.extractionId], flags, host);
    expect(host.output.text).toContain('Invoices');
    expect(host.output.text).toContain('  total  The amount to pay (such as 199.00)\n  date\n');
  });

  it('change only what the file says', async () => {
    const { extractionId } = await make();
    host.output.text = '';
    await route(
      'extraction',
      'update',
      [extractionId],
      { ...flags, details: await file('changes.json', { name: 'Bills' }) },
      host,
    );
    expect(host.output.text).toBe(`Changed in extraction ${extractionId}: name.\n`);
    host.output.text = '';
    await route('extraction', 'show', [extractionId], { ...flags, json: true }, host);
    expect(JSON.parse(host.output.text)).toMatchObject({ name: 'Bills', description: 'What we owe' });
  });

  describe('send samples that a run on their folder', () => {
    const toSend = async (extractionId: string, dataDir: string) => {
      const service = createServiceClient({ url: sandbox.url, key: () => undefined });
      const route = { kind: 'extraction', id: extractionId };
      const folder = folderSettingsSchema.parse({
        path: join(directory, 'samples'),
        route,
        existing: 'send',
        settleSeconds: 0.1,
      });
      const parser = { call: async () => ({ ok: true, value: 1 }) as never };
      try {
        const { send, held } = planSums(
          (await planRun({ folder, dataDirectory: join(directory, dataDir), service, parser })).files,
        );
        return [...send, ...held].map(({ path }) => path);
      } finally {
        await service.close();
      }
    };
    beforeAll(async () => {
      for (const name of ['a.pdf', 'b.png', 'other.pdf']) await makeFile(join(directory, 'samples', name), name);
    });

    it('does not send again, whether they made the extraction or changed it', async () => {
      const own = { ...flags, dataDir: 'sampled', json: true };
      await route(
        'extraction',
        'create',
        [],
        { ...own, details: await file('invoices.json', invoices), file: ['samples/a.pdf', 'samples/b.png'] },
        host,
      );
      const { extractionId } = JSON.parse(host.output.text) as { extractionId: string };
      expect(await toSend(extractionId, 'sampled')).toEqual(['other.pdf']);
      await route(
        'extraction',
        'update',
        [extractionId],
        { ...own, details: await file('changes.json', { name: 'Bills' }), file: ['samples/other.pdf'] },
        host,
      );
      expect(await toSend(extractionId, 'sampled')).toEqual([]);
      expect(await toSend('another', 'sampled')).toEqual(['a.pdf', 'b.png', 'other.pdf']);
    });

    it.each([
      ['no document.pdf', 'just text'],
      ['notes.txt', 'just text'],
    ])('would refuse, not at all: %s', async (name, text) => {
      await writeFile(join(directory, name), text);
      const before = sandbox.requests.list().length;
      const made = route(
        'extraction',
        'create',
        [],
        { ...flags, details: await file('invoices.json', invoices), file: [name] },
        host,
      );
      await expect(made).rejects.toThrow(/is not sent: It/);
      expect(sandbox.requests.list()).toHaveLength(before);
    });
  });

  it('delete an extraction when that is confirmed, and only then', async () => {
    const { extractionId } = await make();
    await expect(route('extraction', 'delete', [extractionId], flags, host)).rejects.toThrow(/cannot be undone\. Add --yes/);
    host.output.text = '';
    await route('extraction', 'show', [extractionId], flags, host);
    await route('extraction', 'delete', [extractionId], { ...flags, yes: true }, host);
    await expect(route('extraction', 'show', [extractionId], flags, host)).rejects.toThrow(/knows no extraction .*Check the id/);
  });

  it('create a classification', async () => {
    const details = await file('mail.json', {
      name: 'Mail',
      categories: [{ name: 'Invoice', description: 'Bills', keywords: ['total'] }, { name: 'Letter' }],
    });
    await route('classification', 'create', [], { ...flags, details, json: true }, host);
    const made = JSON.parse(host.output.text) as { id: string; categories: { id: string; name: string }[] };
    expect(made.categories.map(({ name }) => name)).toEqual(['Invoice', 'Letter']);
  });

  it('remember what was made, shown, changed and deleted, so that config files can name it', async () => {
    const names = () => {
      const ledger = openLedgerReadOnly(ledgerPath(join(directory, 'names')));
      try {
        const { routes, categories } = ledger;
        return routes.named(sandbox.url).map(({ id, name }) => {
          const route = { kind: 'extraction', id } as const;
          return { name, fields: routes.info(sandbox.url, route)?.fields, categories: categories.of(sandbox.url, id) };
        });
      } finally {
        ledger.close();
      }
    };
    const { extractionId } = await make();
    flags = { ...flags, dataDir: 'names' };
    onTestFinished(() => {
      flags = { ...flags, dataDir: 'data' };
    });
    // Changes of what is not known here begin no ledger.
    await route(
      'extraction',
      'update',
      [extractionId],
      { ...flags, details: await file('changes.json', { description: 'Owed' }) },
      host,
    );
    expect(existsSync(join(directory, 'names'))).toBe(false);
    await route('extraction', 'show', [extractionId], flags, host);
    expect(names()).toEqual([{ name: 'Invoices', fields: ['total', 'date'], categories: [] }]);
    await route(
      'extraction',
      'update',
      [extractionId],
      { ...flags, details: await file('changes.json', { name: 'Bills' }) },
      host,
    );
    expect(names()).toEqual([{ name: 'Bills', fields: ['total', 'date'], categories: [] }]);
    const categories = [{ name: 'Bill', linked_extraction_id: extractionId }, { name: 'Letter' }];
    await route(
      'classification',
      'create',
      [],
      { ...flags, details: await file('mail.json', { name: 'Mail', categories }) },
      host,
    );
    const [, mail] = names();
    // What the service passes on itself must never be sent from here.
    expect(mail).toMatchObject({
      name: 'Mail',
      categories: [{ name: 'Bill', linkedExtractionId: extractionId }, { name: 'Letter' }],
    });
    expect(mail?.categories[1]).not.toHaveProperty('linkedExtractionId');
    await route('extraction', 'delete', [extractionId], { ...flags, yes: true }, host);
    expect(names().map(({ name }) => name)).toEqual(['Mail']);
    expect(host.messages.text).toBe('');
  });

  it('ask the service that Intray has worked with here, where no address is given', async () => {
    const { extractionId } = await make();
    const others = { dataDir: 'known' };
    await expect(route('extraction', 'show', [extractionId], others, host)).rejects.toThrow(/Where is the service\?/);
    await mkdir(join(directory, 'known'));
    const ledger = openLedger(ledgerPath(join(directory, 'known')));
    ledger.meta.write('work', { origin: flags.url, folders: [] });
    ledger.close();
    host.output.text = '';
    expect(await route('extraction', 'show', [extractionId], others, host)).toBe(0);
    expect(host.output.text).toContain('Invoices');
  });

  it('have done their work where nothing can be remembered, and say so', async () => {
    const { extractionId } = await make();
    await file('no-directory', 'a file');
    host.output.text = '';
    expect(await route('extraction', 'show', [extractionId], { ...flags, dataDir: 'no-directory' }, host)).toBe(0);
    expect(host.output.text).toContain('Invoices');
    expect(host.messages.text).toMatch(/Its name is not remembered here, so config files need the id: .*no-directory/);
  });

  it.each<[string, unknown, RegExp]>([
    ['no JSON', '{ "name": ', /details\.json is not valid JSON at line 1/],
    [
      'a member that is not known',
      { name: 'A', fields: [{ key: 'a' }], languages: 'en' },
      /languages is not a setting; did you mean “language”/,
    ],
    ['no fields', { name: 'A', fields: [] }, /fields must not be empty/],
    ['a field without a key', { name: 'A', fields: [{ description: 'a' }] }, /fields\[0\]\.key is missing/],
  ])('refuse details with %s, before anything is sent', async (_what, content, message) => {
    const details = await file('details.json', content);
    const before = sandbox.requests.list().length;
    await expect(route('extraction', 'create', [], { ...flags, details, file: ['scan.png'] }, host)).rejects.toThrow(message);
    expect(sandbox.requests.list()).toHaveLength(before);
  });

  it('refuse a classification whose category has a member that is not known, with the one that was meant', async () => {
    const details = await file('details.json', { name: 'A', categories: [{ name: 'B', keyword: ['c'] }] });
    await expect(route('classification', 'create', [], { ...flags, details }, host)).rejects.toThrow(
      /categories\[0\]\.keyword is not a setting; did you mean “keywords”/,
    );
  });

  it('refuse samples that cannot be sent, and name each', async () => {
    const details = await file('invoices.json', invoices);
    await file('empty.pdf', '');
    await expect(route('extraction', 'create', [], { ...flags, details }, host)).rejects.toThrow(/at least one sample/);
    await expect(
      route('extraction', 'create', [], { ...flags, details, file: ['empty.pdf', 'nothing.pdf', '.'] }, host),
    ).rejects.toThrow(/empty\.pdf is not sent: .*empty\.\n.*no file at .*nothing\.pdf.*\n.*is not a file\./);
    await expect(
      route('extraction', 'create', [], { ...flags, details, file: ['scan.png', './scan.png'] }, host),
    ).rejects.toThrow(/the same name/);
    await expect(
      route('extraction', 'create', [], { ...flags, details: 'nothing.json', file: ['scan.png'] }, host),
    ).rejects.toThrow(/There is no file/);
  });

  it('say what a bad key, and a lost answer, mean', async () => {
    const other = testHost({ directory, environment: { INTRAY_API_KEY: 'wrong' } });
    await expect(route('extraction', 'show', ['e'], flags, other)).rejects.toThrow(/refused the API key.*intray key set/);
    await expect(route('extraction', 'show', ['e'], flags, testHost({ directory }))).rejects.toThrow(/There is no API key/);
    const lost = { kind: 'unresolved', message: foreign('cut off') } as const;
    expect(describeRefusal(lost, 'https://a.example', say('answers.definitions.extraction'))).toEqual(
      say('workspace.call.unresolved', { message: foreign('cut off') }),
    );
  });
});
