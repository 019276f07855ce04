import { z } from 'zod';
import type { DocumentResult } from '../core/document/result.ts';
import { type Route, routeKey } from '../core/protocol/route.ts';
import type { Columns } from './columns.ts';
import type { Connection, Row } from './connection.ts';
import { DamagedRow } from './errors.ts';
import { Samples } from './samples.ts';

/** Stands in the column of a result that is packed: it is one, and of no category. */
const elsewhere = '{}';

const earlierShape = z.array(z.looseObject({ packed: z.string().nullish(), sample: z.number().nullish() }));

/**
 * How the results of steps are kept. Those of one extraction have the same members: a row holds what a result differs in from a sample.
 * Results of classifications are short, and are asked for their category by SQL: they stay as they are.
 */
export class StepResults {
  readonly #samples: Samples;

  constructor(connection: Connection) {
    this.#samples = new Samples(connection);
  }

  /** The columns of a result. */
  columnsOf(route: Route, result: DocumentResult | undefined): Columns {
    if (result?.kind !== 'extraction')
      return { result: result === undefined ? null : JSON.stringify(result), sample: null, packed: null };
    const { sample, packed } = this.#samples.pack(`result of ${routeKey(route)}`, JSON.stringify(result), () =>
      JSON.stringify({ ...result, extractedData: withoutValues(result.extractedData), extra: withoutValues(result.extra) }),
    );
    return { result: elsewhere, sample, packed };
  }

  /** A row with its result, and those of earlier steps, as JSON. @throws DamagedRow */
  unpacked(row: Row): Row {
    const { packed, earlier_steps: earlier } = row;
    const isPackedEarlier = typeof earlier === 'string' && earlier.includes('"packed":"');
    if (packed === null && !isPackedEarlier) return row;
    return {
      ...row,
      result: this.#textOf(row),
      ...(isPackedEarlier && { earlier_steps: this.#unpackedEarlier(row, earlier) }),
    };
  }

  #unpackedEarlier(row: Row, earlier: string): string {
    const parsed = earlierShape.safeParse(parsedJson(earlier));
    if (!parsed.success) throw new DamagedRow('steps', `document_id ${String(row.id)}`, 'not a list of steps');
    return JSON.stringify(
      parsed.data.map(({ packed, ...step }) =>
        typeof packed === 'string'
          ? { ...step, result: this.#textOf({ ...step, id: row.id, packed: Buffer.from(packed, 'hex') }) }
          : step,
      ),
    );
  }

  /** @param row of a step, or of its document */
  #textOf(row: Row): unknown {
    return this.#samples.textOf('steps', ['document_id'], { document_id: row.id, ...row }, 'result');
  }
}

/** The same members with nothing in them: a sample outlives the result that it is made of, which may be dropped (`retention.ts`). */
function withoutValues(value: unknown): unknown {
  if (Array.isArray(value)) return value.slice(0, 1).map(withoutValues);
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withoutValues(member)]));
  return '';
}

function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
