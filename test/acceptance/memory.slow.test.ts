import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFile } from '../support/make-files.ts';
import { expectResults, summaryOf } from './outputs.ts';
import { openProgram, sentOtherThanOnce } from './program.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
it('takes 16 files of 24 MB through one run in less than 220 MB', async ({ onTestFinished }) => {
  const { space, service, runFolder } = await openProgram(onTestFinished);
  const sources = Array.from({ length: 16 }, (_, index) => `large ${index}.${index % 2 === 0 ? 'pdf' : 'png'}`);
  for (const source of sources) await makeFile(join(space.folder, source), source, { size: 24 * 1024 * 1024 });
  const end = await runFolder();
  expect(end.code, end.stderr).toBe(0);
  expect(summaryOf(end).balance).toMatchObject({ found: 16, delivered: 16 });
  expect(service.violations).toEqual([]);
  expect(sentOtherThanOnce(service)).toEqual([]);
  await expectResults(space.folder, sources);
  // Only Linux tells the peak.
  if (process.platform === 'linux') expect(end.peakBytes ?? Number.POSITIVE_INFINITY).toBeLessThan(220 * 1024 * 1024);
});
