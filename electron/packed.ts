/**
 * What a desktop package starts: the desktop; after `--command-line --`, the command line, for the launchers of
 * `resources/launchers`; after `--own-process --`, a process that the command line starts. What follows `--` is no option of
 * Chromium's. The latter two end before Electron would open a display, so that they need none.
 */
import { pathToFileURL } from 'node:url';
import { isProcessScript, ownProcessFlag, scriptPath } from './process.ts';

const end = process.argv.indexOf('--');
const [flag, given] = [process.argv[end - 1], process.argv.slice(end + 1)];
if (end > 1 && flag === '--command-line') {
  process.argv = [process.execPath, 'intray', ...given];
  // Electron goes on to its window where nothing is left to wait for.
  setInterval(() => undefined, 60_000);
  await import('./headless.ts');
  for (const stream of [process.stdout, process.stderr]) await new Promise<void>((done) => void stream.write('', () => done()));
  process.exit();
} else if (end > 1 && flag === ownProcessFlag) {
  // By its name, never by a path: nobody feeds the program another one.
  if (!isProcessScript(given[0])) process.exit(2);
  await import(pathToFileURL(scriptPath(given[0])).href);
  await new Promise(() => undefined);
} else await import('./main.ts');
