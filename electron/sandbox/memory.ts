import { existsSync, renameSync, rmSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { z } from 'zod';

/**
 * What a sandbox remembers from run to run, as JSON under names. Without it, everything is forgotten. What is stored was
 * written by an earlier run, and is unknown until a schema has read it.
 */
export interface SandboxMemory {
  /** What is stored under names with this prefix and fits the schema, in the order in which it was first stored. */
  read<Output>(prefix: string, schema: z.ZodType<Output>): ReadonlyMap<string, Output>;
  put(key: string, value: unknown): void;
  /** Forgets every name with this prefix. */
  forget(prefix: string): void;
  close(): void;
}

/** Remembers nothing. */
export const noMemory: SandboxMemory = { read: () => new Map(), put: () => {}, forget: () => {}, close: () => {} };

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
    const read = database.prepare(
      'SELECT key, value FROM kept WHERE substr(key, 1, ?) = ? AND json_valid(value) ORDER BY position',
    );
    const put = database.prepare(
      'INSERT INTO kept (key, value) VALUES (?, ?) ON CONFLICT (key) DO UPDATE SET value = excluded.value',
    );
    const forget = database.prepare('DELETE FROM kept WHERE substr(key, 1, ?) = ?');
    let open = true;
    return {
      read: (prefix, schema) =>
        new Map(
          read.all(prefix.length, prefix).flatMap(({ key, value }) => {
            const stored = schema.safeParse(JSON.parse(String(value)));
            return stored.success ? [[String(key), stored.data] as const] : [];
          }),
        ),
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
