import type { Favour } from '../favoured-plans.ts';
import type { Sabotage } from '../simulation.ts';

/** A harmful bug, as a wrapper around the engine's world, and what the simulator reports about it. */
export interface PlantedBug {
  readonly name: string;
  readonly plant: Sabotage;
  readonly breaks: RegExp;
  /** Makes the trouble in which it shows likelier in a drawn plan; undefined: it shows in most runs. */
  readonly favours?: Favour;
}

/** Whether a run found it: one of the checks that failed is the one that it breaks. */
export function isFound({ breaks }: PlantedBug, { broken }: { readonly broken: readonly string[] }): boolean {
  return broken.some((what) => breaks.test(what));
}
