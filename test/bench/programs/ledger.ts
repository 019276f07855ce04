/** The ledger alone: durable transitions, and the queries of a window. */
import { mkdtempSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import type { DocumentQuery } from '../../../electron/core/document/records.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { makeBackup } from '../../../electron/ledger/backups.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { View } from '../../../electron/view/view.ts';
import { become } from '../../support/jobs.ts';
import { filledOrigin, filledRoute, fillLedger, imagined, viewBeside } from '../kit/filled-ledger.ts';
import { serve } from '../kit/serve.ts';

export type Question =
  | { readonly kind: 'page'; readonly query: DocumentQuery }
  | { readonly kind: 'counts' | 'balance' | 'attention' };

export interface BackupCost {
  readonly bytes: number;
  readonly milliseconds: number;
  readonly blockedMs: number;
}

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
        become(ledger, id, { state: { kind: 'processing', status }, changedAt: 1_900_000_000_000 + index });
        ledger.documents.note({ documentId: id, at: index, event: 'reported', note: foreign(status) });
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
        file: { kind: 'settling', since: index },
        foundAt: index,
      });
      const extractedData = { number: `N-${index}`, supplier: `Supplier ${index % 977}`, total: `${index},50` };
      const result = { kind: 'extraction', status: 'processed', extractedData, extra: {} } as const;
      become(ledger, id, { result, changedAt: 1_900_000_000_000 + index, hash: `new ${index}` });
    }
    const milliseconds = performance.now() - begun;
    ledger.close();
    return milliseconds;
  },
  /**
   * The backup after `changed` documents got another state: what it wrote, in bytes, how long
   * it took, and the longest time for which it kept the loop from everything else, in milliseconds.
   */
  async backup({ file, changed, times }: { readonly file: string; readonly changed: number; readonly times: number }) {
    const ledger = openLedger(file);
    const backups = join(dirname(file), 'backups');
    const count = ledger.documents.last();
    await makeBackup(file, backups, 0);
    const made: BackupCost[] = [];
    for (let time = 1; time <= times; time += 1) {
      ledger.transaction(() => {
        for (let index = 0; index < changed; index += 1) {
          const id = 1 + ((time * 104_729 + index * 7_919) % count);
          const status = time % 2 === 0 ? 'processing' : 'queued';
          become(ledger, id, { state: { kind: 'processing', status }, changedAt: 1_900_000_000_000 + time });
          ledger.documents.note({ documentId: id, at: time, event: 'reported', note: foreign(status) });
        }
      });
      const begun = performance.now();
      let [last, blockedMs] = [begun, 0];
      const ticks = setInterval(() => {
        const now = performance.now();
        blockedMs = Math.max(blockedMs, now - last);
        last = now;
      }, 1);
      const { path } = await makeBackup(file, backups, time * 3_600_000);
      blockedMs = Math.max(blockedMs, performance.now() - last);
      clearInterval(ticks);
      made.push({ bytes: statSync(path).size, milliseconds: performance.now() - begun, blockedMs });
    }
    ledger.close();
    return made;
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
    const view = new View(viewBeside(file), ledger);
    const answer = (): unknown => {
      return question.kind === 'page' ? view.page(question.query) : ledger.documents[question.kind]();
    };
    answer();
    const took = Array.from({ length: times }, () => {
      const begun = performance.now();
      answer();
      return performance.now() - begun;
    });
    view.close();
    ledger.close();
    return took;
  },
});
