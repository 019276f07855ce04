/**
 * `npm run soak -- [--minutes N] [--rate N]`: `intray watch` at steady work for N minutes (default 10), against the strict
 * service in this process, so that the memory that is looked at is Intray's alone. Ends with a table, and with 1 if memory,
 * open files or watches grew, or if anything was not delivered or was sent twice.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { headlessCommand } from '../../resources/tools/build.ts';
import { makeWorkspace } from '../support/run-intray.ts';
import { startStrictService } from '../support/strict/strict-service.ts';
import { canMeasure, measure, type Sample } from './measure.ts';
import { Office } from './office.ts';
import { judge, looksOf, type Verdict } from './verdict.ts';

interface Options {
  readonly minutes: number;
  /** Documents a second. */
  readonly rate: number;
}

/**
 * Documents that come at once before the clock starts. What is bounded, but grows until it is at its bound, grows then and
 * not in the minutes that are compared: the ledger's cache (16 MB), and the pages that V8 keeps for itself.
 */
const bulk = 2_000;

interface Outcome {
  readonly verdict: Verdict;
  readonly office: Office;
  readonly problems: readonly string[];
}

async function soak({ minutes, rate }: Options): Promise<Outcome> {
  const space = await makeWorkspace();
  const service = await startStrictService({ outcome: (file) => (needsReview(file) ? 'needs_review' : 'processed') });
  const away = join(space.root, 'away');
  mkdirSync(away);
  const route = { kind: 'extraction', id: service.addExtraction() };
  const folders = [{ path: space.folder, route, settleSeconds: 0.5, existing: 'send', changed: 'send', askAbove: 0 }];
  const config = join(space.root, 'config.json');
  writeFileSync(config, JSON.stringify({ url: service.url, folders }));
  const held = join(space.root, 'held');
  // The command line is the shipped one, to the letter.
  const child = spawn(process.execPath, headlessCommand(['watch', '--config', config, '--data-dir', space.dataDir]), {
    cwd: space.home,
    env: {
      PATH: process.env.PATH,
      HOME: space.home,
      INTRAY_API_KEY: service.key,
      NODE_OPTIONS: `--import ${pathToFileURL(join(import.meta.dirname, 'collect-on-signal.ts'))}`,
      SOAK_HELD: held,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  child.stderr.on('data', (bytes: Buffer) => {
    said = (said + bytes.toString('utf8')).slice(-2_000);
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const isRunning = (): boolean => (child.exitCode ?? child.signalCode) === null;

  const office = new Office(space.folder, away);
  const samples: Sample[] = [];
  const looks = looksOf(minutes * 60);
  const stopDropping = every(1_000 / rate, () => office.drop());
  for (let count = 0; count < bulk; count += 1) office.drop();
  // No pause then: in one, V8 gives memory back that it takes again as the work goes on.
  await cleared(office, isRunning, 10 * rate);
  const started = performance.now();
  const seconds = (): number => (performance.now() - started) / 1_000;
  const stopLooking = every(1_000, () => {
    if (isRunning()) samples.push(measure(child.pid ?? 0, seconds(), held));
    // Resident memory is left to itself. What is held can be told only where nothing counts that nobody holds any more.
    if (looks.some(({ held: { from, to } }) => seconds() > from && seconds() < to)) child.kill('SIGUSR2');
    office.tidy(performance.now());
    if (samples.length % 30 === 0) service.confirm(needsReview);
    if (samples.length % 60 === 0)
      tell(`${Math.round(seconds() / 60)} min: ${office.delivered} delivered, ${lineOf(samples.at(-1))}`);
  });
  while (isRunning() && seconds() < minutes * 60) await pause(200);
  stopDropping();
  const verdict = judge(samples, minutes * 60);
  stopLooking();
  await cleared(office, isRunning, 0);
  const { waiting } = office;
  const problems = [...verdict.problems, ...waiting.slice(0, 3).map((path) => why(path, space.dataDir))];
  if (!isRunning()) problems.push(`Intray ended by itself: ${said}`);
  child.kill('SIGTERM');
  const code = await ended;
  if (code !== 0) problems.push(`Intray ended with ${code}: ${said}`);
  if (waiting.length > 0) problems.push(`${waiting.length} documents were not delivered: ${waiting.slice(0, 10).join(', ')}.`);
  const twice = [...service.uploads.values()].filter((times) => times !== 1).length;
  if (twice > 0) problems.push(`${twice} contents were sent more than once.`);
  problems.push(...service.violations.slice(0, 5));
  await service.close();
  await space.remove();
  return { verdict, office, problems };
}

/** One of sixty-four; a person confirms it within half a minute. */
function needsReview({ sha256 }: { readonly sha256: string }): boolean {
  return Number.parseInt(sha256.slice(0, 2), 16) < 4;
}

/** Waits until but so many results are there; for four minutes at the most, after which the problem is told. */
async function cleared(office: Office, isRunning: () => boolean, but: number): Promise<void> {
  for (let left = 240; isRunning() && left > 0 && office.waiting.length > but; left -= 1) {
    await pause(1_000);
    office.tidy(performance.now());
  }
}

/** What Intray itself says of a file. */
function why(path: string, dataDir: string): string {
  const run = spawnSync(process.execPath, headlessCommand(['status', '--why', path, '--data-dir', dataDir]), {
    encoding: 'utf8',
  });
  return `${run.stdout}${run.stderr}`;
}

function every(milliseconds: number, work: () => void): () => void {
  const timer = setInterval(work, milliseconds);
  return () => clearInterval(timer);
}

const percent = (growth: number): string => `${growth >= 0 ? '+' : ''}${growth.toFixed(1)} %`;
const megabytes = (bytes: number): string => `${(bytes / 1024 / 1024).toFixed(1)} MB`;

function lineOf(sample: Sample | undefined): string {
  return sample === undefined ? '' : `${megabytes(sample.memory)}, ${sample.files} files, ${sample.watches} watches`;
}

function tell(text: string): void {
  process.stdout.write(`${text}\n`);
}

function report({ verdict, office, problems }: Outcome): void {
  const { early, late, growth, peak } = verdict;
  const row = (...cells: readonly string[]) =>
    tell(cells.map((cell, index) => (index === 0 ? cell.padEnd(12) : cell.padStart(14))).join(''));
  row('', 'minute 2', 'last minute', 'change');
  row('resident', megabytes(early.memory), megabytes(late.memory), percent(growth.memory));
  row('held', megabytes(early.held), megabytes(late.held), percent(growth.held));
  row('open files', String(early.files), String(late.files), String(late.files - early.files));
  row('watches', String(early.watches), String(late.watches), String(late.watches - early.watches));
  tell(
    'Resident: the middle value of that minute (in a run under six minutes, of a sixth of it); no garbage collection is forced.',
  );
  tell('Held: heap and buffers in the five seconds after it, in which garbage collection is forced.');
  tell(`The most resident at any moment: ${megabytes(peak)}.`);
  tell(
    `${office.dropped} documents dropped (${office.copied} copies, ${office.takenAway} taken away at once), ${office.changed} changed later; ${office.delivered} results delivered.`,
  );
  for (const problem of problems) tell(problem);
}

const { values } = parseArgs({ options: { minutes: { type: 'string' }, rate: { type: 'string' } } });
if (!canMeasure) {
  tell('Only Linux tells what another process holds; the soak runs there.');
  process.exitCode = 2;
} else {
  const outcome = await soak({ minutes: Number(values.minutes ?? 10), rate: Number(values.rate ?? 4) });
  report(outcome);
  process.exitCode = outcome.problems.length === 0 ? 0 : 1;
}
