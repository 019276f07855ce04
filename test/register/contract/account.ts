import { randomBytes } from 'node:crypto';
import { expect } from 'vitest';
import { foreign } from '../../../electron/core/messages/message.ts';
import type { Lease, RegisterAnswer } from '../../../electron/register/register.ts';
import {
  type AccountName,
  type Reservation,
  type SharedAccount,
  wholeAccount,
} from '../../../electron/register/shared-account.ts';

/** Accounts of one register that no other test uses; `pass` lets that much of its time go by. */
export interface AccountContender {
  /** Of the service whose accounts these are. */
  readonly origin: string;
  readonly account: (name?: Partial<AccountName>) => SharedAccount;
  readonly pass: (milliseconds: number) => Promise<void>;
  /** Of a machine that has begun just now. */
  readonly begin: (machine: string) => Promise<Lease>;
}

type Sentence = readonly [name: string, body: (contender: AccountContender) => Promise<void>];

export async function value<Value>(answer: Promise<RegisterAnswer<Value>>): Promise<Value> {
  const given = await answer;
  if (!given.ok) throw new Error(JSON.stringify(given.error));
  return given.value;
}

const most = 50;
const timeZone = 'Europe/Berlin';
const key = { kind: 'key', message: foreign('Revoked'), reason: 'revoked' } as const;
const noPages = { kind: 'forbidden', message: foreign('No pages left'), reason: 'pages' } as const;
const pause = { kind: 'rate', message: foreign('Slow down'), tries: 1 } as const;

function reservation(id: string, pages: number, limit: number, scope = wholeAccount): Reservation {
  return { id, pages: [{ scope, pages }], budgets: [{ scope, period: 'day', pages: limit }], timeZone };
}

