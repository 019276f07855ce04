import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { projectRoot } from '../../resources/tools/build.ts';

const read = (path: string) => readFileSync(join(projectRoot, path), 'utf8');

it('What a test draws, it draws again in every run', () => {
  expect(fc.readConfigureGlobal()?.seed).toBe(1);
  const tests = readdirSync(join(projectRoot, 'test'), { recursive: true, encoding: 'utf8' });
  // Those of this folder hold it as text.
  const drawing = tests.filter(
    (path) => /\.tsx?$/.test(path) && !path.startsWith('house') && read(join('test', path)).includes('Math.random'),
  );
  expect(drawing).toEqual([]);
});

it('What must pass before a change goes in draws no new seeds', () => {
  for (const path of ['.ci/run', '.github/workflows/ci.yml']) expect(read(path)).not.toContain('--minutes');
  expect(read('.github/workflows/nightly.yml')).toMatch(/simulate -- --minutes/);
});
