import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Claim, Lease } from '../../electron/register/register.ts';
import { MemoryDatabase, type PlantedBug } from '../support/memory-database.ts';
import { type Fate, MemoryRegister } from '../support/memory-register.ts';
import { content } from './contract/contents.ts';
import { contract } from './contract/contract.ts';
import { inboxContract } from './contract/inbox.ts';
import { leaseMs } from './contract/kit.ts';

describe('The register in memory', () => {
  it.for([...contract, ...inboxContract])('%s', async ([, body]) => {
    const database = new MemoryDatabase();
    const pass = async (milliseconds: number) => {
      database.passed += milliseconds;
    };
    await body({ register: new MemoryRegister(database, { leaseMs }), pass });
  });
});

type Action = 'claim' | 'send' | 'accept' | 'give-back' | 'renew' | 'take-over' | 'restart';
type Step =
  | { readonly machine: number; readonly action: Action; readonly content: number; readonly fate: Fate }
  | { readonly pass: number };

const action = fc.constantFrom<Action>('claim', 'claim', 'send', 'send', 'accept', 'give-back', 'renew', 'take-over', 'restart');
const fate = fc.oneof(
  { weight: 8, arbitrary: fc.constant<Fate>('answered') },
  { weight: 1, arbitrary: fc.constantFrom<Fate>('lost', 'cut') },
);
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ machine: fc.nat(3), action, content: fc.nat(2), fate }) },
  // A machine that does not act while this passes is stopped, for longer than its lease or not.
  { weight: 1, arbitrary: fc.record({ pass: fc.constantFrom(leaseMs / 3, leaseMs, 2 * leaseMs) }) },
);

/**
 * Plays machines that share a few contents, each with a clock of its own and a memory of its claims that it trusts. A machine
 * whose `markSent` was not answered destroys its request: nothing reached the service.
 *
 * @returns what went wrong
 */
async function play(steps: readonly Step[], bug?: PlantedBug): Promise<string[]> {
  const database = new MemoryDatabase(bug);
  const wrong: string[] = [];
  let next: Fate = 'answered';
  const sent = new Map<string, number>();
  const machines = [0, 1, 2, 3].map((index) => ({
    index,
    register: new MemoryRegister(database, { leaseMs, fate: () => next, skew: (index - 1) * 3_600_000 }),
    lease: undefined as Lease | undefined,
    claims: new Map<string, Claim>(),
    atService: new Set<string>(),
  }));
  for (const one of steps) {
    if ('pass' in one) {
      database.passed += one.pass;
      continue;
    }
    const machine = machines[one.machine]!;
    const key = content(`content ${one.content}`);
    if (machine.lease === undefined || one.action === 'restart') {
      next = 'answered';
      const begun = await machine.register.begin({ id: String(machine.index), name: String(machine.index) });
      machine.lease = begun.ok ? begun.value : undefined;
      machine.claims.clear();
      machine.atService.clear();
    }
    const { lease, claims, atService } = machine;
    const claim = claims.get(key.sha256);
    next = one.fate;
    if (one.action === 'renew') await lease?.renew();
    if (one.action === 'claim' && !atService.has(key.sha256)) {
      const answer = await lease?.claim([key]);
      if (answer?.ok && answer.value[0]?.kind === 'mine') claims.set(key.sha256, answer.value[0].claim);
    }
    if (one.action === 'send' && claim !== undefined && !atService.has(key.sha256)) {
      const answer = await lease?.markSent([claim]);
      if (answer?.ok) {
        atService.add(key.sha256);
        sent.set(key.sha256, (sent.get(key.sha256) ?? 0) + 1);
      } else claims.delete(key.sha256);
    }
    if (one.action === 'accept' && claim !== undefined && atService.has(key.sha256)) {
      const answer = await lease?.accept('batch', [claim]);
      if (answer?.ok && answer.value.length > 0) wrong.push('what was sent was not accepted');
    }
    // Only what did not reach the service is given back.
    if (one.action === 'give-back' && claim !== undefined && !atService.has(key.sha256)) await lease?.giveBack([claim]);
    if (one.action === 'take-over') {
      const before = new Map([...database.rows].map(([name, row]) => [name, row.lease]));
      const held = new Set(database.leases.flatMap(({ until }, id) => (until > database.now ? [id] : [])));
      await lease?.takeOver([0, 1, 2].map((index) => content(`content ${index}`)));
      for (const [name, row] of database.rows)
        if (row.lease !== before.get(name) && held.has(before.get(name) ?? -1)) wrong.push('taken from a machine that renews');
    }
  }
  for (const [, times] of sent) if (times > 1) wrong.push('sent twice');
  return wrong;
}

const plays = fc.array(step, { maxLength: 60, size: 'max' });

describe('Machines that share a register', () => {
  it('send each content once and take over only what was left behind, whatever is lost or stopped', async () => {
    await fc.assert(
      fc.asyncProperty(plays, async (steps) => {
        expect(await play(steps)).toEqual([]);
      }),
      { numRuns: 3_000, seed: 17 },
    );
  });

  it.for<PlantedBug>(['no-fencing', 'local-clock', 'sent-is-free'])('would not, with the planted bug “%s”', async (bug) => {
    const found = await fc.check(
      fc.asyncProperty(plays, async (steps) => (await play(steps, bug)).length === 0),
      { numRuns: 3_000, seed: 17, endOnFailure: true },
    );
    expect(found.failed).toBe(true);
  });
});
