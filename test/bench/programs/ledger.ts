/** The ledger alone: durable transitions, and the queries of a window. */
import { mkdtempSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentQuery } from '../../../electron/core/document/records.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { filledOrigin, filledRoute, fillLedger, imagined } from '../kit/filled-ledger.ts';
import { serve } from '../kit/serve.ts';

export type Question =
  | { readonly kind: 'page'; readonly query: DocumentQuery }
  | { readonly kind: 'sums'; readonly since: number }
  | { readonly kind: 'counts' | 'balance' | 'attention' };

serve({
  fill({ file, count }: { readonly file: string; readonly count: number }) {
    fillLedger(file, '/bench', imagined(count));
  },
  /** A transition is what the engine writes for one: the state, when it is due, and a line of history; on disk at once. */
  transitions({ file, count }: { readonly file: string; readonly count: number }) {
    const ledger = openLedger(file);
    const begun = performance.now();
    for (let index = 0; index < count; index += 1) {
      const id = 1 + ((index * 7_919) % count);
      ledger.transaction(() => {
        const status = index % 2 === 0 ? 'processing' : 'queued';
        ledger.documents.update(id, { state: { kind: 'processing', status }, changedAt: 1_900_000_000_000 + index });
        ledger.history.add({ documentId: id, at: index, event: 'reported', note: foreign(status) });
      });
    }
    const milliseconds = performance.now() - begun;
    ledger.close();
    return milliseconds;
  },
  /** Adds a document and then its result, each in one transaction with its search index entry. Returns milliseconds. */
  texts({ file, count }: { readonly file: string; readonly count: number }) {
    const ledger = openLedger(file);
    const folderId = ledger.folders.ensure('/bench').id;
    const begun = performance.now();
    for (let index = 0; index < count; index += 1) {
      const { id } = ledger.documents.add({
        folderId,
        path: `new/scan-${index}.pdf`,
        facts: { size: 1, mtimeMs: index, ino: 0 },
        origin: filledOrigin,
        route: filledRoute,
        state: { kind: 'settling', since: index },
        foundAt: index,
      });
      const extractedData = { number: `N-${index}`, supplier: `Supplier ${index % 977}`, total: `${index},50` };
      const result = { kind: 'extraction', status: 'processed', extractedData, extra: {} } as const;
      ledger.documents.update(id, { state: { kind: 'processed' }, result, changedAt: 1_900_000_000_000 + index });
    }
    const milliseconds = performance.now() - begun;
    ledger.close();
    return milliseconds;
  },
  /** The smallest durable write: one row in one transaction, with the same settings. */
  bare({ directory, count }: { readonly directory: string; readonly count: number }) {
    // A new directory for each run, so that nothing is left from an earlier one.
    const database = new DatabaseSync(join(mkdtempSync(join(directory, 'bare-')), 'bare.sqlite'));
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; CREATE TABLE bare (id INTEGER PRIMARY KEY, value TEXT)');
    const insert = database.prepare('INSERT INTO bare (value) VALUES (?)');
    const begun = performance.now();
    for (let index = 0; index < count; index += 1) insert.run(`value ${index}`);
    const milliseconds = performance.now() - begun;
    database.close();
    return milliseconds;
  },
  /** How long each query took, in milliseconds; the first is not counted. */
  ask({ file, question, times }: { readonly file: string; readonly question: Question; readonly times: number }) {
    const ledger = openLedger(file);
    const answer = (): unknown => {
      if (question.kind === 'sums') return ledger.values.sums(question.since);
      return question.kind === 'page' ? ledger.documents.page(question.query) : ledger.documents[question.kind]();
    };
    answer();
    const took = Array.from({ length: times }, () => {
      const begun = performance.now();
      answer();
      return performance.now() - begun;
    });
    ledger.close();
    return took;
  },
});
