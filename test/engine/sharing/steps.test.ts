/** Machines that watch a folder for mixed mail together: what somebody says of a step is said of that step everywhere. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Run } from '../support/run.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { isIn, Mail } from './mail.ts';

let scene: Timeline;
beforeEach(() => {
  scene = new Timeline();
});
afterEach(() => scene.end());

const inbox = 'office';

it('a review from another machine lands on the step that it is about', async () => {
  const mail = await Mail.of(scene);
  const folder = mail.folder('mail');
  await scene.put(folder, 'a.pdf');
  const [one, other] = [await mail.start('one', folder, { inbox }), await mail.start('other', folder, { inbox })];
  await scene.until('both have it', () => isIn(one, mail.invoices) && isIn(other, mail.invoices));
  expect(one.engine.confirm(one.document('a.pdf').id, { number: '17' }, 'Ann')).toMatchObject({ ok: true });
  await scene.until('the other one knows', () => other.document('a.pdf').review !== undefined);
  await scene.until('it is written', () => JSON.stringify(scene.resultOf(folder, 'a.pdf')).includes('"number":"17"'));
  for (const run of [one, other]) {
    const { review, earlierSteps } = run.document('a.pdf');
    expect(review?.confirmations).toMatchObject([{ by: 'Ann', corrections: { number: '17' } }]);
    expect(earlierSteps).toHaveLength(1);
    expect(earlierSteps?.[0]).toMatchObject({ route: folder.route, result: { categoryName: 'Invoices' } });
    expect(earlierSteps?.[0]?.review).toBeUndefined();
  }
  expect(mail.taken()).toEqual([1, 1, 0]);
});

it('a verdict that is confirmed at one desk goes on at the others', async () => {
  const mail = await Mail.of(scene, 0.2);
  const folder = mail.folder('mail');
  await scene.put(folder, 'a.pdf');
  const [one, other] = [await mail.start('one', folder, { inbox }), await mail.start('other', folder, { inbox })];
  const asks = (run: Run) => run.has('a.pdf') && run.document('a.pdf').result?.kind === 'classification';
  await scene.until('both ask', () => asks(one) && asks(other));
  expect(one.engine.confirm(one.document('a.pdf').id, {}, 'Ann')).toMatchObject({ ok: true });
  await scene.until('both have it', () => isIn(one, mail.invoices) && isIn(other, mail.invoices));
  for (const run of [one, other])
    expect(run.document('a.pdf').earlierSteps?.[0]?.review?.confirmations).toMatchObject([{ by: 'Ann' }]);
  expect(mail.taken()).toEqual([1, 1, 0]);
});

it('a category that is set at one desk, after the document has gone on, takes it elsewhere at all of them', async () => {
  const mail = await Mail.of(scene);
  const [folder, own] = [mail.folder('mail'), mail.folder('own')];
  await scene.put(folder, 'a.pdf');
  await scene.put(own, 'a.pdf');
  const [one, other] = [await mail.start('one', folder, { inbox }), await mail.start('other', folder, { inbox })];
  const third = await mail.start('third', own);
  const all = [one, other, third];
  await scene.until('all have it', () => all.every((run) => isIn(run, mail.invoices)));
  expect(await scene.done(mail.setCategory(one, 'Letters'))).toMatchObject({ ok: true });
  await scene.until('all have it there', () => all.every((run) => isIn(run, mail.letters)));
  for (const run of all) {
    const [{ result, review } = {}] = one.document('a.pdf').earlierSteps ?? [];
    expect(run.document('a.pdf').earlierSteps).toMatchObject([{ result, review }]);
  }
  expect(mail.taken()).toEqual([1, 1, 1]);
  // And back, by another machine, to what is paid for.
  expect(await scene.done(mail.setCategory(other, 'Invoices'))).toMatchObject({ ok: true });
  await scene.until('all are back', () => all.every((run) => isIn(run, mail.invoices)));
  expect(await scene.done(mail.setCategory(third, 'Other'))).toMatchObject({ ok: true });
  await scene.until('it stays at all', () =>
    all.every((run) => {
      const { delivery, earlierSteps, result } = run.document('a.pdf');
      const isOther = result?.kind === 'classification' && result.categoryName === 'Other';
      return isOther && earlierSteps === undefined && delivery.kind === 'done';
    }),
  );
  await scene.pass(5 * minute);
  expect(mail.taken()).toEqual([1, 1, 1]);
  expect(scene.names(folder).filter((name) => name.includes('.json'))).toEqual(['a.pdf.json']);
});

it('a document that is classified again at one desk goes where its new verdict leads at all of them', async () => {
  // Polls show that it is being worked on.
  const mail = await Mail.of(scene, 0.9, { delays: { queued: 3_000, processing: 6_000 } });
  const [folder, own] = [mail.folder('mail'), mail.folder('own')];
  await scene.put(folder, 'a.pdf');
  await scene.put(own, 'a.pdf');
  const [one, other] = [await mail.start('one', folder, { inbox }), await mail.start('other', folder, { inbox })];
  const third = await mail.start('third', own);
  const all = [one, other, third];
  await scene.until('all have it', () => all.every((run) => isIn(run, mail.invoices)));
  mail.found = 1;
  // Whoever has sent it, and whoever has not, can ask for that.
  expect(await scene.done(third.engine.redo(third.document('a.pdf').id, 'Ann', true))).toMatchObject({ ok: true });
  await scene.until('all have it there', () => all.every((run) => isIn(run, mail.letters)));
  expect(mail.taken()).toEqual([1, 1, 1]);
  mail.found = 0;
  expect(await scene.done(one.engine.redo(one.document('a.pdf').id, 'Ben', true))).toMatchObject({ ok: true });
  await scene.until('all are back', () => all.every((run) => isIn(run, mail.invoices)));
  expect(mail.taken()).toEqual([1, 1, 1]);
  expect(scene.names(folder).filter((name) => name.includes('.json'))).toEqual(['a.pdf.json']);
});

it('a new verdict is told after a crash, though nobody has judged it', async () => {
  const mail = await Mail.of(scene);
  const folder = mail.folder('mail');
  await scene.put(folder, 'a.pdf');
  const [one, other] = [await mail.start('one', folder, { inbox }), await mail.start('other', folder, { inbox })];
  await scene.until('both have it', () => isIn(one, mail.invoices) && isIn(other, mail.invoices));
  mail.machines.way('one').fate = 'cut';
  mail.found = 1;
  expect(await scene.done(one.engine.redo(one.document('a.pdf').id, 'Ann', true))).toMatchObject({ ok: true });
  await scene.until('it goes elsewhere', () => one.document('a.pdf').route.id === mail.letters);
  one.kill();
  mail.machines.way('one').fate = 'answered';
  const again = await mail.start('one', folder, { inbox });
  await scene.until('both have it there', () => isIn(again, mail.letters) && isIn(other, mail.letters));
  expect(mail.taken()).toEqual([1, 1, 1]);
});

it('what was said of a step that was passed is told after a crash, by a machine that could not tell it before', async () => {
  const mail = await Mail.of(scene);
  const folder = mail.folder('mail');
  await scene.put(folder, 'a.pdf');
  const [one, other] = [await mail.start('one', folder, { inbox }), await mail.start('other', folder, { inbox })];
  await scene.until('both have it', () => isIn(one, mail.invoices) && isIn(other, mail.invoices));
  mail.machines.way('one').fate = 'cut';
  expect(await scene.done(mail.setCategory(one, 'Letters'))).toMatchObject({ ok: true });
  await scene.pass(1_000);
  expect(one.document('a.pdf').route.id).toBe(mail.letters);
  expect(other.document('a.pdf').route.id).toBe(mail.invoices);
  one.kill();
  mail.machines.way('one').fate = 'answered';
  const again = await mail.start('one', folder, { inbox });
  await scene.until('both have it there', () => isIn(again, mail.letters) && isIn(other, mail.letters));
  expect(mail.taken()).toEqual([1, 1, 1]);
});

it('a machine that comes later takes the verdict as people have left it', async () => {
  const mail = await Mail.of(scene);
  const [folder, own] = [mail.folder('mail'), mail.folder('own')];
  await scene.put(folder, 'a.pdf');
  await scene.put(own, 'a.pdf');
  const one = await mail.start('one', folder, { inbox });
  await scene.until('it has it', () => isIn(one, mail.invoices));
  expect(await scene.done(mail.setCategory(one, 'Letters'))).toMatchObject({ ok: true });
  await scene.until('it has it there', () => isIn(one, mail.letters));
  const later = await mail.start('later', own);
  await scene.until('the other one has it there', () => isIn(later, mail.letters));
  expect(later.document('a.pdf').earlierSteps).toHaveLength(1);
  expect(mail.taken()).toEqual([1, 1, 1]);
});

it('what waits for a budget in a later step takes what another machine has sent there', async () => {
  const mail = await Mail.of(scene);
  const [folders, others] = [mail.folder('mail'), mail.folder('others')];
  await scene.put(folders, 'a.pdf');
  await scene.put(others, 'a.pdf');
  const limited = { limits: { budget: { month: 2, timeZone: 'UTC' } }, countPages: async () => 1 };
  const one = await mail.start('one', folders, limited);
  await scene.until('it has it', () => isIn(one, mail.invoices));
  const other = await mail.start('other', others, limited);
  await scene.until('the other one has it', () => isIn(other, mail.invoices));
  expect(mail.taken()).toEqual([1, 1, 0]);
});

it('what was said where the register could not be told is the last word for copies, too', async () => {
  const mail = await Mail.of(scene);
  const folder = mail.folder('mail');
  await scene.put(folder, 'a.pdf');
  copyFileSync(join(folder.path, 'a.pdf'), join(folder.path, 'b.pdf'));
  const [one, other] = [await mail.start('one', folder, { inbox }), await mail.start('other', folder, { inbox })];
  const runs = [one, other];
  const areIn = (extraction: string) =>
    runs.every((run) => run.documents().length === 2 && run.documents().every(({ route }) => route.id === extraction));
  const areDone = () => runs.every((run) => run.documents().every(({ delivery }) => delivery.kind === 'done'));
  await scene.until('both have both', () => areIn(mail.invoices) && areDone());
  mail.machines.way('one').fate = 'cut';
  expect(await scene.done(mail.setCategory(one, 'Letters'))).toMatchObject({ ok: true });
  expect(await scene.done(mail.setCategory(other, 'Invoices'))).toMatchObject({ ok: true });
  await scene.pass(minute);
  mail.machines.way('one').fate = 'answered';
  await scene.until('all are there', () => areIn(mail.letters) && areDone());
  const reviews = runs.flatMap((run) => run.documents().map(({ earlierSteps }) => earlierSteps?.[0]?.review));
  expect(reviews[0]).toMatchObject({ changes: [{ to: 'Letters' }] });
  expect(reviews).toEqual(reviews.map(() => reviews[0]));
  expect(mail.taken()).toEqual([1, 1, 1]);
});
