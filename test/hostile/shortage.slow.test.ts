/** The built program where the system is short of something: what met it waits, says so, and goes on by itself. */
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { describe, expect, type TestContext } from 'vitest';
import { openProgram, sentOtherThanOnce } from '../acceptance/program.ts';
import { makeFile } from '../support/make-files.ts';
import { itOn, mountSmallDisk } from '../support/mounts.ts';
import { itWith } from '../support/programs.ts';
import { jsonLines } from '../support/run-intray.ts';
import { askAt } from '../web/web-host.ts';

async function openStage({ onTestFinished }: Pick<TestContext, 'onTestFinished'>) {
  const program = await openProgram(onTestFinished);
  const { space, service, extraction } = program;
  const config = join(space.root, 'config.json');
  const port = await freePort();
  return {
    ...program,
    port,
    put: (name: string) => makeFile(join(space.folder, name), `content of ${name}`),
    async watch() {
      // A budget has pages counted, in a process of its own.
      const route = { kind: 'extraction', id: extraction };
      const folder = { path: space.folder, route, settleSeconds: 0.2, existing: 'send', budget: { day: 1_000 } };
      writeFileSync(config, JSON.stringify({ url: service.url, folders: [folder] }));
      const where = ['--config', config, '--data-dir', space.dataDir, '--health-port', String(port)];
      const intray = program.start(['watch', ...where, '--json']);
      await intray.until('it watches', () => intray.stdout().includes('"watching"'));
      return intray;
    },
    isDelivered: (name: string) => existsSync(join(space.folder, `${name}.json`)),
    expectSentOnce(count: number) {
      expect(service.violations).toEqual([]);
      expect(sentOtherThanOnce(service)).toEqual([]);
      expect(service.uploads.size).toBe(count);
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

const whole = (text: string) => jsonLines(text.slice(0, text.lastIndexOf('\n') + 1));

describe.concurrent('intray watch', () => {
  itOn(
    'tmpfs',
    'waits while the disk of its data is full, says so everywhere, and goes on when there is room',
    async (context) => {
      const stage = await openStage(context);
      const { space, port, put, watch, isDelivered, expectSentOnce } = stage;
      const disk = mountSmallDisk(space.dataDir, 8 * 1_024);
      context.onTestFinished(() => disk.unmount());
      const intray = await watch();
      await put('a.pdf');
      await intray.until('a.pdf is delivered', () => isDelivered('a.pdf'));

      disk.fill();
      for (const name of ['b.pdf', 'c.pdf', 'd.pdf']) await put(name);
      const ledger = () => whole(intray.stdout()).filter(({ event }) => event === 'ledger');
      await intray.until('it says why it waits', () => ledger().some(({ writable }) => writable === false));
      expect((await askAt(port, { path: '/healthz' })).status).toBe(200);
      expect((await askAt(port, { path: '/healthz/ready' })).status).toBe(503);
      const status = await stage.run(['status', '--data-dir', space.dataDir], { key: null });
      expect(status.stdout).toMatch(/its disk is full/);

      disk.makeRoom();
      await intray.until('the others are delivered', () => ['b.pdf', 'c.pdf', 'd.pdf'].every(isDelivered));
      expect(ledger().at(-1)).toMatchObject({ writable: true });
      expect((await askAt(port, { path: '/healthz/ready' })).status).toBe(200);
      intray.signal('SIGTERM');
      expect((await intray.ended).code).toBe(0);
      expectSentOnce(4);
    },
  );

  itWith('prlimit', 'waits while it has no descriptors, and goes on when there are some', async (context) => {
    const { space, put, watch, isDelivered, expectSentOnce } = await openStage(context);
    const intray = await watch();
    const limit = (most: number) =>
      expect(spawnSync('prlimit', ['--pid', String(intray.pid), `--nofile=${most}:`]).status).toBe(0);
    const log = join(space.dataDir, 'logs', 'intray.log');
    const shortages = () => readFileSync(log, 'utf8').match(/EMFILE|open files/g)?.length ?? 0;
    const open = readdirSync(`/proc/${intray.pid}/fd`).length;
    for (const [index, spare] of [0, 1, 2, 4, 8].entries()) {
      const name = `${index}.pdf`;
      const before = shortages();
      limit(open + spare);
      await put(name);
      await intray.until(`${name} meets the shortage, or gets by`, () => isDelivered(name) || shortages() > before);
      limit(open + 1_000);
      await intray.until(`${name} is delivered`, () => isDelivered(name));
    }
    intray.signal('SIGTERM');
    expect((await intray.ended).code).toBe(0);
    expectSentOnce(5);
  });
});
