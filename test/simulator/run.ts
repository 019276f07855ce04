import { compressInstantly } from './instant-compression.ts';
import type { Plan } from './plan.ts';
import type { Dice } from './random.ts';
import { type Sabotage, Simulation } from './simulation.ts';

/** The outcome of one run. */
export interface RunResult {
  readonly seed: number;
  /** The checks that failed. */
  readonly broken: readonly string[];
  /** What happened, line by line; only the end where that is enough. */
  readonly trace: readonly string[];
  /** How many times a document was put into a folder. */
  readonly documents: number;
  /** How many contents the service accepted. */
  readonly taken: number;
  readonly deaths: number;
  /** How many calls to the service and the disk were made to fail. */
  readonly faults: number;
  readonly virtualMs: number;
}

/** Executes one run from its seed. The same seed gives the same run. */
export async function simulate(
  seed: number,
  sabotage?: Sabotage,
  traceLines = 40,
  draw?: (dice: Dice) => Plan,
): Promise<RunResult> {
  return resultOf(new Simulation(seed, sabotage, draw), seed, traceLines);
}

/** Executes a run that has been set up. */
export async function resultOf(simulation: Simulation, seed: number, traceLines = 40): Promise<RunResult> {
  const restore = compressInstantly();
  try {
    await simulation.run();
  } catch (error) {
    simulation.complain(`the run failed: ${error instanceof Error ? error.stack : String(error)}`);
  } finally {
    restore();
  }
  return {
    seed,
    broken: simulation.broken,
    trace: simulation.broken.length > 0 || traceLines === Number.POSITIVE_INFINITY ? simulation.trace.lines(traceLines) : [],
    documents: simulation.belongings.dropped,
    taken: simulation.service.taken.length,
    deaths: simulation.deaths,
    faults: simulation.service.weather.faults + simulation.disk.refusals,
    virtualMs: simulation.clock.elapsed,
  };
}
