import { z } from 'zod';
import type { Message } from '../messages/message.ts';
import { id, takes } from './request.ts';

/** Batches of filings (a run, or what was filed within a minute of each other), and taking them back. */

export const filingRequests = {
  /** The last ones, the last one first; `more`: there are earlier ones. */
  filingBatches: takes({ limit: z.int().min(1).max(200).default(20) }).gives<{
    readonly batches: readonly FilingBatchSummary[];
    readonly more: boolean;
  }>(),
  /** What taking a batch back would do now; nothing is moved. */
  filingBatch: takes({ id }).gives<FilingBatchView>(),
  /** Takes a batch back, as far as that can be: how many documents. They are moved within seconds. */
  undoFilings: takes({ id }).gives<{ readonly count: number }>(),
  /** Files what was taken back of a batch again: how many documents. */
  fileAgain: takes({ id }).gives<{ readonly count: number }>(),
  /**
   * Files what a watched folder's settings would file elsewhere than it is: how many documents. They are moved within seconds;
   * batches of filings that hold some of them begin at `at` or later.
   */
  fileThere: takes({ id }).gives<{ readonly count: number; readonly at: number }>(),
};

/** Times are milliseconds since the epoch. */
export interface FilingBatchSummary {
  readonly id: number;
  readonly from: number;
  readonly until: number;
  readonly documents: number;
  /** Of them, those that were taken back. */
  readonly undone: number;
  /** Of them, those that `fileAgain` concerns now. */
  readonly again: number;
}

/** The first documents of each kind; the counts are of all. */
interface FilingBatchView {
  readonly goBack: {
    readonly count: number;
    readonly documents: readonly { readonly id: number; readonly path: string; readonly to: string }[];
  };
  readonly stay: {
    readonly count: number;
    readonly documents: readonly { readonly id: number; readonly path: string; readonly why: Message }[];
  };
}
