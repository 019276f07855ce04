/** The engine's ports as a test needs them: counted, told of, refused on request, and dead when their process is. */

import { join } from 'node:path';
import type { FileFacts } from '../../../electron/core/document/document.ts';
import type { Failure } from '../../../electron/core/protocol/failure.ts';
import type { Result } from '../../../electron/core/result.ts';
import { DiskProblem, type DiskProblemKind, type Entry, type Files, type Log } from '../../../electron/engine/ports.ts';
import type { Ledger } from '../../../electron/ledger/ledger.ts';
import type { Service } from '../../../electron/service/service.ts';
import type { ScriptedClock } from './scripted-clock.ts';

/** Calls to the outside world that are under way. */
export interface Busy {
  count: number;
  /** One of them has ended. */
  readonly onEnd: () => void;
}

/** A call to the service as the engine made it; times are those of its clock. */
export interface Call {
  readonly name: keyof Service;
  readonly at: number;
  endedAt?: number;
  /** Beginnings and ends of calls, counted together. */
  readonly order: number;
  endOrder?: number;
  /** The files of an upload. */
  readonly fileNames?: readonly string[];
  /** The batch that is asked for. */
  readonly batchId?: string;
  failure?: Failure;
}

export interface LogEntry {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
  readonly details?: object;
}

/** The process that the ports belong to. */
export interface Life {
  dead: boolean;
}

const never = new Promise<never>(() => {});

async function counted<Value>(busy: Busy, work: () => Promise<Value>): Promise<Value> {
  busy.count += 1;
  try {
    return await work();
  } finally {
    busy.count -= 1;
    busy.onEnd();
  }
}

/** No time passes while such a ledger waits for the disk. */
export function withCountedWaits(ledger: Ledger, busy: Busy): Ledger {
  const { durably, synced } = ledger;
  ledger.durably = <Value>(work: () => Value) => counted(busy, () => Reflect.apply(durably, ledger, [work]) as Promise<Value>);
  ledger.synced = () => counted(busy, () => Reflect.apply(synced, ledger, []));
  return ledger;
}

async function living<Value>(busy: Busy, life: Life, work: () => Promise<Value>): Promise<Value> {
  if (life.dead) return never;
  try {
    return await counted(busy, work);
  } finally {
    // Whoever has died hears no answer any more.
    if (life.dead) await never;
  }
}

export type Refuse = (operation: keyof Files, path: string) => DiskProblemKind | undefined;

const reading: ReadonlySet<keyof Files> = new Set(['stat', 'list', 'read', 'hash', 'contentType', 'open']);

/** The real disk, but for what `refuse` refuses. */
export function watchedFiles(files: Files, busy: Busy, life: Life, refuse: Refuse): Files {
  const asked = async <Value>(name: keyof Files, path: string, work: () => Promise<Value>): Promise<Value> => {
    const kind = refuse(name, path);
    if (kind !== undefined) throw new DiskProblem(kind, path, reading.has(name) ? 'read' : 'write');
    return work();
  };
  const operate = <Value>(name: keyof Files, path: string, work: () => Promise<Value>): Promise<Value> =>
    living(busy, life, () => asked(name, path, work));
  /** Who dies while a file is open does not keep it open. */
  const whileAlive = <Value>(name: keyof Files, path: string, work: () => Promise<Value>): Promise<Value> =>
    counted(busy, async () => {
      const value = await asked(name, path, work);
      if (life.dead) throw new Error('The process has ended.');
      return value;
    });
  return {
    realPath: (path) => counted(busy, () => files.realPath(path)),
    isBeingWritten: (path) => operate('isBeingWritten', path, () => files.isBeingWritten(path)),
    stat: (path) => operate('stat', path, () => files.stat(path)),
    list: (path) =>
      operate('list', path, async () => {
        const isRefused = ({ name }: Entry) => refuse('stat', join(path, name)) !== undefined;
        const unreadable = { kind: 'unreadable', size: 0, mtimeMs: 0, ino: 0 } as const;
        return (await files.list(path)).map((entry) => (isRefused(entry) ? { ...entry, ...unreadable } : entry));
      }),
    read: (path, position, length) => operate('read', path, () => files.read(path, position, length)),
    hash: (path, signal) => operate('hash', path, () => files.hash(path, signal)),
    contentType: (path) => operate('contentType', path, () => files.contentType(path)),
    open: (path, facts, whole) =>
      operate('open', path, async () => {
        const file = await files.open(path, facts, whole);
        const read: typeof file.read = (position, length) => whileAlive('read', path, () => file.read(position, length));
        return {
          ...file,
          read,
          contentType: () => whileAlive('contentType', path, () => file.contentType()),
          hash: (signal) => whileAlive('hash', path, () => file.hash(signal)),
          close: () => counted(busy, () => file.close()),
        };
      }),
    probeWrite: (path) => operate('probeWrite', path, () => files.probeWrite(path)),
    createWhole: (path, ...given) => operate('createWhole', path, () => files.createWhole(path, ...given)),
    replaceWhole: (path, bytes) => operate('replaceWhole', path, () => files.replaceWhole(path, bytes)),
    sync: (path, expected) => operate('sync', path, () => files.sync(path, expected)),
    writeAt: (path, expected, position, bytes) => operate('writeAt', path, () => files.writeAt(path, expected, position, bytes)),
    makeDirectory: (path) => operate('makeDirectory', path, () => files.makeDirectory(path)),
    removeLeftover: (path) => operate('removeLeftover', path, () => files.removeLeftover(path)),
    moveNew: (from, to, expected) => operate('moveNew', to, () => files.moveNew(from, to, expected)),
  };
}

