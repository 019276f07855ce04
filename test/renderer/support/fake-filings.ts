import type { Handlers } from '../../../electron/core/contract/contract.ts';
import type { FilingBatchSummary } from '../../../electron/core/contract/filings.ts';
import { say } from '../../../electron/core/messages/message.ts';
import { ok } from '../../../electron/core/result.ts';

/** Two batches of filings: one of three documents, of which one was changed since, and an earlier one that was taken back. */
export class FakeFilings {
  batches: readonly FilingBatchSummary[];

  constructor(now: number) {
    this.batches = [
      { id: 7, from: now - 60_000, until: now - 50_000, documents: 3, undone: 0, again: 0 },
      { id: 1, from: now - 3_600_000, until: now - 3_590_000, documents: 2, undone: 2, again: 2 },
    ];
  }

  handlers(): Pick<Handlers, 'filingBatches' | 'filingBatch' | 'undoFilings' | 'fileAgain' | 'fileThere'> {
    const change = (id: number, changes: Partial<FilingBatchSummary>): void => {
      this.batches = this.batches.map((batch) => (batch.id === id ? { ...batch, ...changes } : batch));
    };
    return {
      filingBatches: async ({ limit }) => ok({ batches: this.batches.slice(0, limit), more: this.batches.length > limit }),
      filingBatch: async () =>
        ok({
          goBack: {
            count: 2,
            documents: [
              { id: 1, path: 'Filed/ACME/1.pdf', to: 'scan 1.pdf' },
              { id: 2, path: 'Filed/ACME/2.pdf', to: 'march/scan 2.pdf' },
            ],
          },
          stay: { count: 1, documents: [{ id: 3, path: 'Filed/ACME/3.pdf', why: say('answers.undo.changed') }] },
        }),
      undoFilings: async ({ id }) => {
        change(id, { undone: 2, again: 2 });
        return ok({ count: 2 });
      },
      fileThere: async () => {
        const from = (this.batches[0]?.from ?? 0) + 60_000;
        this.batches = [{ id: 9, from, until: from, documents: 3, undone: 0, again: 0 }, ...this.batches];
        return ok({ count: 3, at: from });
      },
      fileAgain: async ({ id }) => {
        const count = this.batches.find((batch) => batch.id === id)?.again ?? 0;
        change(id, { again: 0 });
        return ok({ count });
      },
    };
  }
}
