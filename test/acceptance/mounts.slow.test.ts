/** The built program on real file systems that go away, come back as others, hang, fail or are full. */
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, type TestContext } from 'vitest';
import { makeFile } from '../support/make-files.ts';
import { fill, itOn, Mounts } from '../support/mounts.ts';
import { type Intray, jsonLines } from '../support/run-intray.ts';
import type { StrictOptions } from '../support/strict/strict-service.ts';
import { expectResults, expectTable, summaryOf } from './outputs.ts';
import { openProgram, sentOtherThanOnce } from './program.ts';

// Each test starts the program, most of them several times, and a machine may be busy.
async function openStage({ onTestFinished }: TestContext, options: StrictOptions = {}) {
  const mounts = await Mounts.open(onTestFinished);
  const program = await openProgram(onTestFinished, options, mounts.enter);
  const { space, service, extraction } = program;
  const config = join(space.root, 'config.json');
  const folder = mounts.seen(space.folder);
  return {
    ...program,
    mounts,
    /** The folder, as this process sees it. */
    folder,
    async put(...names: readonly string[]): Promise<void> {
      for (const name of names) await makeFile(join(folder, name), `content of ${name}`);
    },
    /** Starts `intray watch` on the folder, and on others that have settings of their own. */
    async watch(settings: object = {}, ...others: readonly object[]): Promise<Intray> {
      const common = { path: space.folder, route: { kind: 'extraction', id: extraction }, settleSeconds: 0.2, existing: 'send' };
      const folders = [settings, ...others].map((own) => ({ ...common, ...own }));
      writeFileSync(config, JSON.stringify({ url: service.url, folders }));
      const intray = program.start(['watch', '--config', config, '--data-dir', space.dataDir, '--json']);
      await untilHealth(intray, 'watching', folders.length);
      return intray;
    },
    async status(...more: readonly string[]): Promise<string> {
      return (await program.run(['status', '--data-dir', space.dataDir, ...more], { key: null })).stdout;
    },
    async stop(intray: Intray) {
      intray.signal('SIGTERM');
      const end = await intray.ended;
      expect(end.code, end.stderr).toBe(0);
      return summaryOf(end);
    },
    async untilDelivered(intray: Intray, ...names: readonly string[]): Promise<void> {
      await intray.until(`there are results of ${names.join(', ')}`, () =>
        names.every((name) => existsSync(join(folder, `${name}.json`))),
      );
    },
    /** Nothing is sent but these, and each once. */
    expectSent(count: number): void {
      expect(service.violations).toEqual([]);
      expect(sentOtherThanOnce(service)).toEqual([]);
      expect(service.uploads.size).toBe(count);
    },
  };
}

const told = (intray: Intray) => {
  const text = intray.stdout();
  return jsonLines(text.slice(0, text.lastIndexOf('\n') + 1));
};

/** Until this is what a folder was last said to be; of several folders, until so many have been. */
async function untilHealth(intray: Intray, health: string, count = 1): Promise<void> {
  await intray.until(`it is ${health}`, () => {
    const folders = told(intray).filter(({ event }) => event === 'folder');
    return (
      [...new Map(folders.map(({ path, health: now }) => [path, now])).values()].filter((now) => now === health).length >= count
    );
  });
}

