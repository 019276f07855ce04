import { expect, it } from 'vitest';
import { inWords, type SeenFile } from '../support/seen.ts';
import { drawNight } from './plan.ts';
import { resultOf } from './run.ts';
import { Simulation } from './simulation.ts';

it('After a night alone with every trouble that asks nothing, all is delivered but what truly needs a person, and that is named with its reason', {
  timeout: 600_000,
}, async () => {
  const simulation = new Simulation(1, undefined, drawNight);
  const { broken, documents: dropped, deaths, faults } = await resultOf(simulation, 1);
  expect([...broken, ...(broken.length === 0 ? [] : simulation.trace.lines(40))]).toEqual([]);
  expect(dropped).toBeGreaterThan(150);
  expect([deaths > 5, faults > 150]).toEqual([true, true]);

  const { seen } = simulation;
  const { total, needs, undelivered } = seen.attention();
  expect(undelivered).toEqual([]);
  const named = new Set(needs.map(({ id }) => id));
  expect(named.size).toBe(total);
  expect(needs.filter(({ reasons }) => reasons.length === 0)).toEqual([]);
  const isNamed = ({ id }: SeenFile): boolean => named.has(id);
  const isWritten = ({ outputs }: SeenFile) => outputs === 'follow' || outputs === 'done';
  const silent = seen.files().filter((file) => !file.isGone && !isWritten(file) && !isNamed(file));
  expect(silent.map((file) => `${file.path}: ${inWords(file)}`)).toEqual([]);
});
