import { type ChildProcess, spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect } from 'vitest';
import { readAddress } from '../../electron/register/address.ts';
import { createRegister } from '../../electron/register/administration.ts';
import { Cluster, itWithPostgres } from '../support/postgres.ts';

const contents = 1_500;
const machine = new URL('./race-machine.ts', import.meta.url).pathname;

/** Processes that claim the same contents and say what they send, as the service would see it. */
class Race {
  readonly sent: string[] = [];
  readonly machines: ChildProcess[] = [];
  readonly #address: string;
  finished = 0;

  constructor(address: string) {
    this.#address = address;
  }

  start(place: number): void {
    const child = spawn(process.execPath, [machine, this.#address, String(contents), `machine ${place}`], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    this.machines[place] = child;
    createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
      if (line === 'done') this.finished += 1;
      else this.sent.push(line);
    });
  }
}

describe('Three processes that race for 1,500 contents', () => {
  itWithPostgres('send each of them once, though they are killed and stopped and the database crashes', async () => {
    const cluster = await Cluster.start();
    const race = new Race(cluster.address('intray'));
    try {
      const owner = readAddress(cluster.address('owner'));
      if (!owner.ok) throw new Error(owner.error.code);
      expect(await createRegister(owner.value, 'intray')).toMatchObject({ ok: true });
      for (const place of [0, 1, 2]) race.start(place);
      for (let turn = 0; turn < 9; turn += 1) {
        await delay(700);
        const place = turn % 3;
        const child = race.machines[place];
        if (turn % 3 === 0) {
          child?.kill('SIGKILL');
          race.start(place);
        } else if (turn % 3 === 1) {
          child?.kill('SIGSTOP');
          await delay(2_500);
          child?.kill('SIGCONT');
        } else {
          cluster.down('immediate');
          cluster.up();
        }
      }
      await expect.poll(() => race.finished, { timeout: 120_000 }).toBeGreaterThanOrEqual(3);
      expect(new Set(race.sent).size).toBe(race.sent.length);
      // What was marked as sent by a process that was killed before it could say so was sent by nobody else.
      const left = Number(cluster.sql("SELECT count(*) FROM intray.claim WHERE state IN ('sent', 'accepted', 'done')"));
      expect(left).toBe(contents);
      expect(race.sent.length).toBeGreaterThan(contents - 4 * 30);
      console.log(`${race.sent.length} of ${contents} sent, none twice`);
    } finally {
      for (const child of race.machines) child.kill('SIGKILL');
      cluster.end();
    }
  });
});
