import type { Clock } from '../../engine/ports.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** Another program may put a key into the keychain, or a person unlock it, while Intray waits for one. Milliseconds. */
const intervalMs = 30_000;

/**
 * Looks for a new key every 30 seconds until it is ended.
 * @param refresh whether another key counts now; asks the keychain only while the key in use is refused or missing
 * @param replaced a new key was found
 * @returns ends it
 */
export function watchForNewKey(
  clock: Pick<Clock, 'after'>,
  refresh: () => Promise<boolean>,
  replaced: () => void | Promise<void>,
): () => void {
  let cancel = () => {};
  let ended = false;
  const look = async (): Promise<void> => {
    try {
      if (await refresh()) await replaced();
    } catch {
      // The status reports a ledger that cannot be read.
    }
    again();
  };
  const again = (): void => {
    if (!ended) cancel = clock.after(intervalMs, () => void look());
  };
  again();
  return () => {
    ended = true;
    cancel();
  };
}

/** Asks the keychain again if the key in use is refused or missing. Whether another one counts now. */
export async function refreshKey({ keys, keeper, origin, sandbox }: WorkspaceContext): Promise<boolean> {
  const chosen = origin();
  if (chosen === undefined || chosen === sandbox.running?.url || keys.where(chosen) === 'environment') return false;
  const refused = keeper.running?.engine.status().gate.kind === 'key';
  return refused || keys.current(chosen) === undefined ? keys.load(chosen) : false;
}
