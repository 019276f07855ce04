import { expect } from 'vitest';
import type { Outcome } from '../../../electron/core/document/outcome.ts';
import { content } from './contents.ts';
import { begin, claimed, done, fenceOf, lastReviews, type Sentence } from './kit.ts';

/** What machines tell each other about contents. */
export const telling: readonly Sentence[] = [
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
    'keeps one file of one batch for one content, whoever tells, and leaves it out of what is told of another one',
    async ({ register }) => {
      const [one, other] = [await begin(register, 'one'), await begin(register, 'other')];
      const [first, second, third, fourth] = ['first', 'second', 'third', 'fourth'].map((name) => content(`file of ${name}`));
      const [file, theirs] = [{ serviceFileId: 'file 40' }, { serviceFileId: 'file 41' }];
      const claims = await claimed(one, first!, second!);
      await one.markSent(claims);
      const told = claims.map((claim) => ({ ...claim, ...file }));
      expect(await one.accept('batch 40', told.slice(0, 1))).toEqual({ ok: true, value: [] });
      // The same once more, and another one with the same file: the statement holds, without that.
      expect(await one.accept('batch 40', told)).toEqual({ ok: true, value: [] });
      const state = 'done' as const;
      const remembered = await other.remember([
        { ...third!, state, serviceBatchId: 'batch 40', ...file },
        { ...fourth!, state, serviceBatchId: 'batch 40', ...theirs },
      ]);
      expect(remembered.ok && remembered.value).toHaveLength(2);
      const found = await register.find([first!, second!, third!, fourth!]);
      expect(found).toMatchObject({
        value: ['accepted', 'accepted', 'done', 'done'].map((each) => ({ state: each, serviceBatchId: 'batch 40' })),
      });
      expect(found.ok && found.value.map(({ serviceFileId }) => serviceFileId)).toEqual([
        'file 40',
        undefined,
        undefined,
        'file 41',
      ]);
      const { origin } = first!;
      const known = new Map([
        ['file 40', first!.sha256],
        ['file 41', fourth!.sha256],
      ]);
      expect(await register.contentsOf(origin, 'batch 40', ['file 40', 'file 41', 'file 42'])).toEqual({
        ok: true,
        value: known,
      });
      expect(await register.contentsOf(origin, 'batch 41', ['file 40'])).toEqual({ ok: true, value: new Map() });
      expect(await register.contentsOf('https://other.example', 'batch 40', ['file 40'])).toEqual({ ok: true, value: new Map() });
      // It stays the first one's after that was sent again.
      await one.reopen([{ ...first!, fence: fenceOf(await register.find([first!])) }]);
      expect(await register.contentsOf(origin, 'batch 40', ['file 40'])).toEqual({
        ok: true,
        value: new Map([['file 40', first!.sha256]]),
      });
    },
  ],
  [
    'keeps one file for one of two contents of which two machines tell at the same moment',
    async ({ register }) => {
      const leases = [await begin(register, 'one'), await begin(register, 'other')];
      const contents = Array.from({ length: 20 }, (_, index) => [content(`raced ${index}`), content(`rival ${index}`)] as const);
      await Promise.all(
        contents.flatMap((rivals, index) =>
          leases.map(async (lease, at) => {
            const claims = await claimed(lease, rivals[at]!);
            await lease.markSent(claims);
            const told = claims.map((claim) => ({ ...claim, serviceFileId: `file ${index}` }));
            expect(await lease.accept('batch 43', told)).toEqual({ ok: true, value: [] });
          }),
        ),
      );
      for (const rivals of contents) {
        const found = await register.find(rivals);
        expect(found.ok && found.value.filter(({ serviceFileId }) => serviceFileId !== undefined)).toHaveLength(1);
      }
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
