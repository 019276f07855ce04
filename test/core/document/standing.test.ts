import { describe, expect, it } from 'vitest';
import type { FolderHealth, Line } from '../../../electron/core/contract/status.ts';
import { type Headline, headlineOf, trayStateOf } from '../../../electron/core/contract/tray-state.ts';
import type { Delivery } from '../../../electron/core/document/document.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import {
  askingIn,
  askingStandings,
  bucketOf,
  countsOf,
  type Standing,
  standingNames,
  standingOf,
  sumOf,
} from '../../../electron/core/document/standing.ts';
import { type DocumentState, hasResult, stateNames } from '../../../electron/core/document/states.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { reviewReasons } from '../../../electron/core/review/local-review.ts';
import { jsonBytes } from '../../../electron/engine/deliver/json.ts';
import { jobWith } from '../../support/jobs.ts';

const message = foreign('why');
const done: Delivery = { kind: 'done', at: 1 };
const extraction = (status: 'processed' | 'needs_review' | 'confirmed'): DocumentResult => ({
  kind: 'extraction',
  status,
  extractedData: { total: '1' },
  extra: {},
});
const doubtful: DocumentResult = { kind: 'classification', status: 'needs_review', extra: {} };
const sorted: DocumentResult = { kind: 'classification', status: 'processed', categoryName: 'Mail', extra: {} };
const passedOn = (asked?: true) =>
  ({ ...jobWith({ id: 9 }), state: { kind: 'passed-on', since: 1, ...(asked && { asked }) } }) as NonNullable<Seen['passedOn']>;
const confirmed = { confirmations: [{ at: 1, by: 'Mara', corrections: {} }], changes: [] };
const contradicted = { ...confirmed, conflict: ['total'] };

type Seen = Parameters<typeof standingOf>[0];
const seen = (state: DocumentState, more: Partial<Seen> = {}): Seen => ({
  state,
  delivery: hasResult(state.kind) ? done : { kind: 'none' },
  possibleDuplicate: false,
  ...more,
});
const held = { kind: 'waiting', wait: { kind: 'held', why: 'changed', message } } as const;
const asked = seen({ kind: 'needs_review' }, { result: extraction('needs_review') });

