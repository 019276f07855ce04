import { expect, it, vi } from 'vitest';
import { RetentionStage } from '../../../electron/engine/loop/retention-stage.ts';
import { freshLedger } from '../../ledger/fixture.ts';

const hour = 3_600_000;
const clock = { now: () => 0, elapsed: () => 0, after: () => () => {} };

/** A stage that keeps results for a year, and how often it has looked for some that are older. */
function stage(kept: { readonly for: number | undefined } = { for: 365 * 24 * hour }) {
  const { ledger } = freshLedger();
  const looks = vi.spyOn(ledger.retention, 'dropSome');
  const retained = new RetentionStage({ world: { ledger, clock }, limits: { keepMs: kept.for } });
  /** Goes on for as long as it has work. @returns when it looks again */
  const run = (from: number): number | undefined => {
    let [now, next] = [from, retained.start(from)];
    while (next !== undefined && next - now === 50) {
      now = next;
      next = retained.start(now);
    }
    return next;
  };
  return { run, looks: () => looks.mock.calls.length };
}

it('looks for results that are too old every six hours', () => {
  const { run, looks } = stage();
  const next = run(0) ?? 0;
  expect(next).toBeGreaterThanOrEqual(6 * hour);
  const first = looks();
  expect(first).toBeGreaterThan(0);
  expect(run(next - 1)).toBe(next);
  expect(looks()).toBe(first);
  run(next);
  expect(looks()).toBe(2 * first);
});

it('looks at once where the clock was set back: else a year might pass', () => {
  const { run, looks } = stage();
  run(100 * hour);
  const first = looks();
  run(99 * hour);
  expect(looks()).toBe(2 * first);
});

it('looks for nothing where everything is kept', () => {
  const { run, looks } = stage({ for: undefined });
  expect([run(0), looks()]).toEqual([undefined, 0]);
});
