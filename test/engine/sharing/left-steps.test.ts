/** What a machine has sent in a step that its document has left since: others learn what became of it, and nobody sends it again. */
import { afterEach, beforeEach, expect, it } from 'vitest';
import type { Run } from '../support/run.ts';
import { Timeline } from '../support/timeline.ts';
import { withLease } from './machines.ts';
import { isIn, Mail } from './mail.ts';

let scene: Timeline;
beforeEach(() => {
  scene = new Timeline();
});
afterEach(() => scene.end());

it('another machine takes the result of what a document has left before it was there', async () => {
  const mail = await Mail.of(scene, 0.9, { delays: { queued: 20_000, processing: 20_000 } });
  const [folder, direct] = [mail.folder('mail'), scene.folder('direct', mail.invoices)];
  await scene.put(folder, 'a.pdf');
  await scene.put(direct, 'a.pdf');
  const one = await mail.start('one', folder);
  await scene.until('it is extracted', () => one.has('a.pdf') && one.document('a.pdf').earlierSteps !== undefined);
  await scene.until('it is sent there', () => one.state('a.pdf') === 'queued');
  const other = await mail.start('other', direct);
  await scene.until('it waits for the first', () => other.has('a.pdf') && other.history('a.pdf').includes('elsewhere'));
  expect(await scene.done(mail.setCategory(one, 'Letters'))).toMatchObject({ ok: true });
  await scene.until('both have what is theirs', () => isIn(one, mail.letters) && isIn(other, mail.invoices));
  expect(mail.taken()).toEqual([1, 1, 1]);
});

it('another machine sends what a document has left before its request was whole', async () => {
  const mail = await Mail.of(scene);
  const [folder, direct] = [mail.folder('mail'), scene.folder('direct', mail.invoices)];
  await scene.put(folder, 'a.pdf');
  let one: Run | undefined;
  const changing = withLease(mail.machines.register('one'), (lease) => ({
    ...lease,
    markSent: async (claims, pages) => {
      const isThere = claims.some(({ route }) => route.includes(mail.invoices));
      if (isThere && one !== undefined) expect(await mail.setCategory(one, 'Letters')).toMatchObject({ ok: true });
      return lease.markSent(claims, pages);
    },
  }));
  one = await mail.start('one', folder, { membership: mail.machines.membership('one', changing) });
  await scene.until('it is elsewhere', () => one.has('a.pdf') && isIn(one, mail.letters));
  expect(mail.taken()).toEqual([1, 0, 1]);
  await scene.put(direct, 'a.pdf');
  const other = await mail.start('other', direct);
  await scene.until('the other one has sent it', () => isIn(other, mail.invoices));
  expect(mail.taken()).toEqual([1, 1, 1]);
});

it('a machine that joins tells of what its documents have left', async () => {
  const mail = await Mail.of(scene);
  const [folder, direct] = [mail.folder('mail'), scene.folder('direct', mail.invoices)];
  await scene.put(folder, 'a.pdf');
  await scene.put(direct, 'a.pdf');
  const { url, key } = mail.sandbox;
  const alone = await scene.start({ url, key, data: 'one', folders: [folder] });
  await scene.until('it has it', () => isIn(alone, mail.invoices));
  expect(await scene.done(mail.setCategory(alone, 'Letters'))).toMatchObject({ ok: true });
  await scene.until('it has it there', () => isIn(alone, mail.letters));
  await alone.end();
  const one = await mail.start('one', folder);
  await scene.until('the register knows', () => mail.machines.states().done === 3);
  const other = await mail.start('other', direct);
  await scene.until('the other one has it', () => isIn(other, mail.invoices));
  expect(one.uploads()).toEqual([]);
  expect(other.uploads()).toEqual([]);
  expect(mail.taken()).toEqual([1, 1, 1]);
});

it('another machine takes the verdict of what has gone on to where its content was sent before', async () => {
  const mail = await Mail.of(scene);
  const [folder, direct, own] = [mail.folder('mail'), scene.folder('direct', mail.invoices), mail.folder('own')];
  await scene.put(direct, 'a.pdf');
  const one = await mail.start('one', folder, { folders: [direct, folder] });
  await scene.until('it was sent', () => mail.machines.states().done === 1);
  await scene.put(folder, 'a.pdf');
  await scene.until('the mail has taken its values', () =>
    one.documents().some(({ earlierSteps, state }) => earlierSteps !== undefined && state.kind === 'duplicate'),
  );
  await scene.put(own, 'a.pdf');
  const other = await mail.start('other', own);
  await scene.until('the other one has it', () => isIn(other, mail.invoices));
  expect(other.uploads()).toEqual([]);
});

it('a machine that joins tells of what has gone on to where its content was sent before', async () => {
  const mail = await Mail.of(scene);
  const [folder, direct, own] = [mail.folder('mail'), scene.folder('direct', mail.invoices), mail.folder('own')];
  await scene.put(direct, 'a.pdf');
  await scene.put(folder, 'a.pdf');
  const { url, key } = mail.sandbox;
  const alone = await scene.start({ url, key, data: 'one', folders: [direct, folder] });
  await scene.until(
    'all is delivered',
    () => alone.documents().length === 2 && alone.delivered() + alone.engine.status().balance.duplicate === 2,
  );
  expect(mail.taken()).toEqual([1, 1, 0]);
  await alone.end();
  const one = await mail.start('one', folder, { folders: [direct, folder] });
  await scene.until('the register knows', () => mail.machines.states().done === 2);
  await scene.put(own, 'a.pdf');
  const other = await mail.start('other', own);
  await scene.until('the other one has it', () => isIn(other, mail.invoices));
  expect([...one.uploads(), ...other.uploads()]).toEqual([]);
  expect(mail.taken()).toEqual([1, 1, 0]);
});
