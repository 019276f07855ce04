import { say } from '../../core/messages/message.ts';
import type { OwnProcess } from '../../process.ts';
import { DiskProblem } from '../ports.ts';
import { systemClock } from '../system.ts';
import { eachOperation, type VolumeFiles } from './disk.ts';
import { type DiskRequestName, type FromDisk, type OpenedFile, problemOf, type ToDisk, unpacked } from './disk-messages.ts';

/** A process that works on a volume. */
export interface VolumeWorker extends Pick<OwnProcess, 'onMessage' | 'onExit' | 'kill'> {
  send(message: ToDisk): void;
}

export type RemoteFiles = VolumeFiles & {
  /** From now on nothing is waited for longer than this, in milliseconds. */
  hurry(milliseconds: number): void;
  close(): void;
};

type Pieces = Iterator<Uint8Array> | AsyncIterator<Uint8Array>;

interface Waiting {
  readonly answered: PromiseWithResolvers<unknown>;
  readonly path: string;
  readonly since: number;
  readonly source?: Pieces;
}

/** How often it is seen whether the volume answers, and for how long one that does not is left alone. Milliseconds. */
const lookMs = 250;
const firstPauseMs = 2_000;
const maxPauseMs = 60_000;
/** A busy machine takes so long to start a process. Milliseconds. */
const startMs = 30_000;
/** No operation takes longer, even if others are answered meanwhile. */
const longestMs = 5 * 60_000;

/**
 * The files of one volume, worked on elsewhere. If the volume does not answer for `patienceMs`, what works on it is killed, and
 * everything that waits for it is refused with a reason; it is tried again after a growing pause, and only once the one before
 * has really ended. So a share that hangs costs one process, and holds up nobody who does not want something of it.
 *
 * @param name what people know the volume by
 */
