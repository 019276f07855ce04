/** Machines that watch one folder together: each file is delivered once, and each table has one writer. */
import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { FolderSettings } from '../../../electron/core/config/folder-settings.ts';
import { makeFile } from '../../support/make-files.ts';
import { reads } from '../../support/reads.ts';
import type { Run, RunOptions } from '../support/run.ts';
import { type SceneSandbox, sandboxOf } from '../support/sandbox.ts';
import { minute, Timeline } from '../support/timeline.ts';
import { leaseMs, Machines, withLease } from './machines.ts';

let scene: Timeline;
let sandbox: SceneSandbox;
let machines: Machines;
let folder: FolderSettings;
beforeEach(async () => {
  scene = new Timeline();
  sandbox = await sandboxOf(scene);
  machines = new Machines(scene, sandbox);
  folder = scene.folder('scans', sandbox.extraction, { changed: 'send' });
});
afterEach(() => scene.end());

const many = Array.from({ length: 25 }, (_, index) => `${String.fromCharCode(97 + index)}.pdf`);
const start = (name: string, more: Partial<RunOptions> & { readonly inbox?: string } = {}) =>
  machines.start(name, { folders: [folder], inbox: 'office', identity: { host: name, path: '/data' }, ...more });
const areDone = (runs: readonly Run[], count: number) => runs.every((run) => run.dead || run.delivered() === count);

/** One JSON beside each, one table, one row for each, and each was sent once. */
function expectWhole(names: readonly string[]): void {
  const outputs = [...names.map((name) => `${name}.json`), 'intray-Invoices.csv'];
  expect(scene.names(folder).filter((name) => name !== '.intray')).toEqual([...names, ...outputs].toSorted());
  expect(
    scene
      .tablesOf(folder)
      .map(({ file }) => file)
      .toSorted(),
  ).toEqual(names.toSorted());
  expect(sandbox.allAccepted().toSorted()).toEqual(names.toSorted());
}

