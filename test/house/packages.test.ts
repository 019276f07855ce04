/** What the fuller tests use is installed wherever they run. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');

it('The workflow installs the packages that .ci/run does', () => {
  const [, ours = ''] = /^packages=\(([^)]*)\)$/m.exec(read('.ci/run')) ?? [];
  const [, theirs = ''] = /apt-get install .*--no-install-recommends (.*)$/m.exec(read('.github/workflows/ci.yml')) ?? [];
  expect(ours.split(' ').length).toBeGreaterThan(10);
  expect(theirs.split(' ')).toEqual(ours.split(' '));
});
