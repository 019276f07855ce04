/** A folder's own checks, as the window asks for them. */
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { fastClock } from '../support/fast-clock.ts';
import { makeFile } from '../support/make-files.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
let folder: FolderSettings;
let folderId: number;
/** The first two fields of the sandbox's extraction. */
let vendor: string;
let number: string;

/** The first word of a file is the vendor, the second the number, the third the value of all other fields. */
const documents = {
  ...quickDocuments,
  findFields: (lines: readonly (readonly string[])[], fields: readonly { readonly key: string }[]) => {
    const words = (lines[0]?.[0] ?? '').split(' ');
    return Object.fromEntries(fields.map(({ key }, index) => [key, words[Math.min(index, 2)] ?? '']));
  },
};

beforeEach(async () => {
  const opened = await openWithSandbox({ clock: fastClock(5), sandbox: { documents, delays: { queued: 0, processing: 0 } } });
  test = opened.test;
  folder = test.folder('scans', opened.extraction);
  ({ id: folderId } = await test.ask('addFolder', { settings: folder }));
  await test.until('it is watched', async () => (await test.ask('status', {})).folders[0]?.health.kind === 'watching');
  const fields = (await test.ask('routes', {})).find(({ route }) => route.id === folder.route.id)?.fields ?? [];
  [vendor = '', number = ''] = fields.map(({ key }) => key);
});
afterEach(() => test.end());

async function delivered(name: string, text: string): Promise<number> {
  await makeFile(join(folder.path, name), text);
  return test.until(`${name} is delivered`, async () => {
    const found = (await test.ask('documents', { text: name })).documents.find(({ path }) => path === name);
    return found?.delivery === 'done' ? found.id : undefined;
  });
}

it('are tried without a trace, hold for what comes after they are kept, and for older documents once somebody asks', async () => {
  const id = await delivered('old.pdf', 'ACME 17 2026-03-14');
  await delivered('good.pdf', 'ACME RE-18 2026-03-14');
  const checks: FolderSettings['checks'] = [{ check: 'pattern', field: number, pattern: 'RE-\\d+', name: 'Ours' }];
  const trial = await test.ask('trySettings', { id: folderId, settings: { ...folder, checks } });
  expect(trial).toMatchObject({ checked: 2, flagged: 1, more: false, documents: [{ id, findings: [{ rule: 'Ours' }] }] });
  const standing = async (of: number) => (await test.ask('document', { id: of })).standing;
  expect(await standing(id)).toBe('done');

  const [kept] = await test.ask('folders', {});
  await test.ask('updateFolder', { id: folderId, settings: { ...(kept?.settings ?? folder), checks } });
  const later = await delivered('later.pdf', 'ACME 19 2026-03-14');
  expect(await standing(later)).toBe('needs-you');
  expect(await standing(id)).toBe('done');

  await test.ask('checkAgain', { id: folderId });
  await test.until('it is flagged', async () => (await standing(id)) === 'needs-you' || undefined);
  const { result } = await test.ask('document', { id });
  const flagged = result?.kind === 'extraction' ? result.fields.find(({ key }) => key === number) : undefined;
  expect(flagged?.reasons).toMatchObject([{ kind: 'check', rule: 'Ours', field: number }]);
});

it('name the first scan of an invoice, to be shown beside the second', async () => {
  const fields = (await test.ask('routes', {})).find(({ route }) => route.id === folder.route.id)?.fields ?? [];
  const checks: FolderSettings['checks'] = [{ check: 'second-scan', vendor, number, date: fields[2]?.key ?? '', days: 30 }];
  const first = await delivered('first.pdf', 'ACME 17 2026-03-14');
  const [kept] = await test.ask('folders', {});
  await test.ask('updateFolder', { id: folderId, settings: { ...(kept?.settings ?? folder), checks } });
  const second = await delivered('second.pdf', 'Acme 17 2026-03-15');
  expect((await test.ask('document', { id: second })).firstScans).toEqual([{ id: first, path: 'first.pdf' }]);
  expect(await test.ask('document', { id: first })).not.toHaveProperty('firstScans');
  const trial = await test.ask('trySettings', { id: folderId, settings: { ...folder, checks } });
  expect(trial).toMatchObject({ checked: 2, flagged: 1, documents: [{ id: second, findings: [{ others: [first] }] }] });
  // A rule that is not kept yet finds the same, among what is there.
  const other = checks.map((check) => ({ ...check, days: 5 }));
  expect(await test.ask('trySettings', { id: folderId, settings: { ...folder, checks: other } })).toMatchObject({ flagged: 1 });
});
