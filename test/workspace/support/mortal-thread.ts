/** The engine's thread, with a way to die: a request called `die`. */
import { parentPort, workerData } from 'node:worker_threads';
import { quietSqliteWarning } from '../../../electron/workspace/sqlite-warning.ts';
import type { ThreadStart, ToThread } from '../../../electron/workspace/thread/thread-messages.ts';

if (parentPort === null) throw new Error('It runs in a thread.');
quietSqliteWarning();
parentPort.on('message', (message: ToThread) => {
  if (message.kind === 'request' && message.name === 'die') throw new Error('It was told to.');
});
const { runThread } = await import('../../../electron/workspace/thread/thread-side.ts');
await runThread(parentPort, workerData as ThreadStart);
