import type { EngineContext } from '../loop/engine-context.ts';

/** By hand: what failed, was refused or is held goes out again. One that the service may have already is marked. */
export function sendAgain({ world, writer }: EngineContext, ids: readonly number[]): void {
  const at = world.clock.now();
  writer.apply(
    ids.map((id) => {
      const state = world.ledger.documents.get(id)?.state;
      const doubtful =
        state?.kind === 'unresolved' ||
        (state?.kind === 'waiting' &&
          state.wait.kind === 'held' &&
          (state.wait.why === 'unresolved' || state.wait.why === 'unverified'));
      return {
        id,
        event: { kind: 'send-again', at },
        set: { attempts: 0, ...(doubtful && { possibleDuplicate: true }) },
        note: 'By hand.',
      };
    }),
  );
}
