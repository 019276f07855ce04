/** Checks the types of every part of the project, each in the world that its tsconfig lets it see. */
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectRoot } from './build.ts';

const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');

for (const folder of ['electron/core', 'electron', 'renderer', '.']) {
  const { status, signal } = spawnSync(process.execPath, [compiler, '-p', folder], { cwd: projectRoot, stdio: 'inherit' });
  if (status === 0) continue;
  // The compiler itself says nothing where the system ends it, for want of memory for instance.
  console.error(`tsc -p ${folder} ended with ${status ?? signal}.`);
  process.exitCode = 1;
}
