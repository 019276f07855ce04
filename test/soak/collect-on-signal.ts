/**
 * Loaded before the program (`--expose-gc --import`): at SIGUSR2 garbage is collected, and what is still held (heap and
 * buffers, in bytes) is written to the file that `SOAK_HELD` names.
 */
import { writeFileSync } from 'node:fs';

process.on('SIGUSR2', () => {
  for (let round = 0; round < 2; round += 1) globalThis.gc?.();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(process.env.SOAK_HELD ?? '/dev/null', String(heapUsed + external));
});
