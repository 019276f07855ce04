/** Directories are kept open for a moment, and not longer: an open one keeps its share from being unmounted, and there are not many. */
import {
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { Directories, inTurn, quick, type SystemCalls } from '../../../electron/engine/disk/directories.ts';

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'intray-handles-')));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

const at = (...names: readonly string[]) => join(root, ...names);

/** Makes a directory with a file in it that says which one it is. */
function make(name: string, says = name): void {
  mkdirSync(at(name));
  writeFileSync(at(name, 'which'), says);
}

/** A person puts another directory into the place of one. What is done in the same turn is done before that. */
async function replace(name: string, says: string): Promise<void> {
  renameSync(at(name), at(`${name} before ${says}`));
  make(name, says);
  await turn();
}

async function turn(): Promise<void> {
  await setImmediate();
  await setImmediate();
}

/** Directories by calls of which it is known what they have open. */
function counted(calls: SystemCalls, meddle: Partial<SystemCalls> = {}) {
  const open = new Set<number>();
  const all: SystemCalls = {
    ...calls,
    async open(...given) {
      const fd = await calls.open(...given);
      open.add(fd);
      return fd;
    },
    async close(fd) {
      expect(open.delete(fd), 'what is closed is open').toBe(true);
      await calls.close(fd);
    },
    ...meddle,
  };
  const directories = new Directories(all);
  const which = (name: string) => directories.inside('read', at(name, 'which'), async (way) => readFileSync(way, 'utf8'));
  return { directories, which, open };
}

describe.skipIf(process.platform !== 'linux').each([
  ['at once', quick],
  ['in turn', inTurn],
])('Directories that are opened %s', (_, calls) => {
  it('are the ones at their paths, however often others take their places, and are closed when nobody uses them', async () => {
    make('in', 'first');
    const { which, open } = counted(calls);
    expect(await which('in')).toBe('first');
    expect(open.size).toBeGreaterThan(0);
    for (const says of ['second', 'third']) {
      await replace('in', says);
      expect(await which('in')).toBe(says);
      expect(await which('in')).toBe(says);
    }
    await expect.poll(() => open.size).toBe(0);
    expect(await which('in')).toBe('third');
    await expect.poll(() => open.size).toBe(0);
  });

  it('are few, however many are used at once, and each of them as long as it is used', async () => {
    const names = Array.from({ length: 150 }, (__, index) => `directory ${index}`);
    for (const name of names) make(name);
    const { which, open } = counted(calls);
    expect(await Promise.all(names.map(which))).toEqual(names);
    expect(open.size).toBeLessThanOrEqual(64);
    await expect.poll(() => open.size).toBe(0);
  });

  it('are closed, too, where two have opened the path while another directory took it', async () => {
    make('in', 'first');
    const { ino: first } = statSync(at('in'));
    const gate = Promise.withResolvers<void>();
    let isHeld = false;
    const { which, open } = counted(calls, {
      async fstat(fd) {
        const facts = await calls.fstat(fd);
        if (isHeld || facts.ino !== first) return facts;
        isHeld = true;
        await gate.promise;
        return facts;
      },
    });
    const early = which('in');
    await expect.poll(() => isHeld).toBe(true);
    await replace('in', 'second');
    expect(await which('in')).toBe('second');
    gate.resolve();
    expect(await early).toBe('first');
    await turn();
    expect(await which('in')).toBe('second');
    await expect.poll(() => open.size).toBe(0);
  });

  it.each([
    ['a link', () => symlinkSync(at('elsewhere'), at('in')), { kind: 'not-a-directory', said: { code: 'disk.link' } }],
    ['a file', () => writeFileSync(at('in'), ''), { kind: 'not-a-directory' }],
    ['nothing', () => {}, { kind: 'missing' }],
  ])('are closed, too, where %s is in the way', async (__, plant, problem) => {
    make('elsewhere');
    plant();
    const { which, open } = counted(calls);
    await expect(which('in')).rejects.toMatchObject(problem);
    await expect.poll(() => open.size).toBe(0);
  });
});
