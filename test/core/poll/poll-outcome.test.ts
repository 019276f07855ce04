import { describe, expect, it } from 'vitest';
import type { Job, JobState } from '../../../electron/core/document/document.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import {
  isAwaited,
  lacksItsFile,
  mapClaimed,
  type PolledFile,
  polledFile,
  sentFile,
  shownValues,
  withoutRepeats,
} from '../../../electron/core/poll/poll-outcome.ts';
import { mapFiles } from '../../../electron/core/upload/answer-map.ts';
import { jobWith } from '../../support/jobs.ts';

type Found = Parameters<typeof polledFile>[1];
const of = (status: string, found: Partial<Found> = {}) =>
  polledFile({ id: 'f', fileName: 'a.pdf', status }, { extra: {}, ...found });

const statuses = [
  ['queued', false, false],
  ['processing', false, false],
  ['archived', false, false],
  ['Processed', false, false],
  ['', false, false],
  ['processed', true, true],
  ['needs_review', true, true],
  ['confirmed', true, true],
  ['failed', true, false],
] as const;

describe('A file of an answer', () => {
  const result = { kind: 'extraction', extractedData: { total: '-12.50' }, modelUsed: 'm-1', extra: { pages: 2 } } as const;

  it.for(statuses)('that is "%s" has ended: %s, with a result: %s', ([status, ended, withResult]) => {
    const file = of(status, { result });
    expect([file.status, file.ended, file.result !== undefined]).toEqual([status, ended, withResult]);
  });

  it('carries its result with its status', () => {
    expect(of('processed', { result, extra: { score: 1 } }).result).toEqual({ ...result, status: 'processed' });
    const verdict = { kind: 'classification', confidence: 0, extra: {} } as const;
    expect(of('processed', { result: verdict }).result).toEqual({ ...verdict, status: 'processed' });
  });

  it('that ended with no result is still waited for, under the service’s own word', () => {
    expect(of('needs_review')).toEqual({
      ...{ id: 'f', fileName: 'a.pdf', status: 'needs_review', ended: false, lacking: true },
    });
  });

  it('that ended with a result without values has a result', () => {
    expect(of('processed', { result: { kind: 'extraction', extractedData: {}, extra: {} } })).toMatchObject({
      ended: true,
      result: { extractedData: {} },
    });
  });
});

describe('The reason of a failure', () => {
  it.for([
    [{ error: 'Blurred.' }, 'Blurred.'],
    [{ error_message: 'Blurred.' }, 'Blurred.'],
    [{ message: 'Blurred.', error: ' ' }, 'Blurred.'],
    [{ error: 'Blurred.', message: 'See the log.' }, 'Blurred.'],
    [{ error: { code: 7 } }, undefined],
    [{ reason: 'Blurred.' }, undefined],
    [{}, undefined],
  ] as const)('in %j is: %s', ([extra, expected]) => {
    const reason = expected === undefined ? undefined : foreign(expected);
    expect(of('failed', { extra }).message).toEqual(reason);
  });
});

