/** A file is removed, comes back or gets another name at each moment of its life: its content is paid for once, and delivered where it is. */
import { renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeBytes, makeFile } from '../../support/make-files.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

const content = 'a letter to be filed';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
afterEach(() => scene.end());

const path = (name: string) => join(folder.path, name);
const put = (name: string) => makeFile(path(name), content);
const isDone = (run: Run, name: string) => run.stage(name) !== undefined && run.file(name).outputs === 'done';
const rows = () => {
  const [table] = scene.names(folder).filter((name) => name.endsWith('.csv'));
  return table === undefined ? [] : scene.rows(path(table)).map(({ file }) => file);
};

interface Deed {
  /** At once, in the middle of whatever Intray does. */
  readonly now: () => void;
  /** Once that is seen. */
  readonly later?: () => Promise<void>;
  /** What it is called in the end. */
  readonly ends?: string;
}

const deeds: Readonly<Record<string, Deed>> = {
  'is removed': { now: () => rmSync(path('a.pdf')) },
  'is removed, and comes back': { now: () => rmSync(path('a.pdf')), later: () => put('a.pdf'), ends: 'a.pdf' },
  'is removed, and comes back under another name': { now: () => rmSync(path('a.pdf')), later: () => put('b.pdf'), ends: 'b.pdf' },
  'is renamed': { now: () => renameSync(path('a.pdf'), path('b.pdf')), ends: 'b.pdf' },
};

/** Lets a file come so far, and does something to it then. `isPaid`: it is sent, whatever becomes of it. */
interface Moment {
  readonly isPaid: boolean;
  readonly come: (run: Run, deed: () => void) => Promise<void>;
}

/** The deed is done at most once, whenever it is tried. */
function once(deed: () => void): { readonly tries: () => void; readonly isDone: () => boolean } {
  let isDone = false;
  const tries = () => {
    if (isDone) return;
    isDone = true;
    deed();
  };
  return { tries, isDone: () => isDone };
}

const atStage = (stage: string, isPaid: boolean): Moment => ({
  isPaid,
  async come(run, deed) {
    await scene.until(`it is ${stage}`, () => run.stage('a.pdf') === stage);
    deed();
  },
});

const atCommit = (moment: 'beforeSent' | 'afterSent', isPaid: boolean): Moment => ({
  isPaid,
  async come(run, deed) {
    const { tries, isDone } = once(deed);
    run[moment] = tries;
    await scene.until('it is sent', isDone);
  },
});

const moments: Readonly<Record<string, Moment>> = {
  'while it settles': atStage('settling', false),
  'before its request is whole': atCommit('beforeSent', false),
  'when its request is whole': atCommit('afterSent', true),
  'while it is queued': atStage('queued', true),
  'while it is processed': atStage('processing', true),
  'just before its JSON is written': {
    isPaid: true,
    async come(run, deed) {
      const { tries, isDone } = once(deed);
      run.refuse = (operation, at) => {
        if (operation === 'createWhole' && at.endsWith('a.pdf.json')) tries();
        return undefined;
      };
      await scene.until('it is about to be written', isDone);
    },
  },
  'once it is delivered': {
    isPaid: true,
    async come(run, deed) {
      await scene.until('it is delivered', () => isDone(run, 'a.pdf'));
      deed();
    },
  },
};

describe.each(Object.entries(moments))('A file that, %s,', (_, { come, isPaid }) => {
  it.each(Object.entries(deeds))('%s', async (__, { now, later, ends }) => {
    scene = new Timeline();
    sandbox = await sandboxOf(scene, { delays: { queued: 2_000, processing: 4_000 } });
    folder = scene.folder('scans', sandbox.extraction);
    await put('a.pdf');
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    await come(run, now);
    run.engine.lookNow();
    await scene.pass(10_000);
    if (later !== undefined) {
      const isSeen = () => run.stage('a.pdf') === undefined || run.stage('a.pdf') === 'gone' || isDone(run, 'a.pdf');
      await scene.until('it is gone, unless it was delivered', isSeen);
      await later();
      run.engine.lookNow();
    }
    const isOutputKept = scene.names(folder).includes('a.pdf.json');
    if (ends !== undefined) await scene.until('it is delivered', () => isDone(run, ends));
    await scene.pass(2 * minute);

    expect(sandbox.allAccepted()).toHaveLength(isPaid || ends !== undefined ? 1 : 0);
    const { found, delivered, duplicate, gone } = run.engine.status().balance;
    expect(found).toBe(delivered + duplicate + gone);
    expect(run.engine.status().attention).toBe(0);
    if (ends === undefined) return;
    expect(scene.resultOf(folder, ends)).toMatchObject({ extracted_data: { number: content } });
    // What was delivered, and taken away by somebody for a while, has a copy by now.
    const names = duplicate === 0 ? [ends] : ['a.pdf', ends];
    expect(duplicate).toBe(isOutputKept && ends !== 'a.pdf' && later !== undefined ? 1 : 0);
    expect(rows()).toEqual(names);
    expect(scene.names(folder).filter((name) => name.endsWith('.json'))).toEqual(names.map((name) => `${name}.json`));
  });
});

it.each(Object.entries(moments))(
  'A file that, %s, gets another content, and has its own again, is the document that it was',
  async (_, { come }) => {
    scene = new Timeline();
    sandbox = await sandboxOf(scene, { delays: { queued: 2_000, processing: 4_000 } });
    folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
    await put('a.pdf');
    const run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder] });
    const other = makeBytes('pdf', 'another letter');
    await come(run, () => writeFileSync(path('a.pdf'), other));
    run.engine.lookNow();
    const numberOf = () => (scene.resultOf(folder, 'a.pdf')?.extracted_data as { number?: string } | undefined)?.number;
    const saysLast = (number: string) => numberOf() === number && isDone(run, 'a.pdf');
    await scene.until('the other content is delivered', () => saysLast('another letter'));
    rmSync(path('a.pdf'));
    await put('a.pdf');
    run.engine.lookNow();
    await scene.until('its own is there again', () => saysLast(content));
    await scene.pass(2 * minute);

    const [table = ''] = scene.names(folder).filter((name) => name.endsWith('.csv'));
    const all = scene.rows(path(table)).map(({ number, status }) => [number, status]);
    expect(all.toSorted()).toEqual([
      [content, 'processed'],
      ['another letter', 'replaced'],
    ]);
    expect(run.seen.files()).toHaveLength(2);
    expect(sandbox.allAccepted()).toHaveLength(2);
    expect(scene.names(folder).filter((name) => name.endsWith('.json'))).toEqual(['a.pdf.json']);
  },
);
