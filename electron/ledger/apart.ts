import type { ProcessScript, StartProcess } from '../process.ts';

/**
 * Has a process of its own work on the ledger's file, and waits for it; this process does not end meanwhile.
 * @param heard is given the one message that ends it
 * @returns how it ended, if it ended by itself
 */
export function workApart(
  start: StartProcess,
  script: ProcessScript,
  order: unknown,
  heard: (message: unknown) => void,
): Promise<string> {
  return new Promise((resolve) => {
    // A process of its own does not keep this one from ending.
    const awake = setInterval(() => undefined, 60_000);
    const child = start(script, { environment: {}, memoryMb: 512 });
    const finish = (exit: string): void => {
      clearInterval(awake);
      process.off('exit', child.kill);
      child.kill();
      resolve(exit);
    };
    process.once('exit', child.kill);
    child.onMessage((message) => {
      heard(message);
      finish('');
    });
    child.onExit(finish);
    child.send(order);
  });
}
