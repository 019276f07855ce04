import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';
import { createVitest } from 'vitest/node';
import { projectRoot } from '../../resources/tools/build.ts';

const testFiles = globSync('test/**/*.{test,spec}.{ts,tsx}', { cwd: projectRoot }).map((file) => file.replaceAll('\\', '/'));

describe('The two tiers of tests', () => {
  it('have every test file once, in the tier that its name says', async () => {
    const vitest = await createVitest('test', { watch: false, root: projectRoot });
    try {
      const found = (await vitest.globTestSpecifications()).map(
        ({ project, moduleId }) => `${project.name}: ${relative(projectRoot, moduleId).replaceAll('\\', '/')}`,
      );
      const wanted = testFiles.map((file) => `${/\.slow\.test\.tsx?$/.test(file) ? 'slow' : 'quick'}: ${file}`);
      expect(found.sort()).toEqual(wanted.sort());
    } finally {
      await vitest.close();
    }
  });

  it('need no build and no browser in the quick one', () => {
    const inNeed = new Set(globSync('test/**/*.{ts,tsx}', { cwd: projectRoot }).filter(needsBuildOrBrowser));
    const needing = testFiles.filter((file) => reach(file).some((each) => inNeed.has(each)));
    expect(needing.length).toBeGreaterThan(40);
    expect(needing.filter((file) => !file.includes('.slow.test.'))).toEqual([]);
  });
});

function needsBuildOrBrowser(file: string): boolean {
  return /import \{[^}]*\b(headlessProgram|headlessCommand)\b|^import .* from 'playwright-core';$|join\(projectRoot, 'out'/m.test(
    sourceOf(file),
  );
}

/** Everything of this project that a file imports, itself included; paths relative to the project. */
function reach(entry: string): string[] {
  const files = new Set([entry]);
  for (const file of files) for (const imported of importsOf(file)) files.add(imported);
  return [...files];
}

const known = new Map<string, readonly string[]>();

function importsOf(file: string): readonly string[] {
  const found =
    known.get(file) ??
    [...sourceOf(file).matchAll(/\bfrom '(\.[^']+)'/g)]
      .map(([, name = '']) => join(dirname(file), name).replaceAll('\\', '/'))
      .filter((imported) => existsSync(join(projectRoot, imported)));
  known.set(file, found);
  return found;
}

function sourceOf(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}
