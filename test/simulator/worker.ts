import { parentPort } from 'node:worker_threads';
import type { Work } from './many-runs.ts';
import { drawPlan } from './plan.ts';
import { isFound, plantedBugs } from './planted-bugs.ts';
import { simulate } from './run.ts';

/** A thread that runs the seeds it is given; of those with a planted bug none after the one that finds it. */
parentPort?.on('message', async ({ seeds, bug }: Work) => {
  const planted = plantedBugs.find(({ name }) => name === bug);
  const results = [];
  for (const seed of seeds) {
    const result = await simulate(seed, planted?.plant, undefined, (dice) => {
      const plan = drawPlan(dice);
      return planted?.favours?.(plan, dice) ?? plan;
    });
    results.push(result);
    if (planted !== undefined && isFound(planted, result)) break;
  }
  parentPort?.postMessage(results);
});
