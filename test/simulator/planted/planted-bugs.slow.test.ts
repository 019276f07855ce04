import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Hunt, hunt, Threads } from '../many-runs.ts';
import { plantedBugs } from './planted-bugs.ts';

const maxRuns = 200;

describe('the simulator finds a planted bug: Intray', () => {
  let threads: Threads;
  let hunts: Promise<readonly Hunt[]>;

  beforeAll(() => {
    threads = new Threads();
    hunts = Promise.all(plantedBugs.map((bug) => hunt(threads, bug, maxRuns)));
  });
  afterAll(async () => {
    await threads.end();
    console.info((await hunts).map(({ bug, result }) => `seed ${String(result?.seed).padStart(4)}: ${bug}`).join('\n'));
  });

  it.for(plantedBugs.map(({ name }) => name))('%s', { timeout: 600_000 }, async (name) => {
    const found = (await hunts).find(({ bug }) => bug === name);
    expect(found?.result, `the bug was not found in ${maxRuns} runs`).toBeDefined();
  });
});