/** Every state of a document, and what changes what people see of it. */
const cases: readonly (readonly [Standing, string, Seen])[] = [
  ['on-the-way', 'is still being written', seen({ kind: 'settling', since: 0 })],
  ['on-the-way', 'goes out next', seen({ kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } })],
  ['needs-you', 'is held', seen(held)],
  ['needs-you', 'has nowhere to be written', seen({ kind: 'waiting', wait: { kind: 'blocked', message } })],
  ['dismissed', 'is held, and was dismissed', seen(held, { dismissed: true })],
  ['on-the-way', 'is being uploaded', seen({ kind: 'uploading' })],
  ['needs-you', 'may be at the service', seen({ kind: 'unresolved', message })],
  ['on-the-way', 'is queued', seen({ kind: 'queued', status: 'queued' })],
  ['on-the-way', 'is processed just now', seen({ kind: 'processing', status: 'thinking' })],
  [
    'on-the-way',
    'has a result to be written',
    seen({ kind: 'processed' }, { result: extraction('processed'), delivery: { kind: 'pending' } }),
  ],
  [
    'on-the-way',
    'is about to be moved',
    seen({ kind: 'processed' }, { result: extraction('processed'), delivery: { kind: 'written', at: 1 } }),
  ],
  [
    'needs-you',
    'has a result that the disk refuses',
    seen({ kind: 'processed' }, { result: extraction('processed'), delivery: { kind: 'pending', message } }),
  ],
  ['done', 'was processed', seen({ kind: 'processed' }, { result: extraction('processed') })],
  [
    'confirmed',
    'was processed and confirmed here',
    seen({ kind: 'processed' }, { result: extraction('processed'), review: confirmed }),
  ],
  ['needs-you', 'was sent twice', seen({ kind: 'processed' }, { result: extraction('processed'), possibleDuplicate: true })],
  ['needs-you', 'was classified, and not surely', seen({ kind: 'processed' }, { result: doubtful })],
  ['confirmed', 'was classified, and confirmed here', seen({ kind: 'processed' }, { result: doubtful, review: confirmed })],
  ['needs-you', 'is to be reviewed', asked],
  ['dismissed', 'is to be reviewed, and was dismissed', { ...asked, dismissed: true }],
  ['confirmed', 'was reviewed here', { ...asked, review: confirmed }],
  ['confirmed', 'was dismissed, and then reviewed', { ...asked, review: confirmed, dismissed: true }],
  ['confirmed', 'was reviewed here, and is about to be written', { ...asked, review: confirmed, delivery: { kind: 'pending' } }],
  ['needs-you', 'was reviewed here, and the service says otherwise', { ...asked, review: contradicted }],
  ['confirmed', 'was confirmed at the service', seen({ kind: 'confirmed' }, { result: extraction('confirmed') })],
  ['failed', 'failed', seen({ kind: 'failed', by: 'service', message })],
  ['dismissed', 'failed, and was dismissed', seen({ kind: 'failed', by: 'service', message }, { dismissed: true })],
  ['failed', 'was rejected', seen({ kind: 'rejected', by: 'intray', message })],
  ['done', 'is a copy', seen({ kind: 'duplicate', of: 1 }, { result: extraction('needs_review') })],
  ['gone', 'has gone', seen({ kind: 'gone', was: held })],
  ['on-the-way', 'awaits its values from the service', seen({ kind: 'processed' }, { result: sorted, passedOn: passedOn() })],
  ['needs-you', 'awaits its values for long', seen({ kind: 'processed' }, { result: sorted, passedOn: passedOn(true) })],
  [
    'dismissed',
    'awaits them for long, and was dismissed',
    seen({ kind: 'processed' }, { result: sorted, passedOn: passedOn(true), dismissed: true }),
  ],
  [
    'dismissed',
    'awaits them, and was dismissed',
    seen({ kind: 'processed' }, { result: sorted, passedOn: passedOn(), dismissed: true }),
  ],
  [
    'done',
    'was processed, and was dismissed before',
    seen({ kind: 'processed' }, { result: extraction('processed'), dismissed: true }),
  ],
];

/** The JSON that a document with a result has beside it. */
function jsonOf({
  result,
  review,
  possibleDuplicate,
}: Seen): { status: string; review: unknown[]; reviewed?: unknown } | undefined {
  if (result === undefined) return undefined;
  const info = { route: { kind: result.kind, id: 'e' }, name: 'Invoices', fields: ['total'], seenAt: 1 } as const;
  const delivered = {
    file: 'a.pdf',
    sha256: 'ab',
    size: 1,
    origin: 'https://service.example',
    info,
    result,
    possibleDuplicate,
    isReplaced: false,
  };
  return JSON.parse(new TextDecoder().decode(jsonBytes({ ...delivered, ...(review !== undefined && { review }) }, 'now')));
}

const watching: FolderHealth = { kind: 'watching', by: 'events' };
const lines: readonly Line[] = [
  { kind: 'starting' },
  { kind: 'first-run' },
  { kind: 'watching' },
  { kind: 'paused' },
  { kind: 'offline', message, since: 1, until: 2 },
  { kind: 'key', message },
  { kind: 'pages', message, until: 2 },
  { kind: 'rate', message, until: 2 },
  { kind: 'stopped', message },
];
const healths: readonly FolderHealth[] = [
  watching,
  { kind: 'scanning' },
  { kind: 'unreachable', message },
  { kind: 'paused', message },
  { kind: 'resting' },
];

