/**
 * Loaded before the program (`NODE_OPTIONS=--import`): at SIGUSR2 garbage is collected, and what is still held (heap and
 * buffers, in bytes) is written to the file that `SOAK_HELD` names. Until then the program runs as it does anywhere.
 */
import { writeFileSync } from 'node:fs';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

process.on('SIGUSR2', () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  for (let round = 0; round < 2; round += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  writeFileSync(process.env.SOAK_HELD ?? '/dev/null', String(heapUsed + external));
});
