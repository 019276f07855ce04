import { expect, it } from 'vitest';
import { writtenAt } from '../../electron/core/document/delivery.ts';
import type { Document } from '../../electron/core/document/document.ts';
import { listAttention } from '../../electron/headless/output/attention.ts';
import { drawNight } from './plan.ts';
import { resultOf } from './run.ts';
import { Simulation } from './simulation.ts';

it('After a night alone with every trouble that asks nothing, all is delivered but what truly needs a person, and that is named with its reason', {
  timeout: 300_000,
}, async () => {
  const simulation = new Simulation(1, undefined, drawNight);
  const { broken, documents: dropped, deaths, faults } = await resultOf(simulation, 1);
  expect([...broken, ...(broken.length === 0 ? [] : simulation.trace.lines(40))]).toEqual([]);
  expect(dropped).toBeGreaterThan(1_000);
  expect([deaths > 5, faults > 1_000]).toEqual([true, true]);

  const { ledger } = simulation;
  const { documents } = ledger.documents.page({ limit: 10_000 });
  const { total, items, undelivered } = listAttention(
    ledger,
    ledger.folders.all().map(({ id }) => id),
    10_000,
  );
  expect(undelivered).toEqual([]);
  expect(new Set(items.map(({ id }) => id)).size).toBe(total);
  expect(items.filter(({ reasons }) => reasons.length === 0)).toEqual([]);
  // A copy goes the way of the document that it waits for.
  const named = new Set(items.map(({ id }) => id));
  const isNamed = ({ id, state }: Document): boolean =>
    named.has(id) ||
    (state.kind === 'waiting' && state.wait.kind === 'behind' && isNamed(ledger.documents.get(state.wait.first) as Document));
  const silent = documents.filter(
    (document) => document.state.kind !== 'gone' && writtenAt(document.delivery) === undefined && !isNamed(document),
  );
  expect(silent.map(({ path, state }) => `${path}: ${JSON.stringify(state)}`)).toEqual([]);
});
