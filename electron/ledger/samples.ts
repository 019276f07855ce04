import { deflateRawSync, inflateRawSync } from 'node:zlib';
import { z } from 'zod';
import { keyOf, parseRow } from './columns.ts';
import type { Connection, Row } from './connection.ts';
import { DamagedRow } from './errors.ts';

/** A text as its row holds it: what it differs in from a sample. */
export interface Packed {
  readonly sample: number;
  readonly packed: Uint8Array;
}

const sampleShape = z.object({ text: z.string() });

/** Neither the samples nor the texts are long: the default window takes longer to set up than to use. */
const size = { windowBits: 13, memLevel: 5 };

/**
 * Texts that resemble each other, such as the rows of one CSV. One of a kind is kept as a sample, which never changes; of each
 * text a row holds only what it differs in (raw DEFLATE with the sample as its dictionary), which is about a quarter of it.
 */
export class Samples {
  readonly #connection: Connection;
  /** The ids of samples by their kind. A transaction that is rolled back takes those with it that it has added. */
  readonly #ids = new Map<string, number>();
  readonly #texts = new Map<number, Uint8Array>();
  #rollbacks = 0;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /**
   * @param kind of the text, to which one sample belongs
   * @param sampleOf what becomes the sample if there is none yet: the text itself, or what is left of it without what it may not keep
   */
  pack(kind: string, text: string, sampleOf: () => string = () => text): Packed {
    this.#forgetRolledBack();
    const sample = this.#ids.get(kind) ?? this.#add(kind, sampleOf);
    this.#ids.set(kind, sample);
    return { sample, packed: deflateRawSync(text, { ...size, dictionary: this.#sample(sample) }) };
  }

  /**
   * The text of a row of this table that may have been packed. Earlier versions packed none.
   * @param keys the columns that name the row
   * @throws DamagedRow
   */
  textOf(table: string, keys: readonly string[], row: Row, column: string): unknown {
    const { sample, packed } = row;
    if (packed === null) return row[column];
    try {
      if (!(packed instanceof Uint8Array) || typeof sample !== 'number') throw new TypeError('has no sample');
      return inflateRawSync(packed, { ...size, dictionary: this.#sample(sample) }).toString();
    } catch (error) {
      throw new DamagedRow(table, keyOf(keys, row), `packed: ${String(error)}`);
    }
  }

  #add(kind: string, sampleOf: () => string): number {
    const known = this.#connection.number('SELECT id FROM samples WHERE kind = ?', kind);
    return known ?? this.#connection.run('INSERT INTO samples (kind, text) VALUES (?, ?)', kind, sampleOf());
  }

  #sample(id: number): Uint8Array {
    this.#forgetRolledBack();
    const known = this.#texts.get(id);
    if (known !== undefined) return known;
    const row = this.#connection.get('SELECT id, text FROM samples WHERE id = ?', id) ?? { id };
    const text = Buffer.from(parseRow(sampleShape, 'samples', ['id'], row).text);
    this.#texts.set(id, text);
    return text;
  }

  #forgetRolledBack(): void {
    if (this.#rollbacks === this.#connection.rollbacks) return;
    this.#rollbacks = this.#connection.rollbacks;
    this.#ids.clear();
    this.#texts.clear();
  }
}
