import type { Hash } from '../ports.ts';

/** Bytes that are looked at together, and how many of them in a row make a hole when all are zero. */
const blockBytes = 4_096;
const blocksOfHole = 4;
const zeros = Buffer.alloc(blockBytes);
/** No file that may be sent has as many. */
const maxHoles = 2_000;

/** The name is never compressed, wherever in a PDF its trailer is. */
const encryption = 'Encrypt';

/**
 * What is noticed of a file while its bytes pass by to be hashed: long runs of zeros that something else follows, as a file has whose
 * end was written before its middle, and the word with which a PDF says that it is encrypted. Most blocks cost one comparison of a
 * byte, and the word a twelfth of the hash.
 */
export class Noticed {
  readonly #holes: number[] = [];
  #position = 0;
  #run = 0;
  #encrypt = false;
  #last: Buffer = Buffer.alloc(0);

  get found(): Pick<Hash, 'holes' | 'encrypt'> {
    return { ...(this.#holes.length > 0 && { holes: this.#holes }), ...(this.#encrypt && { encrypt: true as const }) };
  }

  /** The next bytes of the file: whole blocks, except for the last ones. */
  look(bytes: Buffer): void {
    for (let start = 0; start < bytes.length; start += blockBytes) {
      const block = bytes.subarray(start, start + blockBytes);
      if (bytes[start] === 0 && zeros.subarray(0, block.length).equals(block)) this.#run += 1;
      else {
        if (this.#run >= blocksOfHole && this.#holes.length < maxHoles)
          this.#holes.push(this.#position + start - this.#run * blockBytes);
        this.#run = 0;
      }
    }
    this.#position += bytes.length;
    if (this.#encrypt) return;
    const seam = Buffer.concat([this.#last, bytes.subarray(0, encryption.length)]);
    this.#encrypt = bytes.indexOf(encryption, 0, 'latin1') >= 0 || seam.indexOf(encryption, 0, 'latin1') >= 0;
    this.#last = Buffer.from(bytes.subarray(-encryption.length));
  }
}
