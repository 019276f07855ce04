/** What a JSON beside a file says of a result that is in the ledger no more. */
import { describe, expect, it } from 'vitest';
import { claimIn, resultIn, verdictIn } from '../../../electron/core/document/kept-result.ts';

const hash = 'a'.repeat(64);
const route = { kind: 'extraction', id: 'e' } as const;
const first = { kind: 'classification', id: 'c' } as const;
const origin = 'https://api.example.com';
const at = '2026-03-04T10:00:00.123Z';
const earlier = '2026-03-03T10:00:00.000Z';
const json = {
  ...{ intray: 1, service: origin, route, batch_id: 'b', file_id: 'f', status: 'processed', extracted_data: { total: '1.00' } },
  source: { file: 'June/a.pdf', sha256: hash },
};
const change = { from: 'Mail', to: 'Invoice', by: 'Anna' };

describe('A result', () => {
  it('is taken of this content on this route alone, with what people made of it', () => {
    const reviewed = { by: 'Anna', at, changes: [{ ...change, field: 'total', at }] };
    expect(resultIn({ ...json, reviewed }, { route, hash })).toEqual({
      result: { kind: 'extraction', status: 'processed', extractedData: { total: '1.00' }, extra: {} },
      review: {
        confirmations: [{ by: 'Anna', at: Date.parse(at), corrections: {} }],
        changes: [{ ...change, field: 'total', at: Date.parse(at) }],
      },
    });
    expect(resultIn(json, { route, hash })).not.toHaveProperty('review');
    expect(resultIn(json, { route, hash: 'b'.repeat(64) })).toBeUndefined();
    expect(resultIn(json, { route: { ...route, id: 'other' }, hash })).toBeUndefined();
    expect(resultIn({ ...json, intray: 2 }, { route, hash })).toBeUndefined();
  });

  it.each([
    ['is the last change', [{ ...change, at }], true],
    ['was changed before', [{ ...change, at: earlier }], undefined],
    [
      'was followed by a value',
      [
        { ...change, at },
        { ...change, field: 'total', at },
      ],
      undefined,
    ],
    ['was never changed', [], undefined],
  ])('of which the category %s was confirmed by that: %o', (_, changes, category) => {
    const kept = resultIn({ ...json, reviewed: { by: 'Anna', at, changes } }, { route, hash });
    expect(kept?.review?.confirmations.map((each) => each.category)).toEqual([category]);
  });

  it('of the step before is there too, of its own route', () => {
    const classification = { route: first, status: 'processed', category: { id: 'i', name: 'Invoice' }, confidence: 0.9 };
    const verdict = { kind: 'classification', categoryId: 'i', categoryName: 'Invoice', confidence: 0.9 };
    expect(verdictIn({ ...json, classification }, { route: first, hash })?.result).toMatchObject(verdict);
    expect(verdictIn({ ...json, classification }, { route, hash })).toBeUndefined();
    expect(verdictIn({ ...json, classification }, { route: first, hash: 'b' })).toBeUndefined();
    expect(verdictIn(json, { route: first, hash })).toBeUndefined();
  });
});

describe('A claim', () => {
  const classification = { route: first, batch_id: 'b0', file_id: 'f0', status: 'processed', category: { id: 'i' } };

  it('says where it was sent, under which name, and whether people have looked at it', () => {
    expect(claimIn(json, { origin, route }, hash)).toEqual({ batchId: 'b', fileId: 'f', fileName: 'a.pdf', reviewed: false });
    expect(claimIn({ ...json, file_id: null, reviewed: {} }, { origin, route }, hash)).toEqual({
      ...{ batchId: 'b', fileName: 'a.pdf', reviewed: true },
    });
  });

  it('has ids and names as they are', () => {
    const odd = { ...json, batch_id: ' B ', file_id: ' ', source: { file: 'June/ a .PDF', sha256: hash } };
    expect(claimIn(odd, { origin, route }, hash)).toEqual({ batchId: ' B ', fileId: ' ', fileName: ' a .PDF', reviewed: false });
    const before = { ...classification, batch_id: ' B0 ', file_id: ' F0 ' };
    expect(claimIn({ ...odd, classification: before }, { origin, route: first }, hash)?.later).toMatchObject({
      ...{ batchId: ' B0 ', fileId: ' F0 ' },
    });
  });

  it('says where it went on to from the route of the folder', () => {
    expect(claimIn({ ...json, classification }, { origin, route: first }, hash)?.later).toMatchObject({
      ...{ route, batchId: 'b0', fileId: 'f0', result: { categoryId: 'i' } },
    });
    expect(claimIn({ ...json, classification }, { origin, route }, hash)).not.toHaveProperty('later');
  });

  it.each([
    ['another content', json, { origin, route }, 'b'.repeat(64)],
    ['another service', json, { origin: 'https://other.example.com', route }, hash],
    ['another route', json, { origin, route: first }, hash],
    ['another route that it went on from', { ...json, classification }, { origin, route: { ...first, id: 'c2' } }, hash],
    ['nothing', { ...json, batch_id: undefined }, { origin, route }, hash],
  ])('that is about %s is none', (_, said, asked, sha256) => {
    expect(claimIn(said, asked, sha256)).toBeUndefined();
  });
});

describe('What a JSON leaves out, or says is not there', () => {
  it('is not there', () => {
    const nothing = { model_used: null, category: null, confidence: null, reasoning: null };
    expect(resultIn({ ...json, ...nothing }, { route, hash })?.result).toEqual({
      ...{ kind: 'extraction', status: 'processed', extractedData: { total: '1.00' }, extra: {} },
    });
    const verdict = { route: first, status: 'sorted', category: { id: null, name: null } };
    expect(verdictIn({ ...json, classification: verdict }, { route: first, hash })?.result).toEqual({
      ...{ kind: 'classification', status: 'sorted', extra: {} },
    });
    expect(resultIn({ ...json, extracted_data: undefined }, { route, hash })).toBeUndefined();
    expect(resultIn({ ...json, status: 'queued' }, { route, hash })).toBeUndefined();
  });

  it('is all there where it is said', () => {
    const more = { model_used: 'm-1', other: { pages: 2 } };
    expect(resultIn({ ...json, ...more }, { route, hash })?.result).toMatchObject({ modelUsed: 'm-1', extra: { pages: 2 } });
    const verdict = { route: first, status: 'processed', category: { name: 'Mail' }, reasoning: 'It says so.', confidence: 0 };
    const reviewed = { by: 'Ben', at, changes: [{ from: null, to: null, by: 'Ben', at: earlier }] };
    expect(verdictIn({ ...json, classification: { ...verdict, reviewed } }, { route: first, hash })).toEqual({
      result: {
        kind: 'classification',
        status: 'processed',
        categoryName: 'Mail',
        confidence: 0,
        reasoning: 'It says so.',
        extra: {},
      },
      review: {
        confirmations: [{ by: 'Ben', at: Date.parse(at), corrections: {} }],
        changes: [{ at: Date.parse(earlier), by: 'Ben' }],
      },
    });
  });

  it('is not claimed of the step before', () => {
    const classification = { route: first, batch_id: null, file_id: null };
    expect(claimIn({ ...json, classification }, { origin, route: first }, hash)?.later).toEqual({ route });
    expect(claimIn({ ...json, intray: 2 }, { origin, route }, hash)).toBeUndefined();
    expect(claimIn('{}', { origin, route }, hash)).toBeUndefined();
  });
});
