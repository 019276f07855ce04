import { expect } from 'vitest';
import type { Outcome } from '../../electron/core/document/outcome.ts';
import type { Claim, ContentKey, Lease, Register, Reviewed } from '../../electron/register/register.ts';
import { content } from './contract-contents.ts';

/** A new register whose leases last `leaseMs`; `pass` lets that much of its time go by. */
export interface Contender {
  readonly register: Register;
  readonly pass: (milliseconds: number) => Promise<void>;
}

export const leaseMs = 3_000;

export async function begin(register: Register, name = 'front desk'): Promise<Lease> {
  const answer = await register.begin({ id: `id of ${name}`, name });
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value;
}

/** Claims contents that are free. */
export async function claimed(lease: Lease, ...contents: readonly ContentKey[]): Promise<Claim[]> {
  const answer = await lease.claim(contents);
  if (!answer.ok) throw new Error(JSON.stringify(answer.error));
  return answer.value.map((each) => {
    if (each.kind === 'taken') throw new Error(`${each.known.sha256} is ${each.known.state}`);
    return each.claim;
  });
}

/** The fencing number of the one content that was asked about. */
function fenceOf(found: Awaited<ReturnType<Register['find']>>): number {
  return (found.ok && found.value[0]?.fence) || 0;
}

async function lastReviews(register: Register): Promise<readonly Reviewed[]> {
  const found = await register.reviews(0, 10_000);
  return found.ok ? found.value : [];
}

export type Sentence = readonly [name: string, body: (contender: Contender) => Promise<void>];
const ended = { ok: false, error: { kind: 'lease-ended' } };
const lost = { ok: false, error: { kind: 'lost-claim' } };
const done = { ok: true, value: undefined };

