import type { UploadSource } from '../../service/service.ts';
import type { Clock, Lent } from '../ports.ts';

/** Bytes of all that is kept, at most; and from how many on it is better to wait than to read more. */
const mostBytes = 32 * 1024 * 1024;
const enoughBytes = mostBytes / 2;
/** What is kept is about to go out if some of it has gone out within this time, or the first of it has just come. Milliseconds. */
const flowMs = 1_000;

/**
 * The bytes of small files that were hashed and are about to be sent, so that they need not be opened and hashed a second time: what was
 * hashed is what is sent. What comes first goes first, so nothing is taken in where there is no room.
 */
export class KeptContents {
  readonly #kept = new Map<string, Lent>();
  #bytes = 0;
  readonly #clock: Pick<Clock, 'elapsed'>;
  /** When something went out last, or the first came, in elapsed milliseconds. */
  #flowsSince = 0;

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock;
  }

  /** For how long nothing need be read, in milliseconds: enough is kept, and goes out. What is read now would have to be read again. */
  get waitMs(): number {
    return this.#bytes < enoughBytes ? 0 : Math.max(0, this.#flowsSince + flowMs - this.#clock.elapsed());
  }

  get size(): number {
    return this.#kept.size;
  }

  /** By SHA-256, hex. They hold only for now: once they are let go, another file's are there. */
  get all(): ReadonlyMap<string, Lent> {
    return this.#kept;
  }

  /** What is kept of a content, to be sent. */
  open(hash: string): UploadSource | undefined {
    if (!this.#kept.has(hash)) return undefined;
    return {
      readInto: async (target, offset, length, position) => {
        const content = this.#kept.get(hash);
        if (content === undefined) throw new Error('Its content was let go while it was sent.');
        const bytes = content.bytes.subarray(position, position + length);
        target.set(bytes, offset);
        return bytes.length;
      },
      isAsHashed: true,
      close: async () => {},
    };
  }

  keep(hash: string, content: Lent): void {
    const { length } = content.bytes;
    if (this.#kept.has(hash) || this.#bytes + length > mostBytes) {
      content.giveBack();
      return;
    }
    if (this.#kept.size === 0) this.#flowsSince = this.#clock.elapsed();
    this.#kept.set(hash, content);
    this.#bytes += length;
  }

  letGo(hash: string): void {
    this.#flowsSince = this.#clock.elapsed();
    const content = this.#kept.get(hash);
    if (content === undefined) return;
    this.#bytes -= content.bytes.length;
    this.#kept.delete(hash);
    content.giveBack();
  }

  letAllGo(): void {
    for (const hash of [...this.#kept.keys()]) this.letGo(hash);
  }
}
