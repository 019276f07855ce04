/** The engine's thread, with a way to die: a request called `die`. */
import { parentPort, workerData } from 'node:worker_threads';
import { quietSqliteWarning } from '../../../electron/workspace/process-setup.ts';
import type { ThreadStart } from '../../../electron/workspace/thread/thread-functions.ts';

if (parentPort === null) throw new Error('It runs in a thread.');
quietSqliteWarning();
parentPort.on('message', ({ m: method, a: given }: { readonly m?: string; readonly a?: readonly unknown[] }) => {
  if (method === 'request' && given?.[0] === 'die') throw new Error('It was told to.');
});
const { runThread } = await import('../../../electron/workspace/thread/thread-side.ts');
await runThread(parentPort, workerData as ThreadStart);
