/** What really happened to uploads and batches: the valid reasons for a document to end badly. */
export class Incidents {
  /** Contents, by route and hash, whose answer was once lost: the service may have them. */
  readonly doubts = new Set<string>();
  /** Batches that the service forgot, even if only for a while. */
  readonly forgotten = new Set<string>();
  readonly #failures = new Map<string, number>();

  /** An upload of this content failed, and nothing else did. */
  failed(hash: string): void {
    this.#failures.set(hash, this.failures(hash) + 1);
  }

  failures(hash: string): number {
    return this.#failures.get(hash) ?? 0;
  }
}
