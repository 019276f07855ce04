import { say } from '../../../core/messages/message.ts';
import type { Ending, Engine } from '../../../engine/api.ts';
import type { Clock } from '../../../engine/ports.ts';
import { systemClock } from '../../../engine/system.ts';
import { type EngineSession, lookNowWith } from '../../../workspace/data-directory-session.ts';
import { watchForNewKey } from '../../../workspace/settings/refresh-key.ts';
import type { Host } from '../../host.ts';
import type { HeldKey } from '../../input/service-access.ts';
import { startReporter } from '../../output/reporter.ts';

export interface FollowOptions {
  readonly session: EngineSession;
  readonly host: Host;
  readonly json: boolean;
  readonly url: string;
  /** Where a new key may come from while the service refuses the one in use. */
  readonly key?: HeldKey;
  /** Default: the system's. */
  readonly clock?: Pick<Clock, 'after'>;
}

/** Starts an engine, reports what it does, and waits until it ends or a signal ends it. */
export async function follow({ session, host, json, url, key, clock = systemClock }: FollowOptions): Promise<Ending> {
  const { engine, log } = session;
  const reporter = startReporter({ session, host, json, url });
  const endSignals = stopAtSignal(session, host);
  const endKeyWatch = key === undefined ? () => {} : watchKey(engine, key, clock);
  try {
    log.info('begun');
    await engine.start();
    const ending = await engine.ended;
    log.info('ended', { ending });
    return ending;
  } finally {
    endKeyWatch();
    endSignals();
    reporter.end();
  }
}

function watchKey(engine: Engine, key: HeldKey, clock: Pick<Clock, 'after'>): () => void {
  const refresh = async () => engine.status().gate.kind === 'key' && (await key.refresh());
  return watchForNewKey(clock, refresh, lookNowWith(engine, key.current));
}

/** The first signal lets the engine finish what it is writing; a second one ends the program at once. */
function stopAtSignal({ engine, log }: EngineSession, host: Host): () => void {
  let asked = false;
  return host.onSignal((signal) => {
    if (asked) process.exit(130);
    asked = true;
    log.info('asked to stop', { signal });
    if (host.messages.terminal !== undefined) host.messages.write(`\n${host.wording.text(say('commandLine.finishing'))}\n`);
    void engine.stop();
  });
}
