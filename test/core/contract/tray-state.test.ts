import { describe, expect, it } from 'vitest';
import type { BudgetState } from '../../../electron/core/account/budget.ts';
import type { FolderHealth, Line } from '../../../electron/core/contract/status.ts';
import {
  type Headline,
  headlineOf,
  type Known,
  movingIn,
  statusLine,
  type TrayState,
  trayStateOf,
  waitingFor,
  waitingIn,
} from '../../../electron/core/contract/tray-state.ts';
import { countsOf } from '../../../electron/core/document/standing.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { inEnglish } from '../../../electron/core/messages/wording.ts';

const offline: Line = { kind: 'offline', message: foreign('no network'), since: 1, until: 2 };

const slow: Line = { kind: 'rate', message: foreign('slowly'), until: 2 };
const standings = (needsYou: number, onTheWay: number) =>
  countsOf([
    { standing: 'needs-you', count: needsYou },
    { standing: 'on-the-way', count: onTheWay },
  ]);
const watching: FolderHealth = { kind: 'watching', by: 'events' };
const halted: FolderHealth = { kind: 'paused', message: foreign('no such extraction') };
const unreachable: FolderHealth = { kind: 'unreachable', message: foreign('not mounted') };

const folder = (health: FolderHealth, onTheWay = 0, waiting = 0) => ({
  ...{ path: '/scans', health, blocked: 0 },
  standings: { ...standings(0, onTheWay), waiting },
});
const known = (changes: Partial<Known>): Known => ({
  ...{ line: { kind: 'watching' }, standings: standings(0, 0), budgets: [], folders: [], ...changes },
});

describe('The tray', () => {
  it.each<[TrayState, string, Line, number, number]>([
    ['idle', 'nothing is to be done', { kind: 'watching' }, 0, 0],
    ['idle', 'no service was chosen yet', { kind: 'first-run' }, 0, 0],
    ['working', 'documents are on their way', { kind: 'watching' }, 0, 3],
    ['working', 'the service asked for a short pause', { kind: 'rate', message: foreign('slowly'), until: 2 }, 0, 3],
    ['attention', 'a person is needed, whatever else moves', { kind: 'watching' }, 1, 3],
    ['paused', 'a person paused it, whatever waits', { kind: 'paused' }, 1, 0],
    ['stopped', 'there is no connection', offline, 1, 3],
    ['stopped', 'the key is refused', { kind: 'key', message: foreign('revoked') }, 0, 3],
    ['stopped', 'no pages are left', { kind: 'pages', message: foreign('none'), until: 2 }, 0, 0],
    ['stopped', 'the engine has ended', { kind: 'stopped', message: foreign('no disk') }, 0, 0],
  ])('is %s when %s', (expected, _, line, attention, working) => {
    const status = { line, standings: standings(attention, working), budgets: [], folders: [folder(watching, working)] };
    expect(trayStateOf(status)).toBe(expected);
  });

  it.each<[Headline, TrayState, string, readonly FolderHealth[], number, Line?]>([
    ['no-folders', 'idle', 'there is none', [], 0],
    ['watching', 'idle', 'all are watched', [watching, { kind: 'scanning' }], 0],
    ['working', 'working', 'documents are on their way', [watching, { kind: 'resting' }], 3],
    ['resting', 'paused', 'the only one is paused', [{ kind: 'resting' }], 0],
    ['resting', 'paused', 'all are paused while documents are on their way', [{ kind: 'resting' }, { kind: 'resting' }], 3],
    ['halted', 'stopped', 'the only one has lost its route', [halted], 3],
    ['halted', 'stopped', 'the others are paused', [halted, { kind: 'resting' }], 3],
    ['halted', 'attention', 'one of several has lost its route', [watching, unreachable, halted], 3],
    ['unreachable', 'attention', 'one of several is not there', [watching, unreachable], 0],
    ['unreachable', 'stopped', 'the only one is not there', [unreachable], 0],
    ['halted', 'attention', 'the service also asks for a pause', [watching, halted], 0, slow],
    ['rate', 'working', 'the service alone is slow', [watching], 3, slow],
    ['unreachable', 'stopped', 'the only one is not there, and the service asks for a pause', [unreachable], 3, slow],
    ['offline', 'stopped', 'there is no connection either', [halted], 0, offline],
    ['paused', 'paused', 'everything is paused', [halted], 0, { kind: 'paused' }],
  ])('says %s and is %s for folders of which %s', (headline, expected, _, healths, working, line = { kind: 'watching' }) => {
    const status = {
      line,
      standings: standings(0, working),
      budgets: [],
      folders: healths.map((health) => folder(health, working)),
    };
    expect([headlineOf(status), trayStateOf(status)]).toEqual([headline, expected]);
  });
});

describe('What is on its way', () => {
  it('moves where it does not wait, in the folders that are listed', () => {
    const folders = [folder(watching, 5, 2), folder({ kind: 'resting' }, 0, 4)];
    const status = known({ folders, standings: standings(0, 20) });
    expect([movingIn(status), waitingIn(status), headlineOf(status)]).toEqual([5, 6, 'working']);
  });

  it('is said to wait where none of it moves', () => {
    expect(headlineOf(known({ folders: [folder(watching, 0, 3)], standings: standings(0, 0) }))).toBe('waiting');
  });
});

describe('The status line', () => {
  it('says once why nothing works, not again for each folder', () => {
    const message = foreign('The disk is full');
    const paused: FolderHealth = { kind: 'paused', message };
    const line: Line = { kind: 'stopped', message };
    expect(inEnglish(statusLine(known({ line, folders: [folder(paused), folder(paused)] })))).toBe('Stopped. The disk is full.');
  });
});

describe('What documents wait for', () => {
  const until = Date.parse('2026-12-01T00:00:00Z');
  const budget = (path?: string, at = until): BudgetState => ({
    ...{ period: 'month', pages: 10, used: 10, until: at, timeZone: 'UTC', waiting: { documents: 3, pages: 3 } },
    ...(path !== undefined && { folderId: 1, path }),
  });
  const away = folder(unreachable, 0, 3);
  const held = folder(watching, 0, 3);
  it.each<[string, string | undefined, Partial<Known>]>([
    ['pages, until the day on which its budget has some', 'Waiting for pages until December 1', { budgets: [budget()] }],
    ['pages, on several days', 'Waiting for pages', { budgets: [budget(), budget('/scans', until + 40 * 86_400_000)] }],
    ['pages of the service', 'Waiting for pages', { line: { kind: 'pages', message: foreign('none'), until: 2 } }],
    ['the service', 'Waiting for the service', { line: offline }],
    ['its folder', 'Waiting for the folder', { folders: [away] }],
    ['several things', undefined, { folders: [away, held], budgets: [budget()] }],
    ['whoever has paused it', undefined, { line: { kind: 'paused' }, budgets: [budget()] }],
    ['whoever has paused its folder', undefined, { folders: [folder({ kind: 'resting' }, 0, 3)] }],
    ['nothing that is known, as to be tried again', undefined, {}],
  ])('is %s', (_, expected, changes) => {
    const message = waitingFor(known({ folders: [held], ...changes }));
    expect(message && inEnglish(message)).toBe(expected);
  });
});
