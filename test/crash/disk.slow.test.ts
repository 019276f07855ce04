/** Disks that are full or can only be read, and two programs where one belongs: as designed, and nothing lost. */
import { statfsSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { expectOneSentence, expectResults, expectTable, summaryOf } from '../acceptance/outputs.ts';
import { openProgram, sentOtherThanOnce } from '../acceptance/program.ts';
import { makeFile } from '../support/make-files.ts';
import { itOn, mountSmallDisk, type SmallDisk } from '../support/mounts.ts';
import { filesBelow, jsonLines } from '../support/run-intray.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
vi.setConfig({ testTimeout: 240_000 });

const sources = ['a.pdf', 'b.png', 'c.pdf'];

async function stageOn(
  where: 'folder' | 'data directory',
  onTestFinished: (work: () => Promise<void>) => void,
  options = {},
): Promise<{ program: Awaited<ReturnType<typeof openProgram>>; disk: SmallDisk }> {
  const program = await openProgram(onTestFinished, options);
  const disk = mountSmallDisk(where === 'folder' ? program.space.folder : program.space.dataDir, 4_096);
  onTestFinished(async () => disk.unmount());
  for (const source of sources) await makeFile(join(program.space.folder, source), `disk ${source}`);
  return { program, disk };
}

const watchArgs = (program: Awaited<ReturnType<typeof openProgram>>) => program.folderArgs();

describe('a full disk under the folder', () => {
  itOn('tmpfs', 'is found out before anything is sent, and said; when there is room, all is delivered', async (context) => {
    const { program, disk } = await stageOn('folder', context.onTestFinished);
    disk.fill();
    const full = await program.runFolder();
    expect(full.code, full.stderr).toBe(1);
    expect(full.stderr).toMatch(/disk is full.*make room/);
    expect(program.service.uploads.size).toBe(0);
    disk.makeRoom();
    const end = await program.runFolder();
    expect(end.code, end.stderr).toBe(0);
    await expectResults(program.space.folder, sources);
    await expectTable(program.space.folder, sources);
    expect(sentOtherThanOnce(program.service)).toEqual([]);
  });

  itOn(
    'tmpfs',
    'when it fills up after the upload: the results wait, say why, and are written when there is room',
    async (context) => {
      const { program, disk } = await stageOn('folder', context.onTestFinished, { processingMilliseconds: 3_000 });
      const intray = program.start(watchArgs(program));
      await intray.until('they are sent', () => program.service.uploads.size === sources.length);
      disk.fill();
      const full = await intray.ended;
      expect(full.code, full.stderr).toBe(1);
      expect(full.stderr).toMatch(/disk is full/);
      expect((await filesBelow(program.space.folder)).sort()).toEqual(['.filler', '.intray', ...sources]);
      expect(summaryOf(full).balance).toMatchObject({ moving: sources.length });
      disk.makeRoom();
      const end = await program.runFolder();
      expect(end.code, end.stderr).toBe(0);
      await expectResults(program.space.folder, sources);
      await expectTable(program.space.folder, sources);
      expect(sentOtherThanOnce(program.service)).toEqual([]);
    },
  );
});

describe('a full disk under the data directory', () => {
  itOn('tmpfs', 'is said in a sentence at the start, and nothing is sent', async (context) => {
    const { program, disk } = await stageOn('data directory', context.onTestFinished);
    disk.fill();
    const full = await program.runFolder();
    // It passes: a service manager tries again.
    expect(full.code, full.stderr).toBe(75);
    expectOneSentence(full.stderr);
    expect(program.service.uploads.size).toBe(0);
    disk.makeRoom();
    const end = await program.runFolder();
    expect(end.code, end.stderr).toBe(0);
    expect(sentOtherThanOnce(program.service)).toEqual([]);
  });

  itOn(
    'tmpfs',
    'when it fills up in the middle: the program waits, says why, goes on once there is room, and sends nothing twice',
    async (context) => {
      const { program, disk } = await stageOn('data directory', context.onTestFinished, { processingMilliseconds: 3_000 });
      const intray = program.start(watchArgs(program));
      await intray.until(
        'they are accepted',
        () =>
          jsonLines(intray.stdout().replace(/[^\n]*$/, '')).filter(({ state }) => state === 'queued').length >= sources.length,
      );
      disk.fill();
      expect(statfsSync(program.space.dataDir).bavail).toBe(0);
      await intray.until('it says so', () => /disk is full/.test(intray.stderr()));
      disk.makeRoom();
      const end = await intray.ended;
      expect(end.code, end.stderr).toBe(0);
      await expectResults(program.space.folder, sources);
      await expectTable(program.space.folder, sources);
      expect(sentOtherThanOnce(program.service)).toEqual([]);
    },
  );
});

describe('a folder that can only be read', () => {
  itOn('tmpfs', 'is found out before anything is sent, and said; when it can be written, all is delivered', async (context) => {
    const { program, disk } = await stageOn('folder', context.onTestFinished);
    disk.readOnly(true);
    const shut = await program.runFolder();
    expect(shut.code, shut.stderr).toBe(1);
    expect(shut.stderr).toMatch(/read-only/);
    expect(program.service.uploads.size).toBe(0);
    disk.readOnly(false);
    const end = await program.runFolder();
    expect(end.code, end.stderr).toBe(0);
    await expectResults(program.space.folder, sources);
    expect(sentOtherThanOnce(program.service)).toEqual([]);
  });
});

describe('two programs on one data directory', () => {
  it('the second names the first, leaves with 2 and touches nothing; status works beside it', async ({ onTestFinished }) => {
    const program = await openProgram(onTestFinished, { processingMilliseconds: 20_000 });
    await makeFile(join(program.space.folder, 'a.pdf'), 'two programs');
    const first = program.start(program.folderArgs());
    await first.until('it is sent', () => program.service.uploads.size === 1);
    const second = await program.runFolder();
    expect(second.code).toBe(2);
    expectOneSentence(second.stderr);
    expect(second.stderr).toContain(`process ${first.pid}`);
    const status = await program.run(['status', '--data-dir', program.space.dataDir, '--json'], { key: null });
    expect(status.code, status.stderr).toBe(0);
    expect(JSON.stringify(jsonLines(status.stdout))).toMatch(/"found":1\b/);
    const end = await first.ended;
    expect(end.code, end.stderr).toBe(0);
    expect(sentOtherThanOnce(program.service)).toEqual([]);
  });
});