describe.concurrent('a volume that is mounted for real', () => {
  for (const kind of ['ext4', 'vfat', 'fuse as FAT', 'tmpfs'] as const)
    itOn(kind, `${kind}: takes outputs, a table and files that are filed away to another volume`, async (context) => {
      const { mounts, space, folder, put, watch, untilDelivered, stop, expectSent } = await openStage(context);
      mounts.volume(kind).mount(space.folder);
      await put('b ü.pdf', 'c.png', 'sub/d.pdf');
      mkdirSync(join(folder, 'Processed'));
      mounts.volume('tmpfs').mount(join(space.folder, 'Processed'));
      const intray = await watch({ fileAway: { kind: 'move', to: 'Processed' } });
      const moved = ['Processed/b ü.pdf', 'Processed/c.png', 'Processed/sub/d.pdf'];
      await untilDelivered(intray, ...moved);
      await intray.until('they are filed away', () => moved.every((path) => existsSync(join(folder, path))));
      expect((await stop(intray)).balance).toMatchObject({ found: 3, delivered: 3 });
      await expectResults(folder, moved);
      await expectTable(folder, moved);
      expect(JSON.parse(readFileSync(join(folder, '.intray'), 'utf8'))).toMatchObject({ path: space.dataDir });
      expect(readdirSync(folder).filter((name) => /pdf|png/.test(name))).toEqual([]);
      expectSent(3);
    });

  itOn('ext4', 'unmounted with a document at the service: nothing is gone; mounted again, all is delivered', async (context) => {
    const { mounts, space, service, folder, put, watch, untilDelivered, stop, status, expectSent } = await openStage(context, {
      processingMilliseconds: 1_500,
    });
    const disk = mounts.volume('ext4');
    disk.mount(space.folder);
    await put('a.pdf');
    const intray = await watch();
    await untilDelivered(intray, 'a.pdf');
    await put('b.pdf');
    await intray.until('it is sent', () => service.uploads.size === 2);
    await mounts.unmount(space.folder);
    await untilHealth(intray, 'unreachable');
    expect(readdirSync(folder)).toEqual([]);
    expect(await status()).toContain(space.folder);
    disk.mount(space.folder);
    await untilHealth(intray, 'watching');
    await put('c.pdf');
    await untilDelivered(intray, 'b.pdf', 'c.pdf');
    expect((await stop(intray)).balance).toMatchObject({ found: 3, delivered: 3 });
    await expectResults(folder, ['a.pdf', 'b.pdf', 'c.pdf']);
    await expectTable(folder, ['a.pdf', 'b.pdf', 'c.pdf']);
    expectSent(3);
  });

  for (const [kind, hasUuid] of [
    ['ext4', true],
    ['ext4', false],
    ['vfat', true],
    ['fuse as FAT', true],
  ] as const)
    itOn(
      kind,
      `${kind}${hasUuid ? '' : ' without a UUID'}: another volume in its place is a new baseline, and neither's old files are sent`,
      async (context) => {
        const { mounts, space, service, put, watch, untilDelivered, stop, expectSent } = await openStage(context);
        const volumes = [mounts.volume(kind, { hasUuid }), mounts.volume(kind, { hasUuid })];
        for (const [index, volume] of volumes.entries()) {
          volume.mount(space.folder);
          await put('same name.pdf', `old ${index}.pdf`);
          if (index === 0) await mounts.unmount(space.folder);
        }
        const intray = await watch({ existing: 'skip' });
        await put('new.pdf');
        await untilDelivered(intray, 'new.pdf');
        await mounts.unmount(space.folder);
        await untilHealth(intray, 'unreachable');
        volumes[0]?.mount(space.folder);
        await untilHealth(intray, 'watching');
        await put('newer.pdf');
        await untilDelivered(intray, 'newer.pdf');
        await stop(intray);
        expect([...new Set(service.requests.flatMap(({ fileNames }) => fileNames))].sort()).toEqual(['new.pdf', 'newer.pdf']);
        expectSent(2);
      },
    );

  for (const kind of ['vfat', 'fuse as FAT'] as const)
    itOn(kind, `${kind}: times that move by an hour, and another case of a name, send nothing again`, async (context) => {
      const { mounts, space, folder, put, watch, untilDelivered, stop, expectSent } = await openStage(context);
      const volume = mounts.volume(kind);
      volume.mount(space.folder);
      await put('old.pdf', 'old too.pdf');
      const first = await watch({ existing: 'skip' });
      await put('A.pdf', 'B.pdf');
      await untilDelivered(first, 'A.pdf', 'B.pdf');
      await stop(first);
      if (kind === 'vfat') for (const name of readdirSync(folder)) utimesSync(join(folder, name), 1_700_000_000, 1_700_000_000);
      else volume.faults({ shift: 3_600 });
      renameSync(join(folder, 'B.pdf'), join(folder, 'b.pdf'));
      await mounts.unmount(space.folder);
      volume.mount(space.folder);
      const second = await watch({ existing: 'skip' });
      await makeFile(join(folder, 'a.pdf'), 'content of A.pdf');
      await put('new.pdf');
      await untilDelivered(second, 'new.pdf');
      await stop(second);
      expect(readdirSync(folder).filter((name) => /pdf$/i.test(name)).length).toBe(5);
      expectSent(3);
    });

  itOn('fuse', 'one that hangs holds up no other, is named, and a stop is over in five seconds', async (context) => {
    const { mounts, space, folder, put, watch, untilDelivered, status, stop, expectSent } = await openStage(context);
    const share = join(space.root, 'share');
    mounts.run('mkdir', share);
    const volume = mounts.volume('fuse');
    volume.mount(share);
    await makeFile(join(mounts.seen(share), 'a.pdf'), 'on the share');
    const other = { path: share, settleSeconds: 0.2 };
    const intray = await watch({}, other);
    await intray.until('it is delivered', () => readdirSync(mounts.seen(share)).includes('a.pdf.json'));
    volume.hang(true);
    await put('local.pdf');
    await untilDelivered(intray, 'local.pdf');
    await untilHealth(intray, 'unreachable');
    expect(await status()).toMatch(new RegExp(`${share}.* does not answer`));
    await put('later.pdf');
    await untilDelivered(intray, 'later.pdf');
    const asked = performance.now();
    await stop(intray);
    // What is under way has five seconds; the rest is for a machine that is busy. To wait for the volume takes 15.
    expect(performance.now() - asked).toBeLessThan(12_000);
    volume.hang(false);
    const next = await watch({}, other);
    await makeFile(join(mounts.seen(share), 'b.pdf'), 'on the share, too');
    await next.until('it is delivered', () => readdirSync(mounts.seen(share)).includes('b.pdf.json'));
    await stop(next);
    expectSent(4);
    await expectResults(folder, ['later.pdf', 'local.pdf']);
  });

  itOn(
    'fuse',
    'a file that cannot be read is set aside with its reason, and alone, and a directory likewise',
    async (context) => {
      const { mounts, space, folder, put, watch, untilDelivered, status, stop, expectSent } = await openStage(context);
      const volume = mounts.volume('fuse');
      volume.mount(space.folder);
      const good = ['1.pdf', '2.pdf', '3.pdf', '4.pdf'];
      await put(...good, 'worse/a.pdf');
      await makeFile(join(folder, 'bad.pdf'), 'a bad sector', { size: 1_000_000 });
      volume.faults({ unreadable: ['bad.pdf'], unlistable: ['worse'] });
      const intray = await watch();
      await untilDelivered(intray, ...good);
      await intray.until('the reason is told', async () =>
        (await status('--why', join(space.folder, 'bad.pdf'))).includes('EIO'),
      );
      expectSent(4);
      expect(await status()).toContain('1 subfolder cannot be read');
      volume.faults({});
      await put('5.pdf');
      await untilDelivered(intray, 'bad.pdf', 'worse/a.pdf', '5.pdf');
      await stop(intray);
      expectSent(7);
    },
  );

  itOn(
    'ext4',
    'one that fills up after the upload: the result waits, says why, and is written when there is room',
    async (context) => {
      const { mounts, space, service, folder, put, watch, untilDelivered, status, stop, expectSent } = await openStage(context, {
        processingMilliseconds: 1_500,
      });
      mounts.volume('ext4', { megabytes: 4 }).mount(space.folder);
      await put('a.pdf');
      const intray = await watch();
      await intray.until('it is sent', () => service.uploads.size === 1);
      fill(join(folder, '.filler'));
      await intray.until('it says why', async () => /a\.pdf.*disk is full/s.test(await status()));
      rmSync(join(folder, '.filler'));
      await untilDelivered(intray, 'a.pdf');
      expect((await stop(intray)).balance).toMatchObject({ found: 1, delivered: 1 });
      await expectResults(folder, ['a.pdf']);
      await expectTable(folder, ['a.pdf']);
      expectSent(1);
    },
  );
});
