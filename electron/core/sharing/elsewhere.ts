import { assertNever } from '../result.ts';

/** What is known of a content that another machine had claimed, as the register says it. */
export interface ElsewhereFacts {
  readonly state: 'free' | 'claimed' | 'sent' | 'accepted' | 'done';
  /** Whether the machine that claimed it is heard of. */
  readonly held: boolean;
  /** Whether this machine has it by now. */
  readonly mine: boolean;
}

/**
 * What becomes of a document that waits for another machine. `claim`: its turn has come. `wait`: the other one goes on with it.
 * `take-over`: the other one is not heard of any more, and had sent it. `take-result`: it is done. `ask`: this machine took it
 * over, and the service has it. `in-doubt`: likewise, and nobody knows whether the service has it.
 */
export type ElsewhereDecision = 'claim' | 'wait' | 'take-over' | 'take-result' | 'ask' | 'in-doubt';

export function decideElsewhere({ state, held, mine }: ElsewhereFacts): ElsewhereDecision {
  switch (state) {
    case 'free':
      return 'claim';
    case 'claimed':
      return held && !mine ? 'wait' : 'claim';
    case 'sent':
      if (mine) return 'in-doubt';
      return held ? 'wait' : 'take-over';
    case 'accepted':
      if (mine) return 'ask';
      return held ? 'wait' : 'take-over';
    case 'done':
      return 'take-result';
    default:
      return assertNever(state);
  }
}
