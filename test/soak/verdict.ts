/** Whether what a process holds has grown, and how that is told. */
import type { Sample } from './measure.ts';

export interface Seen {
  /** Resident memory: the middle value of a minute, so that no moment decides anything. Bytes. */
  readonly memory: number;
  /** What was still held after garbage was collected: the middle value of some seconds. Bytes. */
  readonly held: number;
  readonly files: number;
  readonly watches: number;
}

export interface Verdict {
  readonly early: Seen;
  readonly late: Seen;
  /** The most memory at any moment, in bytes. */
  readonly peak: number;
  /** In percent of the early memory. */
  readonly growth: { readonly memory: number; readonly held: number };
  /** One sentence for each thing that has grown; empty if nothing has. */
  readonly problems: readonly string[];
}

/** Seconds since the start. */
interface Window {
  readonly from: number;
  readonly to: number;
}

/** When a run is looked at closely. */
export interface Look {
  /** Nothing but the program's own work moves its memory here. */
  readonly resident: Window;
  /** Right after that: garbage is collected each second, and what is left is counted. */
  readonly held: Window;
}

/**
 * A minute after the first one, and the last one; in a shorter run, parts of it that stand to it alike.
 * @param seconds how long the run takes
 */
export function looksOf(seconds: number): readonly [early: Look, late: Look] {
  const length = Math.min(residentSeconds, seconds / 6);
  const collecting = Math.min(heldSeconds, seconds / 12);
  const look = (from: number): Look => ({
    resident: { from, to: from + length },
    held: { from: from + length, to: from + length + collecting },
  });
  return [look(Math.min(60, seconds / 3)), look(seconds - length - collecting)];
}

/** Memory may be so much more at the end than after the first minute, in percent. */
const maxGrowth = 10;
/** Seconds of which the middle value is taken. */
const residentSeconds = 60;
const heldSeconds = 5;

/**
 * Compares the two looks at a run of so many seconds. Open files and watches come and go with the work: their least number
 * in a look counts, which no work explains.
 */
export function judge(samples: readonly Sample[], seconds: number): Verdict {
  const [first, last] = looksOf(seconds);
  const [early, late] = [seenIn(samples, first), seenIn(samples, last)];
  const growth = { memory: growthOf(early.memory, late.memory), held: growthOf(early.held, late.held) };
  const problems: string[] = [];
  const problem = (what: string, percent: number) => `${what} grew by ${percent.toFixed(1)} %, more than ${maxGrowth} %.`;
  if (growth.memory > maxGrowth) problems.push(problem('Resident memory', growth.memory));
  if (growth.held > maxGrowth) problems.push(problem('Held memory', growth.held));
  if (late.files > early.files) problems.push(`Open files grew from ${early.files} to ${late.files}.`);
  if (late.watches > early.watches) problems.push(`Watches grew from ${early.watches} to ${late.watches}.`);
  return { early, late, peak: Math.max(0, ...samples.map(({ memory }) => memory)), growth, problems };
}

function seenIn(samples: readonly Sample[], look: Look): Seen {
  const within = ({ from, to }: Window) => samples.filter(({ at }) => at >= from && at <= to);
  const least = (values: readonly number[]) => (values.length === 0 ? 0 : Math.min(...values));
  const working = within(look.resident);
  return {
    memory: middle(working.map(({ memory }) => memory)),
    held: middle(within(look.held).flatMap(({ held }) => held ?? [])),
    files: least(working.map(({ files }) => files)),
    watches: least(working.map(({ watches }) => watches)),
  };
}

/** In percent. */
function growthOf(early: number, late: number): number {
  return early === 0 ? 0 : (late / early - 1) * 100;
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
