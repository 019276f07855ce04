import { mayPayTwice } from '../../core/document/states.ts';
import type { EngineContext } from '../loop/engine-context.ts';

/** A person sends what failed, was refused or is held once more. A document that the service may have already is marked. */
export function sendAgain({ world, writer }: EngineContext, ids: readonly number[]): void {
  const at = world.clock.now();
  writer.apply(
    ids.map((id) => {
      const state = world.ledger.documents.get(id)?.state;
      const doubtful = state !== undefined && mayPayTwice(state);
      return {
        id,
        event: { kind: 'send-again', at },
        set: { attempts: 0, ...(doubtful && { possibleDuplicate: true }) },
        note: 'By hand.',
      };
    }),
  );
}
