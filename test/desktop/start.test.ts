import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { findElectron } from '../../electron/desktop/start.ts';
import { projectRoot } from '../support/build.ts';

describe('npm start', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-start-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));

  it('says in one sentence what is missing and what to use instead, where Electron has no binary', () => {
    const nothing = join(directory, 'nothing');
    mkdirSync(nothing);
    const run = spawnSync(process.execPath, [join(projectRoot, 'electron', 'desktop', 'start.ts')], {
      encoding: 'utf8',
      env: { ...process.env, ELECTRON_OVERRIDE_DIST_PATH: nothing },
    });
    expect(run.stderr).toMatch(/^Electron's binary is missing, .*npm run demo.*\n$/);
    expect(run.stdout).toBe('');
    expect(run.status).toBe(1);
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
