/**
 * `npm run bench -- [--quick] [--markdown] [NAME…]`: measures Intray against the best tools and the machine's limits, side
 * by side, prints a table and writes it as JSON to `test/bench/results/`. It says how fast, never whether that is fast
 * enough: the exit code is 1 only if a benchmark broke. `--quick` takes a minute and shows that everything still runs.
 */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark } from './benchmark.ts';
import { catalog } from './catalog.ts';
import { stopAll } from './kit/processes.ts';
import { lookAtMachine, machineLines } from './machine.ts';
import { type Measured, markdown, table } from './report.ts';

/** The most that a benchmark may take in the quick version. Each takes a few seconds there; a busy machine needs longer. */
const QUICK_SECONDS = 300;

const { values, positionals, unknownOption } = commandLine();
const unknown = positionals.filter((name) => !catalog.some((benchmark) => benchmark.name === name));

if (values.list === true || values.help === true) {
  if (values.help === true) tell('npm run bench -- [--quick] [--markdown] [--list] [NAME…]');
  for (const { name, about } of catalog) tell(`${name.padEnd(14)} ${about}`);
} else if (unknownOption !== undefined) {
  tell(`${unknownOption} npm run bench -- --help names what there is.`);
  process.exitCode = 2;
} else if (unknown.length > 0) {
  tell(`There is no benchmark ${unknown.join(', ')}. There are: ${catalog.map(({ name }) => name).join(', ')}.`);
  process.exitCode = 2;
} else {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, () => void stopAll().finally(() => process.exit(130)));
  }
  const code = await bench(
    catalog.filter(({ name }) => positionals.length === 0 || positionals.includes(name)),
    values.quick === true,
  );
  // At once: a benchmark that did not end in time may still be waiting for something.
  process.exit(code);
}

function commandLine() {
  const options = {
    quick: { type: 'boolean' },
    markdown: { type: 'boolean' },
    list: { type: 'boolean' },
    help: { type: 'boolean' },
  } as const;
  try {
    return { ...parseArgs({ allowPositionals: true, options }), unknownOption: undefined };
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error);
    const [unknownOption] = said.split('. ');
    return { values: {} as { [Name in keyof typeof options]?: boolean }, positionals: [], unknownOption: `${unknownOption}.` };
  }
}

async function bench(benchmarks: readonly Benchmark[], quick: boolean): Promise<0 | 1> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-bench-')));
  try {
    const at = new Date();
    const machine = lookAtMachine(root);
    for (const line of machineLines(machine)) tell(line);
    const measured: Measured[] = [];
    for (const benchmark of benchmarks) measured.push(await measure(benchmark, root, quick));
    tell(values.markdown === true ? markdown(measured) : table(measured));
    for (const { name, notes, missing } of measured) {
      for (const note of notes) tell(`${name}: ${note}`);
      for (const peer of missing) tell(`${name}: not measured: ${peer}.`);
    }
    tell('÷ peer and ÷ limit: ours divided by theirs. Values are medians of so many runs.');
    tell(`Written to ${save({ at: at.toISOString(), quick, machine, benchmarks: measured })}.`);
    return measured.some(({ failure }) => failure !== undefined) ? 1 : 0;
  } finally {
    await stopAll();
    rmSync(root, { recursive: true, force: true, maxRetries: 5 });
  }
}

async function measure({ name, maxSeconds, run }: Benchmark, root: string, quick: boolean): Promise<Measured> {
  const scratch = join(root, name);
  mkdirSync(scratch);
  const begun = performance.now();
  const seconds = () => (performance.now() - begun) / 1_000;
  const say = (text: string) => process.stderr.write(`${name}: ${text}\n`);
  const tooLong = Promise.withResolvers<never>();
  const limit = quick ? QUICK_SECONDS : maxSeconds;
  const clock = setTimeout(() => tooLong.reject(new Error(`It did not end within ${limit} s.`)), limit * 1_000);
  try {
    say('begins');
    const { rows, missing = [], notes = [] } = await Promise.race([run({ quick, scratch, say }), tooLong.promise]);
    return { name, seconds: seconds(), rows, missing, notes };
  } catch (error) {
    const failure = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${name} broke: ${error instanceof Error ? error.stack : failure}\n`);
    return { name, seconds: seconds(), rows: [], missing: [], notes: [], failure };
  } finally {
    clearTimeout(clock);
    await stopAll();
    rmSync(scratch, { recursive: true, force: true, maxRetries: 5 });
  }
}

/** @returns the path, relative to the project */
function save(report: { readonly at: string } & Readonly<Record<string, unknown>>): string {
  const directory = join(import.meta.dirname, 'results');
  const name = `${report.at.replaceAll(/[:.]/g, '-')}.json`;
  mkdirSync(directory, { recursive: true });
  writeFileSync(join(directory, name), `${JSON.stringify(report, undefined, 2)}\n`);
  return `test/bench/results/${name}`;
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}
