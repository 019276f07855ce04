import { net, powerMonitor } from 'electron';

export interface SystemChanges {
  /** The machine woke up: times mean nothing any more, and watches may have missed something. */
  readonly woke: () => void;
  /** There is a network again. */
  readonly online: () => void;
  /** The person logs out or the machine is shut down. */
  readonly shutdown: () => void;
}

/** Electron tells of no change of the network in the main process, so it is looked at. */
const lookMs = 10_000;

/** Tells of sleep, wake, network and shutdown. The answer ends it. */
export function followSystem(changes: SystemChanges): () => void {
  let online = net.isOnline();
  const timer = setInterval(() => {
    const now = net.isOnline();
    if (now && !online) changes.online();
    online = now;
  }, lookMs);
  powerMonitor.on('resume', changes.woke);
  powerMonitor.on('shutdown', changes.shutdown);
  return () => {
    clearInterval(timer);
    powerMonitor.off('resume', changes.woke);
    powerMonitor.off('shutdown', changes.shutdown);
  };
}
