import { describe, expect, it } from 'vitest';
import type { DocumentSummary } from '../../../electron/core/contract/documents.ts';
import {
  emptyOrder,
  neighbour,
  nextWaiting,
  positionOf,
  sizeOf,
  withDocument,
  withDone,
  withListed,
} from '../../../renderer/review/review-order.ts';

function documents(...ids: readonly number[]): DocumentSummary[] {
  return ids.map((id) => ({
    id,
    folderId: 1,
    path: `${id}.pdf`,
    size: 1,
    state: 'needs_review',
    delivery: 'done',
    standing: 'needs-you',
    why: [],
    sendAgain: 'no',
    preview: 'none',
    foundAt: 0,
    changedAt: 0,
  }));
}

describe('The order of documents to review', () => {
  const three = withListed(emptyOrder, documents(7, 8, 9), 3);

  it('keeps its positions and its length as documents are done', () => {
    const later = withListed(withDone(three, [7]), documents(9, 8), 2);
    expect(later.items.map(({ document, done }) => [document.id, done])).toEqual([
      [7, true],
      [8, false],
      [9, false],
    ]);
    expect(sizeOf(later)).toBe(3);
    expect(positionOf(later, 8)).toBe(2);
  });

  it('appends documents that arrive', () => {
    expect(withListed(three, documents(10, 7, 8, 9), 4).items.map(({ document }) => document.id)).toEqual([7, 8, 9, 10]);
  });

  it('counts waiting documents beyond the list, and treats none of them as done', () => {
    const part = withListed(three, documents(8), 500);
    expect(part.items.every(({ done }) => !done)).toBe(true);
    expect(sizeOf(part)).toBe(500);
  });

  it('continues with the next waiting document, wrapping around at the end', () => {
    expect(nextWaiting(three, undefined)).toBe(7);
    expect(nextWaiting(withDone(three, [8]), 7)).toBe(9);
    expect(nextWaiting(three, 9)).toBe(7);
    expect(nextWaiting(withListed(three, [], 0), 8)).toBeUndefined();
  });

  it('steps to neighbours whether done or not, and stops at its ends', () => {
    expect(neighbour(withDone(three, [8]), 7, 1)).toBe(8);
    expect(neighbour(three, 7, -1)).toBeUndefined();
    expect(neighbour(three, 9, 1)).toBeUndefined();
  });

  it('lets a document wait again once its confirmation is undone', () => {
    const done = withListed(withDone(three, [7]), documents(8, 9), 2);
    const back = withListed(withDone(done, [7], false), documents(7, 8, 9), 3);
    expect(nextWaiting(back, undefined)).toBe(7);
    expect(sizeOf(back)).toBe(3);
  });

  it('appends a document that was opened by its address', () => {
    const [known, other] = documents(7, 20);
    expect(withDocument(three, known!)).toBe(three);
    expect(withDocument(three, { ...other!, standing: 'confirmed' })).toBe(three);
  });
});