describe('The files of a poll', () => {
  const sent = (id: number, sentAs: string, rest: Partial<Job> = {}) => jobWith({ id, sentAs, ...rest });
  const fileOf = (id: string, fileName: string): PolledFile => ({ id, fileName, status: 'queued', ended: false });
  const mapOf = (
    jobs: readonly Job[],
    files: readonly PolledFile[],
    of: Parameters<typeof mapFiles>[2] = files.length === jobs.length ? 'whole' : 'part',
  ) => mapFiles(jobs.map(sentFile), files, of);
  const idsOf = (...given: Parameters<typeof mapOf>) =>
    Object.fromEntries([...mapOf(...given).mapped].map(([id, file]) => [id, file.id]));
  const doubtful = (...given: Parameters<typeof mapOf>) => [...mapOf(...given).contradicted].sort();

  const known = [sent(1, 'a.pdf', { fileId: 'x' }), sent(2, 'b.pdf', { fileId: 'y' })];

  it('belong to the documents that have their ids, whatever they are called', () => {
    expect(idsOf(known, [fileOf('y', 'upload-1'), fileOf('x', 'upload-2')])).toEqual({ 1: 'x', 2: 'y' });
  });

  it('belong to documents by the name they were sent under, where no id is known', () => {
    const jobs = [sent(1, 'a.pdf'), sent(2, 'b.pdf'), sent(3, 'c.pdf')];
    expect(idsOf(jobs, [fileOf('z', 'c.pdf'), fileOf('y', 'b.pdf'), fileOf('x', 'a.pdf')])).toEqual({
      1: 'x',
      2: 'y',
      3: 'z',
    });
  });

  it('go by their names where the service has given them other ids since, and all of them are there', () => {
    const files = [fileOf('1', 'a.pdf'), fileOf('2', 'b.pdf')];
    expect(idsOf(known, files)).toEqual({ 1: '1', 2: '2' });
    expect(idsOf(known, files.slice(0, 1))).toEqual({});
    expect(idsOf(known, [fileOf('1', 'A.PDF'), fileOf('2', 'B.PDF')])).toEqual({});
  });

  it.for<[string, readonly PolledFile[], readonly number[]]>([
    ['ids and names are crossed', [fileOf('y', 'a.pdf'), fileOf('x', 'b.pdf')], [1, 2]],
    ['two have one id', [fileOf('x', 'a.pdf'), fileOf('x', 'b.pdf')], [1, 2]],
    ['two have one name', [fileOf('x', 'a.pdf'), fileOf('y', 'a.pdf')], [1, 2]],
    ['one has its id, and another its name', [fileOf('x', 'upload-1'), fileOf('9', 'a.pdf')], [1]],
  ])('are nobody’s where %s', ([, files, expected]) => {
    const { mapped, contradicted } = mapOf(known, files);
    expect([[...contradicted].sort(), expected.filter((id) => mapped.has(id))]).toEqual([expected, []]);
  });

  it('of one name that two uploads had are told apart by their ids alone', () => {
    const [one, other] = [sent(1, 'a.pdf', { fileId: 'x' }), sent(2, 'a.pdf', { fileId: 'y' })];
    expect(idsOf([one, other], [fileOf('y', 'a.pdf'), fileOf('x', 'a.pdf')], 'several')).toEqual({ 1: 'x', 2: 'y' });
    expect(idsOf([one, sent(2, 'b.pdf')], [fileOf('x', 'a.pdf'), fileOf('z', 'b.pdf')], 'several')).toEqual({ 1: 'x' });
    expect(doubtful([one, sent(2, 'a.pdf')], [fileOf('x', 'a.pdf')], 'several')).toEqual([1, 2]);
  });

  it('are nobody’s where the ledger has given one id to several jobs', () => {
    const jobs = [1, 2, 3].map((id) => sent(id, `${id}.pdf`, { fileId: 'x' }));
    const { mapped, contradicted } = mapOf(jobs, [fileOf('x', 'upload-1')], 'several');
    expect([[...mapped], [...contradicted].sort()]).toEqual([[], [1, 2, 3]]);
  });

  it('of a batch that is only claimed are known by any name that it may have gone out under', () => {
    const hash = 'ab12cd34ef56'.padEnd(64, '0');
    const whose = (fileName: string) => mapClaimed([sent(1, 'Büro.pdf', { hash })], [fileOf('x', fileName)], () => true).has(1);
    expect(['Büro.pdf', 'BÜRO.PDF', 'Buero_ogi2xi.pdf', 'Buero.pdf', 'Buero_ogi2xj.pdf'].map(whose)).toEqual([
      true,
      true,
      true,
      false,
      false,
    ]);
    expect(mapClaimed([jobWith({ id: 1 })], [fileOf('x', 'a.pdf')], () => true).size).toBe(0);
  });

  it('of a batch that is only claimed are nobody’s where two claim them', () => {
    const whose = (jobs: readonly Job[]) => [...mapClaimed(jobs, [fileOf('x', 'a.pdf')], () => true).keys()];
    expect(whose([sent(1, 'a.pdf'), sent(2, 'b.pdf')])).toEqual([1]);
    expect(whose([sent(1, 'a.pdf'), sent(2, 'A.pdf'), sent(3, 'b.pdf')])).toEqual([]);
  });

  it('of a batch that is only claimed are nobody’s where two have its name, unless all but one are known to be another’s', () => {
    const files = [fileOf('x', 'a.pdf'), fileOf('y', 'a.pdf')];
    const whose = (job: Job, mayBe = (_: Job, __: PolledFile) => true) => mapClaimed([job], files, mayBe).get(job.id)?.id;
    expect(whose(sent(1, 'a.pdf'))).toBeUndefined();
    expect(whose(sent(1, 'a.pdf', { fileId: 'y' }))).toBe('y');
    expect(whose(sent(1, 'b.pdf', { fileId: 'y' }))).toBeUndefined();
    expect(whose(sent(1, 'a.pdf'), (_, { id }) => id !== 'x')).toBe('y');
  });

  it('are nobody’s where one id has two names, or two statuses', () => {
    const [one, other] = [sent(1, 'a.pdf'), sent(2, 'b.pdf')];
    const twice = [fileOf('x', 'a.pdf'), fileOf('x', 'b.pdf')];
    expect([idsOf([one, other], twice), doubtful([one, other], twice)]).toEqual([{}, [1, 2]]);
    const ended: PolledFile = { ...fileOf('x', 'a.pdf'), status: 'failed', ended: true };
    for (const files of [
      [fileOf('x', 'a.pdf'), ended],
      [ended, fileOf('x', 'a.pdf')],
    ])
      expect([idsOf(known, files), doubtful(known, files)]).toEqual([{}, [1]]);
  });

  it('are not up for elimination that may be somebody else’s, nor beside a contradiction', () => {
    const jobs = [sent(1, 'a.pdf')];
    expect(mapFiles(jobs.map(sentFile), [fileOf('9', 'foreign.pdf')], 'whole', () => true).mapped.size).toBe(0);
    expect(mapFiles(jobs.map(sentFile), [fileOf('9', 'upload-1')], 'whole').mapped.size).toBe(1);
    const crossed = [fileOf('y', 'a.pdf'), fileOf('x', 'b.pdf'), fileOf('z', 'upload-3')];
    expect(idsOf([...known, sent(3, 'c.pdf')], crossed)).toEqual({});
  });

  it.for([
    ['grün 28.pdf', 'gr?n 28.pdf', true],
    ['grün 28.pdf', 'gruen_28.pdf', true],
    ['請求書 3.pdf', '3.pdf', true],
    ['scan (1).pdf', 'scan-1-.pdf', true],
    ['a very long name.pdf', 'a very lo.pdf', true],
    ['scan33.pdf', 'gr?n 28.pdf', false],
    ['scan33.pdf', 'upload-3', false],
  ] as const)('where others have kept their names, %s may be the last one, %s: %s', ([sentAs, answered, isIts]) => {
    const jobs = [sent(1, 'a.pdf', { fileId: 'x' }), sent(2, sentAs)];
    expect(mapOf(jobs, [fileOf('x', 'a.pdf'), fileOf('y', answered)]).mapped.has(2)).toBe(isIts);
    expect(mapOf(jobs, [fileOf('x', 'upload-1'), fileOf('y', answered)]).mapped.has(2)).toBe(true);
  });

  it('that have an owner are not up for elimination', () => {
    const jobs = [sent(1, 'a.pdf', { fileId: 'x' }), sent(2, 'b.pdf')];
    expect(idsOf(jobs, [fileOf('x', 'upload-1'), fileOf('y', 'upload-2')])).toEqual({ 1: 'x', 2: 'y' });
  });

  it('are not up for elimination once a document of the batch was sent again in another', () => {
    const jobs = [sent(1, 'a.pdf', { fileId: 'x' }), sent(2, 'b.pdf'), sent(3, 'c.pdf')];
    expect(idsOf(jobs, [fileOf('x', 'a.pdf'), fileOf('y', 'b.pdf'), fileOf('z', 'sent-again.pdf')], 'part')).toEqual({
      1: 'x',
      2: 'y',
    });
  });

  it('count once where an answer repeats one to the letter, and not where it says something else of one', () => {
    const [one, other] = [fileOf('x', 'a.pdf'), fileOf('y', 'b.pdf')];
    const done: PolledFile = { ...one, status: 'failed', ended: true };
    expect(withoutRepeats([one, other, { ...one }, done, { ...other }])).toEqual([one, other, done]);
  });

  it('are nobody’s where two would do', () => {
    expect(idsOf([sent(1, 'a.pdf'), sent(2, 'b.pdf')], [fileOf('x', 'one'), fileOf('y', 'two')])).toEqual({});
  });
});

