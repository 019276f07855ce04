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

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [join(projectRoot, 'resources', 'tools', 'start-headless.ts'), ...args], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home, USERPROFILE: home },
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
