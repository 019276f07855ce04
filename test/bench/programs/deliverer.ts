/** Results on their way to disk: the engine's own delivery, 50 documents at a time, and the same bytes without it. */

import { createHash } from 'node:crypto';
import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { link, open, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import pLimit from 'p-limit';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import type { Document } from '../../../electron/core/document/document.ts';
import { printedIn } from '../../../electron/core/document/table.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { deliver } from '../../../electron/engine/deliver/deliver.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { systemClock } from '../../../electron/engine/system.ts';
import { type Ledger, openLedger } from '../../../electron/ledger/ledger.ts';
import { hashOf, putDocument } from '../../support/jobs.ts';
import { serve } from '../kit/serve.ts';

const origin = 'http://127.0.0.1';
const route = { kind: 'extraction', id: 'bench' } as const;
const info = { route, name: 'Bench', fields: ['number', 'supplier', 'total'], seenAt: 1 };
/** As many as the engine delivers at once. */
const atOnce = 50;

let ledger: Ledger | undefined;
let place = '';
let made = 0;

function openIn(directory: string): Ledger {
  place = join(directory, 'scans');
  mkdirSync(place, { recursive: true });
  return openLedger(join(directory, 'ledger.sqlite'));
}

/** Sources whose results have arrived. */
function documents(count: number): Document[] {
  const known = ledger ?? missing();
  const folderId = known.folders.ensure(place).id;
  return known.transaction(() =>
    Array.from({ length: count }, () => {
      made += 1;
      const name = `scan-${made}.pdf`;
      writeFileSync(join(place, name), `source ${made}`);
      const { size, mtimeMs, ino } = statSync(join(place, name));
      const extractedData = { number: `R-${made}`, supplier: `Supplier ${made % 97}`, total: '1.234,50' };
      const result = { kind: 'extraction', status: 'processed', extractedData, modelUsed: 'bench', extra: {} } as const;
      return putDocument(known, folderId, {
        ...{ path: name, facts: { size, mtimeMs, ino }, origin, route, foundAt: 1 },
        ...{ hash: hashOf(made), result, fileId: `file-${made}`, delivery: { kind: 'pending' } },
      });
    }),
  );
}

function missing(): never {
  throw new Error('Begin first.');
}

async function deliverAll(
  all: readonly Document[],
  outputs: { readonly json: boolean; readonly csv: 'folder' | 'off' },
): Promise<void> {
  const known = ledger ?? missing();
  const settings = folderSettingsSchema.parse({ path: place, route, outputs });
  const folder = { id: known.folders.ensure(place).id, path: place, settings };
  const world = { files: createFiles(), ledger: known, clock: systemClock };
  for (let at = 0; at < all.length; at += atOnce) {
    const some = all.slice(at, at + atOnce);
    const outcomes = await deliver(world, { folder, info, locale: 'en-GB' }, some);
    const wrong = [...outcomes.values()].find(({ kind }) => kind !== 'written');
    if (wrong !== undefined) throw new Error(JSON.stringify(wrong));
    // What the stage records afterwards.
    known.transaction(() => {
      for (const { id } of some) {
        known.documents.update(id, { delivery: { kind: 'done', at: 1 }, dueAt: undefined });
        known.documents.note({ documentId: id, at: 1, event: 'delivered', note: foreign('bench') });
      }
    });
  }
}

/** Rows beside the first one, in the file and in the ledger, as if they had been delivered. */
function lengthen(directory: string, rows: number): void {
  const known = ledger ?? missing();
  const table = known.tables.find(known.folders.ensure(place).id, route) ?? missing();
  const csv = table.csv ?? missing();
  const [first] = known.tables.rows(table);
  if (first === undefined) throw new Error('The CSV has no row.');
  const line = `${csv.columns.map(({ name }) => printedIn(first.cells[name])).join(csv.delimiter)}\r\n`;
  appendFileSync(csv.path, line.repeat(rows));
  const database = new DatabaseSync(join(directory, 'ledger.sqlite'));
  database.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; BEGIN');
  const row = database.prepare('INSERT INTO rows (table_id, position, document_id, csv, cells) VALUES (?, ?, ?, ?, ?)');
  const cells = JSON.stringify(table.columns.map(({ name }) => first.cells[name] ?? null));
  // Documents that exist nowhere else, with ids far from the real ones.
  for (let index = 0; index < rows; index += 1) row.run(table.id, 2 + index, 10_000_000 + index, csv.number, cells);
  database.exec('COMMIT');
  database.close();
  const { size, mtimeMs, ino } = statSync(csv.path);
  const sha256 = createHash('sha256').update(readFileSync(csv.path)).digest('hex');
  known.tables.update(table.id, { csv: { ...csv, written: { sha256, size, mtimeMs, ino }, upTo: 1 + rows } });
}

serve({
  async begin({ directory, rows }: { readonly directory: string; readonly rows: number }) {
    ledger = openIn(directory);
    ledger.routes.setInfo(origin, info);
    if (rows === 0) return;
    await deliverAll(documents(1), { json: false, csv: 'folder' });
    lengthen(directory, rows);
  },
  async csv(count: number) {
    const all = documents(count);
    const begun = performance.now();
    await deliverAll(all, { json: false, csv: 'folder' });
    return performance.now() - begun;
  },
  async json(count: number) {
    const all = documents(count);
    const begun = performance.now();
    await deliverAll(all, { json: true, csv: 'off' });
    return performance.now() - begun;
  },
  /** Appends lines of the same length, with fsync after as many as are delivered at once. */
  async bareAppend({ directory, count }: { readonly directory: string; readonly count: number }) {
    const file = await open(join(directory, 'bare.csv'), 'a');
    const lines = Buffer.from(`${'x'.repeat(160)}\r\n`.repeat(atOnce));
    const begun = performance.now();
    for (let at = 0; at < count; at += atOnce) {
      await file.write(lines);
      await file.sync();
    }
    const milliseconds = performance.now() - begun;
    await file.close();
    return milliseconds;
  },
  /** Writes files atomically: temporary file, fsync, rename, fsync of the directory; eight at once, like ours. */
  async bareFiles({ directory, count }: { readonly directory: string; readonly count: number }) {
    const inside = join(directory, `bare-${Date.now()}`);
    mkdirSync(inside);
    const limit = pLimit(8);
    const bytes = Buffer.alloc(600, 'x');
    const begun = performance.now();
    await Promise.all(
      Array.from({ length: count }, (_, index) =>
        limit(async () => {
          const temporary = join(inside, `${index}.tmp`);
          const file = await open(temporary, 'wx');
          await file.write(bytes);
          await file.sync();
          await file.close();
          await link(temporary, join(inside, `${index}.json`));
          await unlink(temporary);
          const above = await open(inside, 'r');
          await above.sync();
          await above.close();
        }),
      ),
    );
    return performance.now() - begun;
  },
  end() {
    ledger?.close();
    ledger = undefined;
  },
});
