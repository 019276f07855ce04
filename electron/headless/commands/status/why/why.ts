import { eventMessage } from '../../../../core/document/history-events.ts';
import type { HistoryEntry } from '../../../../core/document/records.ts';
import { say } from '../../../../core/messages/message.ts';
import { inEnglish, type Wording } from '../../../../core/messages/wording.ts';
import { expandPath } from '../../../../settings/paths.ts';
import { recordedFolders } from '../../../../workspace/engine/engine-snapshot.ts';
import type { Host } from '../../../host.ts';
import { engineHolder } from '../../../input/engine-holder.ts';
import { ledgerAt } from '../../../input/ledger-access.ts';
import { isoTime, type JsonMembers, messageMembers, messagesMembers, tell } from '../../../output/events.ts';
import { stateMessage } from '../../../output/state-messages.ts';
import { printable } from '../../../output/terminal-wording.ts';
import type { LedgerFlags } from '../../options.ts';
import { answerWhy, type EarlierDocument, type WhyAnswer } from './answer.ts';
import { locate } from './location.ts';

/** `intray status --why FILE`: one file's answer, and its history. */
export async function why(file: string, flags: LedgerFlags, host: Host): Promise<0> {
  const { directory, isThere, read } = ledgerAt(flags, host);
  const path = expandPath(file, host.paths);
  const answer: WhyAnswer = isThere
    ? await read(async (ledger) =>
        answerWhy(await locate(path, recordedFolders(ledger)), { ledger, holder: engineHolder(directory), now: Date.now() }),
      )
    : { path, kind: 'outside', answer: [say('commandLine.noLedger', { path: directory })] };
  return tell(host, flags, whyEvent(answer), whyLines(answer, host.wording));
}

/** For people. Pure. */
function whyLines({ path, answer, document, history = [], earlier = [] }: WhyAnswer, wording: Wording): string[] {
  const lines = [printable(path), ...(document === undefined ? [] : [`  ${wording.text(stateMessage(document.state.kind))}`])];
  lines.push(...answer.map((message) => `  ${wording.text(message)}`));
  if (history.length > 0) lines.push('', ...timelineLines(history, wording).map((line) => `  ${line}`));
  if (earlier.length > 0) {
    lines.push('', wording.text(say('why.earlier.heading')));
    for (const each of earlier) lines.push(`  ${earlierLine(each, path, wording)}`);
  }
  return lines;
}

function earlierLine({ document, path, answer }: EarlierDocument, asked: string, { text }: Wording): string {
  const values = { at: document.foundAt, state: stateMessage(document.state.kind), reason: text(answer) };
  return text(path === asked ? say('why.earlier.line', values) : say('why.earlier.lineElsewhere', { ...values, path }));
}

/** A document's history: a line each, oldest first. */
function timelineLines(history: readonly HistoryEntry[], { text, formats }: Wording): string[] {
  return history.map(({ at, event, note }) => {
    const what = text(eventMessage(event));
    return `${formats.moment(at)}  ${note === undefined ? what : `${what}: ${text(note)}`}`;
  });
}

/** For machines. Times are ISO 8601, UTC. Pure. */
function whyEvent({ path, kind, answer, document, history = [], earlier = [] }: WhyAnswer): JsonMembers {
  const plain = (each: NonNullable<WhyAnswer['document']>) => ({
    id: each.id,
    path: each.path,
    state: each.state.kind,
    found: isoTime(each.foundAt),
  });
  return {
    event: 'why',
    path,
    kind,
    answer: inEnglish(answer),
    ...messagesMembers(answer),
    ...(document !== undefined && { document: plain(document) }),
    history: history.map(({ at, event, note }) => ({
      at: isoTime(at),
      event,
      ...(note !== undefined && { note: inEnglish(note), ...messageMembers(note) }),
    })),
    earlier: earlier.map((each) => ({
      ...plain(each.document),
      answer: inEnglish(each.answer),
      ...messagesMembers(each.answer),
    })),
  };
}