describe('A file of an answer that holds too much', () => {
  const excess = foreign('Too many values.');

  it.for([
    ['processed', { ended: true, excess }],
    ['needs_review', { ended: true, excess }],
    ['confirmed', { ended: true, excess }],
    ['failed', { ended: true }],
    ['processing', { ended: false }],
  ] as const)('and is "%s": %j', ([status, expected]) => {
    expect(of(status, { excess })).toEqual({ id: 'f', fileName: 'a.pdf', status, ...expected });
  });

  it('tells of a reason as much as is shown', () => {
    expect(of('failed', { extra: { error: 'x'.repeat(2_001) } }).message).toEqual(foreign('x'.repeat(2_000)));
    expect(of('queued', { extra: { message: 'Soon.' } }).message).toEqual(foreign('Soon.'));
  });
});

describe('A document', () => {
  const message = foreign('lost');

  it.for<readonly [JobState, boolean, boolean, boolean]>([
    [{ kind: 'unresolved', message }, true, true, true],
    [{ kind: 'queued', status: 'queued' }, true, true, false],
    [{ kind: 'processing', status: 'x' }, true, true, false],
    [{ kind: 'uploading' }, false, false, false],
    [{ kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } }, false, false, false],
    [{ kind: 'processed' }, false, false, false],
    [{ kind: 'failed', by: 'service', message }, false, false, false],
  ])('awaits a result, and may lack its file, without its id and with it: %j', ([state, awaited, without, withId]) => {
    expect([isAwaited({ state }), lacksItsFile({ state }), lacksItsFile({ state, fileId: 'f' })]).toEqual([
      awaited,
      without,
      withId,
    ]);
  });
});

describe('What a person recognizes a result by', () => {
  it('is its values', () => {
    const extractedData = { total: '1,50', empty: '', none: null, count: 0, lines: [1] };
    expect(shownValues({ kind: 'extraction', status: 'processed', extractedData, extra: {} })).toEqual([
      { key: 'total', value: '1,50' },
      { key: 'count', value: '0' },
      { key: 'lines', value: '[1]' },
    ]);
  });

  it.for([
    [{ categoryName: 'Invoice', categoryId: 'c', reasoning: 'It says so.' }, ['Invoice', 'It says so.']],
    [{ categoryId: 'c' }, ['c']],
    [{ reasoning: '' }, []],
  ] as const)('is its category, and why: %j', ([said, values]) => {
    const result = { kind: 'classification', status: 'processed', ...said, extra: {} } as const;
    expect(shownValues(result)).toEqual(values.map((value) => ({ value })));
  });
});
