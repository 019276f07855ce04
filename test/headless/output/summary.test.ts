import { describe, expect, it } from 'vitest';
import { type Balance, balanceOf } from '../../../electron/core/document/standing.ts';
import { foreign, say } from '../../../electron/core/messages/message.ts';
import { createWording } from '../../../electron/core/messages/wording.ts';
import type { Ending, Notice } from '../../../electron/engine/api.ts';
import { attentionMembers, errorEvent, noticeEvent, summaryEvent } from '../../../electron/headless/output/events.ts';
import { progressLines } from '../../../electron/headless/output/progress.ts';
import { exitCode, summaryLines } from '../../../electron/headless/output/summary.ts';
import { jsonProblem } from '../../support/json-events.ts';

const wording = createWording('en', { now: Date.now });
const none = { total: 0, items: [], undelivered: [] };

const item = { id: 1, folder: '/scans', path: 'a.pdf', state: 'failed', reasons: [foreign('It is damaged')] } as const;

function balance(counts: Partial<Omit<Balance, 'found'>>): Balance {
  return balanceOf(Object.entries(counts).map(([bucket, count]) => ({ bucket: bucket as 'moving', count })));
}

describe('the exit code', () => {
  it.each<[string, 'run' | 'watch', Ending, Partial<Balance>, number, 0 | 1]>([
    ['all is delivered', 'run', { kind: 'done' }, { delivered: 3, duplicate: 1, gone: 1 }, 0, 0],
    ['there was nothing to do', 'run', { kind: 'done' }, {}, 0, 0],
    ['one needs a person', 'run', { kind: 'done' }, { delivered: 3 }, 1, 1],
    ['something is still to come', 'run', { kind: 'done' }, { delivered: 3, moving: 1 }, 0, 1],
    ['there was no connection', 'run', { kind: 'offline', message: foreign('No route.') }, { moving: 1 }, 0, 1],
    ['the key was refused on the way', 'run', { kind: 'halted', message: foreign('Revoked.') }, { moving: 1 }, 0, 1],
    ['a signal ended the run', 'run', { kind: 'stopped' }, { delivered: 1 }, 0, 1],
    ['a signal ended the watch', 'watch', { kind: 'stopped' }, { moving: 4 }, 2, 0],
    ['the watch ended by itself', 'watch', { kind: 'halted', message: foreign('A fault.') }, {}, 0, 1],
  ])('when %s (%s)', (_, mode, ending, counts, attention, code) => {
    expect(
      exitCode({ mode, ending, balance: balance(counts), attention: { total: attention, items: [], undelivered: [] } }),
    ).toBe(code);
  });
});

it('is 1 for a run that could not reach all, which is named', () => {
  const folders = [say('runReport.folder.unread', { paths: '/scans/shut', more: 0 })];
  const attention = { ...none, folders };
  const view = { mode: 'run', ending: { kind: 'done' }, balance: balance({ delivered: 3 }), attention } as const;
  expect(exitCode(view)).toBe(1);
  const lines = summaryLines({ ...view, tables: [], json: false, leftOut: [] }, wording);
  expect(lines[0]).toMatch(/^Done, except for what cannot be reached: 3 found/);
  expect(lines[1]).toBe('/scans/shut cannot be read. Nothing in there is picked up. Check the permissions and the disk.');
  expect(attentionMembers(attention)).toMatchObject({
    folderProblems: [{ code: 'runReport.folder.unread', values: { paths: '/scans/shut' } }],
  });
});

describe('the closing lines', () => {
  it('give the totals, where the results are, and what needs a person', () => {
    const lines = summaryLines(
      {
        mode: 'run',
        ending: { kind: 'done' },
        balance: balance({ delivered: 2, failed: 1 }),
        attention: { total: 1, items: [item], undelivered: [] },
        tables: ['/scans/intray-Invoices.csv'],
        json: true,
        leftOut: [{ reason: 'type', ending: '.tif', count: 2, paths: ['a.tif', 'b.tif'] }],
      },
      wording,
    );
    expect(lines).toEqual([
      'Done: 3 found = 2 delivered + 0 duplicate + 0 rejected + 1 failed + 0 gone + 0 pending.',
      'Results: a .json file beside each document and /scans/intray-Invoices.csv.',
      '1 document needs you:',
      '  Failed  a.pdf: It is damaged.',
      '2 .tif files are left out: only PDF, PNG, JPG and DOCX are picked up.',
    ]);
  });

  it.each<[Ending, RegExp]>([
    [{ kind: 'done' }, /^Stopped before the end; running it again continues from here: 1 found/],
    [{ kind: 'stopped' }, /^Stopped before the end; running it again continues from here: 1 found/],
    [
      { kind: 'offline', message: foreign('There is no connection') },
      /^There is no connection\. Running it again continues from here: 1 found/,
    ],
  ])('say how it ended: %j', (ending, words) => {
    const lines = summaryLines(
      { mode: 'run', ending, balance: balance({ moving: 1 }), attention: none, tables: [], json: true, leftOut: [] },
      wording,
    );
    expect(lines).toEqual([expect.stringMatching(words)]);
  });
});

