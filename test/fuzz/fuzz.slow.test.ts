import fc from 'fast-check';
import { afterAll, describe, it } from 'vitest';
import { createParser } from '../../electron/workspace/parser/parser.ts';
import { targets } from './targets.ts';

/** A short run of `npm run fuzz`, with seeds that stay. */
describe('Whatever strangers write', () => {
  const parser = createParser();
  afterAll(() => parser.close());

  it.each(targets.map(({ name, property }) => [name, property] as const))('breaks nothing: %s', async (_, property) => {
    await fc.assert(property(parser), { seed: 11, numRuns: 150 });
  });
});
