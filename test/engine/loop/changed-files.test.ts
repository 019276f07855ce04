/** Files that change once they were sent: one question for the folder, and no page is paid for again before it is answered. */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';
import type { FileToCount, Watcher } from '../../../electron/engine/ports.ts';
import { makeFile } from '../../support/make-files.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let folder: FolderSettings;
let run: Run;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  folder = scene.folder('scans', sandbox.extraction);
});
afterEach(() => scene.end());

const countPages = async ({ path }: FileToCount) => Number(/(\d+) pages/.exec(await readFile(path, 'latin1'))?.[1]);

async function begin(options: Partial<RunOptions> = {}): Promise<void> {
  run = await scene.start({ url: sandbox.url, key: sandbox.key, folders: [folder], countPages, ...options });
}

async function write(name: string, text: string): Promise<void> {
  await makeFile(join(folder.path, name), text);
  run.engine.lookNow();
}
const question = () => run.engine.status().folders[0]?.question;
const asks = () => inEnglish(question()?.message ?? { code: 'common.foreign', values: {} });
const announced = () => run.notices.filter(({ kind }) => kind === 'question').length;
const contentOf = (name: string) => scene.json(join(folder.path, `${name}.json`)).extracted_data;

it('a file in whose place another one comes while it is being sent does not go out, and the other one does', async () => {
  const [path, next] = [join(folder.path, 'a.pdf'), join(scene.root, 'next.pdf')];
  await makeFile(path, 'the first content');
  await makeFile(next, 'the next content');
  await begin();
  let ends = 0;
  run.beforeSent = () => {
    ends += 1;
    // What is being read is still the first one.
    if (ends === 1) renameSync(next, path);
  };
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
  expect(run.document('a.pdf').hash).toBe(createHash('sha256').update(readFileSync(path)).digest('hex'));
});

it('a file that is renamed while it is being sent, and in whose place another one comes before a scan sees either, is sent as the other one is', async () => {
  const at = (name: string) => join(folder.path, name);
  await makeFile(at('a.pdf'), 'the first content');
  const watcher: Watcher = { watch: () => ({ by: 'events', close: async () => {} }) };
  await begin({ watcher, limits: { rescanMs: 60 * minute } });
  let ends = 0;
  await makeFile(join(scene.root, 'next.pdf'), 'the next content');
  run.beforeSent = () => {
    ends += 1;
    if (ends > 1) return;
    renameSync(at('a.pdf'), at('b.pdf'));
    renameSync(join(scene.root, 'next.pdf'), at('a.pdf'));
  };
  await scene.until('what is there now is delivered', () => run.delivered() === 1);
  expect(contentOf('a.pdf')).toMatchObject({ number: 'the next content' });
  run.engine.lookNow();
  await scene.until('so is the first one', () => run.delivered() === 2);
  expect(contentOf('b.pdf')).toMatchObject({ number: 'the first content' });
  expect(contentOf('a.pdf')).toMatchObject({ number: 'the next content' });
  expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
});

it('a file that is removed while it is being sent does not go out', async () => {
  await makeFile(join(folder.path, 'a.pdf'), 'the content');
  await begin();
  run.beforeSent = () => rmSync(join(folder.path, 'a.pdf'), { force: true });
  await scene.until('it has gone', () => run.has('a.pdf') && run.state('a.pdf') === 'gone');
  expect(run.uploads()).toHaveLength(1);
  expect(sandbox.allAccepted()).toEqual([]);
});

it('a file whose content alone has changed is read again, and what was with it goes out as it is', async () => {
  const [path, other] = [join(folder.path, 'a.pdf'), join(folder.path, 'b.pdf')];
  // A small one is sent from memory.
  await makeFile(path, 'the content of a file', { size: 12 * 1024 * 1024 });
  const written = new Date('2026-01-01');
  utimesSync(path, written, written);
  await makeFile(other, 'the content of another');
  let tries = 0;
  await begin({
    service: (client) => ({
      ...client,
      uploadFiles: async (...given) => {
        tries += 1;
        if (tries > 1) return client.uploadFiles(...given);
        writeFileSync(path, readFileSync(path, 'latin1').replace('content', 'CONTENT'), 'latin1');
        utimesSync(path, written, written);
        return client.uploadFiles(...given);
      },
    }),
  });
  await scene.until('both are delivered', () => run.delivered() === 2);
  const isReadAgain = (name: string) => run.history(name).some((line) => line.startsWith('touched'));
  expect(['a.pdf', 'b.pdf'].map(isReadAgain)).toEqual([true, false]);
  expect(sandbox.allAccepted().toSorted()).toEqual(['a.pdf', 'b.pdf']);
});