/** The same on a disk that has no numbers for its files, as some shares and FAT volumes. */
export function withoutInodes(files: Files): Files {
  const withoutOne = <Entry extends { readonly ino: number }>(entry: Entry): Entry => ({ ...entry, ino: 0 });
  /** What is asked about is meant by its other facts. */
  const asThere = async (path: string, facts: FileFacts): Promise<FileFacts> => {
    const { ino = 0 } = (await files.stat(path)) ?? {};
    return { ...facts, ino };
  };
  return {
    ...files,
    async stat(path) {
      const entry = await files.stat(path);
      return entry && withoutOne(entry);
    },
    list: async (path, most) => (await files.list(path, most)).map(withoutOne),
    open: async (path, facts, whole) => files.open(path, await asThere(path, facts), whole),
    async createWhole(...given) {
      const facts = await files.createWhole(...given);
      return facts === 'taken' ? facts : withoutOne(facts);
    },
    replaceWhole: async (path, bytes) => withoutOne(await files.replaceWhole(path, bytes)),
    writeAt: async (path, expected, position, bytes) =>
      withoutOne(await files.writeAt(path, await asThere(path, expected), position, bytes)),
    sync: async (path, expected) => files.sync(path, await asThere(path, expected)),
    moveNew: async (from, to, expected) => files.moveNew(from, to, expected && (await asThere(from, expected))),
  };
}

/** The real client; every call the engine makes is written down. `beforeSent` is asked just before `sent` is committed. */
export function watchedService(
  service: Service,
  context: { clock: ScriptedClock; busy: Busy; life: Life; calls: Call[]; beforeSent: () => void; afterSent: () => void },
): Service {
  const { clock, busy, life, calls } = context;
  let order = 0;
  function call<Value>(
    name: keyof Service,
    facts: Pick<Call, 'fileNames' | 'batchId'>,
    work: () => Promise<Result<Value, Failure>>,
  ): Promise<Result<Value, Failure>> {
    if (life.dead) return never;
    order += 1;
    const entry: Call = { name, at: clock.elapsed, order, ...facts };
    calls.push(entry);
    return living(busy, life, async () => {
      const answer = await work();
      order += 1;
      entry.endedAt = clock.elapsed;
      entry.endOrder = order;
      if (!answer.ok) entry.failure = answer.error;
      return answer;
    });
  }
  type Upload = Parameters<Service['uploadFiles']>[2];
  const told = (options: Upload): Upload => ({
    ...options,
    beforeClosingBoundary: async () => {
      if (life.dead) return never;
      context.beforeSent();
      if (life.dead) return never;
      const may = await options.beforeClosingBoundary();
      context.afterSent();
      return life.dead ? never : may;
    },
  });
  const namesOf = (files: readonly { readonly fileName: string }[]) => ({ fileNames: files.map(({ fileName }) => fileName) });
  return {
    ...service,
    viewExtraction: (id, options) => call('viewExtraction', {}, () => service.viewExtraction(id, options)),
    uploadFiles: (id, files, options) => call('uploadFiles', namesOf(files), () => service.uploadFiles(id, files, told(options))),
    getBatchResults: (id, batchId, options) =>
      call('getBatchResults', { batchId }, () => service.getBatchResults(id, batchId, options)),
    uploadClassificationBatch: (id, files, options) =>
      call('uploadClassificationBatch', namesOf(files), () => service.uploadClassificationBatch(id, files, told(options))),
    getClassificationBatch: (id, batchId, options) =>
      call('getClassificationBatch', { batchId }, () => service.getClassificationBatch(id, batchId, options)),
    overrideCategory: (id, fileId, categoryId, options) =>
      call('overrideCategory', {}, () => service.overrideCategory(id, fileId, categoryId, options)),
    redoClassification: (id, fileId, options) =>
      call('redoClassification', {}, () => service.redoClassification(id, fileId, options)),
  };
}

export function keptLog(entries: LogEntry[]): Log {
  const at = (level: LogEntry['level']) => (message: string, details?: object) => {
    entries.push({ level, message, ...(details !== undefined && { details }) });
  };
  return { debug: at('debug'), info: at('info'), warn: at('warn'), error: at('error') };
}