describe('Machines that watch one folder', () => {
  it('deliver each file once, into one table', async () => {
    await scene.put(folder, ...many);
    const runs = await Promise.all(['one', 'second', 'third'].map((name) => start(name)));
    await scene.until('all is delivered', () => areDone(runs, many.length));
    expectWhole(many);
    for (const run of runs) expect(run.engine.status().balance).toMatchObject({ found: 25, delivered: 25, moving: 0 });
  });

  it('go on with the table of a machine that has died', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const one = await start('one');
    await scene.until('it has written', () => one.delivered() === 2);
    const other = await start('other');
    await scene.until('the other one knows', () => other.delivered() === 2);
    one.kill();
    await scene.put(folder, 'c.pdf');
    await scene.until('the other one writes', () => other.delivered() === 3);
    expectWhole(['a.pdf', 'b.pdf', 'c.pdf']);
  });

  it.each(['createWhole', 'writeAt', 'replaceWhole'] as const)(
    'complete what a machine was writing when it died in %s',
    async (operation) => {
      await scene.put(folder, 'a.pdf');
      const one = await start('one');
      await scene.until('it has written', () => one.delivered() === 1);
      const other = await start('other');
      await scene.until('the other one knows', () => other.delivered() === 1);
      one.refuse = (name) => {
        if (name === operation) one.kill();
        return undefined;
      };
      await scene.put(folder, 'b.pdf', 'c.pdf');
      if (operation === 'replaceWhole') one.engine.confirm(one.document('a.pdf').id, { number: 'corrected' }, 'Ann');
      await scene.until('the other one writes', () => other.delivered() === 3 && (one.dead || one.delivered() === 3));
      await scene.pass(minute);
      expectWhole(['a.pdf', 'b.pdf', 'c.pdf']);
    },
  );

  it('hear after the death of a machine what it had written and not told, from the same machine', async () => {
    await scene.put(folder, 'a.pdf');
    const one = await start('one');
    await scene.until('it has written', () => one.delivered() === 1);
    const other = await start('other');
    await scene.until('the other one knows', () => other.delivered() === 1);
    one.refuse = (name) => {
      if (name === 'writeAt') machines.way('one').fate = 'cut';
      return undefined;
    };
    await scene.put(folder, 'b.pdf');
    await scene.until('it has written and cannot say so', () => one.delivered() === 2);
    one.kill();
    machines.way('one').fate = 'answered';
    const again = await start('one');
    await scene.until('the other one knows of both', () => areDone([again, other], 2));
    expectWhole(['a.pdf', 'b.pdf']);
  });

  it('hear what one of them had written and not told, though another one took its place and died', async () => {
    await scene.put(folder, 'a.pdf');
    const one = await start('one');
    await scene.until('it has written', () => one.delivered() === 1);
    let other: Run | undefined;
    const dying = withLease(machines.register('other'), (lease) => ({
      ...lease,
      write: async (inbox) => {
        const answer = await lease.write(inbox);
        if (answer.ok && answer.value.kind === 'mine') other?.kill();
        return answer;
      },
    }));
    other = await start('other', { membership: machines.membership('other', dying) });
    const third = await start('third');
    await scene.until('all know', () => areDone([one, other, third], 1));
    machines.way('third').fate = 'cut';
    one.refuse = (name) => {
      if (name === 'writeAt') machines.way('one').fate = 'cut';
      return undefined;
    };
    await scene.put(folder, 'b.pdf');
    await scene.until('it has written and cannot say so', () => one.delivered() === 2);
    await scene.until('another one takes its place, and dies', () => other.dead);
    machines.way('one').fate = 'answered';
    await scene.pass(2 * leaseMs);
    machines.way('third').fate = 'answered';
    await scene.until('the third one knows', () => areDone([one, third], 2));
    expectWhole(['a.pdf', 'b.pdf']);
  });

  it('cut off the part of a row that a machine left when it died', async () => {
    await scene.put(folder, 'a.pdf');
    const one = await start('one');
    await scene.until('it has written', () => one.delivered() === 1);
    const other = await start('other');
    await scene.until('the other one knows', () => other.delivered() === 1);
    one.kill();
    appendFileSync(join(folder.path, 'intray-Invoices.csv'), 'b.pdf,processed,"conte');
    await scene.put(folder, 'b.pdf');
    await scene.until('the other one writes', () => other.delivered() === 2);
    expectWhole(['a.pdf', 'b.pdf']);
  });

  it('write nothing while the register cannot be asked, and nothing twice after that', async () => {
    await scene.put(folder, 'a.pdf');
    const one = await start('one');
    await scene.until('it is accepted', () => machines.states().accepted === 1);
    machines.way('one').fate = 'cut';
    await scene.pass(5 * minute);
    expect(one.state('a.pdf')).toBe('processed');
    expect(scene.resultOf(folder, 'a.pdf')).toBeUndefined();
    const other = await start('other');
    await scene.pass(leaseMs);
    machines.way('one').fate = 'answered';
    await scene.until('all is delivered', () => areDone([one, other], 1));
    expectWhole(['a.pdf']);
  });

  it('leave the folder to another one when they end in order', async () => {
    await scene.put(folder, 'a.pdf');
    const one = await start('one');
    const other = await start('other');
    await scene.until('all is delivered', () => areDone([one, other], 1));
    await one.end();
    await scene.put(folder, 'b.pdf');
    await scene.until('the other one writes', () => other.delivered() === 2, { within: 20_000 });
    expectWhole(['a.pdf', 'b.pdf']);
  });

  it('tell a machine that joins what was delivered by one that had been alone', async () => {
    await scene.put(folder, ...many);
    const { url, key } = sandbox;
    const alone = await scene.start({ url, key, data: 'one', folders: [folder] });
    await scene.until('it has written', () => alone.delivered() === many.length);
    await alone.end();
    const one = await start('one');
    await scene.until('the register knows', () => machines.states().done === many.length);
    const other = await start('other');
    await scene.until('the other one knows', () => areDone([one, other], many.length));
    expectWhole(many);
  });

  it('replace the row and the JSON of a file that has changed, whoever wrote them', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const one = await start('one');
    const other = await start('other');
    await scene.until('all is delivered', () => areDone([one, other], 2));
    one.kill();
    await makeFile(join(folder.path, 'a.pdf'), 'another content');
    await scene.until(
      'the other one writes',
      () => other.documents().length === 3 && other.documents().every(({ delivery }) => delivery.kind === 'done'),
    );
    expect(
      scene
        .tablesOf(folder)
        .map(({ file }) => file)
        .toSorted(),
    ).toEqual(['a.pdf', 'b.pdf']);
    expect(scene.names(folder).filter((name) => name.includes('.json'))).toEqual(['a.pdf.json', 'b.pdf.json']);
  });

  it('are kept out by an Intray that shares no register with them, and keep it out', async () => {
    await scene.put(folder, 'a.pdf');
    const one = await start('one');
    const other = await start('other');
    await scene.until('all is delivered', () => areDone([one, other], 1));
    const { url, key } = sandbox;
    const identity = { host: 'stranger', path: '/data' };
    const stranger = await scene.start({ url, key, data: 'stranger', folders: [folder], identity });
    await scene.pass(minute);
    expect(stranger.engine.status().folders[0]).toMatchObject({ health: { kind: 'paused' }, question: { documents: 0 } });
    const misnamed = await start('misnamed', {
      inbox: 'ofice',
    });
    await scene.pass(minute);
    expect(misnamed.engine.status().folders[0]).toMatchObject({ health: { kind: 'paused' }, question: { documents: 0 } });
  });

  it('take nothing in before the register was heard of for the first time', async () => {
    await scene.put(folder, 'a.pdf');
    machines.way('one').fate = 'cut';
    const one = await start('one');
    await scene.pass(minute);
    expect(one.documents()).toEqual([]);
    expect(one.engine.status().folders[0]).toMatchObject({ health: { kind: 'paused', message: reads('register') } });
    machines.way('one').fate = 'answered';
    await scene.until('it is delivered', () => one.delivered() === 1);
  });

  it('write nothing once they have stood still for longer than their lease', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const base = scene.clock.for({});
    let stood = 0;
    const clock = { ...base, now: () => base.now() + stood, elapsed: () => base.elapsed() + stood };
    const one = await start('one', { clock });
    const written: string[] = [];
    const hasResult = () => one.has('a.pdf') && one.document('a.pdf').result !== undefined;
    one.refuse = (operation, path) => {
      // The source is looked at, and is to be written beside at once: the machine stands still here.
      if (operation === 'stat' && path.endsWith('a.pdf') && stood === 0 && hasResult()) {
        stood = 2 * leaseMs;
        const { inboxes, leases } = machines.database;
        for (const lease of leases) if (lease.id === 'one') lease.until = 0;
        inboxes.set('office', { since: machines.database.nextFence(), lease: leases.findIndex(({ id }) => id === 'other') });
      }
      if (stood > 0 && operation === 'createWhole') written.push(path);
      return undefined;
    };
    const other = await start('other');
    await scene.until('it stood still', () => stood > 0);
    await scene.pass(1_000);
    expect(written).toEqual([]);
    await scene.until('all is known', () => areDone([one, other], 2));
    expectWhole(['a.pdf', 'b.pdf']);
  });

  it('write what a person said at any of them, and show it at all of them', async () => {
    await scene.put(folder, 'a.pdf', 'b.pdf');
    const runs = await Promise.all(['one', 'other'].map((name) => start(name)));
    await scene.until('all is delivered', () => areDone(runs, 2));
    const said = (name: string, number: string) =>
      expect(scene.resultOf(folder, name)).toMatchObject({ extracted_data: { number } });
    for (const [index, run] of runs.entries()) {
      const number = `corrected ${index}`;
      run.engine.confirm(run.document('a.pdf').id, { number }, `person ${index}`);
      await scene.until('it is written', () => JSON.stringify(scene.resultOf(folder, 'a.pdf')).includes(number));
      await scene.until(
        'all know',
        () => areDone(runs, 2) && runs.every((each) => String(JSON.stringify(each.document('a.pdf').review)).includes(number)),
      );
      said('a.pdf', number);
    }
    expect(scene.tablesOf(folder).map(({ number }) => number)).toContain('corrected 1');
    // What is said while the register is away, and just before a crash.
    machines.way('other').fate = 'cut';
    const other = runs[1]!;
    other.engine.confirm(other.document('b.pdf').id, { number: 'last word' }, 'Ann');
    await scene.pass(1_000);
    other.kill();
    machines.way('other').fate = 'answered';
    const again = await start('other');
    await scene.until('it is written', () => JSON.stringify(scene.resultOf(folder, 'b.pdf')).includes('last word'));
    await scene.until('all know', () => areDone([runs[0]!, again], 2));
    expectWhole(['a.pdf', 'b.pdf']);
  });

  it('tell a machine that comes later what people have said', async () => {
    await scene.put(folder, 'a.pdf');
    const one = await start('one');
    await scene.until('it is delivered', () => one.delivered() === 1);
    one.engine.confirm(one.document('a.pdf').id, { number: 'corrected' }, 'Ann');
    await scene.until('the register knows', () =>
      [...machines.database.rows.values()].some(({ review }) => review !== undefined),
    );
    await scene.until('it is written', () => one.delivered() === 1);
    const other = await start('other');
    await scene.until('it knows', () => other.delivered() === 1);
    expect(other.document('a.pdf').review).toEqual(one.document('a.pdf').review);
    expectWhole(['a.pdf']);
  });
});
