import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { allOf, namedFavours } from './favoured-plans.ts';
import { hunt, runSeeds, Threads } from './many-runs.ts';
import { drawNight, drawPlan } from './plan.ts';
import { plantedBugs } from './planted/planted-bugs.ts';
import { type RunResult, resultOf } from './run.ts';
import { Simulation } from './simulation.ts';

/**
 *     npm run simulate -- --seed N --runs M      M runs from seed N
 *     npm run simulate -- --minutes M            as many runs as fit into M minutes, from a seed drawn at random; --seed N sets it
 *     npm run simulate -- --seed N --trace       one run, with everything that happened
 *     npm run simulate -- --seed N --night       one night in which nobody is there, likewise
 *     npm run simulate -- --planted              finds every planted bug
 *     npm run simulate -- --favour goesOn        more of one kind of trouble in every run; may be given several times
 *
 * The exit code is 1 if a check failed or a planted bug was not found.
 */
const { values } = parseArgs({
  options: {
    seed: { type: 'string' },
    runs: { type: 'string', default: '1000' },
    minutes: { type: 'string' },
    trace: { type: 'boolean', default: false },
    night: { type: 'boolean', default: false },
    planted: { type: 'boolean', default: false },
    favour: { type: 'string', multiple: true, default: [] },
  },
});

/** How many failing runs are reported in full. */
const maxReported = 3;
const maxRunsOfABug = 200;

const stranger = values.favour.find((name) => !namedFavours.has(name));
if (stranger !== undefined) {
  console.error(`--favour ${stranger} is none of ${[...namedFavours.keys()].join(', ')}`);
  process.exit(2);
}

if (values.planted) process.exitCode = await findPlantedBugs();
else if (values.trace || values.night) process.exitCode = await traceOne(wholeNumber('seed', values.seed ?? '1'));
else if (values.minutes === undefined)
  process.exitCode = await runAll(wholeNumber('seed', values.seed ?? '1'), { runs: wholeNumber('runs', values.runs) });
else {
  const milliseconds = wholeNumber('minutes', values.minutes) * 60_000;
  process.exitCode = await runAll(wholeNumber('seed', values.seed ?? String(randomInt(1, 2 ** 31))), { milliseconds });
}

/** When to stop: after this many runs, or after this time. */
type Extent = { readonly runs: number } | { readonly milliseconds: number };

async function runAll(first: number, extent: Extent): Promise<number> {
  const threads = new Threads();
  const began = performance.now();
  const failed: RunResult[] = [];
  const sums = { runs: 0, documents: 0, taken: 0, deaths: 0, faults: 0, virtualMs: 0 };
  const more = (handedOut: number): number => {
    if ('runs' in extent) return extent.runs - handedOut;
    return performance.now() - began < extent.milliseconds ? Number.POSITIVE_INFINITY : 0;
  };
  // Printed first, so that a run that hangs can be found again.
  console.log(`Runs from seed ${first} …`);
  await runSeeds(
    threads,
    first,
    more,
    (result) => {
      sums.runs += 1;
      for (const name of ['documents', 'taken', 'deaths', 'faults', 'virtualMs'] as const) sums[name] += result[name];
      // Said at once: many runs take hours.
      if (result.broken.length > 0) console.log(`Seed ${result.seed} is broken: ${result.broken[0]}`);
      if (result.broken.length > 0) failed.push(result);
      progress(`${sums.runs} runs, ${failed.length} broken`);
    },
    { favours: values.favour },
  );
  await threads.end();
  progress('');
  failed.sort((a, b) => a.seed - b.seed);
  for (const result of failed.slice(0, maxReported)) report(result);
  if (failed.length > maxReported)
    console.log(
      `Also broken: seeds ${failed
        .slice(maxReported, 50)
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
  const result = await runOne(which);
  console.log(result.trace.join('\n'));
  console.log(result.broken.length === 0 ? 'Everything held.' : `\nBroken:\n  ${result.broken.join('\n  ')}`);
  return result.broken.length === 0 ? 0 : 1;
}

function runOne(which: number): Promise<RunResult> {
  const favour = allOf(...values.favour.flatMap((name) => namedFavours.get(name) ?? []));
  const simulation = new Simulation(which, undefined, values.night ? drawNight : (dice) => favour(drawPlan(dice), dice));
  return resultOf(simulation, which, Number.POSITIVE_INFINITY);
}

async function findPlantedBugs(): Promise<number> {
  const threads = new Threads();
  const hunts = await Promise.all(
    plantedBugs.map(async (planted) => {
      const found = await hunt(threads, planted, maxRunsOfABug);
      const { bug, result } = found;
      const what = result === undefined ? `not found in ${maxRunsOfABug} runs` : `found by seed ${result.seed}`;
      console.log(`${what}: ${bug}${result === undefined ? '' : ` (${result.broken[0]})`}`);
      return found;
    }),
  );
  await threads.end();
  return hunts.every(({ result }) => result !== undefined) ? 0 : 1;
}

function report({ seed: which, broken, trace }: RunResult): void {
  console.log(`Seed ${which} is broken:\n  ${broken.slice(0, 5).join('\n  ')}\n`);
  console.log(trace.join('\n'));
  const favours = values.favour.map((name) => ` --favour ${name}`).join('');
  console.log(`\nAll of it: npm run simulate -- --seed ${which}${favours} --trace\n`);
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
