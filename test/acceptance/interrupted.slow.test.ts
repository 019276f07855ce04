import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { headlessCommand } from '../../resources/tools/build.ts';
import { makeFile } from '../support/make-files.ts';
import { openProgram } from './program.ts';

/** What a terminal does at Ctrl-C: every process of the foreground gets SIGINT. */
it.skipIf(process.platform === 'win32').each(['sh', 'bash'])(
  'Ctrl-C stops a script of %s that runs Intray on one folder after the other',
  async (shell) => {
    const ends: (() => Promise<void>)[] = [];
    const { space, service, extraction } = await openProgram((end) => ends.push(end), { processingMilliseconds: 600_000 });
    for (const name of ['a', 'b', 'c']) {
      mkdirSync(join(space.folder, name));
      await makeFile(join(space.folder, name, `${name}.pdf`), name);
    }
    const flags = ['--extraction', extraction, '--url', service.url, '--data-dir', space.dataDir, '--settle-seconds', '0.1'];
    const [program, ...args] = [process.execPath, ...headlessCommand(['run'])].map((word) => `'${word}'`);
    const script = `for d in a b c; do ${program} ${args.join(' ')} "$d" ${flags.join(' ')}; done; echo 'went on'`;
    const child = spawn(shell, ['-c', script], {
      ...{ cwd: space.folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] },
      env: { PATH: process.env.PATH, HOME: space.home, INTRAY_API_KEY: service.key, INTRAY_URL: service.url },
    });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => (said += bytes.toString('utf8')));
    const ended = new Promise((resolve) => child.once('close', (code, signal) => resolve(signal ?? code)));
    try {
      await expect.poll(() => service.uploads.size, { timeout: 60_000 }).toBe(1);
      process.kill(-(child.pid ?? 0), 'SIGINT');
      expect(await ended, said).toBe('SIGINT');
      expect(said).toContain('Stopped before the end');
      expect(said).not.toContain('went on');
      expect(service.uploads.size).toBe(1);
    } finally {
      child.kill('SIGKILL');
      for (const end of ends) await end();
    }
  },
);
