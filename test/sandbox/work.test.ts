import { describe, expect, it } from 'vitest';
import type { FileState } from '../../electron/sandbox/store.ts';
import { batchStatus, decideOutcome, decideVerdict } from '../../electron/sandbox/work.ts';

const values = { number: '1' };
const states: FileState[] = [
  { status: 'queued' },
  { status: 'processing' },
  { status: 'processed', values },
  { status: 'needs_review', values },
  { status: 'confirmed', values },
  { status: 'failed', reason: 'x' },
];

describe('a file in an extraction', () => {
  it('is processed only when every field was found', async () => {
    const fields = ['a', 'b'].map((key) => ({ key, description: '', example: '' }));
    const outcome = (found: Record<string, string>) => decideOutcome({ kind: 'text', lines: [], pages: 1 }, fields, () => found);
    expect(await outcome({ a: '1', b: '2' })).toEqual({ status: 'processed', values: { a: '1', b: '2' } });
    expect(await outcome({ b: '2' })).toEqual({ status: 'needs_review', values: { a: '', b: '2' } });
    const found = () => ({ a: '1', b: '2' });
    expect(await decideOutcome({ kind: 'image', pages: 1 }, fields, found)).toEqual({
      status: 'needs_review',
      values: { a: '', b: '' },
    });
    expect(await decideOutcome({ kind: 'unreadable', reason: 'torn' }, fields, found)).toEqual({
      status: 'failed',
      reason: 'torn',
    });
  });

  it('completes its batch if it is the last', () => {
    const [queued, processing, processed, review, confirmed, failed] = states as [
      FileState,
      FileState,
      FileState,
      FileState,
      FileState,
      FileState,
    ];
    expect(batchStatus([processed, queued])).toBeUndefined();
    expect(batchStatus([processing])).toBeUndefined();
    expect(batchStatus([processed, confirmed])).toBe('processed');
    expect(batchStatus([processed, review, failed])).toBe('needs_review');
    expect(batchStatus([processed, failed])).toBe('processed');
    expect(batchStatus([failed, failed])).toBe('failed');
  });
});

describe('a file in a classification', () => {
  const verdict = { categoryId: '1', categoryName: 'A', confidence: 0.5, reasoning: 'So.' };

  it('goes into the category that was found, or into none with a reason', async () => {
    const categories = [{ id: '1', name: 'A', description: '' }];
    const find = (categoryIndex: number | null) => () => ({ categoryIndex, confidence: 0.5, reasoning: 'So.' });
    const text = { kind: 'text', lines: [], pages: 1 } as const;
    expect(await decideVerdict(text, categories, find(0))).toEqual(verdict);
    expect(await decideVerdict(text, categories, find(null))).toEqual({ ...verdict, categoryId: null, categoryName: null });
    expect(await decideVerdict({ kind: 'image', pages: 1 }, categories, find(0))).toMatchObject({
      categoryId: null,
      confidence: 0,
    });
    expect((await decideVerdict({ kind: 'unreadable', reason: 'torn' }, categories, find(0))).reasoning).toContain('torn');
  });
});
