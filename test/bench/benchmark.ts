/** The shape of a benchmark and of its results, the rows of the table. */

/** A value to compare ours with, and what it was measured on. */
export interface Rival {
  readonly name: string;
  readonly value: number;
}

/** One line of the table. All values of a line are in its unit. */
export interface Row {
  readonly what: string;
  readonly unit: string;
  readonly ours: number;
  /** The best tool of its kind, in the same run. */
  readonly peer?: Rival;
  /** The limit set by the machine or by arithmetic. */
  readonly limit?: Rival;
  /** The number of runs whose median is `ours`; absent if it is not a median, as `what` then says. */
  readonly runs?: number;
  readonly peakBytes?: number;
  /** User and system, of one run. */
  readonly cpuSeconds?: number;
  /** The goal, and whether it was reached. */
  readonly goal?: Goal;
}

export interface Goal {
  readonly text: string;
  readonly met: boolean;
}

export interface Outcome {
  readonly rows: readonly Row[];
  /** Peers that could not be measured, and why. */
  readonly missing?: readonly string[];
  /** What readers of the rows should know. */
  readonly notes?: readonly string[];
}

export interface Context {
  /** The one-minute version, in which everything runs but little is measured. */
  readonly quick: boolean;
  /** An empty directory, removed when the benchmark ends. */
  readonly scratch: string;
  /** Progress, for people. */
  readonly say: (text: string) => void;
}

export interface Benchmark {
  readonly name: string;
  /** One line for `--list`. */
  readonly about: string;
  /** The benchmark is stopped after this many seconds (a minute in the quick version), and its measurements are lost. */
  readonly maxSeconds: number;
  run(context: Context): Promise<Outcome>;
}

/** A goal of the kind "ours is at most `most` times the other". */
export function atMost(text: string, value: number, most: number): Goal {
  return { text, met: value <= most };
}

export function atLeast(text: string, value: number, least: number): Goal {
  return { text, met: value >= least };
}
