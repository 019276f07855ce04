import type { Row } from './connection.ts';

/**
 * Checks every table but the search index itself, which takes longer than all the others and holds nothing that cannot be rebuilt.
 * @returns the first thing that is wrong, in SQLite's words; undefined if all is well
 */
export function findingIn(all: (sql: string) => readonly Row[]): string | undefined {
  for (const { name } of all("SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'")) {
    const finding = Object.values(all(`PRAGMA quick_check("${String(name)}")`)[0] ?? {})[0];
    if (finding !== 'ok') return String(finding).replaceAll(/\s+/g, ' ');
  }
  return undefined;
}
