import { parseArgs } from 'node:util';
import { hunt, runMany, Threads } from './many-runs.ts';
import { plantedBugs } from './planted-bugs.ts';
import { type RunResult, simulate } from './run.ts';

/**
 *     npm run simulate -- --seed N --runs M      M runs from seed N
 *     npm run simulate -- --seed N --trace       one run, and all that happened in it
 *     npm run simulate -- --planted              finds every planted bug
 *
 * Exit code 1 if anything did not hold, or a planted bug was not found.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    runs: { type: 'string' },
    trace: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
  },
});

/** So many failing runs are told of in full. */
const shown = 3;
const maxRunsOfABug = 1_000;

const seed = wholeNumber('seed', values.seed);
if (values.planted) process.exitCode = await findPlantedBugs();
else if (values.trace) process.exitCode = await traceOne(seed);
else process.exitCode = await runAll(seed, wholeNumber('runs', values.runs ?? '1000'));

async function runAll(first: number, runs: number): Promise<number> {
  const threads = new Threads();
  const began = performance.now();
  const failed: RunResult[] = [];
  const sums = { runs: 0, documents: 0, taken: 0, deaths: 0, faults: 0, virtualMs: 0 };
  await runMany(threads, first, runs, (result) => {
    sums.runs += 1;
    for (const name of ['documents', 'taken', 'deaths', 'faults', 'virtualMs'] as const) sums[name] += result[name];
    if (result.broken.length > 0) failed.push(result);
    progress(`${sums.runs} of ${runs} runs, ${failed.length} broken`);
  });
  await threads.end();
  progress('');
  failed.sort((a, b) => a.seed - b.seed);
  for (const result of failed.slice(0, shown)) tell(result);
  if (failed.length > shown)
    console.log(
      `Also broken: seeds ${failed
        .slice(shown, 50)
        .map((result) => result.seed)
        .join(', ')}\n`,
    );
  const seconds = ((performance.now() - began) / 1_000).toFixed(1);
  const days = (sums.virtualMs / 86_400_000).toFixed(1);
  console.log(
    `${sums.runs} runs from seed ${first}: ${failed.length === 0 ? 'everything held' : `${failed.length} broken`}. ` +
      `${sums.documents} documents, ${sums.taken} taken by the service, ${sums.deaths} deaths, ${sums.faults} faults, ` +
      `${days} days of virtual time in ${seconds} s.`,
  );
  return failed.length === 0 ? 0 : 1;
}

async function traceOne(which: number): Promise<number> {
  const result = await simulate(which, undefined, Number.POSITIVE_INFINITY);
  console.log(result.trace.join('\n'));
  console.log(result.broken.length === 0 ? 'Everything held.' : `\nBroken:\n  ${result.broken.join('\n  ')}`);
  return result.broken.length === 0 ? 0 : 1;
}

async function findPlantedBugs(): Promise<number> {
  const threads = new Threads();
  const hunts = await Promise.all(
    plantedBugs.map(async (planted) => {
      const found = await hunt(threads, planted, maxRunsOfABug);
      const { bug, runs, result } = found;
      const what = runs === undefined ? `not found in ${maxRunsOfABug} runs` : `found in run ${runs}`;
      console.log(`${what}: ${bug}${result === undefined ? '' : ` (${result.broken[0]})`}`);
      return found;
    }),
  );
  await threads.end();
  return hunts.every(({ runs }) => runs !== undefined) ? 0 : 1;
}

function tell({ seed: which, broken, trace }: RunResult): void {
  console.log(`Seed ${which} is broken:\n  ${broken.slice(0, 5).join('\n  ')}\n`);
  console.log(trace.join('\n'));
  console.log(`\nAll of it: npm run simulate -- --seed ${which} --trace\n`);
}

function progress(text: string): void {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${text}`);
}

function wholeNumber(name: string, text: string): number {
  const number = Number(text);
  if (Number.isSafeInteger(number) && number > 0) return number;
  console.error(`--${name} must be a whole number from 1`);
  process.exit(2);
}