it('what is not whole when Intray is stopped was not sent, and goes out with the next start', async () => {
  await makeFile(join(folder.path, 'a.pdf'), 'the content');
  await begin();
  let stopped: Promise<unknown> | undefined;
  run.beforeSent = () => {
    // While it is looked at once more.
    run.refuse = () => {
      stopped ??= run.engine.stop();
      return undefined;
    };
  };
  await scene.until('it is being stopped', () => stopped !== undefined, { although: 'calls are under way' });
  await scene.done(stopped ?? Promise.resolve(), { although: 'calls are under way' });
  expect(run.state('a.pdf')).toBe('waiting');
  expect(run.history('a.pdf')).not.toContainEqual(expect.stringMatching(/^sent/));
  await run.end();
  await begin();
  await scene.until('it is delivered', () => run.delivered() === 1);
  expect([sandbox.accepted('a.pdf'), run.document('a.pdf').possibleDuplicate]).toEqual([1, false]);
});

describe('a scanner that appends pages to one file', () => {
  beforeEach(async () => {
    await makeFile(join(folder.path, 'scan.pdf'), '1 pages');
    await begin();
    await scene.until('the first page is delivered', () => run.delivered() === 1);
    for (const text of ['2 pages, one of them new', '3 pages, two of them new by now']) {
      await scene.pass(20_000);
      await write('scan.pdf', text);
    }
    await scene.until('its pages are counted', () => question()?.pages === 3);
  });

  it('is asked about once: how many documents, how soon after, how many pages', async () => {
    await scene.pass(minute);
    const asked =
      /^A document in .*scans changed \d+ s after it was sent \(about 3 pages to pay for again\)\. Nothing of it is sent until/;
    await scene.until('it is asked about, with its pages', () => asked.test(asks() ?? ''));
    expect(question()).toMatchObject({ documents: 1, pages: 3 });
    expect(announced()).toBe(1);
    expect(sandbox.allAccepted()).toEqual(['scan.pdf']);
  });

  it('is sent once a person says so, and its result follows the first', async () => {
    run.engine.answerQuestion(1, 'send');
    await scene.until('it is delivered', () => JSON.stringify(contentOf('scan.pdf')).includes('3 pages'));
    expect(question()).toBeUndefined();
    expect(sandbox.allAccepted()).toHaveLength(2);
    expect(scene.tablesOf(folder).map(({ status }) => status)).toEqual(['replaced', 'processed']);
  });

  it('is left where a person says so, and asked about again when it grows again', async () => {
    run.engine.answerQuestion(1, 'leave');
    await scene.until('it is closed', () => question() === undefined);
    await scene.pass(minute);
    await write('scan.pdf', '4 pages, and this is the last one of them all');
    await scene.until('it is asked about again', () => question()?.pages === 4);
    expect(asks()).toMatch(/^A document in .* changed .* after it was sent/);
    expect(JSON.stringify(contentOf('scan.pdf'))).toContain('1 pages');
    expect(sandbox.allAccepted()).toHaveLength(1);
  });
});

it('a program that goes through a folder and writes into its files leads to one question about all of them', async () => {
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await makeFile(join(folder.path, name), `1 pages of ${name}`);
  await begin();
  await scene.until('they are delivered', () => run.delivered() === 3);
  await scene.pass(5 * minute);
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) await write(name, `1 pages of ${name}, with properties`);
  await scene.until('they are asked about', () => question()?.documents === 3 && question()?.pages === 3);
  await scene.pass(minute);
  expect(asks()).toMatch(/^3 documents in .* changed after they were sent, the quickest after 5 min \(about 3 pages/);
  expect(announced()).toBe(1);
  run.engine.sendAgain([run.document('a.pdf').id]);
  await scene.until('one goes by itself', () => JSON.stringify(contentOf('a.pdf')).includes('properties'));
  expect(question()?.documents).toBe(2);
  expect(sandbox.allAccepted()).toHaveLength(4);
});

it('a run does not pay again for a file that has changed since the last one, and says what it asks', async () => {
  await makeFile(join(folder.path, 'a.pdf'), '1 pages');
  await begin({ mode: 'run' });
  await run.ending();
  await run.end();
  writeFileSync(join(folder.path, 'a.pdf'), `${await readFile(join(folder.path, 'a.pdf'), 'latin1')}\n%%EOF\n`, 'latin1');
  await begin({ mode: 'run' });
  await run.ending();
  expect(asks()).toMatch(/^A document in .* changed/);
  expect(sandbox.allAccepted()).toEqual(['a.pdf']);
});
