/** A volume whose process stands still; what is decided about one that does not answer is in `remote-files.test.ts`. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { createSharedDisk } from '../../../electron/engine/disk/shared-disk.ts';
import { startNode } from '../../../electron/process.ts';
import { itUnlessMissing } from '../../support/programs.ts';
import { waitFor } from '../../support/wait-for.ts';

const local = { name: '/', isLocal: true, isNetwork: false };
const share = { name: '/mnt/share', isLocal: false, isNetwork: true };
let root: string;
const at = (...names: string[]) => join(root, ...names);

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'intray-shared-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('a volume that hangs', () => {
  const volume = (path: string) => (path.startsWith(at('share')) ? share : local);
  const missing = process.platform === 'win32' ? 'signals' : undefined;

  itUnlessMissing(missing, 'holds up nobody else, is killed and tried again, and ends a stop in time', async () => {
    const disk = createSharedDisk(startNode, { volume, patience: 700 });
    try {
      mkdirSync(at('share'));
      writeFileSync(at('share', 'a.pdf'), 'on the share');
      writeFileSync(at('b.pdf'), 'here');
      expect(await disk.stat(at('share', 'a.pdf'))).toMatchObject({ size: 12 });
      await waitFor(() => expect(children()).toHaveLength(1));
      const stopped = children();
      process.kill(Number(stopped[0]), 'SIGSTOP');
      const hung = [
        disk.list(at('share')),
        disk.hash(at('share', 'a.pdf')),
        disk.createWhole(at('share', 'x'), Buffer.from('x')),
      ];
      const told = Promise.allSettled(hung);
      for (let round = 0; round < 50; round += 1) expect(await disk.stat(at('b.pdf'))).toMatchObject({ size: 4 });
      for (const each of await told)
        expect(each).toMatchObject({
          status: 'rejected',
          reason: { said: { code: 'disk.unanswered', values: { volume: '/mnt/share' } } },
        });
      await waitFor(() => expect(children()).toEqual([]));
      await waitFor(async () => expect(await disk.stat(at('share', 'a.pdf'))).toMatchObject({ size: 12 }));
      process.kill(Number(children()[0]), 'SIGSTOP');
      const asked = disk.list(at('share'));
      disk.hurry(100);
      await expect(asked).rejects.toMatchObject({ said: { code: 'disk.unanswered' } });
    } finally {
      disk.close();
    }
  });

  function children(): string[] {
    const list = execFileSync('ps', ['-eo', 'pid=,ppid=,stat=,args='], { encoding: 'utf8' }).split('\n');
    return list.flatMap((line) => {
      const [pid = '', parent, state = '', ...args] = line.trim().split(/\s+/);
      return Number(parent) === process.pid && !state.startsWith('Z') && args.join(' ').includes('disk-process') ? [pid] : [];
    });
  }
});
