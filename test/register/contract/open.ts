import { expect } from 'vitest';
import type { ContentKey, OpenedAtMachine, Register } from '../../../electron/register/register.ts';
import { content } from './contents.ts';
import { begin, leaseMs, type Sentence } from './kit.ts';

const done = { ok: true, value: undefined };

/** A content of a service of its own, so that what other tests have opened is not among the answers. */
function of(service: string, name: string): ContentKey {
  return { ...content(name), origin: `https://${service}.example.com` };
}

async function opened(register: Register, { origin }: ContentKey): Promise<readonly OpenedAtMachine[]> {
  const found = await register.opened(origin);
  if (!found.ok) throw new Error(JSON.stringify(found.error));
  return found.value;
}

const at = (name: string, key: ContentKey) => ({ ...key, machine: { id: `id of ${name}`, name } });

/** What every register keeps to of what people have open for review. */
export const openContract: readonly Sentence[] = [
  [
    'tells every machine what people have open at which, and for how long',
    async ({ register }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const [first, second] = [of('open', 'first'), of('open', 'second')];
      expect(await opened(register, first)).toEqual([]);
      expect(await other.open([{ ...second, openMs: 1_000 }])).toEqual(done);
      expect(
        await one.open([
          { ...first, openMs: 90_000 },
          { ...second, openMs: 30_000 },
        ]),
      ).toEqual(done);
      const all = await opened(register, first);
      expect(all).toMatchObject([at('one', first), at('one', second), at('other', second)]);
      for (const [index, ms] of [90_000, 30_000, 1_000].entries()) {
        expect(all[index]?.openMs).toBeGreaterThanOrEqual(ms);
        expect(all[index]?.openMs).toBeLessThan(ms + 20_000);
      }
    },
  ],
  [
    'knows what is open at a machine by the last that it has said, and since when by the first',
    async ({ register }) => {
      const one = await begin(register, 'one');
      const [stays, closes, comes] = [of('last', 'stays'), of('last', 'closes'), of('last', 'comes')];
      await one.open([
        { ...stays, openMs: 60_000 },
        { ...closes, openMs: 50_000 },
      ]);
      const next = [
        { ...stays, openMs: 0 },
        { ...comes, openMs: 0 },
      ];
      for (let turn = 0; turn < 2; turn += 1) {
        expect(await one.open(next)).toEqual(done);
        const all = await opened(register, stays);
        expect(all).toMatchObject([at('one', stays), at('one', comes)]);
        expect(all[0]?.openMs).toBeGreaterThanOrEqual(60_000);
      }
      expect(await one.open([])).toEqual(done);
      expect(await opened(register, stays)).toEqual([]);
    },
  ],
  [
    'keeps services apart, and routes',
    async ({ register }) => {
      const one = await begin(register, 'one');
      const [here, elsewhere] = [of('here', 'same'), of('elsewhere', 'same')];
      const receipt = { ...here, route: 'extraction:receipts' };
      await one.open([here, receipt, elsewhere].map((key, index) => ({ ...key, openMs: 3_000 - index * 1_000 })));
      expect(await opened(register, here)).toMatchObject([at('one', here), at('one', receipt)]);
      expect(await opened(register, elsewhere)).toMatchObject([at('one', elsewhere)]);
    },
  ],
  [
    'holds what is open for as long as the lease is renewed, without being told again',
    async ({ register, pass }) => {
      const key = of('renewed', 'a');
      const one = await begin(register, 'one');
      await one.open([{ ...key, openMs: 0 }]);
      for (let turn = 0; turn < 3; turn += 1) {
        await pass(leaseMs / 2);
        await one.renew();
      }
      expect(await opened(register, key)).toMatchObject([at('one', key)]);
    },
  ],
  [
    'forgets what is open with the lease: one that ended, one that was not renewed, and that of an earlier run',
    async ({ register, pass }) => {
      const key = of('ended', 'a');
      const one = await begin(register, 'one');
      await one.open([{ ...key, openMs: 0 }]);
      await one.end();
      expect(await opened(register, key)).toEqual([]);
      const lapsing = await begin(register, 'lapsing');
      await lapsing.open([{ ...key, openMs: 0 }]);
      await pass(leaseMs + 300);
      expect(await opened(register, key)).toEqual([]);
      expect(await lapsing.open([{ ...key, openMs: 0 }])).toMatchObject({ ok: false, error: { kind: 'lease-ended' } });
      expect(await opened(register, key)).toEqual([]);
      const before = await begin(register, 'restarted');
      await before.open([{ ...key, openMs: 0 }]);
      await begin(register, 'restarted');
      expect(await opened(register, key)).toEqual([]);
    },
  ],
  [
    'tells whoever listens that something was opened or closed, and only then',
    async ({ register }) => {
      let heard = 0;
      const end = register.listen(() => {
        heard += 1;
      });
      const one = await begin(register, 'one');
      const [key, next] = [of('heard', 'a'), of('heard', 'b')];
      // Whoever begins to listen late hears of the next one.
      let turn = 0;
      await expect
        .poll(async () => {
          turn += 1;
          await one.open(turn % 2 === 0 ? [] : [{ ...key, openMs: 0 }]);
          return heard;
        })
        .toBeGreaterThan(1);
      await one.open([{ ...key, openMs: 0 }]);
      await expect
        .poll(async () => {
          const before = heard;
          await one.open([{ ...key, openMs: 5 }]);
          await new Promise((resolve) => setTimeout(resolve, 50));
          return heard - before;
        })
        .toBe(0);
      const before = heard;
      await one.open([{ ...next, openMs: 0 }]);
      await expect.poll(() => heard).toBeGreaterThan(before);
      end();
    },
  ],
];
