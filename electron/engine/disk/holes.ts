/** Bytes that are looked at together, and how many of them in a row make a hole when all are zero. */
const blockBytes = 4_096;
const blocksOfHole = 4;
const zeros = Buffer.alloc(blockBytes);

/**
 * Looks for a long run of zeros that something else follows: a file whose end was written before its middle has one. Most
 * blocks cost one comparison of a byte.
 */
export class Holes {
  #run = 0;
  #isFound = false;

  get found(): { readonly hole?: true } {
    return this.#isFound ? { hole: true } : {};
  }

  /** The next bytes of the file: whole blocks, except for the last ones. */
  look(bytes: Uint8Array): void {
    for (let start = 0; start < bytes.length && !this.#isFound; start += blockBytes) {
      const block = bytes.subarray(start, start + blockBytes);
      if (bytes[start] === 0 && zeros.subarray(0, block.length).equals(block)) this.#run += 1;
      else {
        this.#isFound = this.#run >= blocksOfHole;
        this.#run = 0;
      }
    }
  }
}
