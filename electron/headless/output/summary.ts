import type { Balance } from '../../core/document/balance.ts';
import { assertNever } from '../../core/result.ts';
import type { Ending } from '../../engine/api.ts';
import type { Attention } from './attention.ts';
import { attentionLines } from './attention.ts';
import { balanceLine, printable, sentence } from './words.ts';

/** What a person reads when `run` or `watch` has ended. */
export interface SummaryView {
  readonly mode: 'run' | 'watch';
  readonly ending: Ending;
  readonly balance: Balance;
  readonly attention: Attention;
  /** Absolute paths of the tables that hold the results. */
  readonly tables: readonly string[];
  readonly json: boolean;
}

/** 0: everything found is where it belongs. 1: some of it is not, or needs a person. Pure. */
export function exitCode(view: Pick<SummaryView, 'mode' | 'ending' | 'balance' | 'attention'>): 0 | 1 {
  if (view.mode === 'watch') return view.ending.kind === 'stopped' ? 0 : 1;
  return view.ending.kind === 'done' && view.attention.total === 0 && view.balance.moving === 0 ? 0 : 1;
}

/** The closing lines. Pure. */
export function summaryLines(view: SummaryView): string[] {
  const { balance, attention } = view;
  const lines = [`${endingWords(view)} ${balanceLine(balance)}.`];
  if (balance.delivered + balance.duplicate > 0) lines.push(...resultLines(view));
  if (attention.total + attention.undelivered.length > 0) lines.push(...attentionLines(attention));
  return lines;
}

function endingWords({ ending, mode }: SummaryView): string {
  switch (ending.kind) {
    case 'done':
      return 'Done:';
    case 'stopped':
      return mode === 'watch' ? 'Stopped:' : 'Stopped before the end; running it again goes on from here:';
    case 'offline':
      return `${sentence(ending.message)} Running it again goes on from here:`;
    case 'halted':
      return `${sentence(ending.message)} Running it again goes on from here:`;
    default:
      return assertNever(ending);
  }
}

function resultLines({ tables, json }: SummaryView): string[] {
  const places = [json ? 'a .json file beside each document' : undefined, ...tables.map(printable)].filter(
    (place) => place !== undefined,
  );
  return places.length === 0 ? [] : [`Results: ${places.join('; ')}.`];
}
