/** Results that the service changes after they were told of: every machine that has one learns the new one. */
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Run } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { leaseMs, Machines, withFind } from './machines.ts';
import { isIn, Mail } from './mail.ts';

let scene: Timeline;
beforeEach(() => {
  scene = new Timeline();
});
afterEach(() => scene.end());

describe('What is confirmed at the service', () => {
  let sandbox: SceneSandbox;
  let machines: Machines;
  beforeEach(async () => {
    sandbox = await sandboxOf(scene);
    machines = new Machines(scene, sandbox);
  });

  /** The service tells a machine that something is new, so that nobody has to wait until it asks by itself. */
  const learns = async (run: Run, isKnown: () => boolean) => {
    const ids = sandbox.control.extractions().flatMap(({ batches }) => batches.flatMap(({ files }) => files.map(({ id }) => id)));
    run.engine.hint(ids, []);
    await scene.until('it is known', isKnown);
  };

  const confirmThere = (total: string) => {
    for (const { extractionId, batches } of sandbox.control.extractions())
      for (const { batchId, files } of batches)
        for (const { id } of files) sandbox.control.confirmFile(extractionId, batchId, id, { total });
  };

  /** Each has the document in a folder of its own; the first one has sent it. */
  async function both(): Promise<readonly [one: Run, other: Run]> {
    const runs: Run[] = [];
    for (const name of ['one', 'other']) {
      const folder = scene.folder(name, sandbox.extraction);
      await scene.put(folder, 'a.pdf');
      const run = await machines.start(name, { folders: [folder] });
      await scene.until('it is delivered', () => run.delivered() === 1);
      runs.push(run);
    }
    const [one, other] = runs;
    if (one === undefined || other === undefined) throw new Error('There are two.');
    return [one, other];
  }

  const isConfirmed = (run: Run, folder: string, total: string) => {
    const written = JSON.stringify(scene.resultOf(scene.folder(folder, sandbox.extraction), 'a.pdf'));
    return run.document('a.pdf').state.kind === 'confirmed' && run.delivered() === 1 && written.includes(`"total":"${total}"`);
  };

  it('reaches the machine that has only taken the result', async () => {
    const [one, other] = await both();
    confirmThere('15.00');
    await learns(one, () => isConfirmed(one, 'one', '15.00') && isConfirmed(other, 'other', '15.00'));
    expect(sandbox.accepted('a.pdf')).toBe(1);
  });

  it('is told after a crash, by a machine that could not tell it before', async () => {
    const [one, other] = await both();
    machines.way('one').fate = 'cut';
    confirmThere('15.00');
    await learns(one, () => isConfirmed(one, 'one', '15.00'));
    expect(other.document('a.pdf').state.kind).not.toBe('confirmed');
    one.kill();
    machines.way('one').fate = 'answered';
    const again = await machines.start('one', { folders: [scene.folder('one', sandbox.extraction)] });
    await scene.until('the other one knows', () => isConfirmed(other, 'other', '15.00'));
    expect(again.ledger.untoldResults.all()).toEqual([]);
  });

  it('leaves what a person has corrected elsewhere meanwhile', async () => {
    const [one, other] = await both();
    machines.way('one').fate = 'cut';
    confirmThere('15.00');
    await learns(one, () => isConfirmed(one, 'one', '15.00'));
    expect(other.engine.confirm(other.document('a.pdf').id, { number: '17' }, 'Ben')).toMatchObject({ ok: true });
    await scene.pass(1_000);
    machines.way('one').fate = 'answered';
    const isKnown = () => isConfirmed(one, 'one', '15.00') && isConfirmed(other, 'other', '15.00');
    await scene.until('both know', () => isKnown() && one.document('a.pdf').review !== undefined);
    for (const run of [one, other])
      expect(run.document('a.pdf').review?.confirmations).toMatchObject([{ by: 'Ben', corrections: { number: '17' } }]);
  });

  it('is told by a machine that learned it while it had left the register', async () => {
    const [one, other] = await both();
    await one.end();
    const { url, key } = sandbox;
    const alone = await scene.start({ url, key, data: 'one', folders: [scene.folder('one', sandbox.extraction)] });
    confirmThere('15.00');
    await learns(alone, () => isConfirmed(alone, 'one', '15.00'));
    await alone.end();
    await machines.start('one', { folders: [scene.folder('one', sandbox.extraction)] });
    await scene.until('the other one knows', () => isConfirmed(other, 'other', '15.00'));
  });

  it('is owed no longer once its result has been dropped', async () => {
    const [one] = await both();
    machines.way('one').fate = 'cut';
    confirmThere('15.00');
    await learns(one, () => isConfirmed(one, 'one', '15.00'));
    one.ledger.documents.dropResult(one.document('a.pdf').id, scene.clock.now());
    machines.way('one').fate = 'answered';
    await scene.until('nothing is owed', () => one.ledger.untoldResults.all().length === 0);
  });

  it('says nothing of another file of the content, where each machine had sent its own before they shared a register', async () => {
    const runs: Run[] = [];
    const start = (name: string, isMember: boolean) => {
      const folders = [scene.folder(name, sandbox.extraction)];
      const { url, key } = sandbox;
      return isMember ? machines.start(name, { folders }) : scene.start({ url, key, data: name, folders });
    };
    for (const name of ['one', 'other']) {
      await scene.put(scene.folder(name, sandbox.extraction), 'a.pdf');
      const alone = await start(name, false);
      await scene.until('it is delivered', () => alone.delivered() === 1);
      await alone.end();
    }
    expect(sandbox.accepted('a.pdf')).toBe(2);
    for (const name of ['one', 'other']) runs.push(await start(name, true));
    const [one, other] = runs;
    const [first] = sandbox.control
      .extractions()
      .flatMap(({ extractionId, batches }) =>
        batches.flatMap(({ batchId, files }) => files.map(({ id }) => ({ extractionId, batchId, id }))),
      );
    if (first === undefined || one === undefined || other === undefined) throw new Error('There are two files and two machines.');
    sandbox.control.confirmFile(first.extractionId, first.batchId, first.id, { total: '15.00' });
    await learns(one, () => isConfirmed(one, 'one', '15.00'));
    const before = other.history('a.pdf');
    await scene.pass(10 * minute, { coarse: true });
    expect(other.history('a.pdf')).toEqual(before);
    expect(other.state('a.pdf')).not.toBe('confirmed');
    expect(isConfirmed(one, 'one', '15.00')).toBe(true);
  });
});

