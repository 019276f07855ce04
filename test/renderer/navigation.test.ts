import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hrefOf, type Place, placeOf } from '../../renderer/navigation.ts';

describe('An address in the window', () => {
  it('leads to its screen, and to a document or folder there', () => {
    expect(placeOf('#/queue')).toEqual({ screen: 'queue' });
    expect(placeOf('#/review/12')).toEqual({ screen: 'review', documentId: 12 });
    expect(placeOf('#/folders/add?path=%2Fhome%2Fmara')).toEqual({ screen: 'folders', adding: true, path: '/home/mara' });
    expect(placeOf('#/folders/3')).toEqual({ screen: 'folders', folderId: 3 });
    expect(placeOf('#/insights')).toEqual({ screen: 'insights' });
    expect(placeOf('#/settings')).toEqual({ screen: 'settings' });
  });

  it('leads to the queue if it leads nowhere', () => {
    for (const hash of ['', '#', '#/', '#/nowhere/5', '#/queue/-3', '#/queue/1e9', '#/queue/../x', '#queue']) {
      expect(placeOf(hash)).toEqual({ screen: 'queue' });
    }
  });

  it('says every place so that it is read back as it was', () => {
    const id = fc.integer({ min: 1, max: 1_000_000 });
    const text = fc.string({ minLength: 1, maxLength: 200, unit: 'grapheme' });
    const optional = <Value>(name: string, values: fc.Arbitrary<Value>) =>
      fc.oneof(
        fc.constant({}),
        values.map((value) => ({ [name]: value })),
      );
    const joined = (screen: string, ...members: fc.Arbitrary<object>[]): fc.Arbitrary<Place> =>
      fc.tuple(...members).map((parts) => Object.assign({ screen }, ...parts) as Place);
    const place = fc.oneof(
      joined('queue', optional('documentId', id), optional('show', text), optional('folderId', id), optional('text', text)),
      joined('review', optional('documentId', id)),
      joined('folders', optional('folderId', id)),
      joined('folders', fc.constant({ adding: true }), optional('path', text)),
      joined('insights'),
      joined('settings'),
    );
    fc.assert(
      fc.property(place, (each) => {
        expect(placeOf(hrefOf(each))).toEqual(each);
      }),
    );
  });
});
