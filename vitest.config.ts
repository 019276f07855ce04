import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';

export default defineConfig({
  test: {
    include: ['test/**/*.test.{ts,tsx}'],
    globalSetup: ['resources/tools/build.ts'],
    environment: 'node',
    // Most tests wait for a poll or a process rather than compute: a few files more than there are cores go at once.
    maxWorkers: availableParallelism() + 1,
    // How long a busy machine may take before a test that waits for a condition is given up; no test is about time.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    expect: { poll: { timeout: 45_000 } },
    restoreMocks: true,
  },
});
