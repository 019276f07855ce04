import { z } from 'zod';
import type { CostMonth, CostTally } from '../account/costs.ts';

export const insightRequests = {
  insights: {
    input: z.strictObject({
      /** How many days back, today included. */
      days: z.int().min(1).max(366).default(30),
      folderId: z.int().positive().optional(),
      /** IANA name: where a day begins. */
      timeZone: z.string().min(1).max(100),
    }),
  },
};

export interface InsightOutputs {
  readonly insights: Insights;
}

export interface Insights {
  /** One a day without gaps, oldest first; `day` as YYYY-MM-DD in the asked time zone. */
  readonly days: readonly {
    readonly day: string;
    readonly found: number;
    readonly delivered: number;
    /** Copies that took a result at no cost. */
    readonly duplicates: number;
    /** Of those delivered: nobody had to look. */
    readonly straightThrough: number;
    readonly failed: number;
    /** Median and 90th percentile of the time from found to delivered, in ms; absent without deliveries. */
    readonly medianMs?: number;
    readonly p90Ms?: number;
  }[];
  /** The same span, by folder. */
  readonly folders: readonly {
    readonly folderId: number;
    readonly path: string;
    readonly delivered: number;
    readonly straightThrough: number;
    readonly failed: number;
    readonly medianMs?: number;
  }[];
  /** What the documents that were sent in the span cost, in days of the account's time zone. */
  readonly pages: {
    /** One a day without gaps. */
    readonly days: readonly CostTally[];
    /** By path, most pages first. */
    readonly folders: readonly CostTally[];
    readonly routes: readonly CostTally[];
    /** By standing. */
    readonly outcomes: readonly CostTally[];
    /** Copies that took a result at no cost. */
    readonly saved: { readonly documents: number; readonly pages: number };
    /** What is ready now and fits no budget. */
    readonly held: { readonly documents: number; readonly pages: number };
    /** The month that it is now, whatever the span. */
    readonly month: CostMonth;
    readonly monthBudget?: number;
  };
}
