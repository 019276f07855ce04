import { expect } from 'vitest';
import { content } from './contents.ts';
import { begin, claimed, ended, leaseMs, type Sentence } from './kit.ts';

/** Machines, and their runs. */
export const machines: readonly Sentence[] = [
  [
    'tells which machines there are',
    async ({ register }) => {
      const one = await begin(register, 'office');
      await one.renew('uploading');
      const gone = await begin(register, 'branch');
      await gone.end();
      const answer = await register.machines();
      expect(answer.ok && answer.value).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ name: 'office', alive: true, doing: 'uploading' }),
          expect.objectContaining({ name: 'branch', alive: false }),
        ]),
      );
    },
  ],
  [
    'tells machines apart that are called the same, from run to run',
    async ({ register, pass }) => {
      const start = async (id: string) => {
        const begun = await register.begin({ id: `${id} of two`, name: 'one host' });
        if (!begun.ok) throw new Error(JSON.stringify(begun.error));
        return begun.value;
      };
      const names = async () => {
        const found = await register.machines();
        const both = found.ok ? found.value.filter(({ id }) => id.endsWith(' of two')) : [];
        return Object.fromEntries(both.map(({ id, name }) => [id.replace(' of two', ''), name]));
      };
      const begun = await Promise.all([start('first'), start('second')]);
      const apart = await names();
      expect(Object.values(apart).toSorted()).toEqual(['one host', 'one host (2)']);
      await begun[0].renew();
      await begun[1].renew();
      await start('first');
      await start('second');
      expect(await names()).toEqual(apart);
      // The others hear of both by these names.
      await pass(leaseMs);
      const again = await start('second');
      await claimed(again, content('of the second'));
      expect(await register.find([content('of the second')])).toMatchObject({ value: [{ machine: apart.second }] });
      await start('first');
      expect(await names()).toEqual(apart);
    },
  ],
  [
    'lets a machine take up what its earlier run had sent a part at a time, and loses none of it',
    async ({ register }) => {
      const before = await begin(register, 'much at once');
      const contents = Array.from({ length: 5 }, (_, index) => content(`part ${index}`));
      await before.markSent(await claimed(before, ...contents));
      const after = await begin(register, 'much at once');
      const taken: string[] = [];
      for (const count of [2, 2, 1, 0]) {
        const answer = await after.takeUp(2);
        const some = answer.ok ? answer.value.map(({ claim }) => claim.sha256) : [];
        expect(some).toHaveLength(count);
        taken.push(...some);
      }
      expect(taken.toSorted()).toEqual(contents.map(({ sha256 }) => sha256).toSorted());
    },
  ],
  [
    'ends the lease of a machine’s earlier run when the next one begins, which takes up what that had sent',
    async ({ register }) => {
      const [before, bystander] = [await begin(register, 'restarted'), await begin(register, 'bystander')];
      const claims = await claimed(before, content('in flight'), content('only claimed'));
      await before.markSent([claims[0]!]);
      await bystander.markSent(await claimed(bystander, content('of a bystander')));
      const after = await begin(register, 'restarted');
      expect(after.register).toBe(before.register);
      expect(after.register).not.toBe('');
      expect(await before.renew()).toMatchObject(ended);
      expect(await before.markSent([claims[1]!])).toMatchObject(ended);
      expect(await after.takeUp(100)).toMatchObject({ value: [{ state: 'sent', claim: content('in flight') }] });
      expect(await after.takeUp(100)).toEqual({ ok: true, value: [] });
    },
  ],
];
