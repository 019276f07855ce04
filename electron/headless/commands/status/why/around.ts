import { openGate } from '../../../../core/account/gate.ts';
import { isPending } from '../../../../core/document/delivery.ts';
import type { Document } from '../../../../core/document/document.ts';
import { traitsOf } from '../../../../core/document/states.ts';
import { waits } from '../../../../core/document/wait.ts';
import { createWording } from '../../../../core/messages/wording.ts';
import type { LedgerReader } from '../../../../ledger/ledger.ts';
import { whyOf } from '../../../../workspace/documents/why-facts.ts';
import { type RecordedFolder, recordedGate } from '../../../../workspace/engine/engine-snapshot.ts';
import type { EngineHolder } from '../../../input/engine-holder.ts';
import { sentence } from '../../../output/words.ts';

/** What a question about a file is answered from. */
export interface WhySources {
  readonly ledger: LedgerReader;
  readonly holder: EngineHolder;
  /** Milliseconds since the epoch. */
  readonly now: number;
}

/** The document's own sentence, and what keeps the engine itself from moving it. */
export function explainDocument(document: Document, folder: RecordedFolder, sources: WhySources): string[] {
  const { ledger, holder, now } = sources;
  const gate = recordedGate(ledger.meta);
  const running = holder.kind === 'running';
  const said = whyOf(document, {
    ledger,
    now,
    // What stood in the way of an engine that has ended may have passed: it is told apart from what is so now.
    gate: running ? gate : openGate,
    folder: () => ({ settleSeconds: folder.settings?.settleSeconds, health: running ? folder.health : undefined }),
  });
  const answer = createWording('en', { now: () => now, timeZone: 'UTC' }).text(said);
  if (!isMoving(document)) return [answer];
  if (!running) {
    return [
      answer,
      'Intray is not running on this data directory: it goes on from here when it is started.',
      ...(gate.kind === 'open' ? [] : [`When it last ran, this stood in the way: ${sentence(gate.message)}`]),
    ];
  }
  return folder.active
    ? [answer]
    : [answer, 'The Intray that is running does not watch this folder: it only asks for and delivers what was sent.'];
}

/** Whether something is still to come that an engine would do by itself. */
function isMoving({ state, delivery }: Document): boolean {
  if (isPending(delivery)) return true;
  return state.kind === 'waiting' ? waits[state.wait.kind].goesOn : traitsOf(state.kind).progress !== 'none';
}
