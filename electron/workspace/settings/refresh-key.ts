import { asksForKey } from '../../core/account/gate.ts';
import type { Clock } from '../../engine/ports.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** How often what other programs and people may change is looked at: a key in the keychain, a config file. Milliseconds. */
const intervalMs = 30_000;

/**
 * Looks every 30 seconds until it is ended, and does something whenever there is news.
 * @returns ends it
 */
export function watchFor(
  clock: Pick<Clock, 'after'>,
  isNews: () => Promise<boolean>,
  then: () => void | Promise<void>,
): () => void {
  let cancel = () => {};
  let ended = false;
  const look = async (): Promise<void> => {
    try {
      if (await isNews()) await then();
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
  const gate = keeper.running?.engine.status().gate;
  return (gate !== undefined && asksForKey(gate)) || keys.current(chosen) === undefined ? keys.load(chosen) : false;
}