describe('What people see of a document', () => {
  it('is told for every state', () => {
    expect(new Set(cases.map(([, , { state }]) => state.kind))).toEqual(new Set(stateNames));
    // What waits is told apart by what holds it back (hold.test.ts).
    expect(new Set([...cases.map(([standing]) => standing), 'waiting'])).toEqual(new Set(standingNames));
  });

  it.each(cases)('is “%s” where it %s', (expected, _, document) => {
    expect(standingOf(document)).toBe(expected);
  });

  it.each(cases)('contradicts neither balance nor JSON: “%s” where it %s', (standing, _, document) => {
    const bucket = bucketOf(document.state.kind, document.delivery.kind);
    // The verdict of one whose values are still to come is written.
    if (standing === 'on-the-way' && document.passedOn === undefined) expect(bucket).toBe('moving');
    if (standing === 'done') expect(['delivered', 'duplicate']).toContain(bucket);
    if (standing === 'failed') expect(['failed', 'rejected']).toContain(bucket);
    if (bucket === 'failed' || bucket === 'rejected') expect(['failed', 'dismissed']).toContain(standing);
    expect(standing === 'gone').toBe(bucket === 'gone');
    const json = jsonOf(document);
    if (json === undefined) return;
    // The service's word stays, and says nothing else than people see once what a person said here is beside it.
    expect(json.status).toBe(document.result?.status);
    if (standing === 'confirmed') expect(json.reviewed !== undefined || json.status === 'confirmed').toBe(true);
    if (standing === 'confirmed' || standing === 'on-the-way') expect(json.review).toEqual([]);
    if (standing === 'done' && document.state.kind !== 'duplicate') expect(json.review).toEqual([]);
    const isForReview =
      document.result !== undefined &&
      reviewReasons(document.result, ['total'], document.possibleDuplicate, document.review).length > 0;
    if (isForReview && document.state.kind !== 'duplicate') expect(['needs-you', 'dismissed']).toContain(standing);
  });
});

it('What people see is listed in one order: what asks for somebody, what moves, what needs nobody any more', () => {
  const [asking, moving] = [
    ['needs-you', 'failed'],
    ['waiting', 'on-the-way'],
  ];
  expect(standingNames).toEqual([...asking, ...moving, 'done', 'confirmed', 'dismissed', 'gone']);
});

it('What people see is counted, and what asks for somebody apart', () => {
  const counts = countsOf([
    { standing: 'needs-you', count: 1 },
    { standing: 'failed', count: 2 },
    { standing: 'done', count: 4 },
    { standing: 'done', count: 8 },
  ]);
  expect(counts).toEqual({
    'needs-you': 1,
    failed: 2,
    waiting: 0,
    'on-the-way': 0,
    done: 12,
    confirmed: 0,
    dismissed: 0,
    gone: 0,
  });
  expect([askingIn(counts), sumOf(counts), sumOf(counts, ['done', 'failed'])]).toEqual([3, 15, 14]);
  expect(askingStandings).toEqual(['needs-you', 'failed']);
});

describe('What people see of the host', () => {
  const ofOne = (standing: Standing | undefined) => countsOf(standing === undefined ? [] : [{ standing, count: 1 }]);
  const combinations = lines.flatMap((line) =>
    [[], ...healths.flatMap((one) => [[one], [one, watching]])].flatMap((folders) =>
      ([undefined, ...standingNames] as const).map((standing) => ({
        line,
        budgets: [],
        folders: folders.map((health) => ({ path: '/scans', health, standings: ofOne(standing), blocked: 0 })),
        standings: ofOne(standing),
      })),
    ),
  );

  it('never says in the tray what the status line denies, for any line, folders and documents', () => {
    const good: readonly Headline[] = ['watching', 'working'];
    for (const status of combinations) {
      const [headline, tray] = [headlineOf(status), trayStateOf(status)];
      const kinds = status.folders.map(({ health }) => health.kind);
      const works = kinds.some((kind) => kind === 'watching' || kind === 'scanning');
      if (headline === 'working') expect(status.standings['on-the-way']).toBeGreaterThan(0);
      if (good.includes(headline)) {
        expect(status.line.kind).toBe('watching');
        expect(kinds).not.toContain('paused');
        expect(kinds).not.toContain('unreachable');
        expect(works).toBe(true);
      }
      if (tray === 'idle' || tray === 'working') {
        expect(askingIn(status.standings)).toBe(0);
        expect(['offline', 'key', 'pages', 'stopped', 'paused']).not.toContain(status.line.kind);
      }
      if (tray === 'stopped') expect(good).not.toContain(headline);
    }
  });
});
