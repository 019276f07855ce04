/** Answers of the service that are wrong in single places: what they are wrong about waits or is asked about, and the rest goes on. */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../electron/core/config/folder-settings.ts';
import { startInFront } from '../engine/support/in-front.ts';
import type { Run } from '../engine/support/run.ts';
import { type SceneSandbox, sandboxOf } from '../engine/support/sandbox.ts';
import { hour, minute, Timeline } from '../engine/support/timeline.ts';

type Entry = Record<string, unknown>;
/** Changes the files of an answer. */
type Change = (files: Entry[]) => unknown[];

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let mail: FolderSettings;
let url: string;
let onUpload: Change;
let onPoll: Change;
/** What the service says the batch of an upload is. */
let batchOf: (batchId: string) => string;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  const letters = [{ name: 'Letter', description: 'A letter' }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: 'What comes', categories: letters });
  mail = scene.folder('mail', { kind: 'classification', id });
  onUpload = (files) => files;
  onPoll = (files) => files;
  batchOf = (batchId) => batchId;
  url = await startInFront(scene, sandbox.url, (text, path) => {
    const answer = JSON.parse(text) as { files?: Entry[]; batchId?: string; batch?: Entry & { id: string } };
    if (path.endsWith('/uploadFiles') && answer.files !== undefined)
      return JSON.stringify({ ...answer, batchId: batchOf(answer.batchId ?? ''), files: onUpload(answer.files) });
    if (path.endsWith('/batches') && answer.batch !== undefined)
      return JSON.stringify({ batch: { ...answer.batch, id: batchOf(answer.batch.id) } });
    return answer.files === undefined ? text : JSON.stringify({ ...answer, files: onPoll(answer.files) });
  });
});
afterEach(() => scene.end());

const start = (of = folder) => scene.start({ url, key: sandbox.key, folders: [of], mode: 'watch' });

const named = (name: string, change: (entry: Entry) => unknown): Change => {
  return (files) => files.map((entry) => (entry.file_name === name ? change(entry) : entry));
};

/** Nobody has another's values: what the sandbox reads in a document names it. */
function expectOwnValues(run: Run): void {
  for (const { path, result } of run.seen.files())
    if (result?.kind === 'extraction') expect(result.values.number ?? path).toMatch(path);
}

const malformed: readonly (readonly [string, (entry: Entry) => unknown])[] = [
  ['null', () => null],
  ['a text', () => '1.pdf'],
  ['a list', () => []],
  ['without an id', ({ id: _, ...rest }) => rest],
  ['with an object as its id', (entry) => ({ ...entry, id: {} })],
  ['with the status null', (entry) => ({ ...entry, status: null })],
  ['with a number as its name', (entry) => ({ ...entry, file_name: 7 })],
];

/** Spoils `0.pdf`, `1.pdf` and so on, each in another way. */
const spoilAll: Change = (files) =>
  files.map((entry) => {
    const [, spoil] = malformed[Number.parseInt(String(entry.file_name), 10)] ?? [];
    return spoil === undefined ? entry : spoil(entry);
  });
const spoilt = malformed.map((_, index) => `${index}.pdf`);

describe('An entry that cannot be read, in whatever way,', () => {
  it('holds up no other, is said after ten minutes, and counts once it can be read', async () => {
    await scene.put(folder, ...spoilt, 'b.pdf', 'c.pdf');
    onPoll = spoilAll;
    const run = await start();
    await scene.until('the others are delivered', () => run.delivered() === 2, { within: minute });
    await scene.until('all are said', () => spoilt.every((name) => run.stage(name) === 'in doubt'), { within: 11 * minute });
    for (const [index, name] of spoilt.entries())
      expect(run.file(name).says, malformed[index]?.[0]).toMatchObject({ code: 'outcome.entryUnreadable' });
    expect(run.stage('b.pdf')).toBe('processed');
    onPoll = (files) => files;
    await scene.until('all are delivered', () => run.delivered() === spoilt.length + 2, { within: hour, coarse: true });
    expectOwnValues(run);
    expect(run.uploads()).toHaveLength(1);
  });

  it('holds up no other that is classified', async () => {
    await scene.put(mail, ...spoilt, 'b.pdf');
    onPoll = spoilAll;
    const run = await start(mail);
    await scene.until('the other is delivered', () => run.delivered() === 1);
    expect(run.stage('b.pdf')).toBe('processed');
    onPoll = (files) => files;
    await scene.until('all are delivered', () => run.delivered() === spoilt.length + 1, { within: 10 * minute });
  });
});

