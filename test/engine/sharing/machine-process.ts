/** A machine, in a process of its own, that shares a register or works alone: real disk, ledger, client and database. Its argument is a `MachinePlan`. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { folderSettingsSchema } from '../../../electron/core/config/folder-settings.ts';
import { given } from '../../../electron/core/plain-data.ts';
import { createFiles } from '../../../electron/engine/disk/disk.ts';
import { createEngine } from '../../../electron/engine/engine.ts';
import type { Membership } from '../../../electron/engine/ports.ts';
import { systemClock, systemRandom } from '../../../electron/engine/system.ts';
import { createWatcher } from '../../../electron/engine/watch/watcher.ts';
import { openLedger } from '../../../electron/ledger/ledger.ts';
import { acquireDataDirectory } from '../../../electron/ledger/lock.ts';
import { readAddress } from '../../../electron/register/address.ts';
import { openRegister } from '../../../electron/register/postgres-register.ts';
import { createServiceClient } from '../../../electron/service/client.ts';

export interface MachinePlan {
  readonly name: string;
  /** Its data directory. */
  readonly data: string;
  readonly folder: string;
  /** Absent: it works alone. */
  readonly register?: string;
  readonly leaseMs: number;
  /** The name of the folder for all machines that watch it; absent: no other one does. */
  readonly inbox?: string;
  readonly batchSize?: number;
  readonly requestsPerSecond?: number;
  readonly url: string;
  readonly key: string;
  readonly extraction: string;
}

async function live(plan: MachinePlan): Promise<void> {
  const { name, data, folder, url, key, extraction, batchSize, inbox, requestsPerSecond } = plan;
  mkdirSync(data, { recursive: true });
  const lock = acquireDataDirectory(data);
  if (!lock.ok) throw new Error(JSON.stringify(lock.error));
  const ledger = openLedger(join(data, 'ledger.sqlite'));
  const membership = await member(plan);
  const route = { kind: 'extraction', id: extraction };
  const settings = { path: folder, route, existing: 'send', settleSeconds: 0.5, askAbove: 0, ...given({ batchSize, inbox }) };
  const silent = () => {};
  const engine = createEngine(
    {
      files: createFiles(),
      watcher: createWatcher(),
      service: createServiceClient({ url, key: () => key }),
      ledger,
      clock: systemClock,
      random: systemRandom,
      log: { debug: silent, info: silent, warn: silent, error: (message, details) => console.error(name, message, details) },
      ...given({ membership }),
    },
    {
      folders: [folderSettingsSchema.parse(settings)],
      mode: 'watch',
      locale: 'en-GB',
      identity: { host: name, path: data },
      limits: { rescanMs: 5_000, ...given({ requestsPerSecond }) },
    },
  );
  await engine.start();
  setInterval(() => {
    const counts = ledger.documents
      .counts()
      .flatMap(({ state, wait, delivery, count }) =>
        count === 0 ? [] : [[`${state} ${wait ?? ''} ${delivery}`, count] as const],
      );
    process.stdout.write(`${JSON.stringify(Object.fromEntries(counts))}\n`);
  }, 250);
}

/** As a member of its register; it waits until that can be opened. */
async function member({ name, register, leaseMs }: MachinePlan): Promise<Membership | undefined> {
  if (register === undefined) return undefined;
  const read = readAddress(register);
  if (!read.ok) throw new Error(read.error.code);
  const limits = { connectMs: 1_000, statementMs: 1_000, connections: 2 };
  let opened = await openRegister(read.value, { leaseMs, limits });
  while (!opened.ok) {
    await new Promise((resolve) => setTimeout(resolve, 500));
    opened = await openRegister(read.value, { leaseMs, limits });
  }
  return { register: opened.value, machine: { id: name, name }, leaseMs };
}

if (process.argv[1] === import.meta.filename) await live(JSON.parse(process.argv[2] ?? '') as MachinePlan);