/** What every register keeps to. Each sentence gets one that others may have used, with contents of its own. */
export const contract: readonly Sentence[] = [
  [
    'gives a content to one machine of two',
    async ({ register }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const [shared, own] = [content('shared'), content('own')];
      await claimed(one, shared);
      expect(await other.claim([shared, own])).toMatchObject({
        ok: true,
        value: [
          { kind: 'taken', known: { state: 'claimed', machine: 'one', held: true } },
          { kind: 'mine', claim: own },
        ],
      });
    },
  ],
  [
    'keeps routes and addresses apart',
    async ({ register }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      await claimed(one, content('apart'));
      await claimed(other, content('apart', 'extraction:receipts'), { ...content('apart'), origin: 'https://other.example.com' });
    },
  ],
  [
    'gives what another machine had claimed away once its lease has ended, under a larger number, and tells the first one',
    async ({ register, pass }) => {
      const one = await begin(register, 'one');
      const [before] = await claimed(one, content('expired'));
      await pass(leaseMs + 300);
      const other = await begin(register, 'other');
      const [after] = await claimed(other, content('expired'));
      expect(after!.fence).toBeGreaterThan(before!.fence);
      expect(await one.markSent([before!])).toMatchObject(ended);
      expect(await one.renew()).toMatchObject(ended);
      expect(await one.claim([content('expired, another')])).toMatchObject(ended);
      expect(await one.takeOver([content('expired, another')])).toMatchObject(ended);
      expect(await other.markSent([after!])).toEqual(done);
    },
  ],
  [
    'does not let a machine send after its lease, even if nobody else wants the content',
    async ({ register, pass }) => {
      const one = await begin(register);
      const claims = await claimed(one, content('slept'));
      await pass(leaseMs + 300);
      expect(await one.markSent(claims)).toMatchObject(ended);
      expect(await register.find([content('slept')])).toMatchObject({ value: [{ state: 'claimed', held: false }] });
    },
  ],
  [
    'holds what is claimed for as long as the lease is renewed',
    async ({ register, pass }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const claims = await claimed(one, content('renewed'));
      for (let turn = 0; turn < 3; turn += 1) {
        await pass(leaseMs / 2);
        expect(await one.renew('uploading')).toEqual(done);
        expect(await other.renew()).toEqual(done);
      }
      expect(await other.claim([content('renewed')])).toMatchObject({ value: [{ kind: 'taken' }] });
      expect(await one.markSent(claims)).toEqual(done);
    },
  ],
  [
    'marks all of a batch as sent, or none of it',
    async ({ register }) => {
      const one = await begin(register);
      const claims = await claimed(one, content('batch 1'), content('batch 2'));
      await one.giveBack([claims[1]!]);
      expect(await one.markSent(claims)).toMatchObject(lost);
      expect(await register.find([content('batch 1'), content('batch 2')])).toMatchObject({
        value: [{ state: 'claimed' }, { state: 'free' }],
      });
      expect(await one.markSent([claims[0]!])).toEqual(done);
    },
  ],
  [
    'never gives what was sent to another machine to send, even after the lease: only to take over',
    async ({ register, pass }) => {
      const one = await begin(register, 'one');
      const sent = await claimed(one, content('sent once'));
      await one.markSent(sent);
      await pass(leaseMs + 300);
      const other = await begin(register, 'other');
      expect(await other.claim([content('sent once')])).toMatchObject({
        value: [{ kind: 'taken', known: { state: 'sent', held: false } }],
      });
      expect(await other.takeOver([content('sent once')])).toMatchObject({
        value: [{ state: 'sent', claim: content('sent once') }],
      });
      expect(sent[0]!.fence).toBeLessThan(fenceOf(await register.find([content('sent once')])));
    },
  ],
  [
    'takes over with the ids at the service, which its first holder may still add to after that',
    async ({ register, pass }) => {
      const one = await begin(register, 'one');
      const [early, late] = await claimed(one, content('early'), content('late'));
      await one.markSent([early!, late!]);
      const named = { serviceFileId: 'file 1', fileName: 'early.pdf' };
      expect(await one.accept('batch 7', [{ ...early!, ...named }])).toEqual({ ok: true, value: [] });
      await pass(leaseMs + 300);
      const other = await begin(register, 'other');
      const taken = await other.takeOver([content('early'), content('late')]);
      expect(taken.ok && taken.value).toEqual(
        expect.arrayContaining([
          expect.objectContaining({ state: 'accepted', serviceBatchId: 'batch 7', ...named }),
          expect.objectContaining({ state: 'sent', claim: expect.objectContaining(content('late')) }),
        ]),
      );
      expect(await one.accept('batch 7', [late!])).toEqual({ ok: true, value: [] });
      await one.finish([early!]);
      expect(await register.find([content('early'), content('late')])).toMatchObject({
        value: [
          { state: 'accepted', machine: 'other' },
          { state: 'accepted', serviceBatchId: 'batch 7' },
        ],
      });
    },
  ],
  [
    'takes nothing over from a machine whose lease has not ended, and nothing that is done',
    async ({ register, pass }) => {
      const one = await begin(register, 'one');
      const [finished, open] = await claimed(one, content('finished'), content('open'));
      await one.markSent([finished!, open!]);
      await one.accept('batch 8', [finished!, open!]);
      await one.finish([finished!]);
      await pass(leaseMs / 2);
      await one.renew();
      const other = await begin(register, 'other');
      const both = [content('finished'), content('open')];
      expect(await other.takeOver(both)).toEqual({ ok: true, value: [] });
      await one.end();
      expect(await other.takeOver(both)).toMatchObject({ value: [{ claim: content('open') }] });
    },
  ],
  [
    'frees what is given back, sent or not, and nothing of another machine',
    async ({ register }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const claims = await claimed(one, content('back 1'), content('back 2'));
      await one.markSent([claims[0]!]);
      await one.giveBack(claims);
      const theirs = await claimed(other, content('back 1'), content('back 2'));
      await one.giveBack(claims);
      expect(await one.markSent(claims)).toMatchObject(lost);
      expect(await other.markSent(theirs)).toEqual(done);
    },
  ],
  [
    'does not give back what was accepted',
    async ({ register }) => {
      const one = await begin(register);
      const claims = await claimed(one, content('kept'));
      await one.markSent(claims);
      await one.accept('batch 9', claims);
      await one.giveBack(claims);
      expect(await register.find([content('kept')])).toMatchObject({ value: [{ state: 'accepted' }] });
    },
  ],
  [
    'finds what a lost call did when it is repeated',
    async ({ register }) => {
      const one = await begin(register);
      await claimed(one, content('repeated'));
      const claims = await claimed(one, content('repeated'));
      for (let turn = 0; turn < 2; turn += 1) {
        expect(await one.markSent(claims)).toEqual(done);
      }
      for (let turn = 0; turn < 2; turn += 1) {
        expect(await one.accept('batch 10', claims)).toEqual({ ok: true, value: [] });
      }
      expect(await one.accept('another batch', claims)).toEqual({ ok: true, value: claims });
    },
  ],
  [
    'lets whoever took a content over say that the service has it',
    async ({ register }) => {
      const one = await begin(register, 'one');
      await one.markSent(await claimed(one, content('found')));
      await one.end();
      const other = await begin(register, 'other');
      const taken = await other.takeOver([content('found')]);
      const mine = (taken.ok ? taken.value : []).map(({ claim }) => claim);
      expect(await other.accept('batch 11', mine)).toEqual({ ok: true, value: [] });
      expect(await register.find([content('found')])).toMatchObject({ value: [{ state: 'accepted', machine: 'other' }] });
    },
  ],
  [
    'learns what a machine knows was sent, so that nobody else sends it, and keeps what it knows better',
    async ({ register }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const theirs = await claimed(other, content('claimed elsewhere'), content('known better'));
      await other.markSent([theirs[1]!]);
      await other.accept('batch 12', [theirs[1]!]);
      const known = [
        { ...content('imported'), state: 'done' as const, serviceBatchId: 'batch 13', serviceFileId: 'file 2' },
        { ...content('claimed elsewhere'), state: 'sent' as const },
        { ...content('known better'), state: 'sent' as const },
      ];
      const held = await one.remember(known);
      expect(held.ok && held.value.map(({ sha256 }) => sha256).toSorted()).toEqual(
        [content('imported').sha256, content('claimed elsewhere').sha256].toSorted(),
      );
      expect(await one.remember(known)).toEqual({ ok: true, value: [] });
      expect(await other.markSent([theirs[0]!])).toMatchObject(lost);
      expect(await other.claim([content('imported')])).toMatchObject({
        value: [{ kind: 'taken', known: { state: 'done', serviceBatchId: 'batch 13', serviceFileId: 'file 2' } }],
      });
      expect(await register.find([content('known better')])).toMatchObject({
        value: [{ state: 'accepted', machine: 'other', serviceBatchId: 'batch 12' }],
      });
    },
  ],
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
    'knows nothing of a content that nobody has claimed',
    async ({ register }) => {
      expect(await register.find([content('unknown')])).toEqual({
        ok: true,
        value: [{ ...content('unknown'), state: 'free', fence: 0, held: false }],
      });
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
  [
    'tells everybody what became of a content, member by member in the service’s own order',
    async ({ register }) => {
      const one = await begin(register);
      const claims = await claimed(one, content('with a result'));
      await one.markSent(claims);
      await one.accept('batch 20', claims);
      const extractedData = { zebra: '1', ant: '2' };
      const outcome = {
        status: 'processed',
        result: { kind: 'extraction', status: 'processed', extractedData, extra: {} },
      } as const;
      await one.finish(claims.map((claim) => ({ ...claim, outcome })));
      const found = await register.find([content('with a result')]);
      expect(found).toMatchObject({ value: [{ state: 'done', serviceBatchId: 'batch 20', outcome }] });
      expect(JSON.stringify(found)).toContain(JSON.stringify(extractedData));
    },
  ],
  [
    'opens a content again for the first of two who want it sent again, and forgets what became of it',
    async ({ register }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const claims = await claimed(one, content('again'));
      await one.markSent(claims);
      await one.accept('batch 21', claims);
      await one.finish(claims.map((claim) => ({ ...claim, outcome: { status: 'failed' } })));
      const seen = { ...content('again'), fence: fenceOf(await register.find([content('again')])) };
      const opened = await one.reopen([seen]);
      expect(opened).toMatchObject({ value: [content('again')] });
      expect(await other.reopen([seen])).toEqual({ ok: true, value: [] });
      const found = await register.find([content('again')]);
      expect(found).toMatchObject({ value: [{ state: 'claimed', machine: 'one' }] });
      expect(JSON.stringify(found)).not.toMatch(/batch 21|failed/);
      expect(opened.ok && (await one.markSent(opened.value))).toEqual(done);
    },
  ],
  [
    'tells what people made of results, in the order in which they said it, the last word of each',
    async ({ register }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const claims = await claimed(one, content('reviewed'), content('reviewed too'), content('not done'));
      await one.markSent(claims);
      await one.accept('batch 30', claims);
      await one.finish(claims.slice(0, 2));
      const before = (await lastReviews(register)).at(-1)?.revision ?? 0;
      const review = (by: string) => ({ confirmations: [{ at: 1, by, corrections: {} }], changes: [] });
      const [first, second, third] = ['reviewed', 'reviewed too', 'not done'].map((name) => content(name));
      expect(await one.review([{ ...first!, review: review('Ann') }])).toEqual({ ok: true, value: [first] });
      expect(
        await other.review([
          { ...second!, review: review('Ben') },
          { ...third!, review: review('Ben') },
        ]),
      ).toEqual({
        ok: true,
        value: [second],
      });
      await other.review([{ ...first!, review: review('Cem') }]);
      const found = await register.reviews(before, 10);
      expect(found).toMatchObject({
        ok: true,
        value: [
          { ...second!, review: review('Ben') },
          { ...first!, review: review('Cem') },
        ],
      });
      const [earlier] = found.ok ? found.value : [];
      expect(await register.reviews(earlier?.revision ?? 0, 10)).toMatchObject({ value: [{ ...first! }] });
      expect(await register.find([first!])).toMatchObject({ value: [{ state: 'done', review: review('Cem') }] });
    },
  ],
  [
    'tells of a category that a person has set, and keeps it where another one only judges it',
    async ({ register }) => {
      const one = await begin(register, 'one');
      const claims = await claimed(one, content('classified'));
      await one.markSent(claims);
      await one.accept('batch 31', claims);
      const verdict = (categoryName: string): Outcome => ({
        status: 'processed',
        result: { kind: 'classification', status: 'processed', categoryName, extra: {} },
      });
      await one.finish(claims.map((claim) => ({ ...claim, outcome: verdict('Letters') })));
      const before = (await lastReviews(register)).at(-1)?.revision ?? 0;
      const review = (by: string) => ({ confirmations: [{ at: 1, by, corrections: {} }], changes: [] });
      const classified = content('classified');
      await one.review([{ ...classified, review: review('Ann'), outcome: verdict('Invoices') }]);
      const known = { review: review('Ann'), outcome: verdict('Invoices') };
      expect(await register.reviews(before, 10)).toMatchObject({ value: [{ ...classified, ...known }] });
      await one.review([{ ...classified, review: review('Ben') }]);
      const later = { review: review('Ben'), outcome: verdict('Invoices') };
      expect(await register.reviews(before, 10)).toMatchObject({ value: [{ ...classified, ...later }] });
      expect(await register.find([classified])).toMatchObject({ value: [{ state: 'done', ...later }] });
      // It was classified again, and nobody has judged that yet.
      await one.review([{ ...classified, outcome: verdict('Others') }]);
      const [again] = await lastReviews(register).then((all) => all.filter(({ sha256 }) => sha256 === classified.sha256));
      expect(again).toMatchObject({ ...classified, outcome: verdict('Others') });
      expect(again).not.toHaveProperty('review');
      const [found] = await register.find([classified]).then((answer) => (answer.ok ? answer.value : []));
      expect(found).toMatchObject({ state: 'done', outcome: verdict('Others') });
      expect(found).not.toHaveProperty('review');
    },
  ],
  [
    'tells whoever listens that something is done or free',
    async ({ register }) => {
      let heard = 0;
      const end = register.listen(() => {
        heard += 1;
      });
      const one = await begin(register);
      // Whoever begins to listen late hears of the next one.
      await expect
        .poll(async () => {
          await one.renew();
          await one.giveBack(await claimed(one, content('heard of')));
          return heard;
        })
        .toBeGreaterThan(1);
      end();
    },
  ],
];
