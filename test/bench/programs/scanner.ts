/** A paused engine: it scans a folder but takes nothing in. */
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { createSharedDisk } from '../../../electron/engine/disk/shared-disk.ts';
import { createEngine } from '../../../electron/engine/engine.ts';
import { systemClock, systemRandom } from '../../../electron/engine/system.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { createServiceClient } from '../../../electron/service/client.ts';
import { serve } from '../kit/serve.ts';

const quiet = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };

interface ScanOrder {
  readonly directory: string;
  /** The path of the ledger, existing or not. */
  readonly data: string;
  /** Of the sink. */
  readonly url: string;
}

/** Times the engine from its start until it has scanned the folder. @returns milliseconds, and how many documents it has then */
async function scan({ directory, data, url }: ScanOrder): Promise<{ milliseconds: number; documents: number }> {
  const ledger = openLedger(join(data, 'ledger.sqlite'));
  const service = createServiceClient({ url, key: () => 'bench' });
  const folder = folderSettingsSchema.parse({ path: directory, route: { kind: 'extraction', id: 'bench' }, existing: 'send' });
  const engine = createEngine(
    {
      files: createSharedDisk(),
      // This measures rescans; "start" and "idle" measure watching.
      watcher: { watch: () => ({ by: 'events', close: async () => {} }) },
      service,
      ledger,
      clock: systemClock,
      random: systemRandom,
      log: quiet,
    },
    { folders: [folder], mode: 'watch', locale: 'en-GB' },
  );
  const known = Promise.withResolvers<void>();
  engine.onNotice((notice) => notice.kind === 'folder' && notice.health.kind === 'watching' && known.resolve());
  engine.pause();
  const begun = performance.now();
  try {
    await engine.start();
    await known.promise;
    const milliseconds = performance.now() - begun;
    return { milliseconds, documents: engine.status().balance.found };
  } finally {
    await engine.stop();
    ledger.close();
    await service.close();
  }
}

serve({
  scan,
  /** Creates a ledger as if all documents had been sent and delivered long ago. */
  finishAll(data: string) {
    const database = new DatabaseSync(join(data, 'ledger.sqlite'));
    database.exec(`
      INSERT INTO jobs (route, hash, state_json, sent_from, tries, attempts, possible_duplicate)
        SELECT route, printf('%064x', id), '{"kind":"processed"}', id, 1, 1, 0 FROM documents;
      UPDATE documents SET hash = jobs.hash, job = jobs.id, file = '{"kind":"there"}', state = 'processed', standing = 'done', wait = NULL,
        due_at = NULL, delivery_json = '{"kind":"done","at":1}', delivered_at = 1
        FROM jobs WHERE jobs.sent_from = documents.id`);
    database.close();
  },
});