/** What every shared account keeps to. */
export const accountContract: readonly Sentence[] = [
  [
    'gives all machines together no more requests than one has alone',
    async ({ account }) => {
      const machines = ['one', 'other', 'third'].map((machine) => account({ machine }));
      let given = 0;
      for (let turn = 0; turn < 4; turn += 1)
        for (const machine of machines) given += (await value(machine.take({ wanted: 5, most }))).requests;
      // The burst of one machine, and what trickles in while the calls take their time.
      expect(given).toBeGreaterThanOrEqual(20);
      expect(given).toBeLessThan(60);
      const none = await value(account().take({ wanted: 500, most }));
      expect(none.requests).toBeLessThan(40);
    },
  ],
  [
    'has at once the rate that its machines allow, and the lowest one holds',
    async ({ account }) => {
      const [one, other] = [account({ machine: 'one' }), account({ machine: 'other' })];
      expect(await value(one.take({ wanted: 1, most: 200 }))).toMatchObject({ perSecond: 200 });
      expect((await value(other.take({ wanted: 1, most: 20 }))).perSecond).toBe(20);
      expect((await value(one.take({ wanted: 1, most: 200 }))).perSecond).toBeLessThan(30);
    },
  ],
  [
    'says how long to wait where there is nothing left, and gives it then',
    async ({ account, pass }) => {
      const one = account();
      let answer = await value(one.take({ wanted: 100, most: 1 }));
      while (answer.requests > 0) answer = await value(one.take({ wanted: 100, most: 1 }));
      expect(answer.waitMs).toBeGreaterThan(0);
      expect(answer.waitMs).toBeLessThanOrEqual(1_000);
      await pass(answer.waitMs + 50);
      expect(await value(one.take({ wanted: 100, most: 1 }))).toMatchObject({ requests: 1, waitMs: 0 });
    },
  ],
  [
    'halves the rate of all when the service says “too many” to one, and tells them how long to wait',
    async ({ account }) => {
      const [one, other] = [account({ machine: 'one' }), account({ machine: 'other', key: 'another key' })];
      const before = await value(other.take({ wanted: 1, most }));
      await value(one.shut(pause, 5_000));
      const after = await value(other.take({ wanted: 1, most }));
      expect(after.perSecond).toBeLessThanOrEqual(before.perSecond / 2);
      expect(after.requests).toBe(0);
      expect(after.troubles).toMatchObject([{ trouble: pause }]);
      expect(after.troubles[0]?.leftMs).toBeGreaterThan(3_000);
      expect(after.troubles[0]?.leftMs).toBeLessThanOrEqual(5_000);
    },
  ],
  [
    'keeps the longer one of two pauses',
    async ({ account }) => {
      const one = account();
      await value(one.shut(pause, 60_000));
      await value(one.shut({ ...pause, tries: 2 }, 1_000));
      const { troubles } = await value(one.take({ wanted: 1, most }));
      expect(troubles).toMatchObject([{ trouble: { kind: 'rate', tries: 2 } }]);
      expect(troubles[0]?.leftMs).toBeGreaterThan(50_000);
    },
  ],
  [
    'tells a refused key to all who have it, and to nobody else',
    async ({ account }) => {
      await value(account({ machine: 'one' }).shut(key));
      const [told] = (await value(account({ machine: 'other' }).take({ wanted: 1, most }))).troubles;
      expect(told).toEqual({ trouble: key, number: expect.any(Number) });
      expect((await value(account({ key: 'a new key' }).take({ wanted: 1, most }))).troubles).toEqual([]);
    },
  ],
  [
    'has one machine find out whether pages have come back, while the others wait',
    async ({ account, pass }) => {
      const [one, other] = [account({ machine: 'one' }), account({ machine: 'other' })];
      await value(one.shut(noPages, 400));
      expect(await value(other.take({ wanted: 1, most, tries: 'due' }))).toMatchObject({ mayTry: false });
      await pass(500);
      expect(await value(other.take({ wanted: 1, most }))).toMatchObject({ mayTry: false, troubles: [{ leftMs: 0 }] });
      const first = await value(one.take({ wanted: 1, most, tries: 'due' }));
      expect(first).toMatchObject({ mayTry: true });
      const second = await value(other.take({ wanted: 1, most, tries: 'due' }));
      expect(second).toMatchObject({ mayTry: false });
      expect(second.troubles[0]?.leftMs).toBeGreaterThan(30_000);
      await value(one.passed(first.troubles.map(({ number }) => number)));
      expect((await value(other.take({ wanted: 1, most }))).troubles).toEqual([]);
    },
  ],
  [
    'lets a person have it tried at once',
    async ({ account }) => {
      const one = account();
      await value(one.shut(key));
      expect(await value(one.take({ wanted: 1, most, tries: 'due' }))).toMatchObject({ mayTry: false });
      expect(await value(one.take({ wanted: 1, most, tries: 'now' }))).toMatchObject({ mayTry: true });
    },
  ],
  [
    'does not take back what was said after a call that succeeded had begun',
    async ({ account }) => {
      const one = account();
      await value(one.shut(noPages, 1_000));
      const [before] = (await value(one.take({ wanted: 1, most }))).troubles;
      await value(one.shut(noPages, 2_000));
      await value(one.passed([before!.number]));
      expect((await value(one.take({ wanted: 1, most }))).troubles).toHaveLength(1);
    },
  ],
  [
    'keeps a budget of all machines to the page',
    async ({ account }) => {
      const [one, other] = [account({ machine: 'one' }), account({ machine: 'other' })];
      expect(await value(one.reserve(reservation('1', 6, 10)))).toEqual({
        kind: 'reserved',
        used: [{ scope: wholeAccount, day: 6, month: 6 }],
      });
      expect(await value(other.reserve(reservation('1', 5, 10)))).toMatchObject({
        kind: 'refused',
        by: { scope: wholeAccount, period: 'day', pages: 10 },
        used: [{ day: 6 }],
      });
      expect(await value(other.reserve(reservation('2', 4, 10)))).toMatchObject({ kind: 'reserved', used: [{ day: 10 }] });
      expect(await value(one.pages([wholeAccount, 'unused'], timeZone))).toEqual([
        { scope: wholeAccount, day: 10, month: 10 },
        { scope: 'unused', day: 0, month: 0 },
      ]);
    },
  ],
  [
    'lets no two machines have the last page, however close they ask',
    async ({ account }) => {
      const asked = Array.from({ length: 8 }, (_, index) =>
        value(account({ machine: `machine ${index}` }).reserve(reservation('1', 3, 10))),
      );
      const answers = await Promise.all(asked);
      expect(answers.filter(({ kind }) => kind === 'reserved')).toHaveLength(3);
      expect(await value(account().pages([wholeAccount], timeZone))).toMatchObject([{ day: 9, month: 9 }]);
    },
  ],
  [
    'reserves all of a request or nothing of it',
    async ({ account }) => {
      const one = account();
      const pages = [
        { scope: wholeAccount, pages: 5 },
        { scope: 'inbox invoices', pages: 3 },
      ];
      const budgets = [
        { scope: wholeAccount, period: 'month', pages: 100 },
        { scope: 'inbox invoices', period: 'day', pages: 2 },
      ] as const;
      expect(await value(one.reserve({ id: '1', pages, budgets, timeZone }))).toMatchObject({
        kind: 'refused',
        by: { scope: 'inbox invoices' },
      });
      expect(await value(one.pages([wholeAccount], timeZone))).toMatchObject([{ day: 0, month: 0 }]);
    },
  ],
  [
    'counts a reservation once, however often it is repeated',
    async ({ account }) => {
      const one = account();
      for (let turn = 0; turn < 3; turn += 1)
        expect(await value(one.reserve(reservation('1', 4, 5)))).toMatchObject({ kind: 'reserved', used: [{ day: 4 }] });
    },
  ],
  [
    'counts what no budget limits: once, however often it is repeated, and not once it was given back',
    async ({ account }) => {
      const [one, other] = [account({ machine: 'one' }), account({ machine: 'other' })];
      const pages = [
        { scope: wholeAccount, pages: 4 },
        { scope: 'inbox invoices', pages: 3 },
      ];
      const unlimited = (id: string) => ({ id, pages, budgets: [], timeZone });
      const reserved = { kind: 'reserved', used: [] };
      for (let turn = 0; turn < 3; turn += 1) expect(await value(one.reserve(unlimited('1')))).toEqual(reserved);
      await Promise.all(
        ['2', '3', '4', '5'].map(async (id) => expect(await value(other.reserve(unlimited(id)))).toEqual(reserved)),
      );
      expect(await value(one.reserve(reservation('2', 1, 20)))).toMatchObject({ kind: 'refused', used: [{ day: 20 }] });
      await value(one.giveBackPages(['1', 'never made']));
      for (const id of ['1', 'never made']) expect(await value(one.reserve(unlimited(id)))).toEqual({ kind: 'over' });
      expect(await value(one.pages([wholeAccount, 'inbox invoices'], timeZone))).toMatchObject([
        { day: 16 },
        { day: 12, month: 12 },
      ]);
    },
  ],
  [
    'gives pages back once, and makes a request that was given back no more',
    async ({ account }) => {
      const one = account();
      await value(one.reserve(reservation('1', 4, 5)));
      await value(one.reserve(reservation('2', 1, 5)));
      for (let turn = 0; turn < 2; turn += 1) await value(one.giveBackPages(['1', 'never made']));
      expect(await value(one.pages([wholeAccount], timeZone))).toMatchObject([{ day: 1, month: 1 }]);
      expect(await value(one.reserve(reservation('1', 4, 5)))).toEqual({ kind: 'over' });
      expect(await value(one.reserve(reservation('never made', 1, 5)))).toEqual({ kind: 'over' });
    },
  ],
  [
    'leaves the pages of another machine alone',
    async ({ account }) => {
      const [one, other] = [account({ machine: 'one' }), account({ machine: 'other' })];
      await value(one.reserve(reservation('1', 4, 5)));
      await value(other.giveBackPages(['1']));
      expect(await value(one.reservations('2000-01-01'))).toEqual(['1']);
      expect(await value(other.reservations('2000-01-01'))).toEqual([]);
      expect(await value(one.reservations('2999-01-01'))).toEqual([]);
    },
  ],
  [
    'gives back what a machine had reserved and not sent when its lease ended',
    async ({ account, begin }) => {
      const [one, other] = [account({ machine: 'one' }), account({ machine: 'other' })];
      const lease = await begin('one');
      await value(one.reserve({ ...reservation('1', 4, 5), lease: lease.id }));
      expect(await value(other.reserve(reservation('1', 2, 5)))).toMatchObject({ kind: 'refused' });
      await value(lease.end());
      expect(await value(other.pages([wholeAccount], timeZone))).toMatchObject([{ day: 0, month: 0 }]);
      expect(await value(other.reserve(reservation('2', 5, 5)))).toMatchObject({ kind: 'reserved' });
      expect(await value(one.reserve({ ...reservation('1', 4, 50), lease: lease.id }))).toEqual({ kind: 'over' });
    },
  ],
  [
    'counts for ever what was sent under a lease, and nothing of a request that may not be sent',
    async ({ account, begin, origin }) => {
      const own = account({ machine: 'one' });
      const lease = await begin('one');
      const content = { origin, route: 'extraction:pages', sha256: randomBytes(32).toString('hex') };
      const other = { ...content, sha256: randomBytes(32).toString('hex') };
      const [answer] = await value(lease.claim([content]));
      const claims = answer?.kind === 'mine' ? [answer.claim] : [];
      for (const id of ['1', '2']) await value(own.reserve({ ...reservation(id, 2, 50), lease: lease.id }));
      expect(await lease.markSent([...claims, { ...other, fence: 1 }], { origin, id: '2' })).toMatchObject({ ok: false });
      await value(lease.markSent(claims, { origin, id: '1' }));
      await value(lease.end());
      expect(await value(own.pages([wholeAccount], timeZone))).toMatchObject([{ day: 2 }]);
      expect(await value(own.reservations('2000-01-01'))).toEqual(['1']);
    },
  ],
  [
    'tells how many machines there are',
    async ({ account, begin }) => {
      const leases = [await begin('first')];
      const { machines } = await value(account().take({ wanted: 1, most }));
      leases.push(await begin('second'), await begin('second'), await begin('third'));
      expect(await value(account().take({ wanted: 1, most }))).toMatchObject({ machines: machines + 2 });
      for (const lease of leases) await lease.end();
    },
  ],
  [
    'tells all that there are no pages left, whatever their key',
    async ({ account }) => {
      await value(account({ machine: 'one' }).shut(noPages, 60_000));
      const { troubles } = await value(account({ machine: 'other', key: 'another key' }).take({ wanted: 1, most }));
      expect(troubles).toMatchObject([{ trouble: noPages }]);
      await value(account({ key: 'another key' }).shut({ ...noPages, reason: 'revoked' }, 60_000));
      expect((await value(account().take({ wanted: 1, most }))).troubles).toMatchObject([{ trouble: noPages }]);
    },
  ],
  [
    'lets it be found out whether a key is good again, although uploads are still refused',
    async ({ account, pass }) => {
      const one = account();
      await value(one.shut(noPages, 60_000));
      await value(one.shut({ ...key, reason: 'unclear' }, 400));
      expect(await value(one.take({ wanted: 1, most, tries: 'due' }))).toMatchObject({ mayTry: false });
      await pass(500);
      expect(await value(one.take({ wanted: 1, most, tries: 'due' }))).toMatchObject({ mayTry: true });
    },
  ],
  [
    'learns what a machine knows was charged, once, and not what was given back',
    async ({ account }) => {
      const one = account();
      await value(one.reserve(reservation('1', 4, 50)));
      await value(one.reserve(reservation('2', 2, 50)));
      await value(one.giveBackPages(['2']));
      const known = ['1', '2', '3'].map((id) => ({ id, day: '2001-02-03', pages: [{ scope: wholeAccount, pages: 10 }] }));
      for (let turn = 0; turn < 2; turn += 1) await value(one.rememberPages(known));
      expect(await value(one.reservations('2001-02-03'))).toEqual(expect.arrayContaining(['1', '3']));
      expect(await value(one.reservations('2001-02-04'))).not.toContain('3');
      expect(await value(one.pages([wholeAccount], timeZone))).toMatchObject([{ month: 4 }]);
    },
  ],
];
