import type { Balance } from '../../core/document/standing.ts';
import { type Message, say } from '../../core/messages/message.ts';
import type { Wording } from '../../core/messages/wording.ts';
import { assertNever } from '../../core/result.ts';
import type { LeftOut } from '../../core/watch/left-out.ts';
import type { Ending } from '../../engine/api.ts';
import { type Attention, attentionLines } from './attention.ts';
import { leftOutLines } from './left-out.ts';
import { balanceMessage } from './state-messages.ts';

/** What a person reads when `run` or `watch` has ended. */
export interface SummaryView {
  readonly mode: 'run' | 'watch';
  readonly ending: Ending;
  readonly balance: Balance;
  readonly attention: Attention;
  /** Absolute paths of the tables that hold the results. */
  readonly tables: readonly string[];
  readonly json: boolean;
  /** What the folders do not pick up. */
  readonly leftOut: readonly LeftOut[];
}

/** 0: everything found is delivered. 1: some of it is not, needs a person, or cannot be reached. Pure. */
export function exitCode(view: Pick<SummaryView, 'mode' | 'ending' | 'balance' | 'attention'>): 0 | 1 {
  if (view.mode === 'watch') return view.ending.kind === 'stopped' ? 0 : 1;
  const { attention, balance, ending } = view;
  const isAll = attention.total === 0 && balance.moving === 0 && (attention.folders ?? []).length === 0;
  return ending.kind === 'done' && isAll ? 0 : 1;
}

/** The closing lines. Pure. */
export function summaryLines(view: SummaryView, wording: Wording): string[] {
  const { balance, attention } = view;
  const lines = [`${wording.text(endingMessage(view))} ${wording.text(balanceMessage(balance))}.`];
  if (balance.delivered + balance.duplicate > 0) lines.push(...resultMessages(view).map(wording.text));
  const { folders = [], undelivered, waiting = [] } = attention;
  if (attention.total + folders.length + undelivered.length + waiting.length > 0)
    lines.push(...attentionLines(attention, wording));
  // What cannot be read is named already.
  const others = view.leftOut.filter(({ reason }) => reason !== 'directory' && reason !== 'entry');
  lines.push(...leftOutLines(others, wording, false));
  return lines;
}

function endingMessage({ attention, balance, ending, mode }: SummaryView): Message {
  switch (ending.kind) {
    case 'done':
      if (balance.moving === 0 && (attention.folders ?? []).length > 0) return say('runReport.ending.doneInPart');
      return say(balance.moving === 0 ? 'runReport.ending.done' : 'runReport.ending.stoppedEarly');
    case 'stopped':
      return mode === 'watch' ? say('runReport.ending.stopped') : say('runReport.ending.stoppedEarly');
    case 'offline':
    case 'stalled':
    case 'halted':
      return say('runReport.ending.broken', { message: ending.message });
    default:
      return assertNever(ending);
  }
}

function resultMessages({ tables, json }: SummaryView): Message[] {
  const places = [...(json ? [say('runReport.besideDocuments')] : []), ...tables];
  return places.length === 0 ? [] : [say('runReport.results', { places })];
}
