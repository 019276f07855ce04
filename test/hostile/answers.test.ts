/** Answers of the service that are wrong in single places: what they are wrong about waits or is asked about, and the rest goes on. */
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
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
  const letters = [{ name: 'Letter', description: 'A letter' }];
  const { id } = sandbox.control.createClassification({ name: 'Mail', description: 'What comes', categories: letters });
  mail = scene.folder('mail', { kind: 'classification', id });
  onUpload = (files) => files;
  onPoll = (files) => files;
  url = await startInFront(scene, sandbox.url, (text, path) => {
    const answer = JSON.parse(text) as { files?: Entry[] };
    if (!Array.isArray(answer.files)) return text;
    return JSON.stringify({ ...answer, files: (path.endsWith('/uploadFiles') ? onUpload : onPoll)(answer.files) });
  });
});
afterEach(() => scene.end());

const start = (of = folder) => scene.start({ url, key: sandbox.key, folders: [of], mode: 'watch' });

const named = (name: string, change: (entry: Entry) => unknown): Change => {
  return (files) => files.map((entry) => (entry.file_name === name ? change(entry) : entry));
};

/** Nobody has another's values: what the sandbox reads in a document names it. */
function expectOwnValues(run: Run): void {
  for (const { path, result } of run.documents())
    if (result?.kind === 'extraction') expect(result.extractedData.number ?? path).toMatch(path);
}

const malformed: readonly (readonly [string, (entry: Entry) => unknown])[] = [
  ['null', () => null],
  ['a text', () => 'a.pdf'],
  ['a list', () => []],
  ['without an id', ({ id: _, ...rest }) => rest],
  ['with an object as its id', (entry) => ({ ...entry, id: {} })],
  ['with the status null', (entry) => ({ ...entry, status: null })],
  ['with a number as its name', (entry) => ({ ...entry, file_name: 7 })],
];

describe('An entry that cannot be read', () => {
  it.for(malformed)('(%s) holds up no other, is said after ten minutes, and counts once it can be read', async ([, spoil]) => {
    await scene.put(folder, 'a.pdf', 'b.pdf', 'c.pdf');
    onPoll = named('a.pdf', spoil);
    const run = await start();
    await scene.until('its neighbours are delivered', () => run.delivered() === 2, { within: minute });
    await scene.until('it is said', () => run.state('a.pdf') === 'unresolved', { within: 11 * minute });
    expect(run.document('a.pdf').state).toMatchObject({ message: { code: 'outcome.entryUnreadable' } });
    expect(run.state('b.pdf')).toBe('processed');
    onPoll = (files) => files;
    await scene.until('it is delivered', () => run.delivered() === 3, { within: hour, coarse: true });
    expectOwnValues(run);
    expect(run.uploads()).toHaveLength(1);
  });

  it.for(malformed)('(%s) of a classification holds up no other', async ([, spoil]) => {
    await scene.put(mail, 'a.pdf', 'b.pdf');
    onPoll = named('a.pdf', spoil);
    const run = await start(mail);
    await scene.until('its neighbour is delivered', () => run.delivered() === 1, { within: minute });
    expect(run.state('b.pdf')).toBe('processed');
    onPoll = (files) => files;
    await scene.until('it is delivered', () => run.delivered() === 2, { within: 10 * minute });
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
    await scene.until('it is said to be done', () => JSON.stringify(run.document('a.pdf').state).includes('processed'));
    expect(run.document('a.pdf').state).toMatchObject({ kind: 'processing', status: 'processed' });
    await scene.pass(5 * minute);
    isSlow = false;
    await scene.until('its neighbour is delivered', () => run.delivered() === 1, { within: 6_000 });
  });
});
