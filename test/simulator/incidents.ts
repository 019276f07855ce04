/** What really befell uploads and batches: the reasons that a document may have for not ending well. */
export class Incidents {
  /** Contents, by route and hash, whose answer was lost once: the service may have them. */
  readonly doubts = new Set<string>();
  /** Batches that the service has forgotten, if only for a while. */
  readonly forgotten = new Set<string>();
  readonly #failures = new Map<string, number>();

  /** An upload failed, and nothing else did. */
  failed(fileNames: readonly string[]): void {
    for (const name of fileNames) this.#failures.set(name, this.failures(name) + 1);
  }

  failures(fileName: string): number {
    return this.#failures.get(fileName) ?? 0;
  }
}
