/** Quick tests share processes: a watch that one of them leaves open would work for all that come after it. */
import { afterAll, vi } from 'vitest';

const watches = (): readonly string[] => process.getActiveResourcesInfo().filter((name) => name === 'FSEventWrap');

// Closing takes a moment, on a busy machine a longer one.
afterAll(() =>
  vi.waitFor(
    () => {
      if (watches().length > 0)
        throw new Error('This file leaves a watch of the file system open: close it at the end of its test.');
    },
    { timeout: 30_000 },
  ),
);
