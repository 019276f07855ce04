/** The script that works on a volume which may hang, for `remote-files.ts`: a process may be killed while it waits. */
import type { FileFacts } from '../../core/document/document.ts';
import { starter } from '../../process.ts';
import type { Expected, OpenFile } from '../ports.ts';
import { systemClock } from '../system.ts';
import { inTurn, type SystemCalls } from './calls.ts';
import { Directories, linkTarget } from './directories.ts';
import { createFiles } from './disk.ts';
import { type DiskRequestName, type FromDisk, packed, plainProblem, type ToDisk } from './disk-messages.ts';

/** The starter hears this often, in milliseconds, that the volume answers. */
const aliveMs = 1_000;
/** Up to this many bytes of a file go with the answer that it is open. */
const startBytes = 128 * 1024;

const outside = starter();
const send = (message: FromDisk): void => outside.send(message);

const calls = telling(inTurn);
const files = createFiles(calls, new Directories(calls));
/** Open files by the request that opened them. `read` is of a file that is being sent. */
const open = new Map<number, { readonly file?: OpenFile; readonly read: Read; readonly close: () => void }>();
type Read = (position: number, length: number) => Promise<Uint8Array>;
const pulled = new Map<number, (piece: Extract<ToDisk, { kind: 'piece' }>) => void>();

/** Says that the volume is alive, whenever it has answered. */
function telling(all: SystemCalls): SystemCalls {
  let told = Number.NEGATIVE_INFINITY;
  const tell = (): void => {
    const now = systemClock.elapsed();
    if (now - told < aliveMs) return;
    told = now;
    send({ kind: 'alive' });
  };
  const wrap = <Given extends unknown[], Value>(call: (...given: Given) => Value | Promise<Value>) => {
    return (...given: Given) => {
      const value = call(...given);
      if (!(value instanceof Promise)) {
        tell();
        return value;
      }
      return value.finally(tell);
    };
  };
  return Object.fromEntries(
    Object.entries(all).map(([name, call]) => [name, wrap(call as () => unknown)]),
  ) as unknown as SystemCalls;
}

/** A view takes all of its buffer with it. */
function copy(bytes: Uint8Array): Uint8Array {
  return new Uint8Array(bytes);
}

/** The client pairs each name with its arguments. */
function plainly<Given extends unknown[]>(operation: (...given: Given) => Promise<unknown>) {
  return (_: number, ...given: never[]) => operation(...(given as unknown as Given));
}

const operations: Record<DiskRequestName, (id: number, ...args: never[]) => Promise<unknown>> = {
  stat: plainly(files.stat),
  list: async (_, directory: string, most?: number) => packed(await files.list(directory, most)),
  read: plainly(files.read),
  hash: plainly(files.hash),
  contentType: plainly(files.contentType),
  probeWrite: plainly(files.probeWrite),
  createWhole: plainly(files.createWhole),
  replaceWhole: plainly(files.replaceWhole),
  writeAt: plainly(files.writeAt),
  makeDirectory: plainly(files.makeDirectory),
  moveNew: plainly(files.moveNew),
  removeLeftover: plainly(files.removeLeftover),
  linkTarget: (_, path: string) => linkTarget(calls, path),
  createPieces: (id, path: string, sources?: readonly string[], durable?: 'now' | 'later') =>
    files.createWhole(path, pieces(id), sources, durable),
  replacePieces: (id, path: string) => files.replaceWhole(path, pieces(id)),
  open: (id, path: string, expected: Expected) =>
    new Promise((resolve, reject) => {
      const whole = files.whileOpen(path, expected, async (file) => {
        const closed = Promise.withResolvers<void>();
        open.set(id, { file, read: file.read, close: closed.resolve });
        const start = copy(await file.read(0, Math.min(expected.size, startBytes)));
        const isSmall = expected.toHash && expected.size <= startBytes;
        resolve({ facts: file.facts, start, ...(isSmall && { type: await file.contentType(), hashed: await file.hash() }) });
        await closed.promise;
      });
      whole.catch(reject).finally(() => open.delete(id));
    }),
  openToSend: async (id, path: string, expected: FileFacts) => {
    const file = await files.openToSend(path, expected);
    const read: Read = async (position, length) => {
      const bytes = new Uint8Array(length);
      return bytes.subarray(0, await file.read(bytes, 0, length, position));
    };
    open.set(id, { read, close: () => void file.close().finally(() => open.delete(id)) });
  },
  readOpen: async (_, opened: number, position: number, length: number) => {
    const bytes = await opening(opened).read(position, length);
    return bytes.byteLength === bytes.buffer.byteLength ? bytes : copy(bytes);
  },
  typeOfOpen: async (_, opened: number) => opening(opened).file?.contentType(),
  hashOpen: async (_, opened: number) => opening(opened).file?.hash(),
  close: async (_, opened: number) => open.get(opened)?.close(),
};

function opening(id: number) {
  const file = open.get(id);
  if (file === undefined) throw new Error('The file is closed.');
  return file;
}

async function* pieces(id: number): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const next = new Promise<Extract<ToDisk, { kind: 'piece' }>>((resolve) => pulled.set(id, resolve));
      send({ kind: 'pull', id });
      const { bytes, failed } = await next;
      if (failed) throw new Error('There is nothing more to write.');
      if (bytes === undefined) return;
      yield bytes;
    }
  } finally {
    pulled.delete(id);
  }
}

function heard(message: ToDisk): void {
  if (message.kind === 'piece') {
    pulled.get(message.id)?.(message);
    return;
  }
  const { id, name, args } = message;
  void operations[name](id, ...(args as never[])).then(
    (value) => name !== 'close' && send({ kind: 'answer', id, value }),
    (error: unknown) => send({ kind: 'problem', id, problem: plainProblem(error) }),
  );
}

outside.onMessage((message) => heard(message as ToDisk));
send({ kind: 'alive' });
