import type { Parts } from './parts.ts';

/** By hand: what failed, was refused or is held goes out again. One that the service may have already is marked. */
export function sendAgain({ world, books }: Parts, ids: readonly number[]): void {
  const at = world.clock.now();
  books.apply(
    ids.map((id) => {
      const state = world.ledger.documents.get(id)?.state;
      const doubtful =
        state?.kind === 'unresolved' ||
        (state?.kind === 'waiting' &&
          state.wait.kind === 'held' &&
          (state.wait.why === 'unresolved' || state.wait.why === 'unproven'));
      return {
        id,
        event: { kind: 'send-again', at },
        set: { attempts: 0, ...(doubtful && { possibleDuplicate: true }) },
        note: 'By hand.',
      };
    }),
  );
}
