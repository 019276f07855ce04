import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

let home: string;

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'intray-start-'));
});

afterEach(() => rmSync(home, { recursive: true, force: true }));

const start = (...args: readonly string[]) => startTool('start-headless.ts', args);

function startTool(tool: string, args: readonly string[]) {
  const child = spawn(process.execPath, [join(projectRoot, 'resources', 'tools', tool), ...args], {
    cwd: home,
    // Without Electron's binary, whatever is installed here.
    env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home, ELECTRON_OVERRIDE_DIST_PATH: join(home, 'nothing') },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let said = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
  const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(code ?? signal)));
  return { child, ended, said: () => said };
}

describe('The program behind the npm scripts', () => {
  it('gets the arguments, speaks for itself, and its end is the end', async () => {
    const version = start('--version');
    expect(await version.ended).toBe(0);
    expect(version.said()).toMatch(/^\d+\.\d+\.\d+\n$/);
    const nothing = start('run', join(home, 'no such folder'), '--extraction', 'an id');
    expect(await nothing.ended).toBe(2);
  });

  it.skipIf(process.platform === 'win32').each([
    ['SIGTERM', 0],
    ['SIGINT', 'SIGINT'],
  ] as const)('is told of %s, once, and ends in its own way', async (signal, end) => {
    const sandbox = start('sandbox', '--json');
    await expect.poll(sandbox.said).toContain('127.0.0.1');
    sandbox.child.kill(signal);
    expect(await sandbox.ended).toBe(end);
  });
});

it('npm run dev without Electron serves the window in a browser, with reload, before the program', async () => {
  const dev = startTool('dev.ts', ['--data-dir', join(home, 'data')]);
  const link = () => /http:\/\/localhost:\d+\/#link=\S+/.exec(dev.said())?.[0];
  await expect.poll(link, { timeout: 60_000 }).toBeDefined();
  const [page = '', token] = link()?.split('#link=') ?? [];
  expect(await (await fetch(page)).text()).toContain('/@vite/client');
  const headers = { origin: new URL(page).origin, 'content-type': 'application/json' };
  const signedIn = await fetch(`${page}api/sign-in`, { method: 'POST', headers, body: JSON.stringify({ token }) });
  expect(await signedIn.json()).toMatchObject({ ok: true });
  dev.child.kill('SIGTERM');
  expect(await dev.ended).toBe(0);
});
