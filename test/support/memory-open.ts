import type { ContentKey, MachineName, OpenedAtMachine, OpenedContent } from '../../electron/register/register.ts';

export interface OpenRow extends ContentKey {
  /** Of the register's time. */
  readonly since: number;
}

interface OpenRows {
  readonly now: number;
  readonly leases: readonly MachineName[];
  /** By lease. */
  readonly open: Map<number, readonly OpenRow[]>;
  readonly bug: string | undefined;
  isAlive(lease: number): boolean;
  tell(): void;
}

/** Puts what is open under a lease in place of what was, and tells the others if that is something else. */
export function openAt(rows: OpenRows, lease: number, contents: readonly OpenedContent[]): void {
  const before = new Map((rows.open.get(lease) ?? []).map((row) => [keyOf(row), row]));
  const open = contents.map(
    ({ openMs, origin, route, sha256 }) =>
      before.get(keyOf({ origin, route, sha256 })) ?? { origin, route, sha256, since: rows.now - openMs },
  );
  rows.open.set(lease, open);
  if (open.length !== before.size || open.some((row) => !before.has(keyOf(row)))) rows.tell();
}

/** What is open for documents of a service at machines that are alive. */
export function openedOf(rows: OpenRows, origin: string): readonly OpenedAtMachine[] {
  const all = [...rows.open].flatMap(([lease, open]) => {
    const named = rows.leases[lease];
    const isThere = rows.isAlive(lease) || rows.bug === 'open-for-ever';
    return named === undefined || !isThere ? [] : open.map((each) => ({ each, machine: { id: named.id, name: named.name } }));
  });
  return all
    .filter(({ each }) => each.origin === origin)
    .toSorted((one, other) => one.each.since - other.each.since)
    .map(({ each: { since, ...content }, machine }) => ({ ...content, machine, openMs: rows.now - since }));
}

function keyOf({ origin, route, sha256 }: ContentKey): string {
  return `${sha256} ${route} ${origin}`;
}
