import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Metered, meteredOf, watchMetered } from '../../electron/workspace/metered.ts';

describe.skipIf(process.platform === 'win32')('The system', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'intray-metered-'));
  });
  afterEach(() => rm(directory, { recursive: true, force: true }));

  /** Asks a `busctl` that is this script. */
  async function askedOf(script: string) {
    const program = join(directory, 'busctl');
    await writeFile(program, `#!/bin/sh\n${script}\n`);
    await chmod(program, 0o755);
    return meteredOf('linux', { PATH: `${directory}:/bin:/usr/bin` })?.();
  }

  it.each<[string, string, Metered]>([
    ['yes', 'echo u 1', 'yes'],
    ['no', 'echo u 2', 'no'],
    ['that it guesses so, as of a hotspot', 'echo u 3', 'yes'],
    ['that it guesses not', 'echo u 4', 'no'],
    ['that it does not know', 'echo u 0', 'unknown'],
    ['something else', 'echo s "yes"', 'unknown'],
    ['that there is no NetworkManager', 'echo "Failed to get property" >&2; exit 1', 'unknown'],
  ])('says %s', async (_, script, expected) => {
    expect(await askedOf(script)).toBe(expected);
  });

  it('is asked for the property that NetworkManager documents', async () => {
    const asked =
      '--system get-property org.freedesktop.NetworkManager /org/freedesktop/NetworkManager org.freedesktop.NetworkManager Metered';
    expect(await askedOf(`[ "$*" = "${asked}" ] && echo u 1`)).toBe('yes');
  });

  it('is not known without the program, and not asked where it does not tell', async () => {
    expect(await meteredOf('linux', { PATH: directory })?.()).toBe('unknown');
    expect([meteredOf('darwin'), meteredOf('win32')]).toEqual([undefined, undefined]);
  });
});

describe('A metered connection', () => {
  /** A watch whose clock the test moves, minute by minute. */
  function begin(first: Metered) {
    const system = { says: first, asked: 0, isWanted: true, changes: 0 };
    let ring = () => {};
    let after = 0;
    const clock = {
      after(milliseconds: number, work: () => void) {
        [ring, after] = [work, milliseconds];
        return () => {
          ring = () => {};
        };
      },
    };
    const ask = async () => {
      system.asked += 1;
      return system.says;
    };
    const watch = watchMetered(
      ask,
      clock,
      () => system.isWanted,
      () => {
        system.changes += 1;
      },
    );
    const minute = async () => {
      await expect.poll(() => after).toBe(60_000);
      after = 0;
      ring();
      await expect.poll(() => after).toBe(60_000);
    };
    return { system, watch, minute };
  }

  it('holds uploads until it is another one, and is asked about once a minute', async () => {
    const { system, watch, minute } = begin('yes');
    await expect.poll(() => watch.holds).toBe(true);
    expect(system).toMatchObject({ asked: 1, changes: 1 });
    await minute();
    expect([watch.holds, system.asked, system.changes]).toEqual([true, 2, 1]);
    system.says = 'no';
    await minute();
    expect([watch.holds, system.changes]).toEqual([false, 2]);
    watch.end();
  });

  it('lets them go when a person says so, until there is another that is metered', async () => {
    const { system, watch, minute } = begin('yes');
    await expect.poll(() => watch.holds).toBe(true);
    watch.sendAnyway();
    await minute();
    expect([watch.holds, system.changes]).toEqual([false, 2]);
    system.says = 'no';
    await watch.look();
    system.says = 'yes';
    await watch.look();
    expect([watch.holds, system.changes]).toEqual([true, 3]);
    watch.end();
  });

  it('is not asked about where nobody wants to wait, and what is not known holds nothing', async () => {
    const { system, watch } = begin('yes');
    await expect.poll(() => watch.holds).toBe(true);
    system.isWanted = false;
    await watch.look();
    expect([watch.holds, system.asked]).toEqual([false, 1]);
    [system.isWanted, system.says] = [true, 'unknown'];
    await watch.look();
    expect(watch.holds).toBe(false);
    watch.end();
  });
});