describe('A result without values', () => {
  it('is a result, which needs a look', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    onPoll = named('a.pdf', (entry) => ('result' in entry ? { ...entry, result: { extracted_data: {} } } : entry));
    const run = await start();
    await scene.until('both are delivered', () => run.delivered() === 2, { within: minute });
    expect(scene.json(join(folder.path, 'a.pdf.json'))).toMatchObject({ status: 'processed', extracted_data: {} });
    expect(run.engine.status().attention).toBe(1);
  });

  it('that is missing slows no neighbour, and nothing is said that the service did not say', async () => {
    await scene.put(folder, 'a.pdf', 'slow.pdf');
    let isSlow = true;
    onPoll = (files) =>
      files.map(({ result, ...entry }) => {
        if (entry.file_name === 'a.pdf') return entry;
        return isSlow ? { ...entry, status: 'processing' } : { ...entry, ...(result !== undefined && { result }) };
      });
    const run = await start();
    await scene.until('it is said to be done', () => run.file('a.pdf').status === 'processed');
    expect(run.stage('a.pdf')).toBe('processing');
    await scene.pass(5 * minute);
    isSlow = false;
    await scene.until('its neighbour is delivered', () => run.delivered() === 1, { within: 6_000 });
  });
});

/** Each entry has what the next one has under this name. */
const crossed =
  (member: string): Change =>
  (files) =>
    files.map((entry, index) => ({ ...entry, [member]: files[(index + 1) % files.length]?.[member] }));

const copied =
  (member: string): Change =>
  (files) =>
    files.map((entry) => ({ ...entry, [member]: files[0]?.[member] }));

describe('Ids and names that contradict each other', () => {
  it.for<[string, { readonly upload?: Change; readonly poll?: Change }]>([
    ['ids crossed by the upload', { upload: crossed('id') }],
    ['ids crossed by the polls', { poll: crossed('id') }],
    ['names crossed by the polls', { poll: crossed('file_name') }],
    ['one id for two files', { poll: copied('id') }],
    ['one name for two files', { poll: copied('file_name') }],
  ])('(%s) are a question, and the answer is kept', async ([, { upload, poll }]) => {
    onUpload = upload ?? onUpload;
    onPoll = poll ?? onPoll;
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await start();
    await scene.until('a person is asked', () => run.engine.status().attention === 2, { within: minute });
    for (const name of ['a.pdf', 'b.pdf']) {
      const file = run.file(name);
      expect(file).toMatchObject({ stage: 'in doubt', says: { code: 'outcome.contradictory' } });
      const own = run.seen.offered(file).find(({ values }) => values.some((value) => value.includes(name)));
      expect(run.engine.act(file.id, { kind: 'assign', fileId: own?.fileId ?? '' }, 'Anna')).toMatchObject({ ok: true });
    }
    await scene.until('both are delivered', () => run.delivered() === 2);
    await scene.pass(2 * hour);
    for (const name of ['a.pdf', 'b.pdf'])
      expect(scene.json(join(folder.path, `${name}.json`)).extracted_data).toMatchObject({ number: `content of ${name}` });
    expect(run.uploads()).toHaveLength(1);
  });

  it('are none where the upload had other ids, and the names are right', async () => {
    onUpload = (files) => files.map((entry, index) => ({ ...entry, id: `first-${index}` }));
    await scene.put(folder, 'a.pdf', 'b.pdf', 'c.pdf');
    const run = await start();
    await scene.until('all are delivered', () => run.delivered() === 3, { within: minute });
    expectOwnValues(run);
  });

  it('are none where a file that is delivered is called otherwise later: ledger and JSON go on saying what they said', async () => {
    await scene.put(folder, 'a.pdf');
    const run = await start();
    await scene.until('it is delivered', () => run.delivered() === 1);
    const polls = run.polls().length;
    onPoll = (files) => files.map((entry) => ({ ...entry, id: 'another' }));
    await scene.pass(3 * hour);
    expect(run.polls().length).toBeGreaterThan(polls);
    const { fileId } = run.file('a.pdf');
    expect(scene.json(join(folder.path, 'a.pdf.json'))).toMatchObject({ file_id: fileId });
  });

  it('are none where one id was given to two files, and the polls are right', async () => {
    onUpload = copied('id');
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const run = await start();
    await scene.until('all are delivered', () => run.delivered() === 2, { within: minute });
    expectOwnValues(run);
  });

  it.for(['extraction', 'classification'] as const)(
    'of two uploads with one batch id (%s) give nobody another’s',
    async (kind) => {
      const [first] = [new Set<string>()];
      batchOf = (batchId) => [...first.add(batchId)][0] ?? batchId;
      onUpload = () => [];
      const into = kind === 'extraction' ? folder : mail;
      await scene.put(into, 'a.pdf');
      const run = await start(into);
      await scene.until('it is delivered', () => run.delivered() === 1);
      await scene.put(into, 'b.pdf');
      await scene.until('the other is said', () => run.stage('b.pdf') === 'in doubt', { within: hour });
      expect(scene.names(into)).not.toContain('b.pdf.json');
      expectOwnValues(run);
    },
  );

  it('are no reason to give a document what is another’s, although it is alone', async () => {
    onUpload = () => [];
    let foreign: Entry[] | undefined;
    onPoll = (files) => {
      foreign ??= files.some(({ result }) => result !== undefined) ? files : undefined;
      return foreign ?? files;
    };
    await scene.put(folder, 'a.pdf');
    const run = await start();
    await scene.until('it is delivered', () => run.delivered() === 1);
    await scene.put(folder, 'b.pdf');
    await scene.until('the other is said', () => run.stage('b.pdf') === 'in doubt', { within: hour });
    expect(scene.names(folder)).not.toContain('b.pdf.json');
  });

  it('are no reason either where the other one is in doubt, and is not asked for any more', async () => {
    let foreign: Entry[] = [];
    onPoll = (files) => {
      foreign = files;
      return [];
    };
    await scene.put(mail, 'a.pdf');
    const run = await start(mail);
    await scene.until('it is said', () => run.stage('a.pdf') === 'in doubt', { within: 11 * minute });
    scene.clock.set(8 * 24 * hour);
    await scene.pass(hour);
    const polls = run.polls().length;
    await scene.pass(2 * hour);
    expect(run.polls()).toHaveLength(polls);
    onPoll = () => foreign;
    await scene.put(mail, 'b.pdf');
    run.engine.lookNow();
    await scene.until('the other is said', () => run.stage('b.pdf') === 'in doubt', { within: hour });
    expect(scene.names(mail)).not.toContain('b.pdf.json');
  });

  it('are no reason either where another batch has listed the file, under a name that nobody knows', async () => {
    let strange: Entry = {};
    onPoll = ([entry]) => {
      if (entry?.file_name === 'b.pdf') return [strange];
      strange = { ...entry, id: 'strange', file_name: 'upload-1' };
      return [{ ...entry, file_name: 'upload-2' }, strange];
    };
    await scene.put(mail, 'a.pdf');
    const run = await start(mail);
    await scene.until('a person is asked', () => run.stage('a.pdf') === 'in doubt', { within: minute });
    expect(run.file('a.pdf').says).toMatchObject({ code: 'outcome.fitsNone' });
    await scene.put(mail, 'b.pdf');
    run.engine.lookNow();
    await scene.until('the other is said', () => run.stage('b.pdf') === 'in doubt', { within: hour });
    expect(scene.names(mail)).not.toContain('b.pdf.json');
  });
});

