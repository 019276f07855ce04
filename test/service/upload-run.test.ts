import { readdir, readlink } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { TransportOutcome } from '../../electron/service/transport.ts';
import { composeForm, pieceBytes, runUpload } from '../../electron/service/upload.ts';
import { waitFor } from '../support/wait-for.ts';
import { makeUploadFile, sealed, temporaryDirectory } from './support.ts';

const limits = { sendIdle: 1_000, answer: 1_000 };
const broken: TransportOutcome = { kind: 'broken', cause: new Error('closed') };
const answered: TransportOutcome = { kind: 'answer', status: 200, headers: {}, text: '{}' };

afterEach(() => {
  vi.useRealTimers();
});

describe('the portions of a body', () => {
  /** @param takes milliseconds for each, or for the one with this number */
  async function portionsOf(size: number, takes: number | ((index: number) => number), within = limits): Promise<number[]> {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const portions: number[] = [];
    const form = composeForm([], [await makeUploadFile(size)]);
    const run = await runUpload(form, sealed, within, async (body, signal) => {
      for await (const portion of body) {
        portions.push(portion.length);
        await vi.advanceTimersByTimeAsync(typeof takes === 'number' ? takes : takes(portions.length - 1));
        if (signal.aborted) return { kind: 'broken', cause: signal.reason };
      }
      return answered;
    });
    expect(run).toMatchObject({ whole: true, outcome: answered });
    expect(portions.reduce((sum, length) => sum + length, 0)).toBe(form.contentLength);
    return portions;
  }

  it('grow to 1 MiB on a fast line', async () => {
    expect(Math.max(...(await portionsOf(6 * pieceBytes, 1)))).toBe(pieceBytes);
  });

  it('stay at 128 KiB on a slow line, which is not mistaken for a dead one', async () => {
    expect(Math.max(...(await portionsOf(3 * pieceBytes, 900)))).toBe(128 * 1024);
  });

  it('shrink to 128 KiB again on a line that has become slow', async () => {
    const portions = await portionsOf(8 * pieceBytes, (index) => (index < 6 ? 1 : 2_500), { ...limits, sendIdle: 10_000 });
    expect(portions.slice(0, 6)).toContain(pieceBytes);
    expect(portions.at(-3)).toBe(128 * 1024);
  });

  it('are not overwritten while a socket may hold them; below its queue of 64 KiB, never', async () => {
    const held: { readonly portion: Buffer; readonly content: Buffer }[] = [];
    for (const size of [10, 60_000, pieceBytes + 20_000, 2 * pieceBytes + 65_000]) {
      await runUpload(composeForm([], [await makeUploadFile(size), await makeUploadFile(7)]), sealed, limits, async (body) => {
        for await (const portion of body) if (portion.length < 65_536) held.push({ portion, content: Buffer.from(portion) });
        return answered;
      });
    }
    expect(held.length).toBeGreaterThan(7);
    for (const { portion, content } of held) expect(portion.equals(content)).toBe(true);
  });
});

describe('a run that is over', () => {
  it('leaves no file open, although nobody reads the rest of the body', async ({ skip }) => {
    skip(process.platform !== 'linux', 'looks into /proc/self/fd');
    const directory = await temporaryDirectory();
    const openFiles = async () => {
      const names = await readdir('/proc/self/fd');
      const targets = await Promise.all(names.map((name) => readlink(join('/proc/self/fd', name)).catch(() => '')));
      return targets.filter((target) => target.startsWith(`${directory}/`));
    };
    const form = composeForm([], [await makeUploadFile(5 * pieceBytes)]);
    const run = await runUpload(form, sealed, limits, async (body) => {
      await body[Symbol.asyncIterator]().next();
      expect(await openFiles()).toHaveLength(1);
      return broken;
    });
    expect(run.whole).toBe(false);
    await waitFor(async () => expect(await openFiles()).toEqual([]));
  });

  it('does not ask whether it may be closed', async () => {
    const asked = vi.fn(() => true);
    const form = composeForm([], [await makeUploadFile(10)]);
    const run = await runUpload(form, { beforeClosingBoundary: asked }, limits, async () => broken);
    expect(run).toMatchObject({ whole: false, withdrawn: undefined, outcome: broken });
    expect(asked).not.toHaveBeenCalled();
  });

  it('is about the answer that came, not about the file that went while that was read', async () => {
    const file = await makeUploadFile(2 * pieceBytes);
    const answer = Promise.withResolvers<void>();
    const open = async () => {
      const source = await file.open();
      const readInto: typeof source.readInto = async (target, offset, length, position) => {
        if (position > 0) await answer.promise.then(() => Promise.reject(new Error('It has gone.')));
        return source.readInto(target, offset, length, position);
      };
      return { readInto, close: () => source.close() };
    };
    const run = await runUpload(composeForm([], [{ ...file, open }]), sealed, limits, async (body, _, onAnswer) => {
      const portions = body[Symbol.asyncIterator]();
      for (let sent = 0; sent < pieceBytes; ) sent += (await portions.next()).value.length;
      const next = portions.next();
      onAnswer();
      answer.resolve();
      await expect(next).rejects.toThrow();
      return answered;
    });
    expect(run).toEqual({ whole: false, withdrawn: undefined, outcome: answered });
  });
});
