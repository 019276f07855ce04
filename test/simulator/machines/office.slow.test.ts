/** Offices drawn from seeds: machines that share a register die, stand still and are cut off from it. */
import { describe, expect, it } from 'vitest';
import { type PlantedBug, plantedBugs } from '../../support/memory-database.ts';
import { huntOffice, simulateOffice } from './office.ts';

/** The seed that found it last. */
const foundBy: Readonly<Record<PlantedBug, number>> = {
  'no-fencing': 101,
  'local-clock': 100,
  'sent-is-free': 102,
  'accepted-is-free': 100,
  'sent-only-locally': 100,
  'gap-in-cursor': 154,
};

describe('Machines that share a register', () => {
  it.each([100, 120])(
    'send each content once and deliver each file once, in ten offices from seed %d',
    async (first) => {
      for (let seed = first; seed < first + 10; seed += 1) {
        const { broken } = await simulateOffice(seed);
        expect(broken, `npm run simulate -- --machines --seed ${seed} --trace`).toEqual([]);
      }
    },
    300_000,
  );

  it.each([
    80398, 80497, 80845, 81062, 81221, 90009, 90248, 90402, 90544, 90545, 202133, 204010, 207006, 208970, 209306, 300316, 301093,
    302272,
  ])(
    'do so in an office where they once did not, of seed %d',
    async (seed) => {
      const { broken } = await simulateOffice(seed);
      expect(broken, `npm run simulate -- --machines --seed ${seed} --trace`).toEqual([]);
    },
    300_000,
  );

  // Its mail is classified again while the writer changes: a second JSON of one file stays behind.
  it.fails('do so in an office where they do not yet, of seed 115', async () => {
    expect((await simulateOffice(115)).broken).toEqual([]);
  }, 300_000);

  it.each(plantedBugs)(
    'are found to break where %s',
    async (bug) => {
      const found = (await huntOffice(bug, foundBy[bug], 1)) ?? (await huntOffice(bug, 100, 100));
      expect(found).toBeDefined();
    },
    600_000,
  );
});
