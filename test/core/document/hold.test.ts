import { describe, expect, it } from 'vitest';
import type { BudgetState } from '../../../electron/core/account/budget.ts';
import type { FolderHealth, Line } from '../../../electron/core/contract/status.ts';
import { type Hold, holdsOf, shownStanding } from '../../../electron/core/document/hold.ts';
import type { Standing } from '../../../electron/core/document/standing.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { documentWith } from '../../support/jobs.ts';

const message = foreign('So it is');
const watching: FolderHealth = { kind: 'watching', by: 'events' };
const budget = (left: number, folderId?: number): BudgetState => ({
  ...{ period: 'month', pages: 10, used: 10 - left, until: 1, timeZone: 'UTC', waiting: { documents: 0, pages: 0 } },
  ...(folderId !== undefined && { folderId }),
});

describe('A folder', () => {
  it.each<[string, Hold | undefined, { line?: Line; health?: FolderHealth; isElsewhere?: true; budgets?: BudgetState[] }]>([
    ['that is watched holds nothing back', undefined, {}],
    ['that is looked through holds nothing back', undefined, { health: { kind: 'scanning' } }],
    ['goes on where the service is slow', undefined, { line: { kind: 'rate', message, until: 1 } }],
    ['sends nothing where there is no connection', 'unsent', { line: { kind: 'offline', message, since: 1, until: 2 } }],
    ['sends nothing where the key is refused', 'unsent', { line: { kind: 'key', message } }],
    ['sends nothing where the service has no pages', 'unsent', { line: { kind: 'pages', message, until: 1 } }],
    ['sends nothing while everything is paused', 'unsent', { line: { kind: 'paused' } }],
    ['sends nothing where the engine has ended', 'unsent', { line: { kind: 'stopped', message } }],
    ['that is paused sends nothing', 'unsent', { health: { kind: 'resting' } }],
    ['without its route sends nothing', 'unsent', { health: { kind: 'paused', message } }],
    ['that is away sends nothing', 'unsent', { health: { kind: 'unreachable', message } }],
    ['of another service does nothing', 'everything', { isElsewhere: true }],
    ['sends what its budgets leave', 2, { budgets: [budget(5), budget(2, 1), budget(1, 9)] }],
    ['sends nothing that costs pages where more was spent', 0, { budgets: [budget(-3)] }],
  ])('%s', (_, expected, { line = { kind: 'watching' }, health = watching, budgets = [], ...rest }) => {
    expect(holdsOf({ line, budgets, folders: [{ id: 1, health, ...rest }] }, 7).folders.get(1)).toBe(expected);
  });
});

describe('A document', () => {
  const ready: DocumentState = { kind: 'waiting', wait: { kind: 'ready', notBefore: 10 } };
  const queued: DocumentState = { kind: 'queued', status: 'queued' };
  it.each<[string, Standing, DocumentState, Hold | undefined, (number | null)?, number?]>([
    ['goes out next', 'on-the-way', ready, undefined],
    ['is tried again later', 'waiting', ready, undefined, 2, 9],
    ['settles in a folder that sends nothing', 'waiting', { kind: 'settling', since: 1 }, 'unsent'],
    ['is ready in a folder that sends nothing', 'waiting', ready, 'unsent'],
    ['is at the service, whatever its folder sends', 'on-the-way', queued, 'unsent'],
    ['is at the service, and nobody asks for it', 'waiting', queued, 'everything'],
    ['fits what the budgets leave', 'on-the-way', ready, 2],
    ['has more pages than the budgets leave', 'waiting', ready, 1],
    ['has pages that nobody has counted', 'waiting', ready, 2, null],
    ['has failed', 'failed', { kind: 'failed', by: 'service', message }, 'everything'],
  ])('that %s', (_, expected, state, hold, pages = 2, now = 10) => {
    const document = documentWith({ state, ...(pages !== null && { pages }) });
    const folders = new Map(hold === undefined ? [] : [[document.folderId, hold] as const]);
    expect(shownStanding(document, { now, folders })).toBe(expected);
  });
});
