import { statfsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { configDefaults, defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** What runs the built program or a browser, kills processes or plays many seeds; everything else is quick. */
const slow = 'test/**/*.slow.test.{ts,tsx}';

/** They take minutes: whichever begins last would keep one processor busy while the others have nothing to do. */
const longest = /\/(night|kill-points|change-category|watch-kills|planted-bugs|desktop|queue|review|serve)\.slow\.test\.ts$/;

/** As vitest orders them, by what it knows of earlier runs or by their sizes, but for those that take the longest. */
class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) => Number(longest.test(moduleId.replaceAll('\\', '/')));
    return (await super.sort(files)).toSorted((a, b) => isLong(b) - isLong(a));
  }
}

/** Where Linux has files in memory, with some room there: the quick tests write thousands of small ledgers, and wait for each. */
function inMemory(): { readonly TMPDIR?: string } {
  const [directory, enough] = ['/dev/shm', 1024 ** 3];
  try {
    const { bavail, bsize } = statfsSync(directory);
    return bavail * bsize > enough ? { TMPDIR: directory } : {};
  } catch {
    return {};
  }
}

export default defineConfig({
  test: {
    sequence: { sequencer: LongestFirst },
    environment: 'node',
    // How long a busy machine may take before a test gives up waiting for a condition; no test is about time.
    testTimeout: 180_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 45_000 } },
    restoreMocks: true,
    projects: [
      {
        extends: true,
        test: {
          name: 'quick',
          include: ['test/**/*.test.{ts,tsx}'],
          exclude: [...configDefaults.exclude, slow],
          // Their modules are loaded once. What a file leaves running slows all that come after it: none may.
          isolate: false,
          setupFiles: ['test/support/fixed-seeds.ts', 'test/support/leave-nothing.ts'],
          env: inMemory(),
          // Few of these tests wait; each worker loads all modules.
          maxWorkers: availableParallelism() + 1,
          sequence: { groupOrder: 0 },
        },
      },
      {
        extends: true,
        test: {
          name: 'slow',
          include: [slow],
          // As above; and the browser is started once.
          isolate: false,
          setupFiles: ['test/support/fixed-seeds.ts'],
          globalSetup: ['resources/tools/build.ts', 'test/support/unpack-chromium.ts'],
          // They wait for processes, browsers and disks much of the time.
          maxWorkers: availableParallelism() + 2,
          sequence: { groupOrder: 1 },
        },
      },
    ],
  },
});
