import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

describe('The type checker', () => {
  const directory = mkdtempSync(join(tmpdir(), 'intray-types-'));
  afterAll(() => rmSync(directory, { recursive: true, force: true }));
  symlinkSync(join(projectRoot, 'node_modules'), join(directory, 'node_modules'), 'junction');

  /** What it says about each file, under the rules of one of the project's folders. */
  function check(folder: string, ...files: readonly string[]): readonly string[] {
    const place = mkdtempSync(join(directory, 'case-'));
    const nameOf = (index: number): string => `file${index}.ts`;
    for (const [index, code] of files.entries()) writeFileSync(join(place, nameOf(index)), `${code}\n`);
    const base = join(projectRoot, folder, 'tsconfig.json');
    writeFileSync(join(place, 'tsconfig.json'), JSON.stringify({ extends: base, include: ['*.ts'] }));
    writeFileSync(join(place, 'package.json'), '{ "type": "module" }');
    const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
    const { stdout } = spawnSync(process.execPath, [compiler, '-p', place, '--pretty', 'false'], { encoding: 'utf8' });
    const lines = stdout.split('\n');
    return files.map((_, index) => lines.filter((line) => line.includes(`${nameOf(index)}(`)).join('\n'));
  }

  it('shows core neither Node nor the page', () => {
    expect(
      check(
        'electron/core',
        'export const one = 1;',
        'export const here = process.cwd();',
        "import { join } from 'node:path';\nexport const path = join('a');",
        'export const title = document.title;',
        'setTimeout(() => undefined, 1);\nexport const two = 2;',
      ),
    ).toEqual(['', ...["'process'", "'node:path'", "'document'", "'setTimeout'"].map((name) => expect.stringContaining(name))]);
  });

  it('shows the engine Node and not the page, and is strict, about what an index may give too', () => {
    expect(
      check(
        'electron',
        'export const here = process.cwd();',
        'export const title = document.title;',
        'export const first = (list: string[]): string => list[0];',
        'export enum Colour { red }',
      ),
    ).toEqual(['', ...["'document'", 'error TS', 'error TS1294'].map((name) => expect.stringContaining(name))]);
  });

  it('shows the window the page and not Node', () => {
    expect(
      check(
        'renderer',
        'export const title = document.title;',
        'export const here = process.cwd();',
        "import { join } from 'node:path';\nexport const path = join('a');",
      ),
    ).toEqual(['', ...["'process'", "'node:path'"].map((name) => expect.stringContaining(name))]);
  });
});
