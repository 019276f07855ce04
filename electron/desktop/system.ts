import { net, powerMonitor, session } from 'electron';
import { proxyIn } from './addresses.ts';

export interface SystemChanges {
  /** The computer woke up: timers are off, and watches may have missed something. */
  readonly woke: () => void;
  /** The network is back. */
  readonly online: () => void;
  /** The person logs out, or the computer shuts down. */
  readonly shutdown: () => void;
}

/** Electron's main process has no event for network changes, so they are polled. */
const pollMs = 10_000;

/** Reports wake, network and shutdown. The answer ends it. */
export function followSystem(changes: SystemChanges): () => void {
  let online = net.isOnline();
  const timer = setInterval(() => {
    const now = net.isOnline();
    if (now && !online) changes.online();
    online = now;
  }, pollMs);
  powerMonitor.on('resume', changes.woke);
  powerMonitor.on('shutdown', changes.shutdown);
  return () => {
    clearInterval(timer);
    powerMonitor.off('resume', changes.woke);
    powerMonitor.off('shutdown', changes.shutdown);
  };
}

/** The system's proxy for an address, e.g. `http://proxy:3128`; undefined for none. */
export async function systemProxy(url: string): Promise<string | undefined> {
  return proxyIn(await session.defaultSession.resolveProxy(url));
}
