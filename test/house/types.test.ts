import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

describe('The type checker', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-types-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  symlinkSync(join(projectRoot, 'node_modules'), join(directory, 'node_modules'), 'junction');

  /** What it says about one file, under the rules of one of the project's folders. */
  function check(folder: string, code: string): string {
    const place = mkdtempSync(join(directory, 'case-'));
    mkdirSync(place, { recursive: true });
    writeFileSync(join(place, 'a.ts'), `${code}\n`);
    const base = join(projectRoot, folder, 'tsconfig.json');
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ extends: base, include: ['a.ts'] }));
    writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
    const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
    const run = spawnSync(process.execPath, [compiler, '-p', place], { encoding: 'utf8' });
    return run.stdout;
  }

  it('shows core neither Node nor the page', () => {
    expect(check('electron/core', 'export const one = 1;')).toBe('');
    expect(check('electron/core', 'export const here = process.cwd();')).toContain("'process'");
    expect(check('electron/core', "import { join } from 'node:path';\nexport const path = join('a');")).toContain("'node:path'");
    expect(check('electron/core', 'export const title = document.title;')).toContain("'document'");
    expect(check('electron/core', 'setTimeout(() => undefined, 1);')).toContain("'setTimeout'");
  });

  it('shows the engine Node and not the page', () => {
    expect(check('electron', 'export const here = process.cwd();')).toBe('');
    expect(check('electron', 'export const title = document.title;')).toContain("'document'");
  });

  it('shows the window the page and not Node', () => {
    expect(check('renderer', 'export const title = document.title;')).toBe('');
    expect(check('renderer', 'export const here = process.cwd();')).toContain("'process'");
    expect(check('renderer', "import { join } from 'node:path';\nexport const path = join('a');")).toContain("'node:path'");
  });

  it('is strict, about what an index may give too', () => {
    expect(check('electron', 'export const first = (list: string[]): string => list[0];')).toContain('error TS');
    expect(check('electron', 'export enum Colour { red }')).toContain('error TS1294');
  });
});
