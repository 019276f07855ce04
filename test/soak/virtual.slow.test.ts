import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import type { VirtualSoak } from './virtual.ts';

/** Bytes. A document that is done costs nothing; tables that grow in steps, and caches that fill in the first hour, leave some room. */
const maxForOne = 300;

it('Two hours of steady work leave nothing behind in memory, and everything is delivered, sent once', {
  timeout: 300_000,
}, () => {
  const program = join(import.meta.dirname, 'virtual.ts');
  const run = spawnSync(process.execPath, [program, '120'], { encoding: 'utf8', timeout: 280_000 });
  expect(run.stderr.replace(/.*ExperimentalWarning.*\n?|.*--trace-warnings.*\n?/g, '')).toBe('');
  const soak = JSON.parse(run.stdout) as VirtualSoak;
  expect(soak).toMatchObject({ minutes: 120, twice: 0, moving: 0, files: 1, errors: [], violations: [] });
  expect(soak.dropped).toBeGreaterThan(600);
  expect(soak.delivered).toBeGreaterThanOrEqual(soak.dropped);
  // Copies were not sent; what changed was sent anew.
  expect(soak.accepted).toBeLessThan(soak.delivered);
  const [early = 0, late = 0] = soak.held;
  expect(early).toBeGreaterThan(1_000_000);
  expect((late - early) / soak.delivered, `bytes held for each document: from ${early} to ${late}`).toBeLessThan(maxForOne);
});
