/** What is known of inboxes in the register in memory: what was delivered there, what is about to be, and where the tables are. */
import { given } from '../../electron/core/plain-data.ts';
import type { Delivery, FileKey, InboxTable, Intent, KnownDelivery } from '../../electron/register/register.ts';

interface InboxRows {
  readonly deliveries: Map<string, Delivery>;
  readonly intents: Map<string, Intent>;
  readonly tables: Map<string, InboxTable>;
}

export function deliveriesOf({ deliveries, intents }: InboxRows, inbox: string, files: readonly FileKey[]): KnownDelivery[] {
  return files.flatMap(({ path, sha256 }) => {
    const key = keyOf(inbox, { path, sha256 });
    const [delivery, intent] = [deliveries.get(key), intents.get(key)];
    if (intent === undefined) return delivery ?? [];
    return { ...(delivery ?? { path, sha256, digest: '' }), begun: given({ json: intent.json }) };
  });
}

export function unfinishedIn({ intents }: InboxRows, inbox: string, after?: FileKey): FileKey[] {
  const last = after === undefined ? '' : keyOf(inbox, after);
  const keys = [...intents.keys()].filter((key) => key.startsWith(`${inbox}\n`) && key > last).toSorted();
  return keys.slice(0, 1_000).flatMap((key) => {
    const intent = intents.get(key);
    return intent === undefined ? [] : [{ path: intent.path, sha256: intent.sha256 }];
  });
}

export function tablesOf({ tables }: InboxRows, inbox: string): InboxTable[] {
  return [...tables].filter(([key]) => key.startsWith(`${inbox}\n`)).map(([, table]) => table);
}

export function intendIn(rows: InboxRows, inbox: string, intents: readonly Intent[], tables: readonly InboxTable[]): void {
  for (const intent of intents) rows.intents.set(keyOf(inbox, intent), intent);
  putTables(rows, inbox, tables);
}

export function deliverIn(
  rows: InboxRows,
  inbox: string,
  deliveries: readonly Delivery[],
  tables: readonly InboxTable[],
  ended: readonly FileKey[],
): void {
  for (const delivery of deliveries) rows.deliveries.set(keyOf(inbox, delivery), delivery);
  for (const file of [...deliveries, ...ended]) rows.intents.delete(keyOf(inbox, file));
  putTables(rows, inbox, tables);
}

function putTables(rows: InboxRows, inbox: string, tables: readonly InboxTable[]): void {
  for (const table of tables) rows.tables.set(`${inbox}\n${table.route}`, table);
}

function keyOf(inbox: string, { path, sha256 }: FileKey): string {
  return `${inbox}\n${path}\n${sha256}`;
}
