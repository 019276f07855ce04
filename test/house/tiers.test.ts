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
    const needing = testFiles.filter((file) => reach(file).some(needsBuildOrBrowser));
    expect(needing.length).toBeGreaterThan(40);
    expect(needing.filter((file) => !file.includes('.slow.test.'))).toEqual([]);
  });
});

function needsBuildOrBrowser(file: string): boolean {
  return (
    file.startsWith('test/') &&
    /import \{[^}]*\b(headlessProgram|headlessCommand)\b|^import .* from 'playwright-core';$|join\(projectRoot, 'out'/m.test(
      sourceOf(file),
    )
  );
}

/** Everything of this project that a file imports, itself included; paths relative to the project. */
function reach(entry: string): string[] {
  const files = new Set([entry]);
  for (const file of files) {
    for (const [, name = ''] of sourceOf(file).matchAll(/\bfrom '(\.[^']+)'/g)) {
      const imported = join(dirname(file), name).replaceAll('\\', '/');
      if (existsSync(join(projectRoot, imported))) files.add(imported);
    }
  }
  return [...files];
}

function sourceOf(file: string): string {
  return readFileSync(join(projectRoot, file), 'utf8');
}
