import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { makeFile } from '../support/make-files.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
let extraction: FolderSettings['route'];
let classification: FolderSettings['route'];
beforeEach(async () => {
  ({ test, extraction, classification } = await openWithSandbox());
});
afterEach(() => test.end());

const textsOf = async (id: string) => {
  const { name, description, language, fields } = await test.ask('viewExtraction', { id });
  return { name, description, language, fields: [...fields] };
};

describe('an extraction', () => {
  it('is shown as the service has it, with what was sent there', async () => {
    const settings = test.folder('scans', extraction);
    await test.ask('addFolder', { settings });
    await makeFile(`${settings.path}/a.pdf`, 'one');
    await test.until('the result', async () => {
      const { documents } = await test.ask('documents', {});
      return documents.some(({ delivery }) => delivery === 'done');
    });
    const view = await test.ask('viewExtraction', { id: extraction.id });
    expect(view).toMatchObject({ name: 'Invoices and receipts', usedBy: [settings.path], sent: 1, awaited: 0 });
    expect(view.fields[0]).toMatchObject({ key: 'vendor_name', description: expect.any(String) });
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect(await test.refused('viewExtraction', { id: unknown })).toMatchObject({ kind: 'invalid-input', field: 'id' });
  });

  it('is changed in what differs, and nothing else is sent', async () => {
    const { id } = extraction;
    const seen = await textsOf(id);
    const wanted = { ...seen, name: 'Bills', fields: [...seen.fields, { key: 'iban', description: 'The account', example: '' }] };
    const view = await test.ask('updateExtraction', { id, seen, wanted });
    expect(view).toMatchObject({ name: 'Bills', description: seen.description });
    expect(await textsOf(id)).toEqual(wanted);
    // What a folder's files are named after follows.
    expect((await test.ask('routes', {})).find(({ route }) => route.id === id)?.name).toBe('Bills');
  });

  it('is not changed where the service has something else by now', async () => {
    const { id } = extraction;
    const seen = await textsOf(id);
    await test.ask('updateExtraction', { id, seen, wanted: { ...seen, name: 'Theirs' } });
    const refusal = await test.refused('updateExtraction', { id, seen, wanted: { ...seen, name: 'Mine' } });
    expect(refusal).toMatchObject({ kind: 'unavailable', message: { code: 'workspace.definition.changedElsewhere' } });
    expect((await textsOf(id)).name).toBe('Theirs');
    const twice = { ...seen, fields: [...seen.fields, ...seen.fields] };
    expect(await test.refused('updateExtraction', { id, seen, wanted: twice })).toMatchObject({
      field: `wanted.fields.${seen.fields.length}.key`,
    });
  });

  it('is deleted once its name was typed, and the folders that use it stop and say so', async () => {
    const { id } = extraction;
    const settings = test.folder('scans', extraction);
    await test.ask('addFolder', { settings });
    await test.until('the folder is watched', async () => {
      const { folders } = await test.ask('status', {});
      return folders.some(({ health }) => health.kind === 'watching');
    });
    const { name } = await textsOf(id);
    expect(await test.refused('deleteExtraction', { id, typed: 'Invoices' })).toMatchObject({ field: 'typed' });
    expect((await textsOf(id)).name).toBe(name);
    await test.ask('deleteExtraction', { id, typed: name });
    expect(await test.refused('viewExtraction', { id })).toMatchObject({ field: 'id' });
    await test.until('the folder says so', async () => {
      const { folders } = await test.ask('status', {});
      return folders.some(({ health }) => health.kind === 'paused');
    });
  });
});

describe('what is known of a classification', () => {
  it('is changed here; what the service has said of a category stays', async () => {
    const { id } = classification;
    const before = (await test.ask('lookUpRoute', { route: classification })).categories;
    const typed = { id: 'c-9', name: 'Postcard' };
    const [first] = before;
    if (first?.id === undefined) throw new Error('The sandbox names no category.');
    const changed = await test.ask('changeClassification', {
      id,
      texts: { name: 'Post', description: 'What comes by post' },
      categories: [typed, { id: first.id, name: 'Another name' }],
    });
    expect(changed).toMatchObject({ name: 'Post', description: 'What comes by post' });
    expect(changed.categories).toContainEqual({ ...typed, typed: true });
    expect(changed.categories).toContainEqual(first);
    const twice = { id, categories: [typed, typed] };
    expect(await test.refused('changeClassification', twice)).toMatchObject({ field: 'categories.1.id' });
  });

  it('is forgotten where no folder uses it', async () => {
    const made = await test.ask('createClassification', { name: 'Mail', categories: [{ name: 'Letter' }] });
    const names = async () => (await test.ask('routes', {})).map(({ name }) => name);
    const settings = test.folder('mail', made.route);
    const { id } = await test.ask('addFolder', { settings });
    expect(await test.refused('forgetRoute', made.route)).toMatchObject({ message: { code: 'workspace.definition.isUsed' } });
    await test.ask('removeFolder', { id });
    await test.ask('forgetRoute', made.route);
    expect(await names()).not.toContain('Mail');
    // A folder that is added with it brings it back.
    await test.ask('addFolder', { settings });
    expect(await names()).toContain('Mail');
  });
});
