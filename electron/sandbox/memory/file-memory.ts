import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { SandboxMemory } from './memory.ts';

/**
 * A memory in one file. An unreadable file is moved to `FILE.broken` and a new one is begun: it held only the sandbox's own
 * data. @throws Error if the disk refuses the file
 */
export function openFileMemory(file: string): SandboxMemory {
  try {
    return openDatabase(file);
  } catch (error) {
    if (!existsSync(file)) throw error;
    rmSync(`${file}.broken`, { force: true });
    for (const ending of ['-wal', '-shm']) rmSync(`${file}${ending}`, { force: true });
    renameSync(file, `${file}.broken`);
    return openDatabase(file);
  }
}

function openDatabase(file: string): SandboxMemory {
  const database = new DatabaseSync(file, { timeout: 2_000 });
  try {
    // A power failure may cost the last second, which is only the sandbox's own data.
    database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      CREATE TABLE IF NOT EXISTS kept (position INTEGER PRIMARY KEY, key TEXT NOT NULL UNIQUE, value TEXT NOT NULL) STRICT;`);
    const all = database.prepare('SELECT key, value FROM kept ORDER BY position');
    const put = database.prepare(
      'INSERT INTO kept (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    const forget = database.prepare('DELETE FROM kept WHERE substr(key, 1, ?) = ?');
    let open = true;
    return {
      all: () => all.all().flatMap(({ key, value }) => entryOf(key, value)),
      put(key, value) {
        if (open) put.run(key, JSON.stringify(value));
      },
      forget(prefix) {
        if (open) forget.run(prefix.length, prefix);
      },
      close() {
        if (!open) return;
        open = false;
        database.close();
      },
    };
  } catch (error) {
    database.close();
    throw error;
  }
}

function entryOf(key: unknown, text: unknown): { readonly key: string; readonly value: unknown }[] {
  if (typeof key !== 'string' || typeof text !== 'string') return [];
  try {
    return [{ key, value: JSON.parse(text) as unknown }];
  } catch {
    return [];
  }
}
