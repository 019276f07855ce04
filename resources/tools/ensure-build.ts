/** Before `npm run intray`, `demo` and `start`: builds what is missing or out of date, and says nothing unless it fails. */
import { buildIfNeeded } from './build.ts';

const problem = buildIfNeeded();
if (problem !== undefined) {
  console.error(`Intray could not be built.\n${problem}`);
  process.exitCode = 2;
}
