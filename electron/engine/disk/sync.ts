import { constants } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import type { SystemCalls } from './directories.ts';

/** Up to this many files are synced one by one: that takes no longer than a sync of their volume. */
const few = 2;

interface OpenedFile {
  readonly calls: SystemCalls;
  readonly fd: number;
}

/** Makes the bytes of a file that is open durable. Those of many that wait for it together take one sync of their volume. */
export async function syncFile(calls: SystemCalls, fd: number): Promise<void> {
  await files.join(`${(await calls.fstat(fd)).dev}`, { calls, fd });
}

/** Makes a change of names in a directory (a way) durable, if the platform can: Windows cannot open directories. */
export async function syncDirectory(calls: SystemCalls, way: string): Promise<void> {
  // Nobody else's way leads to the same directory while it is used.
  if (process.platform !== 'win32') await directories.join(way, { calls, way });
}

/** One sync serves all who wait for the same subject: whoever comes while one is under way shares the next, which begins after their change. */
class SharedSyncs<Item> {
  readonly #sync: (items: readonly Item[]) => Promise<void>;
  readonly #last = new Map<string, { readonly items: Item[]; readonly ended: Promise<void>; hasBegun: boolean }>();

  constructor(sync: (items: readonly Item[]) => Promise<void>) {
    this.#sync = sync;
  }

  join(subject: string, item: Item): Promise<void> {
    const last = this.#last.get(subject);
    if (last?.hasBegun === false) {
      last.items.push(item);
      return last.ended;
    }
    const begin = async () => {
      await last?.ended.catch(() => {});
      // Those who come in this turn come along.
      await setImmediate();
      group.hasBegun = true;
      try {
        await this.#sync(group.items);
      } finally {
        if (this.#last.get(subject) === group) this.#last.delete(subject);
      }
    };
    const group = { items: [item], ended: Promise.resolve(), hasBegun: false };
    this.#last.set(subject, group);
    group.ended = begin();
    return group.ended;
  }
}

const files = new SharedSyncs<OpenedFile>(async (opened) => {
  const [first] = opened;
  if (opened.length > few && first !== undefined && (await first.calls.syncVolume?.(first.fd)) === true) return;
  for (const { calls, fd } of opened) await calls.fsync(fd);
});

const directories = new SharedSyncs<{ readonly calls: SystemCalls; readonly way: string }>(async ([first]) => {
  if (first === undefined) return;
  const { calls, way } = first;
  // Some network file systems refuse this: the names are then as durable as the server makes them.
  try {
    const fd = await calls.open(way, constants.O_RDONLY);
    try {
      await calls.fsync(fd);
    } finally {
      await calls.close(fd);
    }
  } catch {}
});
