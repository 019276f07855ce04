/** Bytes of all that is kept, at most. */
const mostBytes = 32 * 1024 * 1024;

/**
 * The bytes of small files that were hashed and are about to be sent, so that they need not be opened and hashed a second time: what was
 * hashed is what is sent. What comes first goes first, so nothing is taken in where there is no room.
 */
export class KeptContents {
  /** By SHA-256, hex. */
  readonly #kept = new Map<string, Uint8Array>();
  #bytes = 0;

  get size(): number {
    return this.#kept.size;
  }

  get(hash: string): Uint8Array | undefined {
    return this.#kept.get(hash);
  }

  keep(hash: string, bytes: Uint8Array): void {
    if (this.#kept.has(hash) || this.#bytes + bytes.length > mostBytes) return;
    this.#kept.set(hash, bytes);
    this.#bytes += bytes.length;
  }

  letGo(hash: string): void {
    this.#bytes -= this.#kept.get(hash)?.length ?? 0;
    this.#kept.delete(hash);
  }

  letAllGo(): void {
    this.#kept.clear();
    this.#bytes = 0;
  }
}
