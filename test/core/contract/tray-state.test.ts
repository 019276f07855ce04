import { describe, expect, it } from 'vitest';
import type { FolderHealth, Line } from '../../../electron/core/contract/status.ts';
import { type Headline, headlineOf, type TrayState, trayStateOf } from '../../../electron/core/contract/tray-state.ts';
import { countsOf } from '../../../electron/core/document/standing.ts';
import { foreign } from '../../../electron/core/messages/message.ts';

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

const folder = (health: FolderHealth) => ({ path: '/scans', health, unsent: 0, blocked: 0 });

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
    expect(trayStateOf({ line, standings: standings(attention, working), budgets: [], folders: [folder(watching)] })).toBe(
      expected,
    );
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
    const status = { line, standings: standings(0, working), budgets: [], folders: healths.map(folder) };
    expect([headlineOf(status), trayStateOf(status)]).toEqual([headline, expected]);
  });
});
