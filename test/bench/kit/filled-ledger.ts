/** A ledger of many documents sent long ago, as after years of use. */
import { lstatSync, readdirSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { logLine } from '../../../electron/ledger/document-row.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { View } from '../../../electron/view/view.ts';
import type { Tree } from './files.ts';

export interface FilledFile {
  /** Relative to the folder; '' is the folder itself. */
  readonly directory: string;
  readonly name: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ino: number;
}

export const filledOrigin = 'http://127.0.0.1:1';
export const filledRoute = { kind: 'extraction', id: 'bench' } as const;

/** Of every ten documents one failed, one needs review and eight are processed; all but the failed one are delivered. */
function stateOf(index: number): 'failed' | 'needs_review' | 'processed' {
  return index % 10 === 0 ? 'failed' : index % 10 === 1 ? 'needs_review' : 'processed';
}

/**
 * Creates the ledger in `file`, with one document for each of the folder's files. It writes the tables directly, because
 * putting a million documents through the engine would take hours.
 */
export function fillLedger(file: string, folder: string, files: Iterable<FilledFile>): void {
  const ledger = openLedger(file);
  const folderId = ledger.folders.ensure(folder).id;
  ledger.folders.setBaseline(folderId, 1);
  ledger.routes.setInfo(filledOrigin, {
    route: filledRoute,
    name: 'Bench',
    fields: ['number', 'supplier', 'date', 'total'],
    seenAt: 1,
  });
  const route = ledger.routes.idOf(filledOrigin, filledRoute);
  ledger.close();

  const database = new DatabaseSync(file);
  // An unfinished file is never used.
  database.exec('PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF; PRAGMA cache_size = -200000; BEGIN');
  const document = database.prepare(
    `INSERT INTO documents (seq, folder_id, path, size, mtime_ms, ino, hash, content_type, file, route, job, state, delivery_json,
      standing, found_at, changed_at, delivered_at, log)
      VALUES (?, ?, ?, ?, ?, ?, ?, 'application/pdf', '{"kind":"there"}', ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const job = database.prepare(
    `INSERT INTO jobs (id, route, hash, state_json, tries, sent_from, file_id, sent_as, result, attempts, possible_duplicate)
      VALUES (?1, ?2, ?3, ?4, 1, ?1, ?5, ?6, ?7, 0, 0)`,
  );
  const seen = database.prepare(
    'INSERT INTO files (folder_id, directory, name, size, mtime_ms, ino, document_id) VALUES (?, ?, ?, ?, ?, ?, ?)',
  );
  let index = 0;
  for (const { directory, name, size, mtimeMs, ino } of files) {
    const state = stateOf(index);
    const path = directory === '' ? name : `${directory}/${name}`;
    const stateJson = state === 'failed' ? { kind: state, by: 'service', message: 'unreadable' } : { kind: state };
    const delivery = state === 'failed' ? { kind: 'none' } : { kind: 'done', at: 1 };
    const at = 1_700_000_000_000 + index * 1_000;
    const hash = index.toString(16).padStart(64, '0');
    const id = index + 1;
    job.run(id, route, hash, JSON.stringify(stateJson), `file-${id}`, name, resultOf(index));
    document.run(
      id,
      folderId,
      path,
      size,
      mtimeMs,
      ino,
      hash,
      route,
      id,
      state,
      JSON.stringify(delivery),
      state === 'processed' ? 'done' : state === 'failed' ? 'failed' : 'needs-you',
      at,
      at,
      state === 'failed' ? null : at,
      ['found', 'ready', 'accepted', 'delivered'].map((event) => logLine(id, at, event)).join(''),
    );
    seen.run(folderId, directory, name, size, mtimeMs, ino, id);
    index += 1;
  }
  database.exec('COMMIT; PRAGMA wal_checkpoint(TRUNCATE)');
  database.close();
  const filled = openLedger(file);
  const view = new View(viewBeside(file), filled);
  while (view.readOn());
  view.close();
  filled.close();
}

function resultOf(index: number): string | null {
  const status = stateOf(index);
  if (status === 'failed') return null;
  const cents = (index * 7_919) % 10_000_000;
  const date = new Date(Date.UTC(2020, 0, 1 + (index % 2_000))).toISOString().slice(0, 10);
  const amount = `${Math.floor(cents / 100)}.${String(cents % 100).padStart(2, '0')}`;
  const extractedData = { number: `R-${index}`, supplier: `Supplier ${index % 977}`, date, total: `${amount} €` };
  return JSON.stringify({ kind: 'extraction', status, extractedData, extra: {} });
}

export function viewBeside(file: string): string {
  return join(dirname(file), 'view.sqlite');
}

/** Files that do not exist on disk. */
export function* imagined(count: number): Generator<FilledFile> {
  for (let index = 0; index < count; index += 1) {
    const month = `2025-${String(1 + (index % 12)).padStart(2, '0')}`;
    yield { directory: month, name: `scan-${String(index).padStart(7, '0')}.pdf`, size: 100_000, mtimeMs: index, ino: index + 1 };
  }
}

/** The files of a tree on disk. */
export function* filesOf({ directory }: Tree): Generator<FilledFile> {
  for (const entry of readdirSync(directory, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const { size, mtimeMs, ino } = lstatSync(join(entry.parentPath, entry.name));
    yield { directory: entry.parentPath.slice(directory.length + 1), name: entry.name, size, mtimeMs, ino };
  }
}
