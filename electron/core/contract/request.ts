import { z } from 'zod';

/** One request: what its input must be, and, for the compiler, what comes back. */
interface Request<Input extends z.ZodType, Output> {
  readonly input: Input;
  readonly output?: Output;
}

/** Begins a request: `takes({ id }).gives<Done>()`. No other members are taken. */
export function takes<Shape extends z.core.$ZodShape>(shape: Shape) {
  const input = z.strictObject(shape);
  return { gives: <Output>(): Request<typeof input, Output> => ({ input }) };
}

/** Of a document, a folder or a batch of filings: the ledger's. */
export const id = z.int().positive();

/** It was done, and there is nothing more to say. */
export type Done = Readonly<Record<string, never>>;
