import { expect } from 'vitest';
import { content } from './contents.ts';
import { begin, claimed, done, ended, fenceOf, leaseMs, lost, type Sentence } from './kit.ts';

/** Whose a content is, and until when. */
export const claims: readonly Sentence[] = [
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
    'knows nothing of a content that nobody has claimed',
    async ({ register }) => {
      expect(await register.find([content('unknown')])).toEqual({
        ok: true,
        value: [{ ...content('unknown'), state: 'free', fence: 0, held: false }],
      });
    },
  ],
];
