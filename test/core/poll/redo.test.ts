import { describe, expect, it } from 'vitest';
import type { JobState } from '../../../electron/core/document/document.ts';
import type { DocumentResult } from '../../../electron/core/document/result.ts';
import { maySayTheOld, type PolledFile, redoSettlesMs } from '../../../electron/core/poll/poll-outcome.ts';

const verdict = (name: string, confidence = 0.5): DocumentResult => ({
  kind: 'classification',
  status: 'processed',
  categoryId: `id of ${name}`,
  categoryName: name,
  confidence,
  extra: {},
});
const answer = (result: DocumentResult | undefined, status = 'processed', ended = true): PolledFile => ({
  id: 'f',
  fileName: 'a.pdf',
  status,
  ended,
  ...(result !== undefined && { result }),
});

const redone = (failed?: true): { state: JobState; result: DocumentResult } => ({
  state: { kind: 'processing', status: 'processing', redo: { since: 1_000, ...(failed && { failed }) } },
  result: verdict('Mail'),
});

describe('Directly after a redo', () => {
  it('the same verdict may be the old one', () => {
    expect(maySayTheOld(redone(), answer(verdict('Mail')), 5_000)).toBe(true);
  });

  it.each([
    ['another category', verdict('Invoice')],
    ['another confidence', verdict('Mail', 0.9)],
  ])('%s is the new one', (_, result) => {
    expect(maySayTheOld(redone(), answer(result), 5_000)).toBe(false);
  });

  it('a file that has not ended is being worked on, and what ends it then is new', () => {
    expect(maySayTheOld(redone(), answer(undefined, 'queued', false), 5_000)).toBe(false);
    const seen = { state: { kind: 'queued', status: 'queued' } as const, result: verdict('Mail') };
    expect(maySayTheOld(seen, answer(verdict('Mail')), 5_000)).toBe(false);
  });

  it('a failure is new, unless the last run failed as well', () => {
    expect(maySayTheOld(redone(), answer(undefined, 'failed'), 5_000)).toBe(false);
    expect(maySayTheOld(redone(true), answer(undefined, 'failed'), 5_000)).toBe(true);
    expect(maySayTheOld(redone(true), answer(verdict('Mail')), 5_000)).toBe(false);
  });

  it('the same verdict is taken at its word after a minute, or when the clock was set back', () => {
    expect(maySayTheOld(redone(), answer(verdict('Mail')), 1_000 + redoSettlesMs - 1)).toBe(true);
    expect(maySayTheOld(redone(), answer(verdict('Mail')), 1_000 + redoSettlesMs)).toBe(false);
    expect(maySayTheOld(redone(), answer(verdict('Mail')), 999)).toBe(false);
  });

  it('a verdict that is known no more may be any; one that was not asked for again is none', () => {
    const { state } = redone();
    expect(maySayTheOld({ state }, answer(verdict('Invoice')), 5_000)).toBe(true);
    expect(
      maySayTheOld({ state: { kind: 'processing', status: 'x' }, result: verdict('Mail') }, answer(verdict('Mail')), 5_000),
    ).toBe(false);
    const { state: failed } = redone(true);
    expect(maySayTheOld({ state: failed }, answer(verdict('Mail')), 5_000)).toBe(false);
  });

  it('an answer of the very moment counts as the old one, and one from before it, by a clock set back, as new', () => {
    expect(maySayTheOld(redone(), answer(verdict('Mail')), 1_000)).toBe(true);
    expect(maySayTheOld(redone(), answer(verdict('Mail')), 999)).toBe(false);
    expect(redoSettlesMs).toBe(60_000);
  });
});
