/**
 * Three processes with data of their own on one folder and a real PostgreSQL: they are killed, and stopped for longer than their
 * leases, the database is restarted, and one of them is cut off from it. `INTRAY_MACHINES=2000` for as many files, with thirty
 * kills, five restarts, and a minute without the database.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { readAddress } from '../../../electron/register/address.ts';
import { createRegister } from '../../../electron/register/administration.ts';
import { createDice, seededRandom } from '../../simulator/random.ts';
import { startGate } from '../../support/gate.ts';
import { makeFile } from '../../support/make-files.ts';
import { Cluster, hasPostgres, itWithPostgres } from '../../support/postgres.ts';
import { Scene } from '../../support/scene.ts';
import { type StrictService, startStrictService } from '../../support/strict/strict-service.ts';
import type { MachinePlan } from './machine-process.ts';

const files = Number(process.env.INTRAY_MACHINES ?? 200);
const contents = Math.floor(files * 0.75);
const kills = Math.max(8, Math.floor(files / 66));
const stops = 3;
const restarts = Math.max(2, Math.floor(files / 400));
const leaseMs = 3_000;
/** For so long one machine is cut off from the database, in milliseconds. */
const cutMs = Math.max(2 * leaseMs, 30 * files);

const resting = /done$|^unresolved|^waiting (held|behind|elsewhere)/;
/** What has not moved for so long does not move any more, in milliseconds. */
const stillMs = 3 * leaseMs;

let cluster: Cluster;
let scene: Scene;

class Machine {
  readonly #plan: MachinePlan;
  #process: ChildProcess | undefined;
  counts: Readonly<Record<string, number>> = {};
  complaints = '';

  constructor(plan: MachinePlan) {
    this.#plan = plan;
  }

  start(): void {
    const script = join(import.meta.dirname, 'machine-process.ts');
    const child = spawn(process.execPath, [script, JSON.stringify(this.#plan)], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#process = child;
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      const line = text.trim().split('\n').at(-1) ?? '';
      if (line.startsWith('{') && line.endsWith('}')) this.counts = JSON.parse(line) as Record<string, number>;
    });
    child.stderr?.setEncoding('utf8').on('data', (text: string) => {
      this.complaints += text;
    });
  }

  signal(name: NodeJS.Signals): void {
    this.#process?.kill(name);
  }

  async kill(): Promise<void> {
    const child = this.#process;
    if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    child.once('exit', () => resolve());
    child.kill('SIGKILL');
    await promise;
  }

  /** How many documents are in a state whose name fits. */
  count(name: RegExp): number {
    return Object.entries(this.counts).reduce((sum, [state, count]) => sum + (name.test(state) ? count : 0), 0);
  }

  /** Whether all is delivered but what waits for a person, or for what waits for one. */
  get rests(): boolean {
    return this.count(/./) === files && this.count(resting) === files;
  }
}

describe('Three processes on one folder', () => {
  beforeAll(async () => {
    if (!hasPostgres) return;
    cluster = await Cluster.start();
    const owner = readAddress(cluster.address('owner'));
    if (owner.ok) await createRegister(owner.value, 'intray');
  });
  afterAll(() => cluster?.end());
  beforeEach(() => {
    scene = new Scene();
  });
  afterEach(() => scene.end());

  itWithPostgres('send each content once and deliver each file once', async () => {
    const service: StrictService = await startStrictService({ answerMilliseconds: 60, processingMilliseconds: 300 });
    const extraction = service.addExtraction();
    scene.atEnd(() => service.close());
    const folder = scene.directory('scans');
    const dice = createDice(seededRandom(files));
    const gate = await startGate(cluster.port);
    scene.atEnd(() => gate.close());
    const machines = ['front', 'back', 'branch'].map(
      (name) =>
        new Machine({
          ...{
            name,
            folder,
            leaseMs,
            inbox: 'office',
            register: cluster.address('intray', name === 'branch' ? gate.port : cluster.port),
            data: scene.directory(`data of ${name}`),
          },
          ...{ url: service.url, key: service.key, extraction },
        }),
    );
    scene.atEnd(async () => {
      for (const machine of machines) await machine.kill();
    });
    for (const machine of machines) machine.start();
    const deeds = [
      ...Array.from({ length: kills }, () => 'kill' as const),
      ...Array.from({ length: stops }, () => 'stop' as const),
      ...Array.from({ length: restarts }, () => 'restart' as const),
      'cut' as const,
    ].map((deed) => ({ deed, at: dice.whole(1, files - 1) }));
    let cut = Promise.resolve();
    for (let index = 0; index < files; index += 1) {
      await makeFile(join(folder, `${index}.pdf`), `content ${index % contents}`);
      for (const { deed } of deeds.filter(({ at }) => at === index)) {
        const machine = dice.pick(machines);
        await delay(dice.whole(100, 1_500));
        if (deed === 'kill') {
          await machine.kill();
          machine.start();
        } else if (deed === 'stop') {
          machine.signal('SIGSTOP');
          await delay(leaseMs + 1_500);
          machine.signal('SIGCONT');
        } else if (deed === 'cut') {
          gate.shut();
          cut = delay(cutMs).then(() => gate.open());
        } else {
          cluster.down('immediate');
          await delay(1_000);
          cluster.up();
        }
      }
    }
    await cut;
    let seen = '';
    let since = performance.now();
    const rest = () => {
      const now = JSON.stringify(machines.map(({ counts }) => counts));
      if (now !== seen) since = performance.now();
      seen = now;
      return performance.now() - since > stillMs ? machines.map((machine) => machine.rests || machine.counts) : 'moving';
    };
    await expect.poll(rest, { timeout: 120_000, interval: 500 }).toEqual([true, true, true]);
    const sent = [...service.uploads.values()];
    // What was on its way at a kill is not sent again: a person decides about it.
    const doubtful = files - Math.max(...machines.map((machine) => machine.count(/done$/)));
    expect(sent.filter((times) => times > 1)).toEqual([]);
    expect(sent.length).toBeGreaterThanOrEqual(contents - doubtful);
    // Whoever takes over asks once more, and whoever stood still knows nothing of that.
    expect(service.violations.filter((each) => !/getBatchResults: batch .* was asked/.test(each))).toEqual([]);
    const names = scene.names({ path: folder });
    const rows = scene.tablesOf({ path: folder }).map(({ file }) => file ?? '');
    expect(new Set(rows).size).toBe(rows.length);
    expect(names.filter((name) => name.endsWith('.csv'))).toHaveLength(1);
    const jsons = names.filter((name) => name.endsWith('.json')).map((name) => name.replace(/\.json$/, ''));
    expect(jsons.toSorted()).toEqual(rows.toSorted());
    expect(rows.length).toBe(files - doubtful);
    // At most one batch is on its way at each kill.
    expect(doubtful).toBeLessThanOrEqual(10 * kills);
    expect(machines.map(({ complaints }) => complaints)).toEqual(['', '', '']);
  });
});
