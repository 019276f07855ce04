/** What is done under a new lease before anything is claimed: what earlier runs had sent is taken up, and what was sent is told. */
import { createHash } from 'node:crypto';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Outcome } from '../../../electron/core/document/outcome.ts';
import type { DocumentState } from '../../../electron/core/document/states.ts';
import { foreign } from '../../../electron/core/messages/message.ts';
import { routeKey } from '../../../electron/core/protocol/route.ts';
import { err } from '../../../electron/core/result.ts';
import { catchUp } from '../../../electron/engine/sharing/catch-up.ts';
import { Claims } from '../../../electron/engine/sharing/claims.ts';
import { LeaseKeeper } from '../../../electron/engine/sharing/lease-keeper.ts';
import type { Ledger } from '../../../electron/ledger/ledger.ts';
import type { Lease, RegisterAnswer } from '../../../electron/register/register.ts';
import { extracted, found, freshLedger, invoices, origin } from '../../ledger/fixture.ts';
import { MemoryDatabase } from '../../support/memory-database.ts';
import { MemoryRegister } from '../../support/memory-register.ts';
import { keptLog } from '../support/ports.ts';
import { withLease } from './machines.ts';

const leaseMs = 30_000;
/** Batches in one call, and claims in one. */
const [batchesAtOnce, claimsAtOnce] = [30, 200];

let ledger: Ledger;
let folderId: number;
let elapsed: number;
let database: MemoryDatabase;
/** The calls of all machines, in order. */
let calls: string[];
beforeEach(() => {
  ({ ledger, folderId } = freshLedger());
  elapsed = 0;
  calls = [];
  database = new MemoryDatabase(undefined, () => elapsed);
});

const hashOf = (name: string) => createHash('sha256').update(name).digest('hex');
const keyOf = (name: string) => ({ origin, route: routeKey(invoices), sha256: hashOf(name) });

/** A request with one document that the ledger knows, and what it says of it. */
function sent(name: string, state: DocumentState, batch: 'open' | 'closed' | 'dropped' | 'unresolved' = 'closed'): void {
  const { id } = ledger.batches.add({ origin, route: invoices, madeAt: 1, files: 1 });
  ledger.batches.update(id, { state: batch, ...(['open', 'closed'].includes(batch) && { serviceBatchId: `batch of ${name}` }) });
  const document = ledger.documents.add(found(folderId, { path: name, state }));
  const result = state.kind === 'processed' ? { result: extracted({ number: name }) } : {};
  ledger.documents.update(document.id, { hash: hashOf(name), batchId: id, fileId: `file of ${name}`, ...result });
}

const delivered = (first: number, count: number) => {
  for (let number = first; number < first + count; number += 1) sent(`${number}.pdf`, { kind: 'processed' });
};

/** What the register knows of all contents, by state. */
function states(): Record<string, number> {
  return Object.fromEntries(
    [...Map.groupBy(database.rows.values(), ({ state }) => state)].map(([state, rows]) => [state, rows.length]),
  );
}

interface Trouble {
  /** So much time passes with each call that tells of requests, in milliseconds. */
  readonly slowMs?: number;
  /** Calls of this name are carried out, and their answers lost. */
  readonly loses?: 'takeUp' | 'remember';
}

/** A run of a machine, with nothing in its memory. */
function run({ slowMs = 0, loses }: Trouble = {}, machine = 'one') {
  const lost = async <Value>(name: string, work: Promise<RegisterAnswer<Value>>): Promise<RegisterAnswer<Value>> => {
    calls.push(name);
    if (name === 'remember') elapsed += slowMs;
    const answer = await work;
    return loses === name ? err({ kind: 'unreachable', message: foreign('lost') }) : answer;
  };
  const noted = (lease: Lease): Lease => ({
    ...lease,
    takeUp: (limit) => lost('takeUp', lease.takeUp(limit)),
    remember: (contents) => lost('remember', lease.remember(contents)),
  });
  const clock = { now: () => elapsed, elapsed: () => elapsed, after: () => () => {} };
  const world = { ledger, clock, log: keptLog([]) };
  const register = withLease(new MemoryRegister(database, { leaseMs }), noted);
  const keeper = new LeaseKeeper(world, register, { id: machine, name: machine }, leaseMs);
  const claims = new Claims(world, keeper);
  return {
    keeper,
    claims,
    async catchUp(onProgress?: (done: number, of: number) => void): Promise<boolean> {
      await keeper.keep();
      if (keeper.lease === undefined) throw new Error('It has no lease.');
      return catchUp({ world, keeper, claims }, keeper.lease, onProgress);
    },
  };
}

/** Another machine claims contents, and sends them or not. */
async function others(names: readonly string[], become: 'claimed' | 'sent' = 'claimed'): Promise<Lease> {
  const begun = await new MemoryRegister(database, { leaseMs }).begin({ id: 'other', name: 'other' });
  if (!begun.ok) throw new Error('It has no lease.');
  const answers = await begun.value.claim(names.map(keyOf));
  const claims = answers.ok ? answers.value.flatMap((each) => (each.kind === 'mine' ? [each.claim] : [])) : [];
  if (become === 'sent') await begun.value.markSent(claims);
  return begun.value;
}

