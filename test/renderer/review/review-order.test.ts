import { describe, expect, it } from 'vitest';
import type { DocumentSummary } from '../../../electron/core/contract/documents.ts';
import {
  emptyRound,
  join,
  neighbour,
  nextWaiting,
  positionOf,
  settle,
  sizeOf,
  takeUp,
} from '../../../renderer/review/review-order.ts';

function documents(...ids: readonly number[]): DocumentSummary[] {
  return ids.map((id) => ({
    id,
    folderId: 1,
    path: `${id}.pdf`,
    size: 1,
    state: 'needs_review',
    delivery: 'done',
    attention: true,
    dismissed: false,
    why: [],
    sendAgain: 'no',
    foundAt: 0,
    changedAt: 0,
  }));
}

describe('A round of review', () => {
  const three = takeUp(emptyRound, documents(7, 8, 9), 3);

  it('keeps its order and its length while documents are done', () => {
    const later = takeUp(settle(three, 7), documents(9, 8), 2);
    expect(later.items.map(({ document, done }) => [document.id, done])).toEqual([
      [7, true],
      [8, false],
      [9, false],
    ]);
    expect(sizeOf(later)).toBe(3);
    expect(positionOf(later, 8)).toBe(2);
  });

  it('puts what comes meanwhile at its end', () => {
    expect(takeUp(three, documents(10, 7, 8, 9), 4).items.map(({ document }) => document.id)).toEqual([7, 8, 9, 10]);
  });

  it('counts what waits beyond the list, and takes none of it for done', () => {
    const part = takeUp(three, documents(8), 500);
    expect(part.items.every(({ done }) => !done)).toBe(true);
    expect(sizeOf(part)).toBe(500);
  });

  it('goes on to the next that waits, from the beginning again at the end', () => {
    expect(nextWaiting(three, undefined)).toBe(7);
    expect(nextWaiting(settle(three, 8), 7)).toBe(9);
    expect(nextWaiting(three, 9)).toBe(7);
    expect(nextWaiting(takeUp(three, [], 0), 8)).toBeUndefined();
  });

  it('goes to neighbours whether they are done or not, and no further than its ends', () => {
    expect(neighbour(settle(three, 8), 7, 1)).toBe(8);
    expect(neighbour(three, 7, -1)).toBeUndefined();
    expect(neighbour(three, 9, 1)).toBeUndefined();
  });

  it('lets a document wait again after its confirmation was taken back', () => {
    const done = takeUp(settle(three, 7), documents(8, 9), 2);
    const back = takeUp(settle(done, 7, false), documents(7, 8, 9), 3);
    expect(nextWaiting(back, undefined)).toBe(7);
    expect(sizeOf(back)).toBe(3);
  });

  it('takes in a document that was opened by its address', () => {
    const [known, other] = documents(7, 20);
    expect(join(three, known!)).toBe(three);
    expect(join(three, { ...other!, attention: false }).items.at(-1)?.done).toBe(true);
  });
});
