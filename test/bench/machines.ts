/** Machines that share a register and an account: how much faster several are than one, and what the register costs one. */
import { linkSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { usualPerSecond } from '../../electron/core/account/rate.ts';
import { given } from '../../electron/core/plain-data.ts';
import { readAddress } from '../../electron/register/address.ts';
import { createRegister } from '../../electron/register/administration.ts';
import { usualLeaseMs } from '../../electron/register/register.ts';
import type { MachinePlan } from '../engine/sharing/machine-process.ts';
import { makeFile } from '../support/make-files.ts';
import { Cluster, hasPostgres } from '../support/postgres.ts';
import { atLeast, atMost, type Benchmark, type Context, type Row } from './benchmark.ts';
import { startProcess } from './kit/processes.ts';
import { type BenchSandbox, startBenchSandbox } from './kit/sandbox.ts';
import { median, sum } from './kit/statistics.ts';

const answerMs = 200;
const inFlight = 4;
/** So that the service's answers, and not the processors of this one machine, are the limit of four machines; a register costs most here. */
const batchSize = 1;
/** Of files, of one machine. */
const perSecondByArithmetic = (batchSize * inFlight * 1_000) / answerMs;
/** Requests a second that are no limit. */
const unlimited = 1_000;
const overhead = 1.15;

interface Trial {
  readonly machines: number;
  /** Files of each machine. */
  readonly files: number;
  readonly shares: boolean;
  readonly requestsPerSecond: number;
}

interface Measured {
  readonly filesPerSecond: number;
  readonly uploadsPerSecond: number;
  /** Of one machine. */
  readonly cpuSeconds: number;
}

export const machines: Benchmark = {
  name: 'machines',
  about: '1, 2 and 4 machines with one register and one account, uploads answered after 200 ms; and one without a register',
  maxSeconds: 600,
  async run(context) {
    if (!hasPostgres) return { rows: [], missing: ['machines that share a register cannot be measured without PostgreSQL'] };
    const files = context.quick ? 20 : 200;
    const runs = context.quick ? 1 : 3;
    const results = new Map<string, Measured[]>();
    const trials = {
      alone: { machines: 1, files, shares: false, requestsPerSecond: unlimited },
      one: { machines: 1, files, shares: true, requestsPerSecond: unlimited },
      two: { machines: 2, files, shares: true, requestsPerSecond: unlimited },
      four: { machines: 4, files, shares: true, requestsPerSecond: unlimited },
      limited: { machines: 4, files, shares: true, requestsPerSecond: usualPerSecond },
    } as const satisfies Record<string, Trial>;
    for (let run = 0; run < runs; run += 1) {
      for (const [name, trial] of Object.entries(trials)) {
        context.say(`${name}, run ${run + 1} of ${runs}`);
        results.set(name, [...(results.get(name) ?? []), await measure(context, trial, `${name}-${run}`)]);
      }
    }
    const of = (name: keyof typeof trials) => {
      const all = results.get(name) ?? [];
      return {
        ours: median(all.map(({ filesPerSecond }) => filesPerSecond)),
        cpuSeconds: median(all.map(({ cpuSeconds }) => cpuSeconds)),
      };
    };
    const [alone, one] = [of('alone'), of('one')];
    const row = (name: keyof typeof trials, what: string): Row => {
      const { machines: count } = trials[name];
      const limit = { name: 'by arithmetic', value: count * perSecondByArithmetic };
      return { what, unit: 'files/s', ...of(name), limit, runs };
    };
    const times = (name: 'two' | 'four') => of(name).ours / one.ours;
    const uploads = median((results.get('limited') ?? []).map(({ uploadsPerSecond }) => uploadsPerSecond));
    return {
      rows: [
        row('alone', 'one machine without a register'),
        {
          ...row('one', 'one machine with a register'),
          peer: { name: 'without', value: alone.ours },
          goal: atMost('under 15% slower', alone.ours / one.ours, overhead),
        },
        { ...row('two', 'two machines'), goal: atLeast('1.8× one', times('two'), 1.8) },
        { ...row('four', 'four machines'), goal: atLeast('3.5× one', times('four'), 3.5) },
        {
          what: `four machines, ${usualPerSecond} requests a second for the account: uploads`,
          ...{ unit: 'uploads/s', ours: uploads, runs },
          limit: { name: 'of the account', value: usualPerSecond },
          goal: atMost('the limit', uploads, usualPerSecond),
        },
      ],
      notes: [
        `${files} files for each machine, ${batchSize} a request, ${inFlight} requests in flight. All processes, the database and the service are on one machine. Two machines: ${times('two').toFixed(2)}× one; four: ${times('four').toFixed(2)}×. Processor time of one machine: ${alone.cpuSeconds.toFixed(2)} s without a register, ${one.cpuSeconds.toFixed(2)} s with one.`,
        'Polls are requests of the account too.',
      ],
    };
  },
};

/** From the first upload that begins to the last that is accepted. */
async function measure(context: Context, trial: Trial, name: string): Promise<Measured> {
  const cluster = trial.shares ? await Cluster.start() : undefined;
  const sandbox = await startBenchSandbox({ answerMs, processingMs: 500 });
  try {
    if (cluster !== undefined) {
      const owner = readAddress(cluster.address('owner'));
      if (owner.ok) await createRegister(owner.value, 'intray');
    }
    return await uploaded({ context, trial, sandbox, place: join(context.scratch, name), register: cluster?.address('intray') });
  } finally {
    await sandbox.stop();
    cluster?.end();
  }
}

interface Stage {
  readonly context: Context;
  readonly trial: Trial;
  readonly sandbox: BenchSandbox;
  readonly place: string;
  readonly register: string | undefined;
}

async function uploaded({ trial, sandbox, place, register }: Stage): Promise<Measured> {
  const { url, key, extraction } = sandbox;
  const { requestsPerSecond } = trial;
  const script = join(import.meta.dirname, '../engine/sharing/machine-process.ts');
  const files = Array.from({ length: trial.files }, (_, index) => `${index}.pdf`);
  const folders = Array.from({ length: trial.machines }, (_, index) => join(place, `scans ${index}`));
  const prepared = folders.map((folder) => `${folder}, prepared`);
  for (const directory of [...folders, ...prepared]) mkdirSync(directory, { recursive: true });
  for (const [index, directory] of prepared.entries())
    for (const file of files) await makeFile(join(directory, file), `content ${index} ${file}`, { size: 2_000 });
  const begun = folders.map(() => Promise.withResolvers<void>());
  const processes = folders.map((folder, index) => {
    const machine = `machine ${index}`;
    const plan: MachinePlan = {
      ...{ name: machine, data: join(place, machine), folder, leaseMs: usualLeaseMs, url, key, extraction },
      ...{ batchSize, requestsPerSecond, ...given({ register }) },
    };
    return startProcess({
      command: process.execPath,
      args: [script, JSON.stringify(plan)],
      onLine: () => begun[index]?.resolve(),
    });
  });
  await Promise.all(begun.map(({ promise }) => promise));
  // Nothing of their start is left.
  await delay(1_000);
  const before = processes.map((each) => each.usage().cpuSeconds ?? Number.NaN);
  for (const [index, folder] of folders.entries())
    for (const file of files) linkSync(join(prepared[index] ?? '', file), join(folder, file));
  const wanted = trial.machines * trial.files;
  for (;;) {
    const accepted = await sandbox.accepted();
    const files = sum(accepted.map((each) => each.files));
    if (files >= wanted) {
      const cpu = processes.map((each, index) => (each.usage().cpuSeconds ?? Number.NaN) - (before[index] ?? 0));
      for (const each of processes) await each.stop();
      if (files > wanted) throw new Error(`${files} files were accepted instead of ${wanted}.`);
      const beganAt = Math.min(...accepted.map((each) => each.beganAt));
      const seconds = (Math.max(...accepted.map((each) => each.takenAt)) - beganAt) / 1_000;
      return { filesPerSecond: files / seconds, uploadsPerSecond: accepted.length / seconds, cpuSeconds: median(cpu) };
    }
    await delay(100);
  }
}
