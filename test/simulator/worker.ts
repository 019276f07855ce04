import { parentPort } from 'node:worker_threads';
import type { Work } from './many-runs.ts';
import { plantedBugs } from './planted-bugs.ts';
import { simulate } from './run.ts';

/** A thread that runs the seeds it is given. */
parentPort?.on('message', async ({ seeds, bug }: Work) => {
  const sabotage = plantedBugs.find(({ name }) => name === bug)?.plant;
  const results = [];
  for (const seed of seeds) results.push(await simulate(seed, sabotage));
  parentPort?.postMessage(results);
});
