/**
 * Hours of steady work in seconds: the engine on a virtual clock and a disk in memory. A program of its own, so that
 * its memory is nobody else's. Prints one line of JSON: what was done, and what was held early and at the end.
 */
import { getHeapSnapshot, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { folderSettingsSchema } from '../../electron/core/config/folder-settings.ts';
import { filesOf } from '../simulator/disk-port.ts';
import { MemoryDisk, sha256, textOf } from '../simulator/memory-disk.ts';
import { VirtualClock } from '../simulator/virtual-clock.ts';
import { createEngine, openLedger } from '../support/inside/engine.ts';
import { SteadyService, valueIn } from './steady-service.ts';

export interface VirtualSoak {
  readonly minutes: number;
  readonly dropped: number;
  readonly delivered: number;
  readonly accepted: number;
  readonly twice: number;
  readonly moving: number;
  readonly openBatches: number;
  /** Files on the disk at the end: the folder's table, and what still needs a review. */
  readonly files: number;
  readonly errors: readonly string[];
  /** Calls that the specification does not describe. */
  readonly violations: readonly string[];
  /** Bytes that were held after twenty minutes, and at the end. */
  readonly held: readonly number[];
}

const minuteMs = 60_000;
const folder = '/scans';
/** A document comes so often. */
const everyMs = 10_000;

setFlagsFromString('--expose-gc');
const collect = runInNewContext('gc') as () => void;

async function soak(minutes: number): Promise<VirtualSoak> {
  const clock = new VirtualClock();
  const disk = new MemoryDisk(clock);
  const service = new SteadyService(clock, disk, 'steady');
  const owner = {};
  const errors: string[] = [];
  let hint = (_directory: string) => {};
  disk.makeDirectory(folder);
  const engine = createEngine(
    {
      files: filesOf(disk, { before: () => {}, after: () => {} }, async () => {}),
      watcher: {
        watch(_, onHint) {
          hint = onHint;
          return { by: 'events', close: async () => {} };
        },
      },
      service: service.clientFor(owner),
      ledger: openLedger(':memory:'),
      clock: clock.clockFor(owner),
      random: () => 0.5,
      log: { debug: () => {}, info: () => {}, warn: () => {}, error: (message) => errors.push(message) },
    },
    {
      folders: [
        folderSettingsSchema.parse({
          ...{ path: folder, route: { kind: 'extraction', id: 'steady' } },
          ...{ existing: 'send', changed: 'send', askAbove: 0 },
        }),
      ],
      mode: 'watch',
      locale: 'en',
    },
  );
  await engine.start();

  const waiting = new Map<string, Uint8Array>();
  let dropped = 0;
  let delivered = 0;
  const put = (path: string, bytes: Uint8Array): void => {
    disk.put(path, bytes);
    waiting.set(path, bytes);
    hint(folder);
  };
  /** What has its own result goes, every seventh only after it was changed and sent anew. */
  const tidy = (): void => {
    for (const [path, bytes] of waiting) {
      const result = disk.get(`${path}.json`);
      if (result === undefined || !textOf(result).includes(valueIn(sha256(bytes)))) continue;
      delivered += 1;
      waiting.delete(path);
      if (delivered % 7 === 3) put(path, contentOf(`changed ${delivered}`));
      else clock.after(5_000, () => remove(path), owner);
    }
  };
  const remove = (path: string): void => {
    disk.remove(path);
    disk.remove(`${path}.json`);
    hint(folder);
  };
  const drop = (): void => {
    const copied = dropped % 11 === 5 ? waiting.values().next().value : undefined;
    put(`${folder}/scan ${dropped}.pdf`, copied ?? contentOf(`document ${dropped}`));
    // A scanner that writes it once more.
    const path = `${folder}/scan ${dropped}.pdf`;
    if (dropped % 13 === 7) clock.after(1_000, () => put(path, contentOf(`grown ${path}`)), owner);
    dropped += 1;
    tidy();
    if (clock.elapsed < minutes * minuteMs) clock.after(everyMs, drop, owner);
  };
  clock.after(0, drop, owner);
  // The line fails for a minute, twice an hour.
  for (let at = 20; at < minutes; at += 30) {
    clock.after(
      at * minuteMs,
      () => {
        service.offline = true;
      },
      owner,
    );
    clock.after(
      (at + 1) * minuteMs,
      () => {
        service.offline = false;
      },
      owner,
    );
  }
  const held: number[] = [];
  for (let at = 10; at <= minutes; at += 10) {
    await clock.run(
      at * minuteMs,
      () => false,
      () => {},
    );
    disk.forgetRemovals();
    // As often as in two real hours: tables of what is garbage would otherwise grow and be measured.
    collect();
    if (at === 20 || at === minutes) held.push(await heldBytes(disk));
  }
  for (let more = 1; more <= 60 && waiting.size > 0; more += 1) {
    await clock.run(
      minutes * minuteMs + more * minuteMs,
      () => false,
      () => {
        if (waiting.size > 0) tidy();
      },
    );
  }
  const { moving } = engine.status().balance;
  const outcome = {
    minutes,
    dropped,
    delivered,
    accepted: service.accepted,
    twice: service.twice,
    moving,
    openBatches: service.open,
  };
  return { ...outcome, files: disk.paths().length, errors, violations: service.violations, held };
}

function contentOf(text: string): Uint8Array {
  return Buffer.from(`%PDF-1.7\n1 0 obj\n<</Type/Page>>\nendobj\n% ${text} ${'.'.repeat(500)}\n%%EOF\n`);
}

/** Node types of a heap snapshot that are data; the rest is code, which comes and goes as functions are found to be busy. */
const dataTypes = new Set([
  'object',
  'array',
  'string',
  'concatenated string',
  'sliced string',
  'closure',
  'number',
  'bigint',
  'symbol',
  'regexp',
]);

/** Bytes that somebody still holds, in objects and in buffers, but for the files of the disk in memory. */
async function heldBytes(disk: MemoryDisk): Promise<number> {
  const pieces: Buffer[] = [];
  for await (const piece of getHeapSnapshot()) pieces.push(piece);
  const { snapshot, nodes, strings } = snapshotSchema.parse(JSON.parse(Buffer.concat(pieces).toString('utf8')));
  const { node_fields: fields, node_types: types } = snapshot.meta;
  const [type, name, size] = [fields.indexOf('type'), fields.indexOf('name'), fields.indexOf('self_size')];
  let bytes = -disk.paths().reduce((sum, path) => sum + (disk.get(path)?.length ?? 0), 0);
  for (let at = 0; at < nodes.length; at += fields.length) {
    const isBuffer = strings[nodes[at + name] ?? -1] === 'system / JSArrayBufferData';
    if (isBuffer || dataTypes.has(types[0][nodes[at + type] ?? -1] ?? '')) bytes += nodes[at + size] ?? 0;
  }
  return bytes;
}

const snapshotSchema = z.object({
  snapshot: z.object({
    meta: z.object({ node_fields: z.array(z.string()), node_types: z.tuple([z.array(z.string())], z.unknown()) }),
  }),
  nodes: z.custom<readonly number[]>(Array.isArray),
  strings: z.custom<readonly string[]>(Array.isArray),
});

process.stdout.write(`${JSON.stringify(await soak(Number(process.argv[2] ?? 120)))}\n`);
process.exit(0);
