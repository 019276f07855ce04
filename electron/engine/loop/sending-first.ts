import type { Clock } from '../ports.ts';
import type { Stage } from './control-loop.ts';
import type { Tasks } from './tasks.ts';

/** So long a burst of files has the machine to itself; what came back has as long after that. Milliseconds. */
const turnMs = 5_000;

interface SendingContext {
  readonly world: { readonly clock: Pick<Clock, 'elapsed'> };
  readonly tasks: Pick<Tasks, 'isRunning'>;
}

/**
 * Lets a stage that deals with what came back wait while files are sent: the service works on what it has sooner, and the last
 * file is there sooner. In a burst that lasts they take turns, so that nobody waits long for results.
 */
export function sendingFirst({ tasks, world }: SendingContext, stage: Stage): Stage {
  /** Since when files are sent without a pause, in elapsed milliseconds. */
  let since: number | undefined;
  return {
    start(now) {
      if (!tasks.isRunning('upload')) since = undefined;
      else {
        const elapsed = world.clock.elapsed();
        since ??= elapsed;
        const passed = (elapsed - since) % (2 * turnMs);
        if (passed < turnMs) return now + turnMs - passed;
      }
      return stage.start(now);
    },
    retryNow: () => stage.retryNow?.(),
    clockJumped: () => stage.clockJumped?.(),
    abandon: () => stage.abandon?.(),
  };
}
