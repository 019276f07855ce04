import { expect } from 'vitest';
import type { Lease } from '../../../electron/register/register.ts';
import { content } from './contents.ts';
import { begin, leaseMs, type Sentence } from './kit.ts';

const ended = { ok: false, error: { kind: 'lease-ended' } };
const lost = { ok: false, error: { kind: 'lost-claim' } };
const done = { ok: true, value: undefined };

function sinceOf(answer: Awaited<ReturnType<Lease['write']>>): number {
  return answer.ok && answer.value.kind === 'mine' ? answer.value.since : 0;
}

/** What every register keeps to of who writes to an inbox, and what was and is to be written there. */
export const inboxContract: readonly Sentence[] = [
  [
    'has one machine write to an inbox, until its lease has ended',
    async ({ register, pass }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const first = await one.write('office');
      expect(first).toMatchObject({ ok: true, value: { kind: 'mine' } });
      expect(await one.write('office')).toEqual(first);
      expect(await other.write('office')).toEqual({ ok: true, value: { kind: 'other', machine: 'one' } });
      expect(await other.write('branch')).toMatchObject({ ok: true, value: { kind: 'mine' } });
      await pass(leaseMs + 300);
      const next = await begin(register, 'next');
      const taken = await next.write('office');
      expect(taken).toMatchObject({ ok: true, value: { kind: 'mine' } });
      expect(sinceOf(taken)).toBeGreaterThan(sinceOf(first));
      expect(await one.write('office')).toMatchObject(ended);
      expect(await one.deliver('office', [], [])).toMatchObject(lost);
    },
  ],
  [
    'tells what was delivered to an inbox, and where its tables are',
    async ({ register }) => {
      const one = await begin(register);
      await one.write('tables');
      const delivery = { path: 'post/a.pdf', sha256: content('delivered').sha256, digest: 'first', csv: 'table.csv' };
      const json = { path: 'post/a.pdf.json', hash: 'abc' };
      expect(await one.deliver('tables', [delivery], [{ route: 'extraction:a', path: 'table.csv' }])).toEqual(done);
      const anew = [{ ...delivery, digest: 'second', json }];
      expect(await one.deliver('tables', anew, [{ route: 'extraction:a', path: 'table (2).csv' }])).toEqual(done);
      const files = [
        delivery,
        { path: 'post/b.pdf', sha256: delivery.sha256 },
        { path: 'post/a.pdf', sha256: content('c').sha256 },
      ];
      expect(await register.deliveries('tables', files)).toEqual({ ok: true, value: anew });
      expect(await register.deliveries('elsewhere', files)).toEqual({ ok: true, value: [] });
      expect(await register.tables('tables')).toEqual({ ok: true, value: [{ route: 'extraction:a', path: 'table (2).csv' }] });
    },
  ],
  [
    'tells what was begun for an inbox and not told of, also after the lease of who began it',
    async ({ register, pass }) => {
      const one = await begin(register, 'one');
      await one.write('begun');
      const [a, b] = ['a', 'b'].map((name) => ({ path: `${name}.pdf`, sha256: content(`begun ${name}`).sha256 }));
      const [before, after] = ['before', 'after'].map((hash) => ({ path: 'a.pdf.json', hash }));
      await one.deliver('begun', [{ ...a!, digest: 'first', json: before! }], []);
      const tables = [{ route: 'extraction:a', path: 'new.csv' }];
      const json = { ...after!, previous: 'between' };
      expect(await one.intend('begun', [{ ...a!, json: before! }, b!])).toEqual(done);
      expect(await one.intend('begun', [{ ...a!, json }], tables)).toEqual(done);
      expect(await register.tables('begun')).toEqual({ ok: true, value: tables });
      await pass(leaseMs + 300);
      const next = await begin(register, 'next');
      await next.write('begun');
      expect(await one.intend('begun', [b!])).toMatchObject(lost);
      const known = [{ ...a, digest: 'first', json: before, begun: { json } }];
      expect(await register.deliveries('begun', [a!])).toEqual({ ok: true, value: known });
      expect(await register.deliveries('begun', [b!])).toEqual({ ok: true, value: [{ ...b, digest: '', begun: {} }] });
      expect(await register.unfinished('begun')).toEqual({ ok: true, value: [a, b] });
      expect(await register.unfinished('begun', a)).toEqual({ ok: true, value: [b] });
      expect(await register.unfinished('elsewhere')).toEqual({ ok: true, value: [] });
      const delivery = { ...a!, digest: 'second', json: after! };
      expect(await next.deliver('begun', [delivery], [], [b!])).toEqual(done);
      expect(await register.unfinished('begun')).toEqual({ ok: true, value: [] });
      expect(await register.deliveries('begun', [a!, b!])).toEqual({ ok: true, value: [delivery] });
    },
  ],
];
