/** Machines with one account: they keep to its limits together, and what the service says to one of them holds for all. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { hour, minute, Timeline } from '../support/timeline.ts';
import { leaseMs, Machines } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
let key: string;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  machines = new Machines(scene, sandbox);
  key = sandbox.key;
  // Five minutes before midnight.
  scene.clock.set(24 * hour - 5 * minute - (scene.clock.now() % (24 * hour)));
  machines.database.passed = scene.clock.now() - scene.clock.elapsed;
});
afterEach(() => scene.end());

const nameOf = (index: number) => `machine ${index}`;
type Options = Partial<Parameters<Machines['start']>[1]>;

/** A machine with a folder of its own, and so many documents in it that no other machine has. */
async function startOne(index: number, documents: number, options: Options = {}): Promise<Run> {
  const folder = scene.folder(`scans ${index}`, sandbox.extraction, { batchSize: 1 });
  await scene.put(folder, ...Array.from({ length: documents }, (_, number) => `${index}-${number}.pdf`));
  return machines.start(nameOf(index), { folders: [folder], key: () => key, countPages: async () => 1, ...options });
}

async function startAll(count: number, documents: number, options: Options = {}): Promise<Run[]> {
  const runs: Run[] = [];
  for (let index = 0; index < count; index += 1) runs.push(await startOne(index, documents, options));
  return runs;
}

/** Calls of all machines that began from then on. */
const callsSince = (runs: readonly Run[], since: number) => runs.flatMap(({ calls }) => calls).filter(({ at }) => at >= since);

/** The most calls that began within so many milliseconds. */
function most(runs: readonly Run[], span: number, since = 0): number {
  const times = callsSince(runs, since)
    .map(({ at }) => at)
    .toSorted((one, other) => one - other);
  return Math.max(0, ...times.map((from) => times.filter((at) => at >= from && at < from + span).length));
}

const delivered = (runs: readonly Run[]) => runs.reduce((sum, run) => sum + run.delivered(), 0);
const gates = (runs: readonly Run[]) => [...new Set(runs.map((run) => run.gate()))];
/** Until machines that do nothing have heard of it too. */
const isHeard = 10_000;

describe.each([2, 4])('%d machines with one account', (count) => {
  it('keep to its requests a second together, and use them', async () => {
    const perSecond = 4;
    const runs = await startAll(count, 40, { limits: { requestsPerSecond: perSecond } });
    await scene.until('many are with the service', () => sandbox.allAccepted().length >= 60);
    // The burst of one machine, and what was handed out just before.
    expect(most(runs, 1_000)).toBeLessThanOrEqual(2 * perSecond + 2);
    expect(most(runs, 10_000)).toBeLessThanOrEqual(11 * perSecond + 2);
    expect(most(runs, 10_000)).toBeGreaterThan(8 * perSecond);
    for (const run of runs) expect(run.uploads().length).toBeGreaterThan(60 / count / 4);
  });

  it('poll without the register, and keep to the limit together', async () => {
    const perSecond = 2;
    const runs = await startAll(count, 10, { limits: { requestsPerSecond: perSecond } });
    await scene.until('some are with the service', () => sandbox.allAccepted().length >= 2 * count);
    for (let index = 0; index < count; index += 1) machines.way(nameOf(index)).fate = 'cut';
    await scene.pass(2_000);
    const accepted = sandbox.allAccepted().length;
    const since = callsSince(runs, 0).at(-1)?.at ?? 0;
    await scene.until('what was sent is delivered', () => delivered(runs) >= accepted);
    await scene.pass(minute);
    expect(sandbox.allAccepted()).toHaveLength(accepted);
    expect(most(runs, 10_000, since)).toBeLessThanOrEqual(10 * perSecond + count);
  });

  it('spend no page more than its budget together, and each other’s rest the next day', async () => {
    const budget = { day: 10, timeZone: 'UTC' };
    const runs = await startAll(count, 12, { limits: { budget } });
    await scene.until('ten pages are delivered', () => delivered(runs) === 10);
    await scene.pass(minute);
    expect(sandbox.allAccepted()).toHaveLength(10);
    for (const run of runs)
      expect(run.engine.status().budgets).toMatchObject([
        { period: 'day', pages: 10, used: 10, waiting: { documents: expect.any(Number) } },
      ]);
    await scene.until('ten more are delivered the next day', () => delivered(runs) === 20);
    await scene.pass(minute);
    expect(sandbox.allAccepted()).toHaveLength(20);
  });

  it('stop when a key is refused to one of them, and go on with a new one', async () => {
    const runs = await startAll(count, 20, { limits: { requestsPerSecond: 4 } });
    await scene.until('some are with the service', () => sandbox.allAccepted().length >= 4);
    sandbox.control.revokeKey(sandbox.keys[0]?.id ?? '');
    await scene.until('one was refused', () => gates(runs).includes('key'));
    await scene.pass(isHeard);
    expect(gates(runs)).toEqual(['key']);
    const [before, accepted] = [callsSince(runs, 0).length, sandbox.allAccepted().length];
    await scene.pass(5 * minute);
    expect(callsSince(runs, 0)).toHaveLength(before);
    // Whoever was told of it by the others has not asked the service.
    expect(runs.flatMap(({ calls }) => calls).filter(({ failure }) => failure?.kind === 'key').length).toBeLessThan(
      2 * count + 3,
    );
    expect(sandbox.allAccepted()).toHaveLength(accepted);
    key = sandbox.control.createKey('Second key').key;
    for (const run of runs) run.engine.keyReplaced();
    await scene.until('all are delivered', () => delivered(runs) === 20 * count, { within: 20 * minute });
    expect(gates(runs)).toEqual(['open']);
    expect(sandbox.allAccepted()).toHaveLength(20 * count);
  });
});

