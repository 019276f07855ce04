/** What a benchmark is, and what it gives: rows of the table. */

/** A value beside ours, and what it was measured on. */
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
  /** What the machine, or arithmetic, allows. */
  readonly limit?: Rival;
  /** Runs whose median `ours` is; absent where it is something else, which `what` then says. */
  readonly runs?: number;
  readonly peakBytes?: number;
  /** User and system, of one run. */
  readonly cpuSeconds?: number;
  /** What was aimed at, and whether it was reached. */
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
  /** What a reader of the rows should know. */
  readonly notes?: readonly string[];
}

export interface Context {
  /** The one-minute version: everything runs, little is measured. */
  readonly quick: boolean;
  /** An empty directory that goes when the benchmark has ended. */
  readonly scratch: string;
  /** Progress, for people. */
  readonly say: (text: string) => void;
}

export interface Benchmark {
  readonly name: string;
  /** One line for `--list`. */
  readonly about: string;
  /** It is ended after so many seconds; what it had measured by then is lost. */
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
