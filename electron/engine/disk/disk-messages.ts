import type { Message } from '../../core/messages/message.ts';
import { errorText } from '../../core/plain-data.ts';
import { type DiskAction, DiskProblem, type DiskProblemKind, type Entry, type EntryKind, type OpenFile } from '../ports.ts';
import type { DiskOperation } from './disk.ts';

/** The messages between a disk's client and the worker or process that works on one volume. */

/** What is asked for with one message, and answered with one. `close` gets no answer. */
export type DiskRequestName = DiskOperation | 'readOpen' | 'typeOfOpen' | 'hashOpen' | 'close';

export type ToDisk =
  | { readonly kind: 'ask'; readonly id: number; readonly name: DiskRequestName; readonly args: readonly unknown[] }
  /** The next piece of a file that is written piece by piece; none: it is over; `failed`: it is not to be written. */
  | { readonly kind: 'piece'; readonly id: number; readonly bytes?: Uint8Array; readonly failed?: true };

export type FromDisk =
  | { readonly kind: 'answer'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'problem'; readonly id: number; readonly problem: PlainProblem }
  | { readonly kind: 'pull'; readonly id: number }
  /** The volume has answered one of the system calls that an operation is made of. */
  | { readonly kind: 'alive' };

/** What is known of a file once it is open; of a small one that is to be read whole, everything. */
export interface OpenedFile {
  readonly start: Uint8Array;
  readonly type?: string | undefined;
  readonly hashed?: Awaited<ReturnType<OpenFile['hash']>>;
}

/** The entries of a directory, which may be many, in two values: names by `/`, which none of them has, and four numbers each. */
interface PackedEntries {
  readonly names: string;
  readonly facts: Float64Array;
}

const codes: Readonly<Record<EntryKind, number>> = { file: 0, directory: 1, link: 2, other: 3, unreadable: 4, unnamed: 5 };
const kinds = Object.keys(codes) as EntryKind[];

export function packed(entries: readonly Entry[]): PackedEntries {
  const facts = Float64Array.from(entries.flatMap(({ kind, size, mtimeMs, ino }) => [codes[kind], size, mtimeMs, ino]));
  return { names: entries.map(({ name }) => name).join('/'), facts };
}

export function unpacked({ names, facts }: PackedEntries): Entry[] {
  return (names === '' ? [] : names.split('/')).map((name, index) => {
    const [kind = 3, size = 0, mtimeMs = 0, ino = 0] = facts.subarray(4 * index, 4 * index + 4);
    return { name, kind: kinds[kind] ?? 'other', size, mtimeMs, ino };
  });
}

type PlainProblem =
  | { readonly kind: DiskProblemKind; readonly path: string; readonly action: DiskAction; readonly said: Message }
  | { readonly kind: 'unexpected'; readonly message: string };

export function plainProblem(error: unknown): PlainProblem {
  if (!(error instanceof DiskProblem)) return { kind: 'unexpected', message: errorText(error) };
  const { kind, path, action, said } = error;
  return { kind, path, action, said };
}

export function problemOf(plain: PlainProblem): Error {
  if (plain.kind === 'unexpected') return new Error(plain.message);
  return new DiskProblem(plain.kind, plain.path, plain.action, { said: plain.said });
}
