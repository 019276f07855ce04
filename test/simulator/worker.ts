import { parentPort } from 'node:worker_threads';
import { allOf, namedFavours } from './favoured-plans.ts';
import type { Work } from './many-runs.ts';
import { drawPlan } from './plan.ts';
import { isFound } from './planted/planted-bug.ts';
import { plantedBugs } from './planted/planted-bugs.ts';
import { simulate } from './run.ts';

/** A thread that runs the seeds it is given; of those with a planted bug none after the one that finds it. */
parentPort?.on('message', async ({ seeds, bug, favours = [] }: Work) => {
  const planted = plantedBugs.find(({ name }) => name === bug);
  const favour = planted?.favours ?? allOf(...favours.flatMap((name) => namedFavours.get(name) ?? []));
  const results = [];
  for (const seed of seeds) {
    const result = await simulate(seed, planted?.plant, undefined, (dice) => favour(drawPlan(dice), dice));
    results.push(result);
    if (planted !== undefined && isFound(planted, result)) break;
  }
  parentPort?.postMessage(results);
});
