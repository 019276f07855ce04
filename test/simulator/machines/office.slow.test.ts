/** Offices drawn from seeds: machines that share a register die, stand still and are cut off from it. */
import { describe, expect, it } from 'vitest';
import { plantedBugs } from '../../support/memory-register.ts';
import { huntOffice, simulateOffice } from './office.ts';

describe('Machines that share a register', () => {
  it.each([100, 110])(
    'send each content once and deliver each file once, in ten offices from seed %d',
    async (first) => {
      for (let seed = first; seed < first + 10; seed += 1) {
        const { broken } = await simulateOffice(seed);
        expect(broken, `npm run simulate -- --machines --seed ${seed} --trace`).toEqual([]);
      }
    },
    300_000,
  );

  it.each(plantedBugs)(
    'are found to break where %s',
    async (bug) => {
      const found = await huntOffice(bug, 100, 20);
      expect(found).toBeDefined();
    },
    600_000,
  );
});
