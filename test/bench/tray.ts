/** How late the desktop's tray responds while a burst of files is hashed and sent. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../desktop/drivers/ask.ts';
import { startStandIn } from '../desktop/drivers/stand-in.ts';
import { prepareData } from '../desktop/prepare-data.ts';
import { makeBytes } from '../support/make-files.ts';
import { atMost, type Benchmark } from './benchmark.ts';

export const tray: Benchmark = {
  name: 'tray',
  about: "how late the desktop's main thread answers while a burst of files is hashed and sent",
  maxSeconds: 400,
  async run({ quick, scratch, say }) {
    const [home, data, folder] = ['home', 'data', 'scans'].map((name) => join(scratch, name)) as [string, string, string];
    for (const directory of [home, data, folder]) mkdirSync(directory);
    await prepareData(data, folder);
    const desktop = await startStandIn({ dataDirectory: data, home });
    try {
      await desktop.until('it watches', (shown) => shown.tray.menu[0]?.label === 'Watching');
      const count = quick ? 200 : 5_000;
      say(`${count} files at once`);
      await desktop.watchDelay();
      for (let index = 0; index < count; index += 1)
        writeFileSync(join(folder, `scan-${index}.pdf`), makeBytes('pdf', `a scan, number ${index}`));
      const answers: number[] = [];
      for (;;) {
        const since = performance.now();
        const { balance, standings } = await ask(desktop, 'status');
        answers.push(performance.now() - since);
        if (balance.found === count && standings['on-the-way'] === 0) break;
        await pause(100);
      }
      const { p99, most } = await desktop.delay();
      const slowest = Math.max(...answers);
      return {
        rows: [
          { what: 'main thread: 99th of 100 delays', unit: 'ms', ours: p99, goal: atMost('under 50 ms', p99, 50) },
          { what: 'main thread: longest delay', unit: 'ms', ours: most },
          { what: "the engine's status, asked by the window: slowest answer", unit: 'ms', ours: slowest },
        ],
        notes: [
          `${count} files of a few KB, the sandbox in the same program, the stand-in of Electron, and its browser on the same machine.`,
        ],
      };
    } finally {
      await desktop.kill();
    }
  },
};
