import { z } from 'zod';
import type { DocumentSummary } from './documents.ts';

export const homeRequests = {
  /** `timeZone`: IANA name; it says when today began. */
  home: { input: z.strictObject({ timeZone: z.string().min(1).max(100) }) },
};

export interface HomeOutputs {
  /** What a person sees first; what stands still is in `status`. */
  readonly home: Home;
}

export interface Home {
  /** Documents that were found today, by folder; none of them is 0. */
  readonly today: readonly { readonly folderId: number; readonly count: number }[];
  /** What the documents come to that were found today, and in the last 30 days. */
  readonly sums: { readonly today: readonly Sum[]; readonly month: readonly Sum[] };
  /** The result that came last. */
  readonly last?: DocumentSummary;
}

/** What a field comes to in one currency. Of each document one amount is summed: the one whose field says total or gross. */
export interface Sum {
  readonly field: string;
  /** ISO 4217; absent where none is printed. */
  readonly currency?: string;
  /** Exact decimals. */
  readonly amount: string;
  /** How many documents have it. */
  readonly count: number;
}
