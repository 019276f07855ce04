/** Engines on one folder over a real PostgreSQL, while engines die and the database is restarted. */
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest';
import { systemClock } from '../../../electron/engine/system.ts';
import { readAddress } from '../../../electron/register/address.ts';
import { createRegister } from '../../../electron/register/administration.ts';
import { openRegister } from '../../../electron/register/postgres-register.ts';
import type { Register } from '../../../electron/register/register.ts';
import { seededRandom } from '../../simulator/random.ts';
import { makeFile } from '../../support/make-files.ts';
import { Cluster, hasPostgres, itWithPostgres } from '../../support/postgres.ts';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { Timeline } from '../support/timeline.ts';

const leaseMs = 3_000;
const files = 120;
const contents = 90;

let cluster: Cluster;
let scene: Timeline;
let sandbox: SceneSandbox;

function address(user: string) {
  const read = readAddress(cluster.address(user));
  if (!read.ok) throw new Error(read.error.code);
  return read.value;
}

async function opened(): Promise<Register> {
  const answer = await openRegister(address('intray'), {
    leaseMs,
    limits: { connectMs: 1_000, statementMs: 1_000, connections: 2 },
  });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

describe('Machines that share a register in PostgreSQL', () => {
  beforeAll(async () => {
    if (!hasPostgres) return;
    cluster = await Cluster.start();
    await createRegister(address('owner'), 'intray');
  });
  afterAll(() => cluster?.end());
  beforeEach(async () => {
    scene = new Timeline();
    sandbox = await sandboxOf(scene, { clock: systemClock });
  });
  afterEach(() => scene.end());

  itWithPostgres('send each content once and deliver each file once, whoever dies and whatever is restarted', async () => {
    const folder = scene.folder('scans', sandbox.extraction, { askAbove: 0, settleSeconds: 1, inbox: 'office' });
    const random = seededRandom(20);
    const registers = new Map<string, Register>();
    scene.atEnd(async () => {
      for (const register of registers.values()) await register.close();
    });
    const start = async (name: string): Promise<Run> => {
      const register = await opened();
      registers.set(name, register);
      const membership = { register, machine: { id: name, name }, leaseMs };
      const identity = { host: name, path: '/data' };
      const { url, key } = sandbox;
      return scene.start({ url, key, data: name, folders: [folder], membership, identity, clock: systemClock });
    };
    const runs = new Map<string, Run>();
    for (const name of ['one', 'second', 'third']) runs.set(name, await start(name));
    for (let index = 0; index < files; index += 1) {
      await makeFile(join(folder.path, `${index}.pdf`), `content ${index % contents}`);
      if (index % 20 !== 10) continue;
      // One dies and comes back; or the database does.
      await scene.until('something is sent', () => sandbox.allAccepted().length > index / 4, { by: 'the machine' });
      const names = [...runs.keys()];
      const name = names[Math.floor(random() * names.length)] ?? 'one';
      runs.get(name)?.kill();
      // A process that is killed has no connections.
      await registers.get(name)?.close();
      if (index % 40 === 10) {
        cluster.down('immediate');
        await delay(1_500);
        cluster.up();
      }
      runs.set(name, await start(name));
    }
    const left = new Map<string, number[]>();
    const decide = () => {
      // What was on its way when a machine died is a person's to decide about; here it is looked up at the service.
      for (const [name, run] of runs) {
        const doubtful = run.documents().filter(({ state }) => JSON.stringify(state).includes('unresolved'));
        left.set(
          name,
          doubtful.map(({ id }) => id),
        );
      }
      return [...left.values()].flat().length;
    };
    const isDone = (run: Run) =>
      run.documents().filter(({ delivery, state }) => delivery.kind !== 'done' && !JSON.stringify(state).includes('unresolved'))
        .length === 0 && run.documents().length === files;
    await scene.until('all is done', () => [...runs.values()].every(isDone), { by: 'the machine' });
    const doubtful = decide();
    const accepted = sandbox.allAccepted().length;
    // Killed between the closing boundary and the answer: not sent again by itself.
    expect(accepted).toBeLessThanOrEqual(contents);
    expect(accepted).toBeGreaterThanOrEqual(contents - doubtful);
    const delivered = new Set(
      [...runs.values()].flatMap((run) =>
        run
          .documents()
          .filter(({ delivery }) => delivery.kind === 'done')
          .map(({ path }) => path),
      ),
    );
    const rows = scene.tablesOf(folder).map(({ file }) => file);
    expect(rows.toSorted()).toEqual([...delivered].toSorted());
    expect(new Set(scene.names(folder).filter((name) => name.endsWith('.json')))).toEqual(
      new Set([...delivered].map((name) => `${name}.json`)),
    );
  });
});
