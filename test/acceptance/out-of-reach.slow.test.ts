import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { makeBytes } from '../support/make-files.ts';
import { jsonLines } from '../support/run-intray.ts';
import { summaryOf } from './outputs.ts';
import { openProgram } from './program.ts';

const isRoot = process.getuid?.() === 0;
/** Somebody who may not do everything. */
const asNobody = isRoot ? ['setpriv', '--reuid=65534', '--regid=65534', '--clear-groups', '--'] : [];

describe.runIf(process.platform === 'linux')('intray run', () => {
  it.each([
    ['not read', 0o311],
    ['not entered', 0o444],
    ['neither', 0o000],
  ])('ends with 1 and names a subfolder that may be %s; so do status and doctor', async (_, mode) => {
    const ends: (() => Promise<void>)[] = [];
    const { space, service, run, runFolder } = await openProgram((end) => ends.push(end), {}, asNobody);
    const shut = join(space.folder, 'shut');
    mkdirSync(shut);
    for (const name of ['a.pdf', 'shut/b.pdf', 'shut/c.pdf']) writeFileSync(join(space.folder, name), makeBytes('pdf', name));
    if (isRoot) for (const path of [space.root, space.home, space.folder]) chownSync(path, 65_534, 65_534);
    if (isRoot) chownSync(shut, 65_534, 65_534);
    chmodSync(shut, mode);
    try {
      const end = await runFolder();
      expect(end.code, end.stderr).toBe(1);
      expect(end.stderr).toContain('Done, except for what cannot be reached: 1 found = 1 delivered');
      expect(end.stderr).toContain(`${shut} cannot be read.`);
      expect(summaryOf(end)).toMatchObject({ exit: 1, folderProblems: [{ values: { paths: shut } }] });
      expect(service.uploads.size).toBe(1);
      const status = await run(['status', '--data-dir', space.dataDir]);
      expect(status.stdout).toContain(`${shut} cannot be read.`);
      const told = await run(['status', '--data-dir', space.dataDir, '--json']);
      expect(jsonLines(told.stdout)[0]).toMatchObject({ folders: [{ unread: { count: 1, paths: ['shut'] } }] });
      const doctor = await run(['doctor', '--data-dir', space.dataDir]);
      expect(doctor.stdout.replaceAll(/\s+/g, ' ')).toContain(`${shut} cannot be read or entered.`);
      expect(doctor.code).toBe(1);
    } finally {
      chmodSync(shut, 0o755);
      for (const end of ends) await end();
    }
  });

  it('does not begin with all that is on the computer', async ({ onTestFinished }) => {
    const { run, extraction, service, space } = await openProgram(onTestFinished);
    const end = await run(['run', '/', '--extraction', extraction, '--url', service.url, '--data-dir', space.dataDir]);
    expect(end.code).toBe(2);
    expect(end.stderr).toBe('/ is everything on this computer. Choose a folder.\n');
  });
});