describe('A new verdict', () => {
  it('takes a document along whose earlier one was read from a JSON', async () => {
    const mail = await Mail.of(scene);
    const [folder, own] = [mail.folder('mail'), mail.folder('own')];
    await scene.put(folder, 'a.pdf');
    const one = await mail.start('one', folder);
    await scene.until('it has it', () => isIn(one, mail.invoices));
    await scene.put(own, 'a.pdf');
    copyFileSync(join(folder.path, 'a.pdf.json'), join(own.path, 'a.pdf.json'));
    const other = await mail.start('other', mail.folder('empty'));
    mail.found = 1;
    expect(await scene.done(one.engine.redo(one.document('a.pdf').id, 'Ann', true))).toMatchObject({ ok: true });
    await scene.until('it goes elsewhere', () => isIn(one, mail.letters));
    // It has heard of the verdict before it knows of the document.
    await scene.pass(2 * leaseMs);
    await other.end();
    mail.machines.way('other').fate = 'cut';
    const again = await mail.start('other', own);
    await scene.until('it has the earlier one', () => again.has('a.pdf') && again.document('a.pdf').earlierSteps?.length === 1);
    expect(again.document('a.pdf').route.id).toBe(mail.invoices);
    mail.machines.way('other').fate = 'answered';
    await scene.until('the other one has it there', () => isIn(again, mail.letters));
    expect(mail.taken()).toEqual([1, 1, 1]);
  });

  it('that comes while another machine is cut off, before that has compared the earlier one', async () => {
    const mail = await Mail.of(scene);
    const [folder, own] = [mail.folder('mail'), mail.folder('own')];
    await scene.put(folder, 'a.pdf');
    await scene.put(own, 'a.pdf');
    const one = await mail.start('one', folder);
    await scene.until('it has it', () => isIn(one, mail.invoices));
    const way = mail.machines.way('other');
    let isCut = false;
    const register = withFind(mail.machines.register('other'), async (find, contents) => {
      const found = await find(contents);
      // The answer with which it takes the verdict is the last one.
      const { state } = scene.runs.at(-1)?.document('a.pdf') ?? {};
      const isAsked = state?.kind === 'waiting' && state.wait.kind === 'elsewhere';
      if (!isCut && isAsked) [isCut, way.fate] = [true, 'cut'];
      return found;
    });
    const other = await mail.start('other', own, { membership: mail.machines.membership('other', register) });
    await scene.until('it has the verdict', () => isCut && other.document('a.pdf').earlierSteps?.length === 1);
    mail.found = 1;
    expect(await scene.done(one.engine.redo(one.document('a.pdf').id, 'Ann', true))).toMatchObject({ ok: true });
    await scene.until('it goes elsewhere', () => isIn(one, mail.letters));
    await scene.pass(2 * leaseMs);
    way.fate = 'answered';
    await scene.until('the other one has it there', () => isIn(other, mail.letters));
    expect(mail.taken()).toEqual([1, 1, 1]);
  });

  it('is told although it came while its machine was asking what is known of the earlier one', async () => {
    const mail = await Mail.of(scene);
    const [folder, own] = [mail.folder('mail'), mail.folder('own')];
    await scene.put(folder, 'a.pdf');
    await scene.put(own, 'a.pdf');
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let isAsking = false;
    const register = withFind(mail.machines.register('one'), async (find, contents) => {
      const found = await find(contents);
      const { earlierSteps = [] } = scene.runs[0]?.documents()[0] ?? {};
      isAsking ||= earlierSteps.length > 0 && contents.some(({ route }) => route.includes(mail.classification));
      if (isAsking) await held;
      return found;
    });
    const one = await mail.start('one', folder, { membership: mail.machines.membership('one', register) });
    await scene.until('it asks', () => isAsking);
    mail.found = 1;
    expect(await scene.done(one.engine.redo(one.document('a.pdf').id, 'Ann', true))).toMatchObject({ ok: true });
    await scene.until('it goes elsewhere', () => one.document('a.pdf').route.id === mail.letters);
    release();
    const other = await mail.start('other', own);
    await scene.until('both have it there', () => isIn(one, mail.letters) && isIn(other, mail.letters));
    expect(mail.taken()).toEqual([1, 1, 1]);
  });
});
