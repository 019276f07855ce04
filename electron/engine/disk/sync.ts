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

type Synced = readonly PromiseSettledResult<void>[];

/** One sync serves all who wait for the same subject: whoever comes while one is under way shares the next, which begins after their change. */
class SharedSyncs<Item> {
  readonly #sync: (items: readonly Item[]) => Promise<Synced>;
  readonly #last = new Map<string, { readonly items: Item[]; ended: Promise<Synced>; hasBegun: boolean }>();

  /** @param sync answers for each item, once nothing of any is under way any more */
  constructor(sync: (items: readonly Item[]) => Promise<Synced>) {
    this.#sync = sync;
  }

  async join(subject: string, item: Item): Promise<void> {
    const last = this.#last.get(subject);
    const group = last?.hasBegun === false ? last : { items: [] as Item[], ended: nothing, hasBegun: false };
    const place = group.items.push(item) - 1;
    if (group !== last) {
      this.#last.set(subject, group);
      group.ended = this.#begin(subject, group, last?.ended);
    }
    const own = (await group.ended)[place];
    if (own?.status === 'rejected') throw own.reason;
  }

  async #begin(subject: string, group: { readonly items: Item[]; hasBegun: boolean }, before = nothing): Promise<Synced> {
    await before;
    // Those who come in this turn come along.
    await setImmediate();
    group.hasBegun = true;
    const synced = await this.#sync(group.items);
    if (this.#last.get(subject) === group) this.#last.delete(subject);
    return synced;
  }
}

const nothing: Promise<Synced> = Promise.resolve([]);

const files = new SharedSyncs<OpenedFile>(async (opened) => {
  const [first] = opened;
  if (opened.length > few && first !== undefined && (await first.calls.syncVolume?.(first.fd)) === true) return [];
  return Promise.allSettled(opened.map(async ({ calls, fd }) => calls.fsync(fd)));
});

const directories = new SharedSyncs<{ readonly calls: SystemCalls; readonly way: string }>(async ([first]) => {
  if (first === undefined) return [];
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
  return [];
});
