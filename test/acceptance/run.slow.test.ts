import { copyFile, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeFile, makeTree } from '../support/make-files.ts';
import { filesBelow, jsonLines } from '../support/run-intray.ts';
import { categoryOf, confidenceOf, reasoningOf } from '../support/strict/values.ts';
import { expectNoKey, expectResults, expectTable, resultOf, sha256Of, summaryOf, tableOf } from './outputs.ts';
import { openProgram, sentOtherThanOnce } from './program.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
describe.concurrent('intray run', () => {
  it('works through 100 files of four types in nested folders', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished, {
      queuedMilliseconds: 300,
      processingMilliseconds: 700,
    });
    const sources = await makeTree(space.folder, 100);
    const before = await Promise.all(sources.map((source) => sha256Of(join(space.folder, source))));
    const end = await runFolder();
    expect(end.code, end.stderr).toBe(0);
    expect(service.violations).toEqual([]);
    expect(sentOtherThanOnce(service)).toEqual([]);
    expect(service.uploads.size).toBe(100);
    expect(service.shortestPollGap).toBeGreaterThan(1980);
    await expectResults(space.folder, sources);
    await expectTable(space.folder, sources);
    expect(summaryOf(end).balance).toEqual({
      found: 100,
      delivered: 100,
      duplicate: 0,
      rejected: 0,
      failed: 0,
      gone: 0,
      moving: 0,
    });
    const told = new Set(jsonLines(end.stdout).flatMap((line) => (line.event === 'document' ? [line.path] : [])));
    expect(told).toEqual(new Set(sources));
    // Nothing but sources, their results, the table and the folder's marker, and no source touched.
    expect(await filesBelow(space.folder)).toHaveLength(202);
    expect(await Promise.all(sources.map((source) => sha256Of(join(space.folder, source))))).toEqual(before);
    await expectNoKey(service.key, [space.root], end.stdout, end.stderr);
  });

  it('exits with 1 when some need a person, and says which', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished, {
      outcome: ({ fileName }) => (fileName.includes('3.') ? 'needs_review' : fileName.includes('5.') ? 'failed' : 'processed'),
    });
    const sources = await makeTree(space.folder, 12);
    const end = await runFolder();
    expect(end.code, end.stderr).toBe(1);
    expect(service.violations).toEqual([]);
    expect(summaryOf(end).balance).toMatchObject({ found: 12, delivered: 11, failed: 1, moving: 0 });
    const failed = sources.filter((source) => source.includes('5.'));
    const delivered = sources.filter((source) => !failed.includes(source));
    await expectResults(space.folder, delivered);
    await expectTable(space.folder, delivered);
    for (const source of delivered) {
      const wanted = source.includes('3.') ? 'needs_review' : 'processed';
      expect(await resultOf(space.folder, source)).toMatchObject({ status: wanted });
    }
    const states = new Map(jsonLines(end.stdout).flatMap((line) => (line.event === 'document' ? [[line.path, line.state]] : [])));
    expect(states.get(failed[0])).toBe('failed');
  });

  it('sends nothing when it runs a second time, and only what is new when it runs a third', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished);
    const sources = await makeTree(space.folder, 24);
    expect((await runFolder()).code).toBe(0);
    const uploadsAfterFirst = service.requests.filter((request) => request.endpoint === 'uploadFiles').length;
    const outputs = await filesBelow(space.folder);
    const second = await runFolder();
    expect(second.code, second.stderr).toBe(0);
    expect(service.requests.filter((request) => request.endpoint === 'uploadFiles')).toHaveLength(uploadsAfterFirst);
    expect(await filesBelow(space.folder)).toEqual(outputs);
    expect(summaryOf(second).balance).toMatchObject({ found: 24, delivered: 24 });
    await makeFile(join(space.folder, 'late.pdf'), 'late');
    expect((await runFolder()).code).toBe(0);
    expect(service.uploads.size).toBe(25);
    expect(sentOtherThanOnce(service)).toEqual([]);
    expect(service.violations).toEqual([]);
    await expectResults(space.folder, [...sources, 'late.pdf']);
    await expectTable(space.folder, [...sources, 'late.pdf']);
  });

  it('sends one content once, however many copies there are, and gives each copy its result', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished);
    await makeFile(join(space.folder, 'a.pdf'), 'same');
    await mkdir(join(space.folder, 'copies'));
    for (const name of ['b.pdf', 'c.pdf', 'd.pdf'])
      await copyFile(join(space.folder, 'a.pdf'), join(space.folder, 'copies', name));
    const end = await runFolder();
    expect(end.code, end.stderr).toBe(0);
    expect([...service.uploads.values()]).toEqual([1]);
    expect(summaryOf(end).balance).toMatchObject({ found: 4, delivered: 1, duplicate: 3 });
    const sources = ['a.pdf', 'copies/b.pdf', 'copies/c.pdf', 'copies/d.pdf'];
    await expectResults(space.folder, sources);
    await expectTable(space.folder, sources);
    expect((await tableOf(space.folder)).filter((row) => row.duplicate_of !== '')).toHaveLength(3);
  });

  it('rejects what the service could not take, without a request for it, and goes on with the rest', async ({
    onTestFinished,
  }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished);
    await makeFile(join(space.folder, 'large.pdf'), 'too large', { size: 25 * 1024 * 1024 + 1 });
    await writeFile(
      join(space.folder, 'fake.pdf'),
      Buffer.from('47494638396101000100000000002c000000000100010000024401003b', 'hex'),
    );
    await makeFile(join(space.folder, 'good.pdf'), 'good');
    await makeFile(join(space.folder, 'notes.txt'), 'ignored', { type: 'pdf' });
    const end = await runFolder();
    expect(end.code, end.stderr).toBe(1);
    expect(service.violations).toEqual([]);
    expect(service.received.map((file) => file.fileName)).toEqual(['good.pdf']);
    expect(summaryOf(end).balance).toMatchObject({ found: 3, delivered: 1, rejected: 2 });
    await expectResults(space.folder, ['good.pdf']);
  });

  it('does as its flags say: globs, one level, no JSON, no table, sources filed away', async ({ onTestFinished }) => {
    const { space, service, run, runFolder, folderArgs } = await openProgram(onTestFinished);
    for (const path of ['a.pdf', 'b.pdf', 'draft.pdf', 'c.png', 'below/d.pdf']) await makeFile(join(space.folder, path), path);
    const end = await runFolder([
      '--include',
      '*.pdf',
      '--ignore',
      'draft*',
      '--no-recursive',
      '--no-output-json',
      '--batch-size',
      '1',
    ]);
    expect(end.code, end.stderr).toBe(0);
    expect(service.received.map((file) => file.fileName).sort()).toEqual(['a.pdf', 'b.pdf']);
    expect(service.requests.filter((request) => request.endpoint === 'uploadFiles')).toHaveLength(2);
    expect((await filesBelow(space.folder)).filter((path) => path.endsWith('.json'))).toEqual([]);
    await expectTable(space.folder, ['a.pdf', 'b.pdf']);
    const other = join(space.root, 'other');
    await makeFile(join(other, 'x.pdf'), 'x');
    await makeFile(join(other, 'deep', 'y.pdf'), 'y');
    const [command, , ...rest] = folderArgs(['--csv', 'off', '--file-away', 'move', '--move-to', 'Fertig']);
    const moved = await run([command ?? '', other, ...rest]);
    expect(moved.code, moved.stderr).toBe(0);
    const left = await filesBelow(other);
    expect(left.filter((path) => !path.startsWith('Fertig/'))).toEqual(['.intray']);
    expect(left.map((path) => path.split('/').at(-1)).sort()).toEqual(['.intray', 'x.pdf', 'x.pdf.json', 'y.pdf', 'y.pdf.json']);
    expect(service.violations).toEqual([]);
  });

  it('classifies: at most 30 files a request, category, confidence and reasoning beside each', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished, { processingMilliseconds: 500 });
    const names = ['Invoice', 'Receipt', 'Letter'];
    const classification = service.addClassification(names.map((name) => ({ name })));
    const sources = await makeTree(space.folder, 65);
    const end = await runFolder([], { route: ['--classification', classification] });
    expect(end.code, end.stderr).toBe(0);
    expect(service.violations).toEqual([]);
    expect(sentOtherThanOnce(service)).toEqual([]);
    expect(service.uploads.size).toBe(65);
    expect(service.requests.filter((request) => request.endpoint === 'uploadBatch').length).toBeLessThan(8);
    for (const source of sources) {
      const hash = await sha256Of(join(space.folder, source));
      expect(await resultOf(space.folder, source), source).toMatchObject({
        category: { name: categoryOf(hash, names) },
        confidence: confidenceOf(hash),
        reasoning: reasoningOf(hash),
      });
    }
    const tables = (await filesBelow(space.folder)).filter((path) => path.endsWith('.csv'));
    expect(tables).toHaveLength(1);
    const rows = await tableOf(space.folder, tables[0]?.slice('intray-'.length, -'.csv'.length));
    expect(rows.map((row) => row.category).sort()).toEqual(
      (await Promise.all(sources.map(async (source) => categoryOf(await sha256Of(join(space.folder, source)), names)))).sort(),
    );
  });

  it('lists for a person what was put into no category', async ({ onTestFinished }) => {
    const { space, service, runFolder } = await openProgram(onTestFinished, {
      category: ({ sha256 }) => (Number.parseInt(sha256.slice(0, 1), 16) % 2 === 0 ? null : 'Invoice'),
    });
    const sources = await makeTree(space.folder, 16);
    const end = await runFolder([], { route: ['--classification', service.addClassification([{ name: 'Invoice' }])] });
    expect(end.code, end.stderr).toBe(1);
    expect(service.violations).toEqual([]);
    expect(summaryOf(end).balance).toMatchObject({ found: 16, delivered: 16 });
    for (const source of sources) {
      const none = Number.parseInt((await sha256Of(join(space.folder, source))).slice(0, 1), 16) % 2 === 0;
      const { category } = await resultOf(space.folder, source);
      if (none) expect(category, source).toBeNull();
      else expect(category, source).toMatchObject({ name: 'Invoice' });
    }
  });
});