export function createRemoteFiles(name: string, begin: () => VolumeWorker, patienceMs: number): RemoteFiles {
  const waiting = new Map<number, Waiting>();
  let worker: VolumeWorker | undefined;
  let patience = patienceMs;
  let last = 0;
  let heardAt = 0;
  let isGoing = false;
  let isUp = false;
  let pauseMs = firstPauseMs;
  let pauseUntil = 0;
  let timer: NodeJS.Timeout | undefined;

  const unanswered = (path: string) =>
    new DiskProblem('other', path, 'read', { said: say('disk.unanswered', { path, volume: name }) });

  const notBegun = (path: string, reason: string) =>
    new DiskProblem('other', path, 'read', { said: say('disk.noProcess', { path, reason }) });

  function working(path: string): VolumeWorker {
    if (worker !== undefined) return worker;
    if (isGoing || systemClock.elapsed() < pauseUntil) throw unanswered(path);
    const begun = begin();
    isUp = false;
    worker = begun;
    begun.onMessage((message) => worker === begun && heard(message as FromDisk));
    begun.onExit((exit, how) => {
      if (worker === begun) lose(how === 'begun' ? unanswered : (path) => notBegun(path, exit));
      isGoing = false;
    });
    return begun;
  }

  /** Everything that waits is refused. */
  function lose(why = unanswered): void {
    worker = undefined;
    pauseUntil = systemClock.elapsed() + pauseMs;
    pauseMs = Math.min(maxPauseMs, 2 * pauseMs);
    for (const [id, { answered, path }] of [...waiting]) {
      settled(id);
      answered.reject(why(path));
    }
  }

  function settled(id: number): void {
    waiting.delete(id);
    if (waiting.size > 0) return;
    clearInterval(timer);
    timer = undefined;
  }

  function look(): void {
    const now = systemClock.elapsed();
    const isSilent = now - heardAt > (isUp || patience < patienceMs ? patience : Math.max(patience, startMs));
    const isEndless = [...waiting.values()].some(({ since }) => now - since > Math.max(longestMs, patience));
    if (!isSilent && !isEndless) return;
    const silent = worker;
    isGoing = true;
    lose();
    silent?.kill();
  }

  function heard(message: FromDisk): void {
    heardAt = systemClock.elapsed();
    isUp = true;
    pauseMs = firstPauseMs;
    if (message.kind === 'alive') return;
    const asked = waiting.get(message.id);
    if (asked === undefined) return;
    if (message.kind === 'pull') {
      void push(message.id, asked);
      return;
    }
    settled(message.id);
    if (message.kind === 'answer') asked.answered.resolve(message.value);
    else asked.answered.reject(problemOf(message.problem));
  }

  async function push(id: number, { answered, source }: Waiting): Promise<void> {
    const by = worker;
    try {
      const next = await source?.next();
      // It may have been given up meanwhile.
      if (waiting.has(id))
        by?.send({ kind: 'piece', id, ...(next !== undefined && next.done !== true && { bytes: next.value }) });
    } catch (error) {
      answered.reject(error);
      if (waiting.has(id)) by?.send({ kind: 'piece', id, failed: true });
    }
  }

  function ask(
    asked: DiskRequestName,
    args: readonly unknown[],
    { path = String(args[0]), by, source }: { readonly path?: string; readonly by?: VolumeWorker; readonly source?: Pieces } = {},
  ): { readonly id: number; readonly by: VolumeWorker; readonly answer: Promise<never> } {
    const id = ++last;
    const on = by ?? working(path);
    // What was open in one that has ended is open no more.
    if (on !== worker) throw unanswered(path);
    const answered = Promise.withResolvers<unknown>();
    if (waiting.size === 0) heardAt = systemClock.elapsed();
    waiting.set(id, { answered, path, since: systemClock.elapsed(), ...(source !== undefined && { source }) });
    timer ??= setInterval(look, lookMs);
    on.send({ kind: 'ask', id, name: asked, args });
    // The operations answer with what belongs to their name.
    return { id, by: on, answer: answered.promise as Promise<never> };
  }

  return {
    ...eachOperation(
      (asked) =>
        async (...given) =>
          await ask(asked, given).answer,
    ),
    list: async (directory, most) => unpacked(await ask('list', [directory, most]).answer),
    async hash(path, signal) {
      signal?.throwIfAborted();
      return ask('hash', [path]).answer;
    },
    createWhole: async (path, bytes, ...rest) =>
      bytes instanceof Uint8Array
        ? ask('createWhole', [path, bytes, ...rest]).answer
        : ask('createWhole', [path, undefined, ...rest], { source: piecesOf(bytes) }).answer,
    replaceWhole: async (path, bytes) =>
      bytes instanceof Uint8Array
        ? ask('replaceWhole', [path, bytes]).answer
        : ask('replaceWhole', [path, undefined], { source: piecesOf(bytes) }).answer,
    async open(path, facts, whole) {
      const { id, by, answer } = ask('open', [path, facts, whole]);
      const { start, type, hashed }: OpenedFile = await answer;
      const read = async (position: number, length: number): Promise<Uint8Array> => {
        const end = Math.min(position + length, facts.size);
        if (end <= start.length) return start.subarray(position, end);
        return ask('readOpen', [id, position, length], { path, by }).answer;
      };
      return {
        read,
        async readInto(target, offset, length, position) {
          const bytes = await read(position, length);
          target.set(bytes, offset);
          return bytes.length;
        },
        contentType: async () => (hashed !== undefined ? type : ask('typeOfOpen', [id], { path, by }).answer),
        async hash(signal) {
          signal?.throwIfAborted();
          return hashed ?? ask('hashOpen', [id], { path, by }).answer;
        },
        async close() {
          if (by === worker) by.send({ kind: 'ask', id: ++last, name: 'close', args: [id] });
        },
      };
    },
    hurry(milliseconds) {
      patience = Math.min(patienceMs, milliseconds);
    },
    close() {
      const open = worker;
      if (open === undefined) return;
      lose();
      open.kill();
    },
  };
}

function piecesOf(bytes: Iterable<Uint8Array> | AsyncIterable<Uint8Array>): Pieces {
  return Symbol.asyncIterator in bytes ? bytes[Symbol.asyncIterator]() : bytes[Symbol.iterator]();
}