describe('the lines of --json', () => {
  const document = { kind: 'document', id: 3, folder: '/scans', path: 'a/b.pdf', delivered: false } as const;

  it.each<[Notice, object]>([
    [
      { ...document, state: { kind: 'queued', status: 'queued' } },
      { event: 'document', id: 3, folder: '/scans', path: 'a/b.pdf', state: 'queued', status: 'queued', delivered: false },
    ],
    [
      { ...document, state: { kind: 'rejected', by: 'intray', message: foreign('Empty.') } },
      {
        event: 'document',
        id: 3,
        folder: '/scans',
        path: 'a/b.pdf',
        state: 'rejected',
        by: 'intray',
        message: 'Empty.',
        delivered: false,
      },
    ],
    [
      { ...document, state: { kind: 'waiting', wait: { kind: 'held', why: 'changed', message: foreign('It changed.') } } },
      {
        event: 'document',
        id: 3,
        folder: '/scans',
        path: 'a/b.pdf',
        state: 'waiting',
        wait: 'held',
        why: 'changed',
        message: 'It changed.',
        delivered: false,
      },
    ],
    [
      { ...document, state: { kind: 'duplicate', of: 1 }, delivered: true },
      {
        event: 'document',
        id: 3,
        folder: '/scans',
        path: 'a/b.pdf',
        state: 'duplicate',
        of: 1,
        delivered: true,
        outputs: [{ kind: 'json', path: '/scans/a/b.pdf.json' }],
      },
    ],
    [
      { kind: 'gate', gate: { kind: 'open' } },
      { event: 'gate', gate: 'open' },
    ],
    [
      { kind: 'gate', gate: { kind: 'forbidden', message: foreign('None left.'), reason: 'pages', until: 0 } },
      { event: 'gate', gate: 'forbidden', message: 'None left.', reason: 'pages', until: '1970-01-01T00:00:00.000Z' },
    ],
    [
      { kind: 'folder', path: '/scans', health: { kind: 'watching', by: 'polling' } },
      { event: 'folder', path: '/scans', health: 'watching', by: 'polling' },
    ],
    [
      { kind: 'upload', batchId: 2, documents: [4, 5, 6], sent: 10, total: 20 },
      { event: 'upload', batch: 2, files: 3, sent: 10, total: 20 },
    ],
  ])('tell %j', (notice, event) => {
    const told = noticeEvent(notice, 0, [{ kind: 'json', path: '/scans/a/b.pdf.json' }]);
    expect(told).toMatchObject({ ...event, ...(notice.kind === 'document' && { at: '1970-01-01T00:00:00.000Z' }) });
    expect(jsonProblem(told)).toBeUndefined();
  });

  it('carry the code and the values of each message beside its English sentence', () => {
    const message = say('runReport.attention.emptyFields', { fields: 'total', more: 0 });
    const sentence = 'No value for total.';
    expect(noticeEvent({ ...document, state: { kind: 'rejected', by: 'intray', message } }, 0, [])).toEqual({
      ...{
        event: 'document',
        at: '1970-01-01T00:00:00.000Z',
        id: 3,
        folder: '/scans',
        path: 'a/b.pdf',
        state: 'rejected',
        by: 'intray',
        delivered: false,
      },
      ...{ message: sentence, code: message.code, values: message.values },
    });
    expect(attentionMembers({ total: 1, items: [{ ...item, reasons: [message] }], undelivered: [] })).toEqual({
      attention: 1,
      needs: [
        {
          ...{ folder: '/scans', path: 'a.pdf', state: 'failed', reason: sentence },
          ...{ message: sentence, code: message.code, values: message.values },
        },
      ],
      undelivered: [],
    });
    expect(errorEvent([message, say('commandLine.flags.noRoute')], 2)).toMatchObject({
      ...{ event: 'error', exit: 2, code: message.code },
      reasons: [{ code: message.code }, { code: 'commandLine.flags.noRoute' }],
    });
  });

  it('end with the summary', () => {
    const summary = summaryEvent({
      exit: 1,
      ending: { kind: 'offline', message: foreign('No route.') },
      balance: balance({ moving: 2 }),
      attention: none,
      leftOut: [{ reason: 'link', ending: '', count: 1, paths: ['a'] }],
    });
    expect(summary).toMatchObject({
      event: 'summary',
      exit: 1,
      ended: 'offline',
      message: 'No route.',
      balance: { found: 2, delivered: 0, duplicate: 0, rejected: 0, failed: 0, gone: 0, moving: 2 },
      attention: 0,
      needs: [],
      undelivered: [],
    });
  });
});

describe('the live block', () => {
  it('says what there is, what is in progress, and what blocks it', () => {
    const lines = progressLines(
      {
        folders: [{ path: '/scans', route: { kind: 'extraction', id: 'e' }, routeName: 'Invoices' }],
        balance: balance({ delivered: 10, duplicate: 1, moving: 9, gone: 1, failed: 1 }),
        moving: { waiting: 3, uploading: 4, atService: 2 },
        attention: 1,
        uploads: [
          { files: 3, sent: 1_048_576, total: 2_097_152 },
          { files: 1, sent: 0, total: 1_048_576 },
        ],
        problems: [say('runReport.gate.offline', { message: 'no route', waitMs: 3_000 })],
      },
      wording,
    );
    expect(lines).toEqual([
      '/scans → Invoices',
      '  22 found   11 delivered   2 at the service   4 uploading   3 waiting   1 gone   1 needs you',
      '  sending 4 files: 1 MB of 3 MB',
      '  ! Offline: no route. Trying again in 3 s; nothing is lost.',
    ]);
  });

  it('stays short with many folders', () => {
    const route = { kind: 'extraction', id: 'e' } as const;
    const folders = Array.from({ length: 50 }, (_, index) => ({ path: `/scans/${index}`, route, routeName: 'e' }));
    const lines = progressLines(
      {
        folders,
        balance: balance({}),
        moving: { waiting: 0, uploading: 0, atService: 0 },
        attention: 0,
        uploads: [],
        problems: [],
      },
      wording,
    );
    expect(lines).toHaveLength(8);
    expect(lines[6]).toBe('and 44 more folders');
    expect(lines[7]).toBe('  0 found   0 delivered');
  });
});