describe('Machines with one account', () => {
  it('go on with what a person has tried at one of them', async () => {
    sandbox.faults.add('401-revoked,on=uploadFiles,times=1');
    const runs = await startAll(3, 2);
    await scene.until('one was refused', () => gates(runs).includes('key'));
    await scene.pass(isHeard);
    expect(gates(runs)).toEqual(['key']);
    runs[2]?.engine.lookNow();
    await scene.until('all are delivered', () => delivered(runs) === 6);
    expect(gates(runs)).toEqual(['open']);
  });

  it('send nothing when one of them hears that there are no pages left, and one of them tries again after an hour', async () => {
    sandbox.faults.add('403-pages,on=uploadFiles,times=1');
    const runs = await startAll(3, 4);
    await scene.until('one was refused', () => gates(runs).includes('forbidden'));
    await scene.pass(isHeard);
    expect(gates(runs)).toEqual(['forbidden']);
    const uploads = () => runs.flatMap((run) => run.uploads()).length;
    const before = uploads();
    await scene.pass(20 * minute, { coarse: true });
    expect(uploads()).toBe(before);
    await scene.until('all is delivered', () => delivered(runs) === 12, { within: hour, coarse: true });
    expect(sandbox.allAccepted()).toHaveLength(12);
  });

  it('pause when the service has asked one of them to', async () => {
    sandbox.faults.add('429:60,on=uploadFiles,times=1');
    const runs = await startAll(3, 10, { limits: { requestsPerSecond: 10 } });
    await scene.until('one was told', () => gates(runs).includes('rate'));
    await scene.pass(2_000);
    const heardAt = scene.clock.now();
    await scene.pass(40_000);
    expect(callsSince(runs, heardAt)).toEqual([]);
    await scene.until('all are delivered', () => delivered(runs) === 30);
  });

  it('leave each other the pages that one of them had reserved and not sent when it died', async () => {
    const budget = { day: 1, timeZone: 'UTC' };
    const first = await startOne(0, 1, { limits: { budget } });
    first.beforeSent = () => first.kill();
    await scene.until('it dies', () => first.dead);
    const second = await startOne(1, 1, { limits: { budget } });
    await scene.pass(leaseMs / 2);
    expect(second.uploads()).toEqual([]);
    await scene.until('its page is free', () => second.delivered() === 1, { within: 2 * leaseMs });
    const again = await machines.start(nameOf(0), {
      folders: [scene.folder('scans 0', sandbox.extraction, { batchSize: 1 })],
      limits: { budget },
    });
    await scene.pass(minute);
    expect(again.uploads()).toEqual([]);
    expect(sandbox.allAccepted()).toEqual(['1-0.pdf']);
  });

  it('take the result of what one of them could not send before a budget held it back', async () => {
    const budget = { day: 1, timeZone: 'UTC' };
    const first = await startOne(0, 1, { limits: { budget } });
    // Its request is destroyed, because the register does not confirm it.
    first.beforeSent = () => {
      machines.way(nameOf(0)).fate = 'cut';
    };
    await scene.until('its request is destroyed', () => first.history('0-0.pdf').some((each) => each.startsWith('put-back')));
    const folder = scene.folder('scans 1', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, '0-0.pdf');
    const second = await machines.start(nameOf(1), { folders: [folder], limits: { budget }, countPages: async () => 1 });
    await scene.until('another one has sent it', () => second.delivered() === 1, { within: 3 * leaseMs });
    machines.way(nameOf(0)).fate = 'answered';
    await scene.until('it has the result', () => first.delivered() === 1, { within: minute });
    expect(sandbox.allAccepted()).toHaveLength(1);
  });

  it('give back what was refused, and count what was sent before they shared the account', async () => {
    const { url } = sandbox;
    const folder = scene.folder('scans 0', sandbox.extraction, { batchSize: 1 });
    await scene.put(folder, ...Array.from({ length: 6 }, (_, index) => `before-${index}.pdf`));
    const alone = await scene.start({ url, key, data: nameOf(0), folders: [folder], countPages: async () => 1 });
    await scene.until('six are delivered', () => alone.delivered() === 6);
    await alone.end();
    const budget = { day: 10, timeZone: 'UTC' };
    const first = await machines.start(nameOf(0), { folders: [folder], limits: { budget }, countPages: async () => 1 });
    await scene.until('the register knows', () => machines.states().done === 6);
    sandbox.faults.add('429:1,on=uploadFiles,times=1');
    const second = await startOne(1, 8, { limits: { budget } });
    await scene.until('four more are delivered', () => second.delivered() === 4, { within: 3 * minute });
    await scene.pass(minute);
    expect(sandbox.allAccepted()).toHaveLength(10);
    expect(first.engine.status().budgets).toMatchObject([{ used: 10 }]);
  });
});
