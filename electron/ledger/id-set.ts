/**
 * A set of row ids, one bit for each id up to the largest. SQLite hands over a hundred thousand ids in one JSON text
 * (`json_group_array`) some ten times faster than in rows.
 */
export class IdSet {
  #bits = new Uint32Array(0);
  #size = 0;

  get size(): number {
    return this.#size;
  }

  add(id: number): void {
    const word = id >>> 5;
    if (word >= this.#bits.length) this.#grow(word + 1);
    const [bits, bit] = [this.#bits[word] ?? 0, 1 << (id & 31)];
    if ((bits & bit) !== 0) return;
    this.#bits[word] = bits | bit;
    this.#size += 1;
  }

  remove(id: number): void {
    if (!this.has(id)) return;
    const word = id >>> 5;
    this.#bits[word] = (this.#bits[word] ?? 0) & ~(1 << (id & 31));
    this.#size -= 1;
  }

  has(id: number): boolean {
    return ((this.#bits[id >>> 5] ?? 0) & (1 << (id & 31))) !== 0;
  }

  /** In ascending order. */
  list(): readonly number[] {
    const ids: number[] = [];
    for (const [word, bits] of this.#bits.entries()) {
      for (let rest = bits; rest !== 0; rest &= rest - 1) ids.push(32 * word + (31 - Math.clz32(rest & -rest)));
    }
    return ids;
  }

  #grow(words: number): void {
    const bits = new Uint32Array(2 * words);
    bits.set(this.#bits);
    this.#bits = bits;
  }
}

/** @param json what `json_group_array` made of ids */
export function idsOf(json: unknown): readonly number[] {
  const ids: unknown = JSON.parse(String(json));
  return Array.isArray(ids) ? ids.map(Number) : [];
}
