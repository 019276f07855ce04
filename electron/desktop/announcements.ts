import type { Destination } from '../core/contract/contract.ts';
import type { Preferences } from '../core/contract/preferences.ts';
import type { Status } from '../core/contract/status.ts';
import { type Standing, sumOf } from '../core/document/standing.ts';
import { type Message, say } from '../core/messages/message.ts';
import { defined } from '../core/plain-data.ts';
import { assertNever } from '../core/result.ts';

/** Something worth interrupting a person for, in words, and where a click leads. */
export interface Announcement {
  readonly kind: Asking | 'problem' | 'finished';
  readonly title: Message;
  readonly body: Message;
  readonly destination: Destination;
}

const asking = ['needs-you', 'failed'] as const satisfies readonly Standing[];
type Asking = (typeof asking)[number];

type Problem = 'offline' | 'key' | 'pages' | 'stopped';

/** What was announced last, and what has been counted since. */
export interface Announced {
  /** Documents that needed a person, or failed, at the last announcement; fewer if some have been dealt with. */
  readonly asking: Readonly<Record<Asking, number>>;
  readonly problem?: Problem;
  /** Since when the engine has been stopped, ms since the epoch. */
  readonly stoppedSince?: number;
  /** Results delivered when the last work was finished. */
  readonly delivered: number;
}

export function nothingAnnounced({ standings, balance }: Pick<Status, 'standings' | 'balance'>): Announced {
  return { asking: standings, delivered: delivered(balance) };
}

/** A connection that is lost for a moment is not worth announcing. */
export const offlineAnnouncedAfterMs = 5 * 60_000;
/** Nor is an engine that restarts, as it does whenever folders change. */
export const stopAnnouncedAfterMs = 20_000;

/**
 * What to announce now, given the last announcements: little, and each thing once. Many documents are one announcement, a
 * problem is announced when it begins, and results when nothing more is on its way. Pure.
 * @param now ms since the epoch
 */
export function announce(
  announced: Announced,
  status: Pick<Status, 'line' | 'standings' | 'balance'>,
  wanted: Preferences['notifications'],
  now: number,
): { readonly announced: Announced; readonly announcements: readonly Announcement[] } {
  const announcements: Announcement[] = [];
  const stoppedSince = status.line.kind === 'stopped' ? (announced.stoppedSince ?? now) : undefined;
  const problem = problemOf(status.line, stoppedSince, now);
  if (problem !== undefined && problem.kind !== announced.problem && wanted.problems)
    announcements.push({
      kind: 'problem',
      title: say(`desktop.notifications.${problem.kind}`),
      body: say('desktop.notifications.problemBody', { message: problem.message }),
      destination: { screen: problem.kind === 'key' ? 'settings' : 'queue' },
    });
  for (const kind of asking) {
    const count = status.standings[kind];
    if (count > announced.asking[kind] && wanted.attention) announcements.push({ kind, ...askingFor(kind, count) });
  }
  const done = delivered(status.balance);
  const idle = sumOf(status.standings, ['on-the-way', 'waiting']) === 0;
  const count = done - announced.delivered;
  if (idle && count > 0 && wanted.finished)
    announcements.push({
      kind: 'finished',
      title: say('desktop.notifications.finished', { count }),
      body: say('desktop.notifications.finishedBody', { count }),
      destination: { screen: 'queue' },
    });
  return {
    announcements,
    announced: {
      asking: status.standings,
      delivered: idle ? done : announced.delivered,
      ...defined({ problem: problem?.kind, stoppedSince }),
    },
  };
}

function askingFor(kind: Asking, count: number): Omit<Announcement, 'kind'> {
  return kind === 'needs-you'
    ? {
        title: say('desktop.notifications.attention', { count }),
        body: say('desktop.notifications.attentionBody'),
        destination: { screen: 'review' },
      }
    : {
        title: say('desktop.notifications.failed', { count }),
        body: say('desktop.notifications.failedBody'),
        destination: { screen: 'queue', show: 'failed' },
      };
}

function problemOf(
  line: Status['line'],
  stoppedSince: number | undefined,
  now: number,
): { readonly kind: Problem; readonly message: Message } | undefined {
  switch (line.kind) {
    case 'offline':
      return now - line.since >= offlineAnnouncedAfterMs ? { kind: 'offline', message: line.message } : undefined;
    case 'stopped':
      return now - (stoppedSince ?? now) >= stopAnnouncedAfterMs ? { kind: 'stopped', message: line.message } : undefined;
    case 'key':
    case 'pages':
      return { kind: line.kind, message: line.message };
    case 'starting':
    case 'first-run':
    case 'watching':
    case 'paused':
    case 'rate':
      return undefined;
    default:
      return assertNever(line);
  }
}

function delivered(balance: Status['balance']): number {
  return balance.delivered + balance.duplicate;
}
