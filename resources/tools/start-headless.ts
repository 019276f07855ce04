/** `npm run intray`, `demo` and their like: starts the built program as it is shipped. */
import { runInstead } from '../../electron/desktop/start.ts';
import { headlessCommand } from './build.ts';

runInstead(process.execPath, headlessCommand(process.argv.slice(2)));
