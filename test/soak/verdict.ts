/** Whether what a process holds has grown, and how that is told. */
import type { Sample } from './measure.ts';

export interface Span {
  /** Resident memory: the middle value of several seconds, so that one moment decides nothing. Bytes. */
  readonly memory: number;
  /** What was still held after garbage was collected, alike. */
  readonly held: number;
  readonly files: number;
  readonly watches: number;
}

export interface Verdict {
  readonly early: Span;
  readonly late: Span;
  /** The most memory at any moment, in bytes. */
  readonly peak: number;
  /** In percent of the early memory. */
  readonly growth: { readonly memory: number; readonly held: number };
  /** One sentence for each thing that has grown; empty if nothing has. */
  readonly problems: readonly string[];
}

/** When memory is looked at closely, in seconds since the start: after the first minute (in a short run after a third), and at the end. */
export function spansOf(seconds: number): readonly [early: Window, late: Window] {
  const length = Math.min(spanSeconds, seconds / 6);
  const begin = Math.min(60, seconds / 3);
  return [
    { from: begin, to: begin + length },
    { from: seconds - length, to: seconds },
  ];
}

interface Window {
  readonly from: number;
  readonly to: number;
}

/** Memory may be so much more at the end than after the first minute, in percent. */
const mostGrowth = 10;
/** Seconds of which the middle value is taken. */
const spanSeconds = 20;

/**
 * Compares the two spans of a run of so many seconds. Open files and watches come and go with the work: their least number
 * in a span counts, which no work explains.
 */
export function judge(samples: readonly Sample[], seconds: number): Verdict {
  const [first, last] = spansOf(seconds);
  const early = spanOf(samples.filter(({ at }) => at >= first.from && at <= first.to));
  const late = spanOf(samples.filter(({ at }) => at >= last.from && at <= last.to));
  const growth = { memory: growthOf(early.memory, late.memory), held: growthOf(early.held, late.held) };
  const problems: string[] = [];
  const problem = (what: string, percent: number) => `${what} grew by ${percent.toFixed(1)} %, more than ${mostGrowth} %.`;
  if (growth.memory > mostGrowth) problems.push(problem('Resident memory', growth.memory));
  if (growth.held > mostGrowth) problems.push(problem('Held memory', growth.held));
  if (late.files > early.files) problems.push(`Open files grew from ${early.files} to ${late.files}.`);
  if (late.watches > early.watches) problems.push(`Watches grew from ${early.watches} to ${late.watches}.`);
  return { early, late, peak: Math.max(0, ...samples.map(({ memory }) => memory)), growth, problems };
}

function spanOf(samples: readonly Sample[]): Span {
  const least = (values: readonly number[]) => (values.length === 0 ? 0 : Math.min(...values));
  return {
    memory: middle(samples.map(({ memory }) => memory)),
    held: middle(samples.flatMap(({ held }) => held ?? [])),
    files: least(samples.map(({ files }) => files)),
    watches: least(samples.map(({ watches }) => watches)),
  };
}

/** In percent. */
function growthOf(early: number, late: number): number {
  return early === 0 ? 0 : (late / early - 1) * 100;
}

function middle(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}
