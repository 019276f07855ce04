import { z } from 'zod';
import type { CostMonth, CostTally } from '../account/costs.ts';
import { id, takes } from './request.ts';

export const insightRequests = {
  insights: takes({
    /** How many days back, today included. */
    days: z.int().min(1).max(366).default(30),
    folderId: id.optional(),
    /** IANA name: where a day begins. */
    timeZone: z.string().min(1).max(100),
  }).gives<Insights>(),
};

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
  }[];
  /** What the documents that were sent in the span cost, in days of the account's time zone. */
  readonly pages: {
    /** One a day without gaps. */
    readonly days: readonly CostTally[];
    /** The month that it is now, whatever the span. */
    readonly month: CostMonth;
    readonly monthBudget?: number;
  };
}
