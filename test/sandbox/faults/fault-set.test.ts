import { describe, expect, it } from 'vitest';
import { createFaults } from '../../../electron/sandbox/faults/fault-set.ts';
import { faultWords } from '../../../electron/sandbox/faults/fault-words.ts';
import { seededRandom } from '../../../electron/sandbox/random.ts';
import { manualClock } from '../support.ts';

function faults(seed = 1) {
  const clock = manualClock();
  return { clock, set: createFaults({ clock, random: seededRandom(seed) }) };
}

const times = (count: number, ask: () => unknown) => Array.from({ length: count }, () => ask() !== undefined);

describe('a set of faults', () => {
  it('skips, applies the given number of times, and is then spent', () => {
    const { set } = faults();
    set.add('status:500,skip=1,times=2');
    expect(times(5, () => set.takeRequest('uploadFiles'))).toEqual([false, true, true, false, false]);
    expect(set.list()).toEqual([{ id: expect.any(String), fault: 'status:500,skip=1,times=2', applied: 2, spent: true }]);
  });

  it('applies by chance, equally for the same seed', () => {
    const draw = (seed: number) => {
      const { set } = faults(seed);
      set.add('status:500,chance=0.3');
      return times(200, () => set.takeRequest('uploadFiles'));
    };
    expect(draw(5)).toEqual(draw(5));
    expect(draw(5)).not.toEqual(draw(6));
    const share = draw(5).filter(Boolean).length / 200;
    expect(share).toBeGreaterThan(0.2);
    expect(share).toBeLessThan(0.4);
  });

  it('ends after the given seconds', () => {
    const { set, clock } = faults();
    set.add('refuse,seconds=10');
    expect(set.takeConnection()).toBeDefined();
    clock.advance(10_000);
    expect(set.takeConnection()).toBeUndefined();
  });

  it('counts only what it applies to: its endpoints, its files', () => {
    const { set } = faults();
    set.add('status:500,on=uploadFiles,times=1');
    set.add('fail:*.pdf,times=1');
    set.add('poison:bad*,times=1');
    expect(set.takeRequest('getBatchResults')).toBeUndefined();
    expect(set.takeRequest('uploadFiles')).toMatchObject({ word: { name: 'status' }, value: '500' });
    expect(set.takeFile('fail', 'uploadFiles', 'a.png')).toBe(false);
    expect(set.takeFile('stuck', 'uploadFiles', 'a.pdf')).toBe(false);
    expect(set.takeFile('fail', 'uploadFiles', 'A.PDF')).toBe(true);
    expect(set.takePoison('uploadFiles', ['good.pdf'])).toBeUndefined();
    expect(set.takePoison('uploadFiles', ['good.pdf', 'bad one.pdf'])).toBe('bad one.pdf');
  });

  it('applies in order of addition, one to a request and all to an answer', () => {
    const { set } = faults();
    set.add('status:500,times=1');
    const { id } = set.add('portal');
    set.add('shuffle');
    set.add('unknown-status');
    expect(set.takeRequest('uploadFiles')?.word.name).toBe('status');
    expect(set.takeRequest('uploadFiles')?.word.name).toBe('portal');
    expect(set.takeShapes('getBatchResults').map(({ word }) => word.name)).toEqual(['shuffle', 'unknown-status']);
    set.remove(id);
    expect(set.takeRequest('uploadFiles')).toBeUndefined();
    expect(() => set.remove(id)).toThrow(`Fault not found: ${id}`);
    set.clear();
    expect(set.list()).toEqual([]);
  });

  it('keeps the work of a request if asked, and refuses text that is not a fault', () => {
    const { set } = faults();
    set.add('portal,on=uploadFiles,kept');
    expect(set.takeRequest('uploadFiles')).toBeUndefined();
    expect(set.takeSends('uploadFiles')).toMatchObject([{ word: { name: 'portal' }, fault: 'portal,on=uploadFiles,kept' }]);
    expect(() => set.add('explode')).toThrow('There is no fault “explode”');
  });
});

describe('a changed answer', () => {
  const answer = {
    batchId: 'b',
    batch: { status: 'queued' },
    files: ['1', '2', '3'].map((id) => ({ id, file_name: `${id}.pdf`, status: 'queued' })),
  };
  const changed = (name: string, value = '', member?: string, seed = 3) =>
    faultWords.find((word) => word.name === name)?.change?.(answer, value, member, seededRandom(seed));

  it('lacks the named member, at any depth, or the endpoint’s own', () => {
    expect(changed('missing-member', 'status', 'batchId')).toEqual({
      batchId: 'b',
      batch: {},
      files: ['1', '2', '3'].map((id) => ({ id, file_name: `${id}.pdf` })),
    });
    expect(changed('missing-member', '', 'batchId')).not.toHaveProperty('batchId');
    expect(changed('missing-member')).toBe(answer);
  });

  it('always has its files in another order', () => {
    for (let seed = 0; seed < 20; seed += 1) {
      const { files } = changed('shuffle', '', undefined, seed) as typeof answer;
      expect(files).not.toEqual(answer.files);
      expect(files.map(({ id }) => id).sort()).toEqual(['1', '2', '3']);
    }
  });

  it('has other names, or another status', () => {
    expect(changed('rename')).toMatchObject({
      files: [{ id: '1', file_name: 'document-1' }, {}, {}],
    });
    expect(changed('unknown-status', 'x')).toMatchObject({
      batch: { status: 'x' },
      files: [{ status: 'x' }, { status: 'x' }, { status: 'x' }],
    });
  });
});
