/** The built program with real hooks: one that dies with it, and one that answers late. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startSandbox } from '../../../electron/sandbox/sandbox.ts';
import { makeFile } from '../../support/make-files.ts';
import { jsonLines, makeWorkspace, runIntray, startIntray, stopAll, type Workspace } from '../../support/run-intray.ts';

let space: Workspace;
beforeEach(async () => {
  space = await makeWorkspace();
});
afterEach(async () => {
  await stopAll();
  await space.remove();
});

it('kill -9 in the middle of a hook repeats its event, with the same id and the same content', async () => {
  const sandbox = await startSandbox({ port: 0 });
  try {
    const extraction = sandbox.control.createExtraction({
      name: 'Invoices',
      fields: [{ key: 'total', description: 'The total', example: '1.00' }],
    });
    const heard = join(space.root, 'heard');
    const script = join(space.root, 'hook.cjs');
    // Notes what it hears, and hangs until there is a file that lets it go.
    writeFileSync(
      script,
      `const { appendFileSync, existsSync } = require('node:fs');
      let text = '';
      process.stdin.on('data', (piece) => { text += piece; }).on('end', () => {
        appendFileSync(process.argv[2], JSON.stringify({ text, key: process.env.INTRAY_API_KEY }) + '\\n');
        setInterval(() => existsSync(process.argv[3]) && process.exit(0), 20);
      });`,
    );
    const free = join(space.root, 'free');
    const config = join(space.root, 'intray.json');
    writeFileSync(
      config,
      JSON.stringify({
        url: sandbox.url,
        folders: [{ path: space.folder, route: { kind: 'extraction', id: extraction }, existing: 'send', settleSeconds: 0.1 }],
        hooks: { onDelivered: { program: [process.execPath, script, heard, free] } },
      }),
    );
    const name = 'a\n;"b" $(id).pdf';
    await makeFile(join(space.folder, name), 'Total: 12.00');
    const begin = () =>
      startIntray({
        args: ['watch', '--config', config, '--data-dir', space.dataDir, '--json'],
        ...{ home: space.home, key: sandbox.keys[0]?.key ?? '' },
      });
    const lines = () => {
      try {
        return readFileSync(heard, 'utf8').trim().split('\n');
      } catch {
        return [];
      }
    };
    const first = begin();
    await first.until('the hook hears it', () => lines().length === 1);
    first.signal('SIGKILL');
    await first.ended;
    const second = begin();
    await second.until('the hook hears it again', () => lines().length === 2);
    writeFileSync(free, '');
    const listed = async () => {
      const args = ['status', '--hooks', 'all', '--json', '--data-dir', space.dataDir];
      return jsonLines((await runIntray({ args, home: space.home })).stdout)[0];
    };
    await second.until('it is taken', async () => (await listed())?.pending === 0);
    const [before, after] = lines().map((line) => JSON.parse(line) as { text: string; key?: string });
    expect(after).toEqual(before);
    expect(before?.key).toBeUndefined();
    expect(JSON.parse(before?.text ?? '')).toMatchObject({ event: 'onDelivered', revision: 1, document: { file: name } });
    expect(await listed()).toMatchObject({ events: [{ state: 'done', hook: 'onDelivered' }], givenUp: 0 });
    second.signal('SIGTERM');
    expect((await second.ended).code).toBe(0);
  } finally {
    await sandbox.close();
  }
});