describe('What is in doubt', () => {
  it('is asked for, although an answer lists only other files, which the service still works on', async () => {
    onPoll = () => [];
    await scene.put(mail, 'a.pdf');
    const run = await start(mail);
    await scene.until('it is said', () => run.stage('a.pdf') === 'in doubt', { within: 11 * minute });
    const other = (name: string) => ({ id: name, file_name: name, status: 'processing' });
    onPoll = () => [other('b.pdf'), other('c.pdf')];
    const polls = run.polls().length;
    await scene.until('it is asked for', () => run.polls().length > polls, { within: hour });
    onPoll = (files) => files;
    await scene.until('it is delivered', () => run.delivered() === 1, { within: hour });
    expect(run.uploads()).toHaveLength(1);
  });
});

describe('A JSON that somebody has put beside a file', () => {
  it('gives no document another’s result: each of twenty is a question, and nothing is sent unasked', async () => {
    const names = Array.from({ length: 20 }, (_, index) => `${index}.pdf`);
    await scene.put(folder, ...names);
    const run = await start();
    await scene.until('all are delivered', () => run.delivered() === 20, { within: 2 * minute });
    const sent = run.uploads().length;
    for (const name of names) {
      const planted = `new-${name}`;
      const elsewhere = scene.folder('elsewhere', sandbox.extraction);
      await scene.put(elsewhere, planted);
      const bytes = readFileSync(join(elsewhere.path, planted));
      const sha256 = createHash('sha256').update(bytes).digest('hex');
      const claim = { ...scene.json(join(folder.path, `${name}.json`)), source: { file: name, sha256 } };
      writeFileSync(join(folder.path, `${planted}.json`), JSON.stringify(claim));
      writeFileSync(join(folder.path, planted), bytes);
    }
    await scene.until('a person is asked about each', () => run.engine.status().attention === 20, { within: 5 * minute });
    for (const file of run.seen.files())
      if (file.path.startsWith('new-'))
        expect(file).toMatchObject({ stage: 'held', says: { code: 'sending.claimOfAnother' }, result: undefined });
    expect(run.uploads()).toHaveLength(sent);
    run.engine.sendAgain([run.file('new-0.pdf').id]);
    await scene.until('it is delivered', () => run.delivered() === 21, { within: minute });
    expectOwnValues(run);
  });
});
