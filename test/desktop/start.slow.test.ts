import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findElectron, planStart, type StartFacts } from '../../electron/desktop/start.ts';
import { projectRoot } from '../../resources/tools/build.ts';

describe('npm start', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-start-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  const facts: StartFacts = {
    electron: '/electron',
    platform: 'linux',
    environment: { DISPLAY: ':0' },
    headless: ['/node', '--flag', '/out/main/headless.js'],
    args: ['--verbose'],
  };

  it('opens the desktop program where Electron and a desktop session are', () => {
    expect(planStart(facts)).toEqual({ program: '/electron', args: ['.', '--verbose'] });
    expect(planStart({ ...facts, environment: { WAYLAND_DISPLAY: 'wayland-0' } }).program).toBe('/electron');
    expect(planStart({ ...facts, platform: 'win32', environment: {} }).program).toBe('/electron');
  });

  it('says in one sentence what is missing, and shows the window in a browser', () => {
    const without = planStart({ ...facts, electron: undefined });
    expect(without).toMatchObject({
      program: '/node',
      args: ['--flag', '/out/main/headless.js', 'watch', '--window', '--open', '--verbose'],
    });
    expect(without.notice).toMatch(/^Electron's binary is missing here .*npx install-electron.*in a browser instead\.$/);
    const screenless = planStart({ ...facts, environment: {} });
    expect(screenless).toMatchObject({ program: '/node' });
    expect(screenless.notice).toMatch(/^There is no desktop session here .*in a browser instead\.$/);
  });

  it('serves the window where Electron has no binary, until it is told to stop', async () => {
    const nothing = join(directory, 'nothing');
    mkdirSync(nothing);
    const args = [join(projectRoot, 'electron', 'desktop', 'start.ts'), '--window', '0', '--data-dir', join(directory, 'data')];
    const { DISPLAY: _, WAYLAND_DISPLAY: __, ...rest } = process.env;
    const child = spawn(process.execPath, args, { env: { ...rest, ELECTRON_OVERRIDE_DIST_PATH: nothing }, stdio: 'pipe' });
    let said = '';
    child.stderr.on('data', (bytes: Buffer) => {
      said += bytes.toString('utf8');
    });
    const ended = new Promise((resolve) => child.once('close', resolve));
    try {
      await expect.poll(() => said).toContain('open the link yourself');
      const [notice, shows] = said.split('\n');
      expect(notice).toMatch(/^Electron's binary is missing here /);
      expect(shows).toMatch(/^Intray shows its window at http:\/\/127\.0\.0\.1:\d+\/$/);
      expect(said).toMatch(/\n {2}http:\/\/127\.0\.0\.1:\d+\/#link=[\w-]{43}\n/);
      expect(said).not.toMatch(/\n {4}at /);
      child.kill('SIGTERM');
      expect(await ended).toBe(0);
    } finally {
      child.kill('SIGKILL');
    }
  });

  it('finds the binary where the package notes it', () => {
    const fetched = electronPackage('fetched', { 'path.txt': 'electron.exe', 'dist/electron.exe': '' });
    expect(findElectron(undefined, fetched)).toBe(join(fetched, 'dist', 'electron.exe'));
  });

  it('finds none where nothing was fetched, or only the note is left', () => {
    expect(findElectron(undefined, electronPackage('fresh', {}))).toBeUndefined();
    expect(findElectron(undefined, electronPackage('half', { 'path.txt': 'electron' }))).toBeUndefined();
  });

  it('looks where the environment says, if it says so', () => {
    const elsewhere = electronPackage('elsewhere', { electron: '' });
    expect(findElectron(elsewhere, electronPackage('bare', {}))).toBe(join(elsewhere, 'electron'));
  });

  function electronPackage(name: string, files: Readonly<Record<string, string>>): string {
    const place = join(directory, name);
    mkdirSync(place);
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(place, path)), { recursive: true });
      writeFileSync(join(place, path), text);
    }
    return place;
  }
});
