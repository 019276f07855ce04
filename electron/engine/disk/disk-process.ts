/** The script that works on a volume which may hang, for `remote-files.ts`: a process may be killed while it waits. */
import type { FileFacts } from '../../core/document/document.ts';
import { starter } from '../../process.ts';
import type { Hash, OpenFile } from '../ports.ts';
import { systemClock } from '../system.ts';
import { Directories, inTurn, type SystemCalls } from './directories.ts';
import { volumeFiles } from './disk.ts';
import { type FromDisk, packed, plainProblem, type ToDisk } from './disk-messages.ts';

/** The starter hears this often, in milliseconds, that the volume answers. */
const aliveMs = 1_000;
/** Up to this many bytes of a file go with the answer that it is open. */
const startBytes = 128 * 1024;

const outside = starter();
const send = (message: FromDisk): void => outside.send(message);

const files = volumeFiles(new Directories(telling(inTurn)));
/** Open files by the request that opened them. */
const open = new Map<number, OpenFile>();
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

/** What is not answered as the volume answers it. */
const special: Readonly<Record<string, (id: number, ...args: never[]) => Promise<unknown>>> = {
  list: async (_, directory: string, most?: number) => packed(await files.list(directory, most)),
  createWhole: (id, path: string, bytes: Uint8Array | undefined, sources: string[]) =>
    files.createWhole(path, bytes ?? pieces(id), sources),
  replaceWhole: (id, path: string, bytes: Uint8Array | undefined) => files.replaceWhole(path, bytes ?? pieces(id)),
  open: async (id, path: string, facts: FileFacts, whole?: boolean) => {
    const file = await files.open(path, facts, whole);
    open.set(id, file);
    const start = whole ? copy(await file.read(0, Math.min(facts.size, startBytes))) : new Uint8Array();
    const isSmall = whole && facts.size <= startBytes;
    return { start, ...(isSmall && { type: await file.contentType(), hashed: await hashOf(file) }) };
  },
  readOpen: async (_, opened: number, position: number, length: number) => {
    const bytes = await opening(opened).read(position, length);
    return bytes.byteLength === bytes.buffer.byteLength ? bytes : copy(bytes);
  },
  typeOfOpen: (_, opened: number) => opening(opened).contentType(),
  hashOpen: (_, opened: number) => hashOf(opening(opened)),
  close: async (_, opened: number) => {
    await open.get(opened)?.close();
    open.delete(opened);
  },
};

/** Without the bytes, which would have to be handed over, and may be read until the file is closed. */
async function hashOf(file: OpenFile): Promise<Hash> {
  const { content: _, ...hashed } = await file.hash();
  return hashed;
}

function opening(id: number): OpenFile {
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
  const plain = files as unknown as Readonly<Record<string, (...given: readonly unknown[]) => Promise<unknown>>>;
  const answer = async (): Promise<unknown> => special[name]?.(id, ...(args as never[])) ?? plain[name]?.(...args);
  void answer().then(
    (value) => name !== 'close' && send({ kind: 'answer', id, value }),
    (error: unknown) => send({ kind: 'problem', id, problem: plainProblem(error) }),
  );
}

outside.onMessage((message) => heard(message as ToDisk));
send({ kind: 'alive' });
