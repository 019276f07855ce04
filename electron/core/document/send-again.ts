import type { Document } from './document.ts';
import { transition } from './transition.ts';

/** What sending a document again would do: nothing, or send it; `paid`: the service may have it already, so its pages may be paid twice. */
export type SendAgain = 'no' | 'yes' | 'paid';

/** @param at ms since the epoch */
export function sendAgainOf({ state }: Pick<Document, 'state'>, at: number): SendAgain {
  if (transition(state, { kind: 'send-again', at }) === undefined) return 'no';
  return mayBeAtService(state) ? 'paid' : 'yes';
}

/** Whether the service may have the document although Intray has no proof of it: the answer to its upload was lost, or the ledger was. */
export function mayBeAtService(state: Document['state']): boolean {
  if (state.kind === 'unresolved') return true;
  return (
    state.kind === 'waiting' && state.wait.kind === 'held' && (state.wait.why === 'unresolved' || state.wait.why === 'unverified')
  );
}
