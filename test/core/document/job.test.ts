/** What a document's file and its job make of it together. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  documentOf,
  type FileRow,
  type FileState,
  fileStateSchema,
  type JobState,
  type PresentFile,
  stateOf,
} from '../../../electron/core/document/document.ts';
import { type DocumentState, hasResult, isReady, stateSchema } from '../../../electron/core/document/states.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { documentWith, jobWith } from '../../support/jobs.ts';

const message = foreign('why');
const there = { kind: 'there' } as const;
const ready = { kind: 'waiting', wait: { kind: 'ready', notBefore: 1 } } as const;
const processed = { kind: 'processed' } as const;

const files: readonly PresentFile[] = [
  { kind: 'settling', since: 1 },
  { kind: 'waiting', wait: { kind: 'held', why: 'changed', message } },
  { kind: 'waiting', wait: { kind: 'blocked', message } },
  { kind: 'rejected', by: 'intray', message },
];
const jobs: readonly JobState[] = [
  ready,
  { kind: 'waiting', wait: { kind: 'held', why: 'unverified', message } },
  { kind: 'uploading' },
  { kind: 'unresolved', message },
  { kind: 'queued', status: 'queued' },
  { kind: 'processing', status: 'odd' },
  processed,
  { kind: 'needs_review' },
  { kind: 'confirmed' },
  { kind: 'failed', by: 'service', message },
  { kind: 'rejected', by: 'service', message },
];

const present = fc.constantFrom<PresentFile[]>(there, ...files);
const file = fc.oneof(
  present,
  present.map((was): FileState => ({ kind: 'gone', was })),
);
const job = fc.constantFrom(...jobs);
const more = fc.record({ dismissed: fc.constant(true as const), duplicateOf: fc.constant(7) }, { requiredKeys: [] });

describe('The state of a document', () => {
  it.each(files)('is its file’s until that is there, whatever its job is: %j', (own) => {
    for (const state of jobs) {
      expect(stateOf({ file: own }, { state })).toEqual(own);
      expect(stateOf({ file: own, dismissed: true, duplicateOf: 7 }, { state })).toEqual(own);
    }
    expect(stateOf({ file: own }, undefined)).toEqual(own);
  });

  it.each(jobs)('is its job’s once its file is there: %j', (state) => {
    expect(stateOf({ file: there }, { state })).toEqual(state);
  });

  it('is a copy’s where another file had the content first, as soon as there is a result', () => {
    for (const state of jobs)
      expect(stateOf({ file: there, duplicateOf: 7 }, { state })).toEqual(
        hasResult(state.kind) ? { kind: 'duplicate', of: 7 } : state,
      );
  });

  it('is held where a person has dismissed it before it was sent', () => {
    for (const state of jobs)
      expect(stateOf({ file: there, dismissed: true }, { state })).toEqual(
        isReady(state) ? { kind: 'waiting', wait: { kind: 'held', why: 'dismissed', message: expect.anything() } } : state,
      );
  });

  it('remembers, of a file that has gone, what it would be, and its job goes on', () => {
    fc.assert(
      fc.property(present, job, more, (was, state, members) => {
        const gone = stateOf({ ...members, file: { kind: 'gone', was } }, { state });
        expect(gone).toEqual({ kind: 'gone', was: stateOf({ ...members, file: was }, { state }) });
      }),
    );
  });

  it('is one that the ledger can hold, and its file’s too', () => {
    fc.assert(
      fc.property(file, job, more, (own, state, members) => {
        const seen: DocumentState = stateOf({ ...members, file: own }, { state });
        expect(stateSchema.parse(seen)).toEqual(seen);
        expect(fileStateSchema.parse(own)).toEqual(own);
      }),
    );
  });

  it('cannot be told of a file that is there and has no job', () => {
    expect(() => stateOf({ file: there }, undefined)).toThrow('A file that is there has a job.');
    expect(() => stateOf({ file: { kind: 'gone', was: there } }, undefined)).toThrow('A file that is there has a job.');
  });
});

describe('A document', () => {
  const row: FileRow = { ...documentWith(), file: there, job: 3, verdict: 4 };
  const result = { kind: 'extraction', status: 'processed', extractedData: { total: '1' }, extra: {} } as const;
  const review = { confirmations: [], changes: [] };

  it('has what its job has, and the job that classified it beside it', () => {
    const sent = { batchId: 2, fileId: 'f-1', sentAs: 'a.pdf', attempts: 2, possibleDuplicate: true, droppedAt: 8 };
    const verdict = jobWith({ id: 4, state: processed });
    const document = documentOf(row, jobWith({ id: 3, state: processed, ...sent, result, review }), verdict);
    expect(document).toEqual({ ...row, ...sent, result, review, state: processed, verdict });
    // When its job is due, and how often it was sent, is the job's alone.
    expect(documentOf(row, jobWith({ state: processed, dueAt: 5, tries: 2, from: 1 }), undefined)).not.toHaveProperty('dueAt');
  });

  it('that has no job yet was never tried; one in doubt is marked all the same', () => {
    const { file: own, job: _, verdict: __, ...rest } = { ...row, file: { kind: 'settling', since: 1 } as const };
    const settling = documentOf({ ...rest, file: own }, undefined, undefined);
    expect(settling).toMatchObject({ attempts: 0, possibleDuplicate: false });
    expect(documentOf({ ...rest, file: own, doubtful: true }, undefined, undefined).possibleDuplicate).toBe(true);
  });
});
