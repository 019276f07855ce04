/** Mixed mail, as the window sees it: a classified document says where it goes on before a person lets it. */
import { join } from 'node:path';
import { afterEach, expect, it } from 'vitest';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import { why } from '../../electron/headless/commands/status/why/why.ts';
import { testHost } from '../headless/test-host.ts';
import { makeFile } from '../support/make-files.ts';
import { openWithSandbox, type TestWorkspace } from '../support/workspace.ts';

let test: TestWorkspace;
afterEach(() => test.end());

it('says what a confirmation leads to and costs, and then what came of it', async () => {
  const opened = await openWithSandbox();
  test = opened.test;
  const { classification, extraction } = opened;
  const plain = test.folder('mail', classification);
  const { id } = await test.ask('addFolder', { settings: plain });
  await makeFile(join(plain.path, 'first.pdf'), 'first');
  const found = (name: string, isWanted: (kind: string | undefined) => boolean) =>
    test.until(`${name} is there`, async () => {
      const [row] = (await test.ask('documents', { text: name })).documents;
      if (row?.delivery !== 'done') return undefined;
      const details = await test.ask('document', { id: row.id });
      return isWanted(details.result?.kind) ? details : undefined;
    });
  const first = await found('first.pdf', (kind) => kind === 'classification');
  const category = first.result?.kind === 'classification' ? (first.result.category?.name ?? '') : '';
  expect(first.result).not.toHaveProperty('goesOn');

  const next = (target: { readonly extraction: string; readonly linked: boolean }) => ({
    categories: { [category]: target },
    otherwise: 'review' as const,
    below: 0.99,
  });
  const settings = { ...plain, next: next({ extraction: extraction.id, linked: false }) };
  const unknown = { ...plain, next: next({ extraction: 'no-such-extraction', linked: false }) };
  expect(await test.refused('updateFolder', { id, settings: unknown })).toMatchObject({ field: 'settings.next' });
  expect(await test.refused('updateFolder', { id, settings: { ...settings, route: extraction } })).toMatchObject({
    kind: 'invalid-input',
    field: 'settings.next',
  });
  // Whether the service passes them on itself has to be said: none goes on before.
  const unsaid = { extraction: extraction.id } as unknown as Parameters<typeof next>[0];
  expect(await test.refused('updateFolder', { id, settings: { ...plain, next: next(unsaid) } })).toMatchObject({
    kind: 'invalid-input',
    field: expect.stringContaining('next'),
  });
  await test.ask('updateFolder', { id, settings });

  await makeFile(join(plain.path, 'second.pdf'), 'second');
  const second = await found('second.pdf', (kind) => kind === 'classification');
  const routes = await test.ask('routes', {});
  const name = routes.find(({ route }) => route.id === extraction.id)?.name ?? '';
  expect(second.result).toMatchObject({
    goesOn: { to: [{ category, extraction: name }] },
    reasons: [{ kind: 'check', rule: 'next', message: { code: 'reasons.unsure' } }],
  });
  expect(routes.find(({ route }) => route.id === extraction.id)?.usedBy).toEqual([plain.path]);

  await test.ask('confirm', { id: second.id, corrections: {} });
  const done = await found('second.pdf', (kind) => kind === 'extraction');
  expect(done).toMatchObject({ route: extraction, routeName: name });
  expect(done.why).toContainEqual({ code: 'explain.goesOn', values: { category, name } });
  expect(done.history.map(({ event }) => event)).toContain('passed on');
  expect(done.verdict).toMatchObject({ category: { name: category } });
  // What was classified before stays as it is, until somebody says otherwise, and agrees to its pages.
  expect((await test.ask('document', { id: first.id })).route).toEqual(classification);
  const wanted = done.verdict?.categories.find((each) => each.name === category)?.id ?? '';
  expect(await test.refused('overrideCategory', { id: first.id, categoryId: wanted })).toMatchObject({
    kind: 'not-agreed',
    message: { code: 'reviewing.willExtract', values: { extractions: name } },
  });
  expect(await test.refused('redo', { id: first.id })).toMatchObject({ kind: 'not-agreed' });
  expect((await test.ask('document', { id: first.id })).route).toEqual(classification);
  await test.ask('overrideCategory', { id: first.id, categoryId: wanted, agreed: true });
  expect(await found('first.pdf', (kind) => kind === 'extraction')).toMatchObject({ route: extraction });
});

it.each([
  ['has failed', 'fail', 'failed'],
  ['waits for its result', 'stuck', 'processing'],
])('shows the verdict of a document whose second step %s, in the window and by `status --why`', async (_, fault, state) => {
  const opened = await openWithSandbox({
    sandbox: { faults: [`${fault}:*.pdf,on=uploadFiles`], delays: { queued: 0, processing: 0 } },
  });
  test = opened.test;
  const { classification, extraction } = opened;
  const routes = await test.ask('routes', {});
  const known = routes.find(({ route }) => route.kind === 'classification')?.categories ?? [];
  const target = { extraction: extraction.id, linked: false };
  const settings = test.folder('mail', classification, {
    next: { categories: Object.fromEntries(known.map(({ name }) => [name, target])), otherwise: 'review' },
  });
  await test.ask('addFolder', { settings });
  await makeFile(join(settings.path, 'letter.pdf'), 'letter');
  const details = await test.until('it is there', async () => {
    const [row] = (await test.ask('documents', { text: 'letter.pdf' })).documents;
    return row?.state === state ? test.ask('document', { id: row.id }) : undefined;
  });
  const category = details.verdict?.category?.name ?? '';
  expect(known.map(({ name }) => name)).toContain(category);
  const said = { code: 'explain.goesOn', values: { category, name: expect.any(String) as string } };
  expect(details).toMatchObject({ route: extraction, why: expect.arrayContaining([said]) as unknown });
  const told = await why(join(settings.path, 'letter.pdf'), { dataDir: test.dataDirectory }, testHost());
  const text = told.lines.map((line) => (typeof line === 'string' ? line : inEnglish(line))).join('\n');
  expect(text).toContain(`Its category is “${category}”`);
});