describe('A ledger that is new to the register', () => {
  it('tells of all that was sent from it, in several calls, with what became of it', async () => {
    delivered(0, 65);
    sent('queued.pdf', { kind: 'queued', status: 'queued' }, 'open');
    sent('lost.pdf', { kind: 'unresolved', message: foreign('lost') }, 'unresolved');
    sent('put back.pdf', { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } }, 'dropped');
    const progress: (readonly number[])[] = [];
    expect(await run().catchUp((...at) => progress.push(at))).toBe(true);
    expect(states()).toEqual({ done: 65, accepted: 1, sent: 1 });
    expect(calls.filter((name) => name === 'remember')).toHaveLength(Math.ceil(68 / batchesAtOnce));
    expect(progress).toEqual([
      [30, 68],
      [60, 68],
      [68, 68],
    ]);
    expect(ledger.meta.read('register')).toBe(database.id);
    const outcome: Outcome = { status: 'processed', result: extracted({ number: '7.pdf' }) };
    const row = [...database.rows.values()].find(({ sha256 }) => sha256 === hashOf('7.pdf'));
    expect(row).toMatchObject({ batch: 'batch of 7.pdf', file: 'file of 7.pdf', outcome });
  });

  it('takes from another machine what that one had only claimed, and leaves it what it has sent', async () => {
    delivered(0, 2);
    const other = await others(['0.pdf']);
    await others(['1.pdf'], 'sent');
    sent('here too.pdf', { kind: 'unresolved', message: foreign('lost') }, 'unresolved');
    await others(['here too.pdf'], 'sent');
    expect(await run().catchUp()).toBe(true);
    const machineOf = (name: string) =>
      database.leases[[...database.rows.values()].find(({ sha256 }) => sha256 === hashOf(name))?.lease ?? -1]?.id;
    expect(['0.pdf', '1.pdf', 'here too.pdf'].map(machineOf)).toEqual(['one', 'one', 'other']);
    expect(states()).toEqual({ done: 2, sent: 1 });
    expect(await other.markSent([{ ...keyOf('0.pdf'), fence: 1 }])).toMatchObject({ ok: false });
  });

  it('keeps its lease however long that takes', async () => {
    delivered(0, 5 * batchesAtOnce);
    expect(await run({ slowMs: leaseMs / 2 }).catchUp()).toBe(true);
    expect(elapsed).toBeGreaterThan(2 * leaseMs);
    expect(states()).toEqual({ done: 5 * batchesAtOnce });
  });

  it('begins anew where its lease has ended in the middle, and is no member before all is told', async () => {
    delivered(0, 3 * batchesAtOnce);
    const slow = run({ slowMs: 2 * leaseMs });
    expect(await slow.catchUp()).toBe(false);
    expect(states()).toEqual({ done: batchesAtOnce });
    expect(ledger.meta.read('register')).toBeUndefined();
    expect(await run().catchUp()).toBe(true);
    expect(states()).toEqual({ done: 3 * batchesAtOnce });
    expect(ledger.meta.read('register')).toBe(database.id);
  });

  it('goes on in the next run where an answer was lost', async () => {
    delivered(0, batchesAtOnce);
    const losing = run({ loses: 'remember' });
    expect(await losing.catchUp()).toBe(false);
    // Nobody here knows what that lease holds.
    expect(losing.keeper.lease).toBeUndefined();
    expect(await run().catchUp()).toBe(true);
    expect(states()).toEqual({ done: batchesAtOnce });
  });
});

