import type { Ending } from '../../engine/api.ts';
import type { Session } from '../../workspace/data-directory-session.ts';
import type { Host } from '../host.ts';
import { startReporter } from '../output/reporter.ts';

export interface FollowOptions {
  readonly session: Session;
  readonly host: Host;
  readonly json: boolean;
  readonly url: string;
  /** Asked now and then while the service refuses the key: whether there is another one now. */
  readonly refreshKey?: () => Promise<boolean>;
}

const newKeyMs = 30_000;

/** Starts an engine, tells what it does, and waits until it ends, or a signal ends it. */
export async function follow({ session, host, json, url, refreshKey }: FollowOptions): Promise<Ending> {
  const { engine, log } = session;
  const reporter = startReporter({ session, host, json, url });
  const endSignals = stopAtSignal(session, host);
  const keyTimer = setInterval(() => {
    if (refreshKey === undefined || engine.status().gate.kind !== 'key') return;
    void refreshKey().then((changed) => {
      if (changed) engine.lookNow();
    });
  }, newKeyMs);
  try {
    log.info('begun');
    await engine.start();
    const ending = await engine.ended;
    log.info('ended', { ending });
    return ending;
  } finally {
    clearInterval(keyTimer);
    endSignals();
    reporter.end();
  }
}

/** The first signal lets the engine finish what it is writing; a second one leaves at once. */
function stopAtSignal({ engine, log }: Session, host: Host): () => void {
  let asked = false;
  return host.onSignal((signal) => {
    if (asked) process.exit(130);
    asked = true;
    log.info('asked to stop', { signal });
    if (host.messages.terminal !== undefined)
      host.messages.write('\nFinishing what is being written; once more leaves at once.\n');
    void engine.stop();
  });
}
