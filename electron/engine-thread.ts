import { parentPort, workerData } from 'node:worker_threads';
import { allowSlowLines, quietSqliteWarning } from './workspace/process-setup.ts';
import type { ThreadStart } from './workspace/thread/thread-functions.ts';

/** The engine's own thread on the desktop: a workspace without a window. `workspace/thread/thread-client.ts` starts it. */
if (parentPort === null) throw new Error('The engine runs in a thread of the desktop program.');
quietSqliteWarning();
allowSlowLines();
const { runThread } = await import('./workspace/thread/thread-side.ts');
await runThread(parentPort, workerData as ThreadStart);