describe('A member', () => {
  it('puts back what a register has forgotten that was restored from a backup, and reads no further than it has to', async () => {
    delivered(0, 5 * batchesAtOnce);
    expect(await run().catchUp()).toBe(true);
    // The backup is from before the last forty requests.
    for (let number = 5 * batchesAtOnce - 40; number < 5 * batchesAtOnce; number += 1)
      for (const [key, { sha256 }] of database.rows) if (sha256 === hashOf(`${number}.pdf`)) database.rows.delete(key);
    calls = [];
    expect(await run().catchUp()).toBe(true);
    expect(states()).toEqual({ done: 5 * batchesAtOnce });
    expect(calls.filter((name) => name === 'remember')).toHaveLength(3);
  });

  it('puts back what a register has as less than the ledger knows', async () => {
    sent('sent only.pdf', { kind: 'queued', status: 'queued' }, 'open');
    sent('free.pdf', { kind: 'processed' });
    expect(await run().catchUp()).toBe(true);
    for (const row of database.rows.values())
      Object.assign(row, row.sha256 === hashOf('free.pdf') ? { state: 'free' } : { state: 'sent', batch: undefined });
    expect(await run().catchUp()).toBe(true);
    expect(states()).toEqual({ accepted: 1, done: 1 });
  });

  it('takes up what its earlier runs had sent, in several calls, and tells what became of it', async () => {
    const count = 2 * claimsAtOnce + 50;
    for (let number = 0; number < count; number += 1) sent(`${number}.pdf`, { kind: 'queued', status: 'queued' }, 'open');
    expect(await run().catchUp()).toBe(true);
    expect(states()).toEqual({ accepted: count });
    // The run dies; when the next one begins, the ledger has some of the results.
    for (const { id } of ledger.documents.page({ limit: 120 }).documents)
      ledger.documents.update(id, { state: { kind: 'processed' }, result: extracted({}) });
    calls = [];
    const next = run();
    expect(await next.catchUp()).toBe(true);
    expect(calls.filter((name) => name === 'takeUp')).toHaveLength(3);
    expect(states()).toEqual({ accepted: count - 120, done: 120 });
    const { id } = next.keeper.lease ?? {};
    const open = [...database.rows.values()].filter(({ state }) => state === 'accepted');
    expect(open.every(({ lease }) => lease === id)).toBe(true);
  });

  it('gives back what an earlier run had said to be sent, and the ledger knows was not', async () => {
    sent('ours.pdf', { kind: 'waiting', wait: { kind: 'ready', notBefore: 0 } }, 'dropped');
    ledger.meta.write('register', database.id);
    const before = run();
    await before.keeper.keep();
    const claimed = await before.keeper.lease?.claim([keyOf('ours.pdf')]);
    const claims = claimed?.ok === true ? claimed.value.flatMap((each) => (each.kind === 'mine' ? [each.claim] : [])) : [];
    await before.keeper.lease?.markSent(claims);
    expect(states()).toEqual({ sent: 1 });
    expect(await run().catchUp()).toBe(true);
    expect(states()).toEqual({ free: 1 });
  });

  it('keeps what an earlier run had taken over, of which the ledger does not know whether it was sent', async () => {
    ledger.meta.write('register', database.id);
    const other = await others(['theirs.pdf'], 'sent');
    await other.end();
    const document = ledger.documents.add(
      found(folderId, { state: { kind: 'waiting', wait: { kind: 'elsewhere', machine: 'other' } } }),
    );
    ledger.documents.update(document.id, { hash: hashOf('theirs.pdf') });
    const before = run();
    await before.keeper.keep();
    expect(await before.keeper.lease?.takeOver([keyOf('theirs.pdf')])).toMatchObject({ ok: true, value: [{ state: 'sent' }] });
    const next = run();
    expect(await next.catchUp()).toBe(true);
    expect(next.claims.holds(keyOf('theirs.pdf'))).toBe(true);
    expect(states()).toEqual({ sent: 1 });
  });

  it('ends its lease where the answer to taking up was lost, so that the next one takes it up', async () => {
    sent('a.pdf', { kind: 'queued', status: 'queued' }, 'open');
    expect(await run().catchUp()).toBe(true);
    const losing = run({ loses: 'takeUp' });
    expect(await losing.catchUp()).toBe(false);
    expect(losing.keeper.lease).toBeUndefined();
    const next = run();
    expect(await next.catchUp()).toBe(true);
    expect(next.claims.holds(keyOf('a.pdf'))).toBe(true);
  });
});

describe('A member of another register before', () => {
  it('tells the new one all, and what others worked on there as sent: nobody sends that unasked', async () => {
    delivered(0, 2 * batchesAtOnce);
    ledger.meta.write('register', 'the one before');
    for (let number = 0; number < claimsAtOnce + 10; number += 1) {
      const state = { kind: 'waiting', wait: { kind: 'elsewhere', machine: 'other' } } as const;
      const { id } = ledger.documents.add(found(folderId, { path: `elsewhere ${number}`, state }));
      ledger.documents.update(id, { hash: hashOf(`elsewhere ${number}`) });
    }
    const member = run();
    expect(await member.catchUp()).toBe(true);
    expect(states()).toEqual({ done: 2 * batchesAtOnce, sent: claimsAtOnce + 10 });
    expect(ledger.meta.read('register')).toBe(database.id);
    // Told again, it is still so: nothing proves that it was not sent.
    expect(await member.claims.tell()).toBe(true);
    expect(await run().catchUp()).toBe(true);
    expect(states()).toEqual({ done: 2 * batchesAtOnce, sent: claimsAtOnce + 10 });
  });

  it('does not tell a new one that what another member has told of there is in doubt', async () => {
    ledger.meta.write('register', 'the one before');
    const state = { kind: 'waiting', wait: { kind: 'elsewhere', machine: 'other' } } as const;
    const { id } = ledger.documents.add(found(folderId, { state }));
    ledger.documents.update(id, { hash: hashOf('a.pdf') });
    const other = await others([]);
    await other.remember([{ ...keyOf('a.pdf'), state: 'done', serviceBatchId: 'batch 1' }]);
    expect(await run().catchUp()).toBe(true);
    expect(states()).toEqual({ done: 1 });
  });

  it('stays a member of the one before while the new one does not answer', async () => {
    delivered(0, 1);
    ledger.meta.write('register', 'the one before');
    expect(await run({ loses: 'remember' }).catchUp()).toBe(false);
    expect(ledger.meta.read('register')).toBe('the one before');
  });
});
