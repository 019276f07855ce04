import { beforeEach, describe, expect, it, vi } from 'vitest';
import { KeptContents } from '../../../electron/engine/loop/kept-contents.ts';

const megabyte = 1024 * 1024;
let now: number;
let contents: KeptContents;
beforeEach(() => {
  now = 5_000;
  contents = new KeptContents({ elapsed: () => now });
});

const lent = (length: number) => ({ bytes: new Uint8Array(length), giveBack: vi.fn() });
const keep = (count: number, from = 0) => {
  for (let index = from; index < from + count; index += 1) contents.keep(`hash ${index}`, lent(megabyte));
};

describe('contents that are kept until they are sent', () => {
  it('are given back when they are let go, once', () => {
    const one = lent(10);
    contents.keep('one', one);
    expect(contents.all.get('one')).toBe(one);
    contents.letGo('one');
    contents.letGo('one');
    expect(contents.all.has('one')).toBe(false);
    expect(one.giveBack).toHaveBeenCalledTimes(1);
  });

  it('are given back all at once', () => {
    const all = [lent(1), lent(2)];
    for (const [index, each] of all.entries()) contents.keep(`${index}`, each);
    contents.letAllGo();
    expect(contents.size).toBe(0);
    for (const each of all) expect(each.giveBack).toHaveBeenCalledTimes(1);
  });

  it('are 32 MB at most, and each only once: what is not kept is given back', () => {
    keep(32);
    const [more, again] = [lent(1), lent(1)];
    contents.keep('more', more);
    contents.keep('hash 0', again);
    expect(contents.all.has('more')).toBe(false);
    for (const each of [more, again]) expect(each.giveBack).toHaveBeenCalledTimes(1);
    contents.letGo('hash 3');
    contents.keep('more', lent(megabyte));
    expect(contents.size).toBe(32);
  });

  it.each([
    ['less than half of the room is taken', 15, 0, 0],
    ['half of it is taken, by what has just come', 16, 0, 1_000],
    ['half of it is taken, and a part of the time has passed', 16, 400, 600],
    ['half of it is taken, and nothing has gone out for a while', 16, 1_000, 0],
  ])('are waited for while they go out: %s', (_, count, passed, expected) => {
    keep(count);
    now += passed;
    expect(contents.waitMs).toBe(expected);
  });

  it('are waited for again when something goes out', () => {
    keep(20);
    now += 5_000;
    expect(contents.waitMs).toBe(0);
    contents.letGo('hash 0');
    expect(contents.waitMs).toBe(1_000);
    now += 999;
    expect(contents.waitMs).toBe(1);
  });
});
