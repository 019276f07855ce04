import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { makeFile } from '../support/make-files.ts';
import { jsonLines } from '../support/run-intray.ts';
import { resultOf, tableOf } from './outputs.ts';
import { openProgram } from './program.ts';

it('on a server without a window, finds what needs a look, and corrects, confirms and files it from the command line', async ({
  onTestFinished,
}) => {
  const program = await openProgram(onTestFinished);
  const { space, service } = program;
  const extraction = service.addExtraction({ name: 'Invoices', keys: ['number'] });
  const config = join(space.root, 'config.json');
  const folder = {
    ...{ path: space.folder, route: { kind: 'extraction', id: extraction }, settleSeconds: 0.2 },
    checks: [{ check: 'one-of', field: 'number', values: ['A-1'] }],
    fileAway: { kind: 'move', to: 'Filed', as: '{number}' },
  };
  writeFileSync(config, JSON.stringify({ url: service.url, folders: [folder] }));
  const intray = program.start(['watch', '--config', config, '--json', '--data-dir', space.dataDir]);
  const ask = (...words: string[]) => program.run([...words, '--data-dir', space.dataDir]);
  const listed = async () => jsonLines((await ask('review', '--json')).stdout).map(({ path, code }) => ({ path, code }));

  await intray.until('it watches', () => intray.stdout().includes('"watching"'));
  const scan = join(space.folder, 'scan.pdf');
  await makeFile(scan, 'a scan');
  await expect.poll(listed, { timeout: 30_000 }).toEqual([{ path: 'scan.pdf', code: 'checks.flagged' }]);
  expect((await ask('status', '--exit-code')).code).toBe(1);
  expect(existsSync(scan)).toBe(true);
  const { number } = (await resultOf(space.folder, 'scan.pdf')).extracted_data as { number: string };
  const shown = await ask('review', scan);
  expect(shown.stdout).toMatch(/scan\.pdf: It needs you\.\n +! +number +/);
  expect(shown.stdout).toContain(number);

  const confirmed = await ask('review', scan, '--set', 'number=A-1', '--confirm');
  expect([confirmed.code, confirmed.stdout]).toEqual([0, '1 document is confirmed.\nIntray sees to it within seconds.\n']);
  await expect.poll(() => existsSync(join(space.folder, 'Filed', 'A-1.pdf')), { timeout: 30_000 }).toBe(true);
  await expect.poll(async () => (await ask('status', '--exit-code')).code, { timeout: 30_000 }).toBe(0);
  expect((await resultOf(space.folder, 'Filed/A-1.pdf')).extracted_data).toMatchObject({ number: 'A-1' });
  expect(await tableOf(space.folder)).toMatchObject([{ number: 'A-1', status: 'confirmed' }]);
  expect(await listed()).toEqual([]);

  intray.signal('SIGTERM');
  expect((await intray.ended).code).toBe(0);
  expect([...service.uploads.values()]).toEqual([1]);
});
