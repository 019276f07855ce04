/** Checks the types of every part of the project, each in the world that its tsconfig lets it see: as many at once as there are processors. */
import { execFile } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { projectRoot } from './build.ts';

const compiler = join(projectRoot, 'node_modules', 'typescript', 'bin', 'tsc');
/** Those that take longest first. */
const folders = ['.', 'electron', 'renderer', 'electron/core'];

/** Several checkers within one part check what it shares once each: it is quicker to let each part have one. */
function check(folder: string): Promise<void> {
  const given = [compiler, '-p', folder, '--checkers', '1'];
  return new Promise((resolve) => {
    execFile(process.execPath, given, { cwd: projectRoot, maxBuffer: Number.POSITIVE_INFINITY }, (error, found, problem) => {
      process.stdout.write(found);
      process.stderr.write(problem);
      if (error !== null) {
        // The compiler itself says nothing where the system ends it, for want of memory for instance.
        console.error(`tsc -p ${folder} ended with ${error.code ?? error.signal}.`);
        process.exitCode = 1;
      }
      resolve();
    });
  });
}

const limit = pLimit(availableParallelism());
await Promise.all(folders.map((folder) => limit(check, folder)));
