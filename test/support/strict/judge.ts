/**
 * How the strict service reads a request: what an endpoint is, and the words in which it refuses what the README
 * does not describe.
 */
import { z } from 'zod';
import type { Body, Form, ReceivedFile } from './body.ts';
import type { PollWatch } from './polling.ts';
import type { Batch, Store } from './store.ts';

export interface Reply {
  readonly status: number;
  readonly body: unknown;
}

/**
 * What a judged request comes to. `violation`: it is not documented. `act` makes the changes and
 * gives the answer; it is not called for a request that a fault takes away.
 */
export interface Verdict {
  readonly violation?: string;
  /** The files it carries. */
  readonly files?: readonly ReceivedFile[];
  /** The batch it asks about. */
  readonly poll?: Batch;
  readonly act: () => Reply & { readonly complete?: boolean; readonly accepted?: Batch };
}

export interface World {
  readonly store: Store;
  readonly polls: PollWatch;
  /** Milliseconds on a monotonic clock. */
  readonly now: () => number;
  /** The same members in another order: nobody may go by the position. */
  readonly shuffled: <Item>(items: readonly Item[]) => Item[];
}

export interface Endpoint {
  readonly name: string;
  readonly method: string;
  /** Groups are the identifiers in the path. */
  readonly path: RegExp;
  readonly body: 'none' | 'json' | 'form' | 'any';
  readonly judge: (world: World, body: Body, ids: readonly string[]) => Verdict;
}

const fieldShape = z.strictObject({
  key: z.string().min(1),
  description: z.exactOptional(z.string()),
  example: z.exactOptional(z.string()),
});
/** Members of `extractionDetails`; which of them are required is not shown. */
export const detailsShape = z.strictObject({
  name: z.exactOptional(z.string()),
  description: z.exactOptional(z.string()),
  language: z.exactOptional(z.string()),
  options: z.exactOptional(z.looseObject({ hasTable: z.boolean().optional() })),
  fields: z.exactOptional(z.array(fieldShape)),
});
export function refuse(status: number, violation: string): Verdict {
  return { violation, act: () => ({ status, body: { error: violation } }) };
}

export function json<Shape extends z.ZodType>(body: Body, shape: Shape, then: (value: z.output<Shape>) => Verdict): Verdict {
  const parsed = shape.safeParse(body.kind === 'json' ? body.value : undefined);
  return parsed.success ? then(parsed.data) : refuse(400, `the body is not as described: ${z.prettifyError(parsed.error)}`);
}

/** The parts that are asked for and no other; at least `fewest` files. */
export function form(
  body: Body,
  wanted: { readonly fields: readonly string[]; readonly fewest: number; readonly most?: number },
  then: (form: Form, details: z.output<typeof detailsShape>) => Verdict,
): Verdict {
  if (body.kind !== 'form') return refuse(400, 'no form');
  const { fields, files } = body.form;
  for (const name of wanted.fields) if (!fields.has(name)) return refuse(400, `the part ${name} is missing`);
  for (const name of fields.keys()) if (!wanted.fields.includes(name)) return refuse(400, `the part ${name} is not described`);
  if (files.length < wanted.fewest) return refuse(400, 'no part named files');
  if (wanted.most !== undefined && files.length > wanted.most)
    return refuse(400, `${files.length} files; the limit is ${wanted.most}`);
  if (!wanted.fields.includes('extractionDetails')) return then(body.form, {});
  let details: unknown;
  try {
    details = JSON.parse(fields.get('extractionDetails') ?? '');
  } catch {
    return refuse(400, 'extractionDetails is not JSON');
  }
  const parsed = detailsShape.safeParse(details);
  return parsed.success ? then(body.form, parsed.data) : refuse(400, `extractionDetails: ${z.prettifyError(parsed.error)}`);
}

/** Never the order in which they came, if there are two or more. */
export function createRotation(): World['shuffled'] {
  let turn = 0;
  return (items) => {
    if (items.length < 2) return [...items];
    turn += 1;
    const shift = 1 + (turn % (items.length - 1));
    return [...items.slice(shift), ...items.slice(0, shift)];
  };
}
