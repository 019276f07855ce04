/** What a plan says of a folder beside others that are watched; `test/acceptance/plan.slow.test.ts` has that of a run. */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { planSums } from '../../electron/core/account/plan.ts';
import { type FolderSettings, folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import { type Ledger, openLedger } from '../../electron/ledger/ledger.ts';
import { createServiceClient } from '../../electron/service/client.ts';
import { ledgerPath } from '../../electron/settings/data-directory.ts';
import { type PlanOptions, planRun } from '../../electron/workspace/plan.ts';
import { become, putDocument } from '../support/jobs.ts';
import { makeFile } from '../support/make-files.ts';
import { Scene } from '../support/scene.ts';

const url = 'https://service.example';
const route = { kind: 'extraction', id: 'e-1' } as const;

let scene: Scene;
let dataDirectory: string;
beforeEach(() => {
  scene = new Scene();
  dataDirectory = scene.directory('data');
});
afterEach(() => scene.end());

const folderOf = (name: string, more: object = {}): FolderSettings =>
  folderSettingsSchema.parse({ path: scene.directory(name), route, settleSeconds: 0.1, existing: 'send', ...more });

function prepare(write: (ledger: Ledger) => void): void {
  const ledger = openLedger(ledgerPath(dataDirectory));
  ledger.transaction(() => write(ledger));
  ledger.close();
}

/** A document that waits to be sent, of a file that is there. */
function waits(ledger: Ledger, { path: folder }: FolderSettings, name: string, pages?: number, approved?: true): void {
  const { id: folderId } = ledger.folders.ensure(folder);
  const { size, mtimeMs, ino } = statSync(join(folder, name));
  const facts = { size, mtimeMs, ino };
  const hash = createHash('sha256')
    .update(readFileSync(join(folder, name)))
    .digest('hex');
  const state = { kind: 'waiting', wait: { kind: 'ready', notBefore: 1, ...(approved && { approved }) } } as const;
  const content = { hash, contentType: 'application/pdf', pages };
  const { id: documentId } = putDocument(ledger, folderId, {
    path: name,
    facts,
    origin: url,
    route,
    state,
    dueAt: 1,
    ...content,
  });
  ledger.files.put({ folderId, directory: '', name, facts, documentId });
}

async function plan(folder: FolderSettings, options: Partial<PlanOptions> = {}) {
  const service = createServiceClient({ url, key: () => undefined });
  // Every PDF has two pages.
  const parser: PlanOptions['parser'] = { call: async () => ({ ok: true, value: 2 }) as never };
  try {
    const made = await planRun({ folder, dataDirectory, service, parser, ...options });
    const { send, known, held, rejected, pages, later, unknownPages } = planSums(made.files);
    return {
      ...{ sent: send.map(({ path }) => path), known: known.map(({ path }) => path), held: held.map(({ path }) => path) },
      ...{ rejected: rejected.length, pages, later, unknownPages, budgets: made.budgets },
    };
  } finally {
    await service.close();
  }
}

async function pictures(folder: FolderSettings, count: number): Promise<string[]> {
  const names = Array.from({ length: count }, (_, index) => `${index}.png`);
  for (const name of names) await makeFile(join(folder.path, name), `picture ${name}`);
  return names;
}

it('lets what waits in other folders take its pages of the account first, unless it is paused or allowed beyond them', async () => {
  const [mail, scans] = [folderOf('mail'), folderOf('scans')];
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf', 'd.docx']) await makeFile(join(mail.path, name), name);
  prepare((ledger) => {
    ledger.meta.write('budget', { day: 12, timeZone: 'UTC' });
    waits(ledger, mail, 'a.pdf', 4);
    // It does not fit, so it lets others go first; the other one does not count.
    waits(ledger, mail, 'b.pdf', 9);
    waits(ledger, mail, 'c.pdf', 5, true);
    waits(ledger, mail, 'd.docx');
  });
  const names = await pictures(scans, 6);
  const beside = await plan(scans, { beside: [mail] });
  expect(beside).toMatchObject({ sent: { length: 5 }, held: { length: 1 }, pages: 5 });
  expect(beside.budgets).toMatchObject([{ period: 'day', pages: 12, used: 12, waiting: { documents: 1, pages: 1 } }]);
  expect(await plan(scans, { beside: [{ ...mail, paused: true }] })).toMatchObject({ sent: names, held: [], budgets: [] });
  expect(await plan(scans, { beside: [] })).toMatchObject({ sent: names, held: [] });
});

it('lets a run, which sends nothing of other folders, have all that the account leaves', async () => {
  const [mail, scans] = [folderOf('mail'), folderOf('scans')];
  await makeFile(join(mail.path, 'a.pdf'), 'a');
  prepare((ledger) => {
    ledger.meta.write('budget', { day: 6, timeZone: 'UTC' });
    waits(ledger, mail, 'a.pdf', 4);
  });
  const names = await pictures(scans, 6);
  expect(await plan(scans)).toMatchObject({ sent: names, held: [] });
});

it('counts what is found now, after what waits in the folder already', async () => {
  const scans = folderOf('scans', { budget: { day: 5, run: 1 } });
  await makeFile(join(scans.path, 'waits.pdf'), 'waits');
  prepare((ledger) => waits(ledger, scans, 'waits.pdf', 3));
  await pictures(scans, 3);
  const beside = await plan(scans, { beside: [] });
  expect(beside).toMatchObject({ sent: { length: 2 }, held: { length: 1 }, budgets: [{ period: 'day', used: 5 }] });
  // A run sends both, and keeps to the budget of a run.
  expect(await plan({ ...scans, budget: { run: 4 } })).toMatchObject({ sent: { length: 2 }, held: { length: 2 }, pages: 4 });
});

it('knows a copy of what waits in another folder that is watched', async () => {
  const [mail, scans] = [folderOf('mail'), folderOf('scans')];
  for (const path of [join(mail.path, 'a.pdf'), join(scans.path, 'copy.pdf'), join(scans.path, 'again.pdf')])
    await makeFile(path, 'the same');
  prepare((ledger) => waits(ledger, mail, 'a.pdf', 4));
  expect(await plan(scans, { beside: [mail] })).toMatchObject({ sent: [], known: ['again.pdf', 'copy.pdf'] });
  // A run does not wait for a folder that is not its own.
  expect(await plan(scans)).toMatchObject({ sent: { length: 1 }, known: { length: 1 }, pages: 4 });
});

it('leaves what went another way where it is: a watch sends nothing again because its route is another one', async () => {
  const scans = folderOf('scans');
  await makeFile(join(scans.path, 'a.pdf'), 'a');
  await makeFile(join(scans.path, 'new.pdf'), 'new');
  prepare((ledger) => {
    waits(ledger, scans, 'a.pdf', 4);
    const [document] = ledger.documents.inState('waiting');
    const batchId = ledger.batches.add({ origin: url, route, madeAt: 1 }).id;
    become(ledger, document!.id, {
      ...{ batchId, state: { kind: 'processed' }, delivery: { kind: 'done', at: 1 } },
      result: { kind: 'extraction', status: 'processed', extractedData: { total: '1.00' }, extra: {} },
    });
  });
  const elsewhere = { ...scans, route: { ...route, id: 'e-2' } };
  expect(await plan(elsewhere, { beside: [] })).toMatchObject({ sent: ['new.pdf'], pages: 2 });
  expect((await plan(elsewhere)).sent).toEqual(['a.pdf', 'new.pdf']);
});

it('does not wait for what has been as it is for long: an empty file is empty', async () => {
  const scans = folderOf('scans', { settleSeconds: 3_600 });
  const hourAgo = Date.now() / 1_000 - 3_600;
  for (const [name, text] of [
    ['a.png', 'a'],
    ['empty.pdf', undefined],
  ] as const) {
    const path = join(scans.path, name);
    if (text === undefined) writeFileSync(path, '');
    else await makeFile(path, text);
    utimesSync(path, hourAgo, hourAgo);
  }
  expect(await plan(scans)).toMatchObject({ sent: ['a.png'], rejected: 1 });
  expect(await plan(scans, { beside: [] })).toMatchObject({ sent: ['a.png'], rejected: 1 });
});

it('counts the pages of a content once, and says how far it is', async () => {
  const scans = folderOf('scans');
  for (let index = 0; index < 5; index += 1) await makeFile(join(scans.path, `${index}.pdf`), `${index}`);
  mkdirSync(join(scans.path, 'empty'));
  const counted = new Map<string, number>();
  let calls = 0;
  const parser: PlanOptions['parser'] = {
    call: async () => {
      calls += 1;
      return { ok: true, value: 3 } as never;
    },
  };
  const progress: object[] = [];
  const options = { beside: [], counted, parser, onProgress: (each: object) => progress.push(each) };
  expect(await plan(scans, options)).toMatchObject({ sent: { length: 5 }, pages: 15 });
  expect(progress[0]).toMatchObject({ kind: 'looking' });
  expect(progress.at(-1)).toEqual({ kind: 'counting', done: 5, of: 5 });
  expect(await plan(scans, options)).toMatchObject({ pages: 15 });
  expect(calls).toBe(5);
});

it('ends soon when it is not wanted any more, even while a document takes long to read', async () => {
  const scans = folderOf('scans');
  await makeFile(join(scans.path, 'a.pdf'), 'a');
  const stop = new AbortController();
  const parser: PlanOptions['parser'] = {
    call: () => {
      queueMicrotask(() => stop.abort());
      return new Promise(() => {});
    },
  };
  expect(await plan(scans, { beside: [], parser, signal: stop.signal })).toMatchObject({ sent: ['a.pdf'], pages: 0 });
});

const classification = { kind: 'classification', id: 'c-1' } as const;
const next = { categories: { Invoice: { extraction: 'e-1', linked: false }, Other: 'leave' } };

it('counts both steps of mixed mail, as far as the budgets have pages for them', async () => {
  const mail = folderOf('mail', { route: classification, next });
  for (const name of ['a.pdf', 'b.pdf']) await makeFile(join(mail.path, name), name);
  await makeFile(join(mail.path, 'c.png'), 'c');
  expect(await plan(mail)).toMatchObject({ sent: { length: 3 }, pages: 10, later: 5, unknownPages: 0, budgets: [] });
  const left = { ...mail, next: { categories: { Other: 'leave' as const }, otherwise: 'review' as const } };
  expect(await plan(left)).toMatchObject({ sent: { length: 3 }, pages: 5, later: 0 });
  // Five to classify, and one document of two pages more.
  expect(await plan({ ...mail, budget: { run: 7 } })).toMatchObject({
    ...{ sent: { length: 3 }, held: [], pages: 7, later: 2 },
    budgets: [{ period: 'run', used: 7, waiting: { documents: 2, pages: 3 } }],
  });
});

it('counts both steps where the service itself passes documents on', async () => {
  const mail = folderOf('mail', { route: classification });
  await makeFile(join(mail.path, 'a.pdf'), 'a');
  prepare((ledger) => ledger.routes.setNames(url, classification, { linked: true }));
  expect(await plan(mail)).toMatchObject({ sent: ['a.pdf'], pages: 4, later: 2 });
});
