import type { Benchmark } from './benchmark.ts';
import { burst } from './burst.ts';
import { deliver } from './deliver.ts';
import { idle } from './idle.ts';
import { ledger } from './ledger.ts';
import { pickUp } from './pick-up.ts';
import { pollEconomy } from './poll-economy.ts';
import { scan } from './scan.ts';
import { start } from './start.ts';
import { syncs } from './syncs.ts';
import { tables } from './tables.ts';
import { tray } from './tray.ts';
import { upload } from './upload.ts';
import { window } from './window.ts';

/** Every benchmark, in the order in which they run. A new one is a file beside this one and a line here. */
export const catalog: readonly Benchmark[] = [
  upload,
  scan,
  pickUp,
  burst,
  pollEconomy,
  ledger,
  syncs,
  deliver,
  idle,
  start,
  tables,
  tray,
  window,
];
