/** Filing by a template, as the form of the window tries it. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { quickDocuments } from '../engine/support/quick-documents.ts';
import { fastClock } from '../support/fast-clock.ts';
import { makeFile } from '../support/make-files.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
afterEach(() => test.end());

it('is tried without a trace, then kept, and holds for what comes after that', async () => {
  const documents = {
    ...quickDocuments,
    findFields: (lines: readonly (readonly string[])[], fields: readonly { readonly key: string }[]) =>
      Object.fromEntries(fields.map(({ key }) => [key, lines[0]?.[0] ?? ''])),
  };
  const opened = await openWithSandbox({ clock: fastClock(5), sandbox: { documents, delays: { queued: 0, processing: 0 } } });
  test = opened.test;
  const folder = test.folder('scans', opened.extraction);
  const { id } = await test.ask('addFolder', { settings: folder });
  await test.until('it is watched', async () => (await test.ask('status', {})).folders[0]?.health.kind === 'watching');
  const fields = (await test.ask('routes', {})).find(({ route }) => route.id === folder.route.id)?.fields ?? [];
  const delivered = async (name: string, text: string, at = name) => {
    await makeFile(join(folder.path, name), text);
    return test.until(`${name} is delivered`, async () => {
      const found = (await test.ask('documents', { text: at })).documents.find(({ path }) => path === at);
      return found?.delivery === 'done' ? found.id : undefined;
    });
  };
  await delivered('old.pdf', 'ACME');
  const as = `{${fields[0]?.key}}/{file_name}`;
  const fileAway = { kind: 'move' as const, to: 'Filed', as };
  const trial = await test.ask('trySettings', { id, settings: { ...folder, fileAway } });
  expect(trial).toMatchObject({
    tried: 1,
    filed: 1,
    waiting: 0,
    unknown: [],
    elsewhere: 1,
    documents: [{ path: 'old.pdf', to: 'Filed/ACME/old.pdf' }],
  });
  const [kept] = await test.ask('folders', {});
  await test.ask('updateFolder', { id, settings: { ...(kept?.settings ?? folder), fileAway } });
  await delivered('new.pdf', 'Other', 'Filed/Other/new.pdf');
  expect((await test.ask('documents', { text: 'old.pdf' })).documents).toMatchObject([{ path: 'old.pdf' }]);
  expect(await test.ask('fileThere', { id })).toMatchObject({ count: 1 });
  await test.until('it is filed', async () =>
    (await test.ask('documents', { text: 'old.pdf' })).documents.some(({ path }) => path === 'Filed/ACME/old.pdf'),
  );
});
