import type { Preferences } from '../core/contract/preferences.ts';
import type { Status } from '../core/contract/status.ts';
import type { Message } from '../core/messages/message.ts';

/** Worth interrupting somebody for. */
export type Announcement =
  | { readonly kind: 'attention'; readonly count: number }
  | { readonly kind: 'problem'; readonly problem: Problem; readonly message: Message }
  | { readonly kind: 'finished'; readonly count: number };

export type Problem = 'offline' | 'key' | 'pages' | 'stopped';

/** What was said last, and what has been counted since. */
export interface Spoken {
  /** Documents that needed a person when that was last said, or fewer, if some were seen to. */
  readonly attention: number;
  readonly problem?: Problem;
  /** Since when it has stood still, ms since the epoch. */
  readonly stoppedSince?: number;
  /** Results delivered when work was last at rest. */
  readonly delivered: number;
}

export function nothingSpoken({ attention, balance }: Pick<Status, 'attention' | 'balance'>): Spoken {
  return { attention, delivered: delivered(balance) };
}

/** A connection that is gone for a moment is nobody's concern. */
export const offlineConcernsAfterMs = 5 * 60_000;
/** Nor is an engine that starts again, as it does whenever folders change. */
export const stopConcernsAfterMs = 20_000;

/**
 * What to announce now, given what was said before: few, and each once. Many documents are one announcement, a problem
 * is said when it begins, and what is finished only when nothing more is on its way. Pure.
 * @param now ms since the epoch
 */
export function announce(
  spoken: Spoken,
  status: Pick<Status, 'line' | 'attention' | 'working' | 'balance'>,
  wanted: Preferences['notifications'],
  now: number,
): { readonly spoken: Spoken; readonly announcements: readonly Announcement[] } {
  const announcements: Announcement[] = [];
  const stoppedSince = status.line.kind === 'stopped' ? (spoken.stoppedSince ?? now) : undefined;
  const problem = problemOf(status.line, stoppedSince, now);
  if (problem !== undefined && problem.kind !== spoken.problem && wanted.problems)
    announcements.push({ kind: 'problem', problem: problem.kind, message: problem.message });
  if (status.attention > spoken.attention && wanted.attention) announcements.push({ kind: 'attention', count: status.attention });
  const done = delivered(status.balance);
  const atRest = status.working === 0;
  if (atRest && done > spoken.delivered && wanted.finished)
    announcements.push({ kind: 'finished', count: done - spoken.delivered });
  return {
    announcements,
    spoken: {
      attention: status.attention,
      delivered: atRest ? done : spoken.delivered,
      ...(problem !== undefined && { problem: problem.kind }),
      ...(stoppedSince !== undefined && { stoppedSince }),
    },
  };
}

function problemOf(
  line: Status['line'],
  stoppedSince: number | undefined,
  now: number,
): { readonly kind: Problem; readonly message: Message } | undefined {
  switch (line.kind) {
    case 'offline':
      return now - line.since >= offlineConcernsAfterMs ? { kind: 'offline', message: line.message } : undefined;
    case 'stopped':
      return now - (stoppedSince ?? now) >= stopConcernsAfterMs ? { kind: 'stopped', message: line.message } : undefined;
    case 'key':
    case 'pages':
      return { kind: line.kind, message: line.message };
    case 'starting':
    case 'first-run':
    case 'watching':
    case 'paused':
    case 'rate':
      return undefined;
  }
}

function delivered(balance: Status['balance']): number {
  return balance.delivered + balance.duplicate;
}
