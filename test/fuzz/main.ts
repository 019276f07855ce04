/**
 * Feeds what hostile strangers may write to everything that reads it, in turns: nothing may throw, hang, or take memory without
 * end.
 *
 *     npm run fuzz -- --minutes 10
 *     npm run fuzz -- --seed 7
 */
import { parseArgs } from 'node:util';
import fc from 'fast-check';
import { createParser } from '../../electron/workspace/parser/parser.ts';
import { targets } from './targets.ts';

const { values } = parseArgs({ options: { minutes: { type: 'string', default: '1' }, seed: { type: 'string' } } });
const until = performance.now() + Number(values.minutes) * 60_000;
const runs = new Map(targets.map(({ name }) => [name, 0]));
const parser = createParser();
let seed = Number(values.seed ?? Date.now() % 1_000_000);
let largest = 0;
do {
  for (const { name, property } of targets) {
    const outcome = await fc.check(property(parser), { seed, numRuns: 200, endOnFailure: true, interruptAfterTimeLimit: 60_000 });
    runs.set(name, (runs.get(name) ?? 0) + outcome.numRuns);
    largest = Math.max(largest, process.memoryUsage.rss());
    if (outcome.failed && outcome.counterexample !== null) {
      console.error(
        `${name} broke with seed ${seed}: ${JSON.stringify(outcome.counterexample).slice(0, 2_000)}`,
        outcome.errorInstance,
      );
      process.exitCode = 1;
    }
  }
  seed += 1;
} while (process.exitCode === undefined && performance.now() < until && values.seed === undefined);
parser.close();
for (const [name, count] of runs) console.log(`${String(count).padStart(9)}  ${name}`);
console.log(`${process.exitCode === 1 ? 'Broken.' : 'Nothing broke.'} At most ${Math.round(largest / 1e6)} MB.`);
