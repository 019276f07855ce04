import { describe, expect, it } from 'vitest';
import type { Line, Status } from '../../electron/core/contract/status.ts';
import { countsOf, type StandingCounts } from '../../electron/core/document/standing.ts';
import { foreign, say } from '../../electron/core/messages/message.ts';
import { inEnglish } from '../../electron/core/messages/wording.ts';
import {
  type Announced,
  type Announcement,
  announce,
  nothingAnnounced,
  offlineAnnouncedAfterMs,
  stopAnnouncedAfterMs,
} from '../../electron/desktop/announcements.ts';

const balance = { found: 0, delivered: 0, duplicate: 0, rejected: 0, failed: 0, gone: 0, moving: 0 };
const quiet = { line: { kind: 'watching' } as Line, standings: countsOf([]), balance };
const all = { attention: true, problems: true, finished: true };

type Looked = Pick<Status, 'line' | 'standings' | 'balance'>;

const standings = (counts: Partial<StandingCounts>) => ({ standings: { ...quiet.standings, ...counts } });
const waiting = (count: number) => standings({ 'needs-you': count });
const moving = (count: number) => standings({ 'on-the-way': count });

/** Looks at one status after another, and gathers what was announced at each. */
function lookAt(statuses: readonly Partial<Looked>[], wanted = all, now = 1_000) {
  let announced: Announced = nothingAnnounced(quiet);
  return statuses.map((status) => {
    const next = announce(announced, { ...quiet, ...status }, wanted, now);
    announced = next.announced;
    return shown(next.announcements);
  });
}

/** In words, with where a click leads. */
function shown(announcements: readonly Announcement[]) {
  return announcements.map(({ kind, title, body, destination }) => [kind, inEnglish([title, body]), destination.screen]);
}

const needing = (count: number) => [
  'needs-you',
  expect.stringContaining(inEnglish(say('desktop.notifications.attention', { count }))),
  'review',
];
const failing = (count: number) => [
  'failed',
  expect.stringContaining(inEnglish(say('desktop.notifications.failed', { count }))),
  'queue',
];
const problem = (message: string, screen = 'queue') => ['problem', expect.stringContaining(message), screen];

describe('The desktop announces', () => {
  it('nothing while all is well', () => {
    expect(lookAt([{}, moving(5), {}])).toEqual([[], [], []]);
  });

  it('documents that need a person as one, and again only when there are more', () => {
    expect(lookAt([waiting(3), waiting(3), waiting(1), waiting(2)])).toEqual([[needing(3)], [], [], [needing(2)]]);
  });

  it('documents that failed apart from those that need a person', () => {
    const both = standings({ failed: 2, 'needs-you': 1 });
    expect(lookAt([both, both, standings({ failed: 3 })])).toEqual([[needing(1), failing(2)], [], [failing(3)]]);
  });

  it.each(['key', 'pages'] as const)('a %s problem when it begins', (kind) => {
    const line = { kind, message: foreign('why'), until: 2 } as Line;
    expect(lookAt([{ line }, { line }, {}, { line }])).toEqual([
      [problem('why', kind === 'key' ? 'settings' : 'queue')],
      [],
      [],
      [problem('why', kind === 'key' ? 'settings' : 'queue')],
    ]);
  });

  it('a lost connection only when it lasts', () => {
    const line: Line = { kind: 'offline', message: foreign('no network'), since: 1_000, until: 2 };
    expect(lookAt([{ line }], all, 1_000 + offlineAnnouncedAfterMs - 1)).toEqual([[]]);
    expect(lookAt([{ line }, { line }], all, 1_000 + offlineAnnouncedAfterMs)).toEqual([[problem('no network')], []]);
  });

  it('that it has stopped only when it does not go on', () => {
    const line: Line = { kind: 'stopped', message: foreign('no disk') };
    const first = announce(nothingAnnounced(quiet), { ...quiet, line }, all, 1_000);
    expect(first.announcements).toEqual([]);
    expect(announce(first.announced, { ...quiet, line }, all, 999 + stopAnnouncedAfterMs).announcements).toEqual([]);
    expect(shown(announce(first.announced, { ...quiet, line }, all, 1_000 + stopAnnouncedAfterMs).announcements)).toEqual([
      problem('no disk'),
    ]);
    const again = announce(first.announced, quiet, all, 2_000);
    expect(announce(again.announced, { ...quiet, line }, all, 1_000 + stopAnnouncedAfterMs).announcements).toEqual([]);
  });

  it('results as one, when nothing more is on its way', () => {
    const statuses = [
      moving(3),
      { ...moving(1), balance: { ...balance, delivered: 2 } },
      { ...moving(0), balance: { ...balance, delivered: 2, duplicate: 1 } },
      { ...moving(0), balance: { ...balance, delivered: 2, duplicate: 1 } },
    ];
    expect(lookAt(statuses)).toEqual([[], [], [['finished', expect.stringContaining('3'), 'queue']], []]);
  });

  it('only what a person wants to hear of', () => {
    const status = {
      ...waiting(1),
      line: { kind: 'key', message: foreign('why') } as Line,
      balance: { ...balance, delivered: 1 },
    };
    expect(lookAt([status], { attention: false, problems: false, finished: false })).toEqual([[]]);
    expect(lookAt([status], { attention: true, problems: false, finished: false })[0]).toEqual([needing(1)]);
  });
});
