/** The parts of a whole upload in isolation: the lower bounds of its time. */
import { join } from 'node:path';
import pLimit from 'p-limit';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { become, type Members } from '../../support/jobs.ts';
import { serve } from '../kit/serve.ts';

const origin = 'http://127.0.0.1';
/** The most files that the engine takes in with one transaction. */
const takenInTogether = 16;
const route = { kind: 'extraction', id: 'bench' } as const;

serve({
  /** SHA-256 of every file, four at once. */
  async hash(paths: readonly string[]) {
    const { hash } = createFiles();
    const limit = pLimit(4);
    await Promise.all(paths.map((path) => limit(() => hash(path))));
  },
  /** The transactions for this many documents, from found to accepted, each durable before the next. */
  ledger({ directory, documents, batch }: { readonly directory: string; readonly documents: number; readonly batch: number }) {
    const ledger = openLedger(join(directory, 'floor.sqlite'));
    const folderId = ledger.folders.ensure('/bench').id;
    const ids: number[] = [];
    ledger.transaction(() => {
      for (let index = 0; index < documents; index += 1) {
        const facts = { size: 1, mtimeMs: index, ino: index };
        const name = `scan-${index}.pdf`;
        const found = { folderId, path: name, facts, origin, route, file: { kind: 'settling', since: 0 }, foundAt: 0 } as const;
        const { id } = ledger.documents.add(found);
        ledger.files.put({ folderId, directory: '', name, facts, documentId: id });
        ids.push(id);
      }
    });
    const all = (some: readonly number[], event: string, changes: Members) => {
      for (const id of some) {
        become(ledger, id, changes);
        ledger.documents.note({ documentId: id, at: 0, event });
      }
    };
    for (let at = 0; at < ids.length; at += takenInTogether) {
      const state = { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } } as const;
      ledger.transaction(() => all(ids.slice(at, at + takenInTogether), 'ready', { state }));
    }
    for (let at = 0; at < ids.length; at += batch) {
      const some = ids.slice(at, at + batch);
      const { id: made } = ledger.batches.add({ origin, route, madeAt: 0 });
      ledger.transaction(() => {
        ledger.batches.update(made, { state: 'sent' });
        all(some, 'sent', { state: { kind: 'uploading' }, batchId: made, tries: 1 });
      });
      ledger.transaction(() => {
        ledger.batches.update(made, { state: 'open', serviceBatchId: `batch-${made}`, acceptedAt: 0 });
        all(some, 'accepted', { state: { kind: 'queued', status: 'queued' } });
      });
    }
    ledger.close();
  },
});
