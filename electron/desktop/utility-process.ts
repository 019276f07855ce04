import { utilityProcess } from 'electron';
import { type Begun, type StartProcess, scriptPath } from '../process.ts';

/** Starts a script as a utility process: the packaged program does not run as Node (a fuse). For the main process alone. */
export const startUtility: StartProcess = (script, { environment, memoryMb }) => {
  const child = utilityProcess.fork(scriptPath(script), [], {
    env: environment,
    ...(memoryMb !== undefined && { execArgv: [`--max-old-space-size=${memoryMb}`] }),
    serviceName: `Intray ${script}`,
    stdio: 'ignore',
  });
  let how: Begun = 'never begun';
  child.once('spawn', () => {
    how = 'begun';
  });
  return {
    send: (message) => child.postMessage(message),
    onMessage: (listener) => void child.on('message', listener),
    onExit: (listener) => void child.once('exit', (code) => listener(String(code), how)),
    kill() {
      const { pid } = child;
      child.kill();
      // That asks, and a process in a loop without end does not hear it.
      if (pid !== undefined) killAtOnce(pid);
    },
  };
};

function killAtOnce(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch {
    // It has ended already.
  }
}
