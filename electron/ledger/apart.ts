import type { ProcessScript, StartProcess } from '../process.ts';

/**
 * Has a process of its own work on the ledger's file, and waits for it; this process does not end meanwhile, unless it is ended.
 * @param heard is given each message of it, and says when it has done its work
 * @param signal ends it in the middle
 * @returns how it ended, if nothing else ended it
 */
export function workApart(
  start: StartProcess,
  script: ProcessScript,
  order: unknown,
  heard: (message: unknown) => 'done' | 'more',
  signal?: AbortSignal,
): Promise<string> {
  return new Promise((resolve) => {
    // A process of its own does not keep this one from ending.
    const awake = setInterval(() => undefined, 60_000);
    const child = start(script, { environment: {}, memoryMb: 512 });
    const finish = (exit: string): void => {
      signal?.removeEventListener('abort', abort);
      clearInterval(awake);
      process.off('exit', child.kill);
      child.kill();
      resolve(exit);
    };
    const abort = () => finish('');
    process.once('exit', child.kill);
    signal?.addEventListener('abort', abort);
    child.onMessage((message) => {
      if (heard(message) === 'done') finish('');
    });
    child.onExit(finish);
    child.send(order);
  });
}
