import { foreign } from '../../electron/core/messages/message.ts';
import type { HookOutcome, HookRunner } from '../support/inside/engine.ts';
import type { HookReferee } from './hook-referee.ts';
import type { Process } from './process.ts';
import type { Dice } from './random.ts';
import type { SimulatedWorld } from './simulated-world.ts';

/** What a hook does with an event: it takes it, refuses it, takes it and says that it did not, or hangs. */
const manners = ['takes', 'takes', 'refuses', 'takes and fails', 'hangs'] as const;

/** Programs and servers that hear of documents, as one process sees them. They misbehave while there is trouble. */
export function hooksOf(
  process: Process,
  {
    clock,
    referee,
    dice,
    isTrouble,
  }: Pick<SimulatedWorld, 'clock'> & {
    readonly referee: HookReferee;
    readonly dice: Dice;
    readonly isTrouble: () => boolean;
  },
): HookRunner {
  return {
    async tell(hook, event, { timeoutMs, signal }) {
      await process.step(`hook before ${event.id}`);
      const end = referee.begins(process, hook, event);
      const manner = isTrouble() ? dice.pick(manners) : 'takes';
      try {
        if (manner === 'hangs') {
          await new Promise<void>((resolve) => {
            const cancel = clock.after(timeoutMs, resolve, process);
            signal.addEventListener('abort', () => {
              cancel();
              resolve();
            });
          });
          return signal.aborted ? { kind: 'aborted' } : refused;
        }
        await clock.delay(dice.whole(1, 2_000), process);
        if (manner !== 'refuses') referee.taken(event);
        // Whoever has taken it may be ended before anybody knows.
        if (signal.aborted) return { kind: 'aborted' };
        await process.step(`hook after ${event.id}`);
        return manner === 'takes' ? { kind: 'taken' } : refused;
      } finally {
        end();
      }
    },
  };
}

const refused: HookOutcome = { kind: 'refused', message: foreign('refused') };
