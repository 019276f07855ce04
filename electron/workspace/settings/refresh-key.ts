import type { Clock } from '../../engine/ports.ts';
import type { WorkspaceContext } from '../workspace-context.ts';

/** A key may be put into the keychain by another program, or the keychain be opened, while Intray waits for it. Milliseconds. */
const againMs = 30_000;

/** Asks the keychain anew if the key that counts is refused or missing. Whether another one counts now. */
export async function refreshKey({ keys, keeper, origin, sandbox }: WorkspaceContext): Promise<boolean> {
  const chosen = origin();
  if (chosen === undefined || chosen === sandbox.running?.url || keys.where(chosen) === 'environment') return false;
  const refused = keeper.running?.engine.status().gate.kind === 'key';
  return refused || keys.current(chosen) === undefined ? keys.load(chosen) : false;
}

/** Does so now and then while a key is missing or refused; a new one resumes all. The answer ends it. */
export function keepLookingForKey(context: WorkspaceContext, clock: Pick<Clock, 'after'>): () => void {
  let cancel = () => {};
  let ended = false;
  const look = async (): Promise<void> => {
    try {
      if (await refreshKey(context)) await context.keeper.tryAgain();
    } catch {
      // A ledger that cannot be asked is said by the status.
    }
    again();
  };
  const again = (): void => {
    if (!ended) cancel = clock.after(againMs, () => void look());
  };
  again();
  return () => {
    ended = true;
    cancel();
  };
}
